package io.daisychain.cli.fuzz;

import java.nio.file.Files;

/**
 * What Jazzer calls, which finds inputs that reach other code: {@code .ci/campaign fuzz}. The
 * property {@code daisychain.fuzz} names the target.
 */
public final class JazzerFuzzer {
  /** Memory that watched code takes, in place of what it takes unwatched. */
  private static final int WATCHED = 4;

  private static FuzzTarget target;

  private JazzerFuzzer() {}

  /** Once, before all inputs. */
  public static void fuzzerInitialize() throws Exception {
    FuzzTarget plain =
        FuzzTargets.named(
            System.getProperty("daisychain.fuzz"), Files.createTempDirectory("daisychain-fuzz"));
    target =
        new FuzzTarget(plain.name(), plain.baseBytes(), plain.bytesEach(), plain.body(), WATCHED);
  }

  /** One input. */
  public static void fuzzerTestOneInput(byte[] input) {
    target.check(input);
  }
}
