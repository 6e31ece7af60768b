package io.daisychain.cli.runner;

import io.daisychain.cli.Main;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.embedded.StoreProgram;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Commands in the process of tests, for {@link ExtendWith}. */
public final class InTests implements BeforeAllCallback {
  /** How a command ended, and what it wrote to both of its outputs. */
  public record Ended(int exitCode, String said) {}

  /** Runs a command and keeps what it says. */
  public static Ended execute(String... line) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (PrintStream both = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      Terminal.divert(both, both);
      int code = Main.commandLine().execute(line);
      return new Ended(code, said.toString(StandardCharsets.UTF_8));
    } finally {
      Terminal.divert(System.out, System.err);
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    System.setProperty("daisychain.store.classpath", StoreProgram.classPath());
    System.setProperty("daisychain.store.options", String.join("\n", StoreProgram.options()));
    LogManager.getLogManager().reset(); // runners tell every step of every job
    // The report of the tests has what commands print, and the terminal what failed.
    Terminal.divert(System.out, System.err);
  }
}
