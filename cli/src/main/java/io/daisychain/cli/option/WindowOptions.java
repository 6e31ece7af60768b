package io.daisychain.cli.option;

import io.daisychain.cli.terminal.UsageException;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.window.WindowShape;
import io.daisychain.marketdata.window.WindowStream;
import io.daisychain.marketdata.window.WindowValue;
import io.daisychain.model.TradeDates;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which windows are made of quotes as they come. */
public final class WindowOptions {
  private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(1);

  @Option(
      names = "--windows",
      paramLabel = "N/N|TIME/TIME",
      description = {
        "Makes windows of the best bid and offer of the quotes at --ticks, for subscribers:"
            + " length and distance, such as 1000/25 or 10m/1m, as marketdata windows."
      })
  private String windows;

  @Option(
      names = "--value",
      paramLabel = "NAME,...",
      description =
          "What windows are made of: mid, bid, bidSize, ask, askSize of the best bid and offer,"
              + " price of trades. Default: mid")
  private String value;

  @Option(
      names = "--fit",
      paramLabel = "N",
      description = "Fits a polynomial of this degree, 1 to 5, to each window.")
  private Integer fit;

  @Mixin private OutlierOption outliers;

  @Option(
      names = "--late",
      paramLabel = "TIME",
      description =
          "Windows wait so long, by the times of quotes, for those that come late. Default: 1s")
  private String late;

  /**
   * What they ask for; null for none.
   *
   * @param dates which date a moment belongs to
   * @throws UsageException naming the option that is wrong
   */
  public WindowStream.Settings settings(TradeDates dates) {
    if (windows == null) {
      if (value != null || fit != null || late != null || outliers.isGiven()) {
        throw new UsageException(
            "--value, --fit, --outliers and --late are of --windows, which is not given");
      }
      return null;
    }
    if (fit != null && (fit < 1 || fit > 5)) {
      throw new UsageException("--fit=" + fit + " is not from 1 to 5");
    }
    return UsageException.checked(
        () ->
            new WindowStream.Settings(
                values(),
                WindowShape.parse(windows),
                fit == null ? 0 : fit,
                outliers.rule(),
                dates,
                late == null ? LATE_NANOS : WindowShape.nanos("late", late)));
  }

  private Set<WindowValue> values() {
    Set<WindowValue> values = EnumSet.noneOf(WindowValue.class);
    for (String name : value == null ? new String[] {"mid"} : value.split(",", -1)) {
      values.add(WindowValue.parse(name.strip(), Set.of(MarketKind.values())));
    }
    return values;
  }
}
