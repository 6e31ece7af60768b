package io.daisychain.linkage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.beam.Block;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.PackedWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.beam.sdk.util.SerializableUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which keys a filter tells, however they come together. */
class KeyBloomFilterTest {
  private static final long SEED = 20_261_127;
  private static final int PROBES = 20_000;

  /** So many that few keys of each are kept exactly. */
  private static final int SHARDS = 64;

  private final Random random = new Random(SEED);

  /** A shard's keys and those that there is room for; the share of others that is let through. */
  @ParameterizedTest
  @CsvSource({
    "1000, 1000, 0, 0",
    "16384, 40000, 0, 0",
    "30000, 80000, 0.0005, 0.006",
    "40000, 40000, 0.03, 0.07",
    "60000, 40000, 0.11, 0.19",
    "80000, 40000, 0.2, 0.35",
    "400000, 40000, 1, 1"
  })
  void letsThroughWhatIsLookedForAndAsMuchElseAsItSays(
      int keys, long room, double least, double most) {
    KeyBloomFilter.Build build = new KeyBloomFilter.Build(SHARDS * room, SHARDS);
    long[] wanted = random.longs(keys).toArray();

    KeyBloomFilter filter = combined(build, wanted);
    KeyBloomFilter otherwise = combined(build, wanted);

    for (long key : wanted) {
      assertTrue(filter.mayContain(key), () -> "seed " + SEED);
    }
    int through = 0;
    for (int i = 0; i < PROBES; i++) {
      long probe = random.nextLong();
      through += filter.mayContain(probe) ? 1 : 0;
      assertEquals(filter.mayContain(probe), otherwise.mayContain(probe), "seed " + SEED);
    }
    double share = through / (double) PROBES;
    assertTrue(share >= least && share <= most, () -> share + " of others, seed " + SEED);
    assertEquals(share, filter.falsePositives(), 0.02, "seed " + SEED);
  }

  /** What is given up costs nothing to be sent, and a filter what there is room for. */
  @Test
  void takesNoMoreThanThereIsRoomFor() {
    KeyBloomFilter.Build build = new KeyBloomFilter.Build(SHARDS * 40_000L, SHARDS);

    assertTrue(bytes(combined(build, random.longs(40_000).toArray())) < 40_000);
    assertTrue(bytes(combined(build, random.longs(400_000).toArray())) < 1_000);
  }

  private static int bytes(KeyBloomFilter filter) {
    return SerializableUtils.serializeToByteArray(filter).length;
  }

  @ParameterizedTest
  @CsvSource({
    "1000000, 1073741824, 1048576",
    "80000000, 1073741824, 10000000",
    "1000000000, 2147483648, 125000000",
    "25000000000, 1073741824, 86037005"
  })
  void hasRoomForAnEighthOfTheEventsAsFarAsTheHeapHas(long events, long heap, long keys) {
    assertEquals(keys, LinkSettings.filterKeysFor(events, heap));
  }

  private KeyBloomFilter combined(KeyBloomFilter.Build build, long... keys) {
    List<KeyBloomFilter> parts = new ArrayList<>();
    for (int from = 0; from < keys.length; ) {
      int to = Math.min(keys.length, from + 1 + random.nextInt(keys.length));
      parts.add(
          build.addInput(build.createAccumulator(), block(Arrays.copyOfRange(keys, from, to))));
      from = to;
    }
    parts.add(build.createAccumulator());
    Collections.shuffle(parts, random);
    int middle = random.nextInt(parts.size());
    KeyBloomFilter first = build.mergeAccumulators(parts.subList(0, middle));
    KeyBloomFilter second = build.mergeAccumulators(parts.subList(middle, parts.size()));
    return build.extractOutput(build.mergeAccumulators(List.of(first, second)));
  }

  private static Block block(long... keys) {
    PackedWriter out = new PackedWriter();
    for (long key : keys) {
      new UnresolvedParent(key, false, 7, 3).write(out);
    }
    return Block.of(Arrays.copyOf(out.buffer(), out.length()));
  }
}
