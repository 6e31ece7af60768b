package io.daisychain.explorer;

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
final class Points {
  /** A column of texts: by code, code 0 for none. */
  record Texts(Codes codes, String[] values) {
    String at(int index) {
      return values[codes.at(index)];
    }

    Map<String, Integer> byText() {
      Map<String, Integer> map = new HashMap<>();
      for (int i = 1; i < values.length; i++) {
        map.put(values[i], i);
      }
      return map;
    }
  }

  /**
   * What an id leads to.
   *
   * @param high first halves of the events' ids
   * @param low second halves
   * @param hashes of what reporters wrote, which may still be read
   */
  record Ids(LongBuffer high, LongBuffer low, CompletableFuture<Hashes> hashes) {
    /**
     * Waits for the hashes.
     *
     * @throws ShownPublication.NotReadyException if they take longer than {@code wait}
     */
    Hashes hashes(Duration wait) throws IOException {
      try {
        return hashes.get(wait.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        throw new ShownPublication.NotReadyException(
            "the ids of the events are still being read: search again in a moment");
      } catch (ExecutionException e) {
        throw new IOException("the ids of the events could not be read", e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }

  /**
   * Hashes of texts by event, as {@link TextHashes#of} makes them.
   *
   * @param eventId of EventId
   * @param clOrdId of ClOrdID
   * @param orderId of OrderID
   */
  record Hashes(IntBuffer eventId, IntBuffer clOrdId, IntBuffer orderId) {}

  /**
   * Which events hang together.
   *
   * @param number of each event's lifecycle
   * @param high first halves of the lifecycles' ids, by number
   * @param low second halves
   */
  record Lifecycles(int[] number, long[] high, long[] low) {}

  /** Nanoseconds since 1970, ascending. */
  final long[] time;

  /** Price of the execution, else the limit; NaN for none. */
  final float[] price;

  /** OrderQty (38); NaN for none. */
  final float[] quantity;

  final Texts symbols;
  final Texts reporters;
  final Texts customers;
  final Codes kind;
  final Kinds kinds;
  final Ids ids;
  final Lifecycles lifecycles;

  /** Seconds since the parent; NaN for none that was reported. */
  final float[] latency;

  /** Place of the price between bid (0) and ask (1); NaN where there is none. */
  final float[] place;

  /** Price beside that of the symbol's first trade, or first price of any kind; 0 for equal. */
  final float[] returns;

  final TimeAxis axis;

  Points(
      long[] time,
      float[] price,
      float[] quantity,
      Texts symbols,
      Texts reporters,
      Texts customers,
      Codes kind,
      Kinds kinds,
      Ids ids,
      Lifecycles lifecycles,
      float[] latency,
      float[] place) {
    this.time = time;
    this.price = price;
    this.quantity = quantity;
    this.symbols = symbols;
    this.reporters = reporters;
    this.customers = customers;
    this.kind = kind;
    this.kinds = kinds;
    this.ids = ids;
    this.lifecycles = lifecycles;
    this.latency = latency;
    this.place = place;
    this.returns = returns(firstPrices());
    this.axis = new TimeAxis(time);
  }

  int size() {
    return time.length;
  }

  /** Index of the first event at {@code nanos} or later. */
  int from(long nanos) {
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

  UUID id(int index) {
    return new UUID(ids.high().get(index), ids.low().get(index));
  }

  UUID lifecycle(int index) {
    int number = lifecycles.number()[index];
    return new UUID(lifecycles.high()[number], lifecycles.low()[number]);
  }

  /** The event of an id, the latest where there are several; -1 for none. */
  int find(UUID id) {
    for (int i = size() - 1; i >= 0; i--) {
      if (ids.low().get(i) == id.getLeastSignificantBits()
          && ids.high().get(i) == id.getMostSignificantBits()) {
        return i;
      }
    }
    return -1;
  }

  /** All events of an event's lifecycle, by time. */
  int[] together(int index) {
    int wanted = lifecycles.number()[index];
    int[] found = new int[16];
    int count = 0;
    int[] number = lifecycles.number();
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

  private float[] returns(float[] first) {
    float[] values = new float[price.length];
    Workers.ranges(
        values.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            values[i] = (float) ((double) price[i] / first[symbols.codes().at(i)] - 1);
          }
        });
    return values;
  }

  /** The lowest of equal prices at the earliest time, of trades where the symbol has any. */
  private float[] firstPrices() {
    float[] prices = new float[symbols.values().length];
    long[] at = new long[prices.length];
    boolean[] traded = new boolean[prices.length];
    Arrays.fill(prices, Float.NaN);
    boolean[] fills = kinds.fills();
    for (int i = 0; i < time.length; i++) {
      int symbol = symbols.codes().at(i);
      boolean fill = fills[kind.at(i)];
      if (Float.isNaN(price[i]) || (traded[symbol] && !fill)) {
        continue;
      }
      boolean isFirst = Float.isNaN(prices[symbol]) || (fill && !traded[symbol]);
      boolean isEqual = time[i] == at[symbol] && fill == traded[symbol];
      if (isFirst || (isEqual && price[i] < prices[symbol])) {
        prices[symbol] = price[i];
        at[symbol] = time[i];
        traded[symbol] = fill;
      }
    }
    return prices;
  }
}
