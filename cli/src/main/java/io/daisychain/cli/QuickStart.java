package io.daisychain.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.cli.serve.Rehearsal;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.Environment;
import io.daisychain.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.duckdb.DuckDBDriver;

/**
 * Makes what later starts need less time with; the launcher script runs it once for a build and a
 * Java: {@code QuickStart library FOLDER}, then {@code QuickStart classes FOLDER}.
 *
 * <p>{@code library} takes DuckDB's library out of its jar, which the driver would do at each start
 * (72 MB): the folder gets the library, and the jar without any. There the driver looks for it.
 *
 * <p>{@code classes} runs a small workload through every stage, so that the JVM, told to write an
 * archive of the classes that it has loaded, has loaded those that commands need; and so has the
 * store's.
 */
final class QuickStart {
  private static final String LIBRARY = "libduckdb_java.so_";

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final Path folder;

  private QuickStart(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args)
      throws IOException, InterruptedException, URISyntaxException {
    Path folder = Path.of(args[1]).toAbsolutePath();
    if (args[0].equals("library")) {
      unpackLibrary(
          Path.of(DuckDBDriver.class.getProtectionDomain().getCodeSource().getLocation().toURI()),
          folder);
    } else {
      CommandLog.begin(false);
      new QuickStart(folder).runCommands();
    }
    System.exit(0);
  }

  static void unpackLibrary(Path jar, Path folder) throws IOException {
    String library = LIBRARY + system();
    Path stripped = folder.resolve(jar.getFileName());
    boolean found = false;
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(jar));
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(stripped))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if (entry.getName().equals(library)) {
          Files.copy((InputStream) in, folder.resolve(library));
          found = true;
        } else if (!entry.getName().startsWith(LIBRARY)) {
          out.putNextEntry(new ZipEntry(entry.getName()));
          in.transferTo(out);
        }
      }
    }
    if (!found) {
      // The driver knows better: it gets the whole jar.
      Files.delete(stripped);
    }
  }

  /** The end of the library's name, as the driver makes it. */
  private static String system() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return (os.startsWith("mac") ? "macos" : os)
        + "_"
        + arch.replace("x86_64", "amd64").replace("aarch64", "arm64");
  }

  private void runCommands() throws IOException, InterruptedException {
    try (PrintStream out = new PrintStream(printed, true, UTF_8)) {
      Terminal.divert(out, out);
      run("--help");
      Environment.divert(Rehearsal.environment(folder));
      new Rehearsal(folder, this::run).run(1);
      run("store", "--stop", "--store=embedded:" + folder.resolve("store"));
    }
  }

  private String run(String... arguments) throws IOException {
    printed.reset();
    if (Main.commandLine(arguments).execute(arguments) != 0) {
      throw new IOException(String.join(" ", arguments) + ": " + printed.toString(UTF_8));
    }
    return printed.toString(UTF_8);
  }
}
