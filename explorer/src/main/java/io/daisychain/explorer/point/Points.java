package io.daisychain.explorer.point;

import java.io.IOException;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The events of the trade dates that are shown, as columns by time: what pictures and counts are
 * made of. About 30 bytes an event in the heap; ids and hashes for the search, 28 more, lie in the
 * side file where there is one.
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public final class Points {
  /** A column of texts: by code, code 0 for none. */
  public record Texts(Codes codes, String[] values) {
    public String at(int index) {
      return values[codes.at(index)];
    }

    public Map<String, Integer> byText() {
      Map<String, Integer> map = new HashMap<>();
      for (int i = 1; i < values.length; i++) {
        map.put(values[i], i);
      }
      return map;
    }
  }

  /**
   * What pictures by price, counts and filters do without, so that it is read behind them.
   *
   * @param high first halves of the events' ids
   * @param low second halves
   * @param lifecycles which events hang together
   * @param latency seconds since the parent; NaN for none that was reported
   * @param place of the price between bid (0) and ask (1); NaN where there is none
   */
  record Details(
      LongBuffer high, LongBuffer low, Lifecycles lifecycles, float[] latency, double[] place) {}

  /**
   * Hashes of texts by event, as {@link TextHashes#of} makes them.
   *
   * @param eventId of EventId
   * @param clOrdId of ClOrdID
   * @param orderId of OrderID
   */
  public record Hashes(IntBuffer eventId, IntBuffer clOrdId, IntBuffer orderId) {}

  /**
   * Which events hang together.
   *
   * @param number of each event's lifecycle
   * @param high first halves of the lifecycles' ids, by number
   * @param low second halves
   */
  public record Lifecycles(int[] number, long[] high, long[] low) {}

  /** Nanoseconds since 1970, ascending. */
  public final long[] time;

  /** Price of the execution, else the limit. */
  public final Decimals price;

  /** OrderQty (38). */
  public final Decimals quantity;

  public final Texts symbols;
  public final Texts reporters;
  public final Texts customers;
  public final Codes kind;
  public final Kinds kinds;
  private final CompletableFuture<Details> details;
  private final CompletableFuture<Hashes> hashes;

  /** Price beside that of the symbol's first trade, or first price of any kind; 0 for equal. */
  final float[] returns;

  public final TimeAxis axis;

  public Points(
      long[] time,
      Decimals price,
      Decimals quantity,
      Texts symbols,
      Texts reporters,
      Texts customers,
      Codes kind,
      Kinds kinds,
      CompletableFuture<Details> details,
      CompletableFuture<Hashes> hashes) {
    this.time = time;
    this.price = price;
    this.quantity = quantity;
    this.symbols = symbols;
    this.reporters = reporters;
    this.customers = customers;
    this.kind = kind;
    this.kinds = kinds;
    this.details = details;
    this.hashes = hashes;
    this.returns = returns(firstPrices());
    this.axis = new TimeAxis(time);
  }

  public int size() {
    return time.length;
  }

  /** Index of the first event at {@code nanos} or later. */
  public int from(long nanos) {
    int low = 0;
    int high = time.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (time[middle] < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Waits until ids, lifecycles, latencies and places are read.
   *
   * @throws NotReadyException if that takes longer than {@code wait}
   */
  public void awaitDetails(Duration wait) throws IOException {
    within(wait, details, "the ids of the events are still being read");
  }

  /**
   * Waits for the hashes.
   *
   * @throws NotReadyException if they take longer than {@code wait}
   */
  public Hashes hashes(Duration wait) throws IOException {
    return within(
        wait, hashes, "the ids that firms gave are still being read: search again in a moment");
  }

  private static <T> T within(Duration wait, CompletableFuture<T> reading, String words)
      throws IOException {
    try {
      return reading.get(wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new NotReadyException(words);
    } catch (ExecutionException e) {
      throw new IOException("the events could not be read to their end", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** The details, for which it waits; who must not wait long asks {@link #awaitDetails} first. */
  public Details details() {
    return details.join();
  }

  public UUID id(int index) {
    Details known = details();
    return new UUID(known.high().get(index), known.low().get(index));
  }

  public UUID lifecycle(int index) {
    Lifecycles lifecycles = details().lifecycles();
    int number = lifecycles.number()[index];
    return new UUID(lifecycles.high()[number], lifecycles.low()[number]);
  }

  /** The event of an id, the latest where there are several; -1 for none. */
  public int find(UUID id) {
    LongBuffer high = details().high();
    LongBuffer low = details().low();
    for (int i = size() - 1; i >= 0; i--) {
      if (low.get(i) == id.getLeastSignificantBits()
          && high.get(i) == id.getMostSignificantBits()) {
        return i;
      }
    }
    return -1;
  }

  /** All events of an event's lifecycle, by time. */
  public int[] together(int index) {
    int[] number = details().lifecycles().number();
    int wanted = number[index];
    int[] found = new int[16];
    int count = 0;
    for (int i = 0; i < number.length; i++) {
      if (number[i] == wanted) {
        if (count == found.length) {
          found = Arrays.copyOf(found, count * 2);
        }
        found[count++] = i;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private float[] returns(double[] first) {
    float[] values = new float[time.length];
    Workers.ranges(
        values.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            values[i] = (float) (price.at(i) / first[symbols.codes().at(i)] - 1);
          }
        });
    return values;
  }

  /** The lowest of equal prices at the earliest time, of trades where the symbol has any. */
  private double[] firstPrices() {
    double[] prices = new double[symbols.values().length];
    long[] at = new long[prices.length];
    boolean[] traded = new boolean[prices.length];
    Arrays.fill(prices, Double.NaN);
    boolean[] fills = kinds.fills();
    for (int i = 0; i < time.length; i++) {
      int symbol = symbols.codes().at(i);
      boolean fill = fills[kind.at(i)];
      if (price.isNone(i) || (traded[symbol] && !fill)) {
        continue;
      }
      boolean isFirst = Double.isNaN(prices[symbol]) || (fill && !traded[symbol]);
      boolean isEqual = time[i] == at[symbol] && fill == traded[symbol];
      if (isFirst || (isEqual && price.at(i) < prices[symbol])) {
        prices[symbol] = price.at(i);
        at[symbol] = time[i];
        traded[symbol] = fill;
      }
    }
    return prices;
  }
}
