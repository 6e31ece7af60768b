package io.daisychain.cli.testing;

import java.io.IOException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;

/**
 * One running emulator for all tests that ask for a {@link BigQueryEmulator}; each has its own
 * datasets. Where it cannot be installed these tests are skipped, and say why.
 */
public final class SharedEmulator implements ParameterResolver {
  private static final SharedProcess<BigQueryEmulator> EMULATOR =
      new SharedProcess<>("daisychain-bigquery", folder -> BigQueryEmulator.start(tools(), folder));

  private static String missing;

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == BigQueryEmulator.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return EMULATOR.get();
  }

  /** Looked for once: where Python's index cannot be reached that takes its time. */
  private static synchronized PythonTools tools() throws IOException, InterruptedException {
    if (missing == null) {
      try {
        return PythonTools.bigQueryEmulator();
      } catch (PythonTools.Missing e) {
        missing = e.getMessage();
      }
    }
    throw new TestAbortedException("no BigQuery emulator: " + missing);
  }
}
