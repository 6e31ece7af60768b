package io.daisychain.cli.runner;

import io.daisychain.cli.terminal.Terminal;
import io.daisychain.embedded.StoreProgram;
import java.util.logging.LogManager;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Commands in the process of tests, for {@link ExtendWith}. */
public final class InTests implements BeforeAllCallback {
  @Override
  public void beforeAll(ExtensionContext context) {
    System.setProperty("daisychain.store.classpath", StoreProgram.classPath());
    System.setProperty("daisychain.store.options", String.join("\n", StoreProgram.options()));
    LogManager.getLogManager().reset(); // runners tell every step of every job
    // The report of the tests has what commands print, and the terminal what failed.
    Terminal.divert(System.out, System.err);
  }
}
