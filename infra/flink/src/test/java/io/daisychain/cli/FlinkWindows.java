package io.daisychain.cli;

import io.daisychain.marketdata.window.WindowShape;
import io.daisychain.marketdata.window.WindowStream;
import io.daisychain.marketdata.window.WindowValue;
import io.daisychain.model.TradeDates;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;

/**
 * Candles and VWAP of the same trades by Flink's windows and by those of {@code watch}, in one
 * process, in turns, by one thread that makes them: what each costs in CPU time.
 */
public final class FlinkWindows {
  private static final long BEGIN = 1_773_667_800_000L; // 2026-03-16T13:30:00Z
  private static final long NANOS = 1_000_000;
  private static final int SYMBOLS = 100;
  private static final int ROUNDS = 3;
  private static final long LATE_MILLIS = 1_000;

  /**
   * Windows, their records, and sums of what stands in them; of the job, which has no other way.
   */
  private static final AtomicLongArray SUMS = new AtomicLongArray(4);

  private FlinkWindows() {}

  /** A trade, as Flink passes on what it need not guess. */
  public static final class Trade {
    public String symbol;
    public long millis;
    public long price;
    public long size;

    /** For Flink. */
    public Trade() {}

    static Trade of(long number) {
      long mixed = (number * 0x9E37_79B9_7F4A_7C15L) >>> 20;
      Trade trade = new Trade();
      trade.symbol = "S" + mixed % SYMBOLS;
      trade.millis = BEGIN + number;
      trade.price = 10_000_000 + mixed / SYMBOLS % 500 * 10_000;
      trade.size = 100 * (1 + mixed % 6);
      return trade;
    }
  }

  /** Records, open, high, low, close, what was paid, and shares. */
  private static final class Candles implements AggregateFunction<Trade, long[], long[]> {
    @Override
    public long[] createAccumulator() {
      return new long[7];
    }

    @Override
    public long[] add(Trade trade, long[] candle) {
      boolean isFirst = candle[0]++ == 0;
      candle[1] = isFirst ? trade.price : candle[1];
      candle[2] = isFirst ? trade.price : Math.max(candle[2], trade.price);
      candle[3] = isFirst ? trade.price : Math.min(candle[3], trade.price);
      candle[4] = trade.price;
      candle[5] += trade.price * trade.size;
      candle[6] += trade.size;
      return candle;
    }

    @Override
    public long[] getResult(long[] candle) {
      return candle;
    }

    @Override
    public long[] merge(long[] one, long[] other) {
      throw new UnsupportedOperationException("windows that slide are never merged");
    }
  }

  private static void count(long records, long high, long close, double vwap) {
    SUMS.incrementAndGet(0);
    SUMS.addAndGet(1, records);
    SUMS.addAndGet(2, high + close);
    SUMS.addAndGet(3, Math.round(vwap * 100));
  }

  /** Flink begins windows of counts before they are full: those are not counted. */
  private static void byFlink(WindowShape shape, long trades) throws Exception {
    long least = shape.isOfTime() ? 1 : shape.window();
    StreamExecutionEnvironment flink = StreamExecutionEnvironment.createLocalEnvironment(1);
    flink.getConfig().enableObjectReuse();
    KeyedStream<Trade, String> stream =
        flink
            .fromSequence(0, trades - 1)
            .map(Trade::of)
            .returns(TypeInformation.of(Trade.class))
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Trade>forBoundedOutOfOrderness(Duration.ofMillis(LATE_MILLIS))
                    .withTimestampAssigner((trade, none) -> trade.millis))
            .keyBy(trade -> trade.symbol, TypeInformation.of(String.class));
    SingleOutputStreamOperator<long[]> candles =
        shape.isOfTime()
            ? stream
                .window(
                    SlidingEventTimeWindows.of(
                        Duration.ofNanos(shape.window()), Duration.ofNanos(shape.slide())))
                .aggregate(new Candles())
            : stream.countWindow(shape.window(), shape.slide()).aggregate(new Candles());
    candles
        .filter(
            candle -> {
              if (candle[0] >= least) {
                count(candle[0], candle[2], candle[4], candle[5] / (double) candle[6]);
              }
              return false;
            })
        .sinkTo(new DiscardingSink<>());
    flink.execute();
  }

  private static void byWatch(WindowShape shape, long trades) {
    var settings =
        new WindowStream.Settings(
            Set.of(WindowValue.PRICE), shape, 0, null, TradeDates.UTC, LATE_MILLIS * NANOS);
    WindowStream stream =
        new WindowStream(
            settings,
            Runtime.getRuntime().maxMemory() / 8,
            (symbol, value, rows) -> {
              for (int i = 0; i < rows.count(); i++) {
                long[] prices = rows.prices(i);
                count(rows.records(i), prices[1], prices[3], rows.values(i)[0]);
              }
            });
    for (long i = 0; i < trades; i++) {
      Trade trade = Trade.of(i);
      stream.trade(trade.symbol, i, trade.millis * NANOS, 0, trade.price, trade.size);
    }
    for (int i = 0; i < SYMBOLS; i++) { // of the next day, so that windows of this one end
      stream.trade("S" + i, i, (BEGIN + Duration.ofDays(1).toMillis()) * NANOS, 0, 1, 1);
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  private static double seconds(String whose, String shape, long trades, Work work)
      throws Exception {
    for (int i = 0; i < SUMS.length(); i++) {
      SUMS.set(i, 0);
    }
    var process =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long began = process.getProcessCpuTime();
    work.run();
    double seconds = (process.getProcessCpuTime() - began) / 1e9;
    System.out.printf(
        "%-6s %-9s %,14.0f trades a CPU second; windows, records, sums %s%n",
        whose, shape, trades / seconds, SUMS);
    return seconds;
  }

  /** Measures; the argument is the number of trades. */
  public static void main(String[] args) throws Exception {
    long trades = Long.parseLong(args[0]);
    for (String name : List.of("60s/5s", "1000/25")) {
      WindowShape shape = WindowShape.parse(name);
      double flink = Double.MAX_VALUE;
      double ours = Double.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        flink = Math.min(flink, seconds("Flink", name, trades, () -> byFlink(shape, trades)));
        String sums = SUMS.toString();
        ours = Math.min(ours, seconds("watch", name, trades, () -> byWatch(shape, trades)));
        if (!sums.equals(SUMS.toString())) {
          throw new IllegalStateException(name + ": " + sums + " and " + SUMS);
        }
      }
      System.out.printf("%s: Flink takes %.1f times the CPU time%n", name, flink / ours);
    }
  }
}
