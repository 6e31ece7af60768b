package io.daisychain.cli.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A disk that is soon full: memory, mounted on a folder. */
public final class SmallDisk implements AutoCloseable {
  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /** Mounts a disk of some megabytes; skips the test where this user may not. */
  public static SmallDisk mount(Path folder, int megabytes) throws IOException {
    Files.createDirectories(folder);
    SmallDisk disk = new SmallDisk(folder);
    boolean mounted = disk.run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs");
    assumeTrue(mounted, "only a user who may mount a tmpfs can fill a disk");
    return disk;
  }

  public void resize(int megabytes) throws IOException {
    if (!run("mount", "-o", "remount,size=" + megabytes + "m")) {
      throw new IOException("cannot make " + folder + " larger");
    }
  }

  @Override
  public void close() {
    run("umount", "--lazy");
  }

  private boolean run(String... command) {
    List<String> line = new ArrayList<>(List.of(command));
    line.add(folder.toString());
    try {
      Process process =
          new ProcessBuilder(line)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.onExit().join().exitValue() == 0;
    } catch (IOException e) {
      return false; // no such program here
    }
  }
}
