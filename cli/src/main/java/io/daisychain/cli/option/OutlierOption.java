package io.daisychain.cli.option;

import io.daisychain.cli.terminal.UsageException;
import io.daisychain.marketdata.window.OutlierRule;
import picocli.CommandLine.Option;

/** {@code --outliers}, of all that makes windows. */
public final class OutlierOption {
  @Option(
      names = "--outliers",
      paramLabel = "K[/N[/G]]",
      description = {
        "Leaves out of windows, and counts, values further from the mean of the N before than K"
            + " deviations and G, such as 5/100/0.02. N: 20 to 1000, 100 without it."
      })
  private String outliers;

  /** Whether it is given. */
  boolean isGiven() {
    return outliers != null;
  }

  /**
   * The rule; null for none.
   *
   * @throws UsageException naming the option
   */
  public OutlierRule rule() {
    return outliers == null ? null : UsageException.checked(() -> OutlierRule.parse(outliers));
  }
}
