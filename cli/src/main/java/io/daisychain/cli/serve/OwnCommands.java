package io.daisychain.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.cli.terminal.LargeWorkException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Commands that a process that stays gives itself: small ones it does as those of others, large
 * ones have a process of their own.
 */
final class OwnCommands implements Schedule.Commands {
  private final CommandServer server;
  private Process large;
  private boolean closed;

  OwnCommands(CommandServer server) {
    this.server = server;
  }

  @Override
  public void run(List<String> words) throws IOException, InterruptedException {
    ByteArrayOutputStream notes = new ByteArrayOutputStream();
    int code = server.doOwn(Map.of(), notes, notes, words);
    String said = notes.toString(UTF_8).strip();
    if (code == LargeWorkException.EXIT_CODE) {
      code = runAlone(words);
      said = words.get(0) + " ended with exit code " + code;
    }
    if (code != 0) {
      String last = said.substring(said.lastIndexOf('\n') + 1);
      throw new IOException(last.replaceFirst("^daisychain: ", ""));
    }
  }

  /** By the launcher script, as its user would; what it says goes where this process says it. */
  private int runAlone(List<String> words) throws IOException, InterruptedException {
    String home = System.getProperty("daisychain.home", "");
    if (home.isEmpty()) {
      throw new IOException(words.get(0) + " is too large for this process");
    }
    List<String> line = new ArrayList<>();
    line.add(Path.of(home, "daisychain").toString());
    line.addAll(words);
    Process process;
    synchronized (this) {
      if (closed) {
        throw new InterruptedException("ends");
      }
      process = new ProcessBuilder(line).inheritIO().start();
      large = process;
    }
    return process.waitFor();
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (large != null) {
      large.destroy();
    }
  }
}
