package io.daisychain.store.dates;

import io.daisychain.beam.BytesCoder;
import io.daisychain.beam.RadixSort;
import io.daisychain.model.RowKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.beam.sdk.coders.CoderProvider;
import org.apache.beam.sdk.coders.CoderProviders;
import org.apache.beam.sdk.coders.DefaultCoder;
import org.apache.beam.sdk.values.TypeDescriptor;

/**
 * The keys of the rows of one trade date that a run has changed, as long as they are few: beyond
 * {@link #MOST} only their number is known. Not thread-safe.
 */
@DefaultCoder(ChangedKeys.KeysCoder.class)
public final class ChangedKeys {
  /** Keys that are kept: 1 MB of them. More are found as quickly by a scan of the date. */
  public static final int MOST = 65_536;

  private static final int HEAD_BYTES = Long.BYTES + 1;

  /**
   * Both halves of each key, in no order, some of them more than once; null where they are not
   * known. An event is noted in some nanoseconds, and a runner copies what waits to be added up
   * again and again: a sorted set was 40 % of reading messages.
   */
  private long[] keys = new long[32];

  /** Halves that are there. */
  private int size;

  private long count;

  /** Notes a change of a row, which may have been changed before. */
  public void add(long high, long low) {
    count++;
    append(high, low);
  }

  /** Adds the changes of another run, or of another part of this one. */
  public void add(ChangedKeys other) {
    count += other.count;
    if (!other.isKnown()) {
      keys = null;
      return;
    }
    for (int i = 0; i < other.size; i += 2) {
      append(other.keys[i], other.keys[i + 1]);
    }
  }

  private void append(long high, long low) {
    if (keys != null && size == 4 * MOST) {
      settle();
    }
    if (keys == null) {
      return;
    }
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, Math.max(32, 2 * size));
    }
    keys[size++] = high;
    keys[size++] = low;
  }

  /** Finds out whether there are too many, where there may be. */
  private void settle() {
    if (keys == null || size <= 2 * MOST) {
      return;
    }
    long[] distinct = distinct();
    if (distinct.length > 2 * MOST) {
      keys = null;
      return;
    }
    keys = distinct;
    size = distinct.length;
  }

  /** Both halves of each key once, in their order. */
  private long[] distinct() {
    int count = size / 2;
    long[] highs = new long[count];
    long[] lows = new long[count];
    for (int i = 0; i < count; i++) {
      highs[i] = keys[2 * i];
      lows[i] = keys[2 * i + 1];
    }
    RadixSort.sort(highs, lows, count, (from, to) -> sort(lows, from, to));
    long[] distinct = new long[size];
    int length = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || highs[i] != highs[i - 1] || lows[i] != lows[i - 1]) {
        distinct[length++] = highs[i];
        distinct[length++] = lows[i];
      }
    }
    return Arrays.copyOf(distinct, length);
  }

  private static void sort(long[] numbers, int from, int to) {
    long[] part = Arrays.copyOfRange(numbers, from, to);
    RadixSort.sort(part, new long[part.length], part.length);
    System.arraycopy(part, 0, numbers, from, part.length);
  }

  /** Number of changes; a row that was changed twice counts twice. */
  public long count() {
    return count;
  }

  public boolean isKnown() {
    settle();
    return keys != null;
  }

  /**
   * The keys in their order.
   *
   * @throws IllegalStateException if they are not known
   */
  public Set<RowKey> keys() {
    if (!isKnown()) {
      throw new IllegalStateException("the keys of " + count + " changes were not kept");
    }
    Set<RowKey> sorted = new LinkedHashSet<>();
    long[] distinct = distinct();
    for (int i = 0; i < distinct.length; i += 2) {
      sorted.add(new RowKey(distinct[i], distinct[i + 1]));
    }
    return sorted;
  }

  /** Changes of which only the number is known; -1 where not even that is. */
  static ChangedKeys unknown(long count) {
    ChangedKeys changed = new ChangedKeys();
    changed.keys = null;
    changed.count = count;
    return changed;
  }

  /** What is stored: number of changes (8 bytes), whether keys are known (1), each key in order. */
  byte[] toBytes() {
    ChangedKeys stored = unknown(count);
    if (isKnown()) {
      stored.keys = distinct();
      stored.size = stored.keys.length;
    }
    return stored.packed();
  }

  /** The same with keys as they come. */
  private byte[] packed() {
    boolean known = isKnown();
    int halves = known ? size : 0;
    ByteBuffer bytes = ByteBuffer.allocate(HEAD_BYTES + halves * Long.BYTES);
    bytes.putLong(count).put((byte) (known ? 1 : 0));
    if (known) {
      bytes.asLongBuffer().put(keys, 0, halves);
    }
    return bytes.array();
  }

  /**
   * Changes of bytes made by {@link #toBytes}.
   *
   * @throws IOException if they are none
   */
  static ChangedKeys of(byte[] bytes) throws IOException {
    int keyBytes = bytes.length - HEAD_BYTES;
    if (keyBytes < 0 || keyBytes % RowKey.LENGTH != 0 || keyBytes > MOST * RowKey.LENGTH) {
      throw new IOException("changed keys have not " + bytes.length + " bytes");
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    ChangedKeys changed = unknown(buffer.getLong());
    if (buffer.get() == 1) {
      changed.size = keyBytes / Long.BYTES;
      changed.keys = new long[Math.max(2, changed.size)];
      buffer.asLongBuffer().get(changed.keys, 0, changed.size);
    }
    return changed;
  }

  /** Coder of changes: length as four bytes, then {@link ChangedKeys#toBytes}. */
  public static final class KeysCoder extends BytesCoder<ChangedKeys> {
    private static final KeysCoder INSTANCE = new KeysCoder();

    private KeysCoder() {}

    public static KeysCoder of() {
      return INSTANCE;
    }

    /** Found by Beam as the coder of all changes. */
    public static CoderProvider getCoderProvider() {
      return CoderProviders.forCoder(TypeDescriptor.of(ChangedKeys.class), INSTANCE);
    }

    @Override
    protected byte[] toBytes(ChangedKeys value) {
      return value.packed();
    }

    @Override
    protected ChangedKeys of(byte[] bytes) throws IOException {
      return ChangedKeys.of(bytes);
    }
  }
}
