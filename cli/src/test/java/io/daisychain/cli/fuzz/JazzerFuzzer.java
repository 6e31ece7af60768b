package io.daisychain.cli.fuzz;

import java.nio.file.Files;

/**
 * What Jazzer calls, which finds inputs that reach other code: {@code .ci/campaign fuzz}. The
 * property {@code daisychain.fuzz} names the target.
 */
public final class JazzerFuzzer {
  /**
   * Memory that watched code takes, in place of what it takes unwatched: Jazzer encodes every
   * string that is compared. 9,400 faulty messages of 7 bytes take 122 MB for 13.
   */
  private static final int WATCHED = 8;

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
