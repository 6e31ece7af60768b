package io.daisychain.store;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.daisychain.beam.BytesCoder;
import io.daisychain.model.RowKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.beam.sdk.coders.CoderProvider;
import org.apache.beam.sdk.coders.CoderProviders;
import org.apache.beam.sdk.coders.DefaultCoder;
import org.apache.beam.sdk.values.TypeDescriptor;

/**
 * A fair sample of a table's keys, and about how many there are: of all keys that were added, those
 * with the smallest hashes.
 *
 * <p>Adding a key a second time changes nothing, and samples of parts make the sample of the whole.
 * The hash is seeded, so that nobody who chooses keys (tag 10001) chooses the sample. Where keys
 * are hashes or random they are spread evenly and nobody needs a sample; those that begin with the
 * time (UUID version 7) put a whole day into one region.
 */
@DefaultCoder(KeySample.KeySampleCoder.class)
public final class KeySample {
  /** Keys that are kept: 64 KB, which tells where a tenth of the rows lies to 5 % of it. */
  static final int MOST = 4_096;

  private static final int LEAST_CAPACITY = 256;

  private final long seed;
  private final Hasher64 hasher;
  private long[] high = new long[LEAST_CAPACITY];
  private long[] low = new long[LEAST_CAPACITY];
  private long[] hash = new long[LEAST_CAPACITY];
  private int size;

  /** Hashes from here on are not wanted, as unsigned numbers. */
  private long limit = -1;

  /** A sample of nothing; samples that are to be put together have the same seed. */
  public KeySample(long seed) {
    this.seed = seed;
    this.hasher = Hashing.wyhashFinal4(seed);
  }

  long seed() {
    return seed;
  }

  public void add(long keyHigh, long keyLow) {
    long keyHash = hasher.hashLongLongToLong(keyHigh, keyLow);
    if (Long.compareUnsigned(keyHash, limit) >= 0) {
      return;
    }
    if (size == hash.length) {
      if (size == 2 * MOST) {
        keepSmallest();
      } else {
        int capacity = 2 * size;
        high = Arrays.copyOf(high, capacity);
        low = Arrays.copyOf(low, capacity);
        hash = Arrays.copyOf(hash, capacity);
      }
    }
    high[size] = keyHigh;
    low[size] = keyLow;
    hash[size] = keyHash;
    size++;
  }

  public void add(KeySample other) {
    for (int i = 0; i < other.size; i++) {
      add(other.high[i], other.low[i]);
    }
  }

  /** About how many keys were added, each counted once; exact up to {@link #MOST}. */
  long count() {
    keepSmallest();
    if (size < MOST) {
      return size;
    }
    double share = ((hash[size - 1] >>> 1) + 1) / -(double) Long.MIN_VALUE;
    return Math.round((size - 1) / share);
  }

  /** Keys kept. */
  int size() {
    keepSmallest();
    return size;
  }

  /** The keys kept, in their order. */
  List<RowKey> keys() {
    keepSmallest();
    return IntStream.range(0, size).mapToObj(i -> new RowKey(high[i], low[i])).sorted().toList();
  }

  /** First keys of {@code parts} parts of the same size but for the first, which has none. */
  List<byte[]> quantiles(int parts) {
    List<RowKey> keys = keys();
    List<byte[]> starts = new ArrayList<>();
    RowKey last = new RowKey(0, 0);
    for (int part = 1; part < parts && !keys.isEmpty(); part++) {
      RowKey start = keys.get((int) ((long) keys.size() * part / parts));
      if (start.compareTo(last) > 0) {
        starts.add(start.toBytes());
        last = start;
      }
    }
    return starts;
  }

  /** Sorts by hash, and drops what is there twice or not wanted. */
  private void keepSmallest() {
    Integer[] order = new Integer[size];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        (a, b) -> {
          int byHash = Long.compareUnsigned(hash[a], hash[b]);
          return byHash != 0 ? byHash : RowKey.compare(high[a], low[a], high[b], low[b]);
        });
    long[] sortedHigh = new long[hash.length];
    long[] sortedLow = new long[hash.length];
    long[] sortedHash = new long[hash.length];
    int kept = 0;
    for (int i = 0; i < size && kept < MOST; i++) {
      int from = order[i];
      boolean repeated =
          kept > 0 && sortedHigh[kept - 1] == high[from] && sortedLow[kept - 1] == low[from];
      if (!repeated) {
        sortedHigh[kept] = high[from];
        sortedLow[kept] = low[from];
        sortedHash[kept] = hash[from];
        kept++;
      }
    }
    high = sortedHigh;
    low = sortedLow;
    hash = sortedHash;
    size = kept;
    if (kept == MOST) {
      limit = hash[kept - 1];
    }
  }

  /** The sample in bytes: its seed, then its keys. */
  byte[] toBytes() {
    keepSmallest();
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + size * RowKey.LENGTH).putLong(seed);
    for (int i = 0; i < size; i++) {
      bytes.putLong(high[i]).putLong(low[i]);
    }
    return bytes.array();
  }

  /**
   * A sample of bytes made by {@link #toBytes}.
   *
   * @throws IOException if they are none
   */
  static KeySample of(byte[] bytes) throws IOException {
    int keyBytes = bytes.length - Long.BYTES;
    if (keyBytes < 0 || keyBytes % RowKey.LENGTH != 0 || keyBytes > MOST * RowKey.LENGTH) {
      throw new IOException("a sample of keys has not " + bytes.length + " bytes");
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    KeySample sample = new KeySample(buffer.getLong());
    while (buffer.hasRemaining()) {
      sample.add(buffer.getLong(), buffer.getLong());
    }
    return sample;
  }

  /** Coder of samples: length as four bytes, then {@link KeySample#toBytes}. */
  public static final class KeySampleCoder extends BytesCoder<KeySample> {
    private static final KeySampleCoder INSTANCE = new KeySampleCoder();

    private KeySampleCoder() {}

    /** Found by Beam as the coder of all samples. */
    public static CoderProvider getCoderProvider() {
      return CoderProviders.forCoder(TypeDescriptor.of(KeySample.class), INSTANCE);
    }

    @Override
    protected byte[] toBytes(KeySample value) {
      return value.toBytes();
    }

    @Override
    protected KeySample of(byte[] bytes) throws IOException {
      return KeySample.of(bytes);
    }
  }
}
