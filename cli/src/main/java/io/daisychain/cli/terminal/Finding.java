package io.daisychain.cli.terminal;

import com.sun.management.UnixOperatingSystemMXBean;
import io.daisychain.beam.WritableFiles;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How good something is.
 *
 * @param words for people; of what is not good they end with what helps
 */
public record Finding(Verdict verdict, String words) {
  private static final long LEAST_HEAP_MB = 500;
  private static final long LEAST_DISK = 2L << 30;

  /** HBase keeps some files a region open, and publish some a worker and table. */
  private static final long LEAST_OPEN_FILES = 4_096;

  /** From good to bad. */
  public enum Verdict {
    OK("ok  "),
    NOTE("note"),
    FAIL("FAIL");

    private final String shown;

    Verdict(String shown) {
      this.shown = shown;
    }

    /** As a line begins. */
    public String shown() {
      return shown;
    }
  }

  public static Finding ok(String words) {
    return new Finding(Verdict.OK, words);
  }

  /** What is worth knowing. */
  public static Finding note(String words) {
    return new Finding(Verdict.NOTE, words);
  }

  /** What some command will fail of. */
  public static Finding fail(String words) {
    return new Finding(Verdict.FAIL, words);
  }

  /** The memory of this process. */
  public static Finding ofMemory() {
    Runtime runtime = Runtime.getRuntime();
    return ofMemory(
        runtime.maxMemory(), runtime.availableProcessors(), "DAISYCHAIN_JAVA_OPTS=-Xmx4g");
  }

  /**
   * The memory of some process.
   *
   * @param heap bytes
   * @param setting that gives it more
   */
  public static Finding ofMemory(long heap, int processors, String setting) {
    long megabytes = heap >> 20;
    String words = "heap of %s MB, %d processors".formatted(Terminal.number(megabytes), processors);
    return megabytes < LEAST_HEAP_MB
        ? note(words + "; large days need more: " + setting)
        : ok(words);
  }

  /** What is left of the disk of a folder. */
  public static Finding ofDisk(Path folder) throws IOException {
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      return fail("cannot write to " + folder + ", as " + System.getProperty("user.name"));
    }
    WritableFiles.tryFolder(folder);
    long free = Files.getFileStore(folder).getUsableSpace();
    String words = "%s MB free in %s".formatted(Terminal.number(free >> 20), folder);
    return free < LEAST_DISK
        ? note(words + "; a date of a million events takes 1 GB while it is made")
        : ok(words);
  }

  /** How many files this process may open. */
  public static Finding ofOpenFiles() {
    if (!(ManagementFactory.getOperatingSystemMXBean()
        instanceof UnixOperatingSystemMXBean system)) {
      return note("this system does not say how many files may be open");
    }
    long most = system.getMaxFileDescriptorCount();
    String words = Terminal.number(most) + " may be open";
    return most < LEAST_OPEN_FILES
        ? note(words + "; many dates need more: ulimit -n " + 4 * LEAST_OPEN_FILES)
        : ok(words);
  }
}
