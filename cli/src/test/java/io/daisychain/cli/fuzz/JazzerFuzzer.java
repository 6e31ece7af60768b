package io.daisychain.cli.fuzz;

import java.nio.file.Files;

/**
 * What Jazzer calls, which finds inputs that reach other code: {@code .ci/campaign fuzz}. The
 * property {@code daisychain.fuzz} names the target.
 */
public final class JazzerFuzzer {
  private static FuzzTarget target;

  private JazzerFuzzer() {}

  /** Once, before all inputs. */
  public static void fuzzerInitialize() throws Exception {
    target =
        FuzzTargets.named(
            System.getProperty("daisychain.fuzz"), Files.createTempDirectory("daisychain-fuzz"));
  }

  /** One input. */
  public static void fuzzerTestOneInput(byte[] input) {
    target.check(input);
  }
}
