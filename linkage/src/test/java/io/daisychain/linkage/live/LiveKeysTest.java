package io.daisychain.linkage.live;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Keys of clusters that rest, wake and are let go, beside a plain map. */
class LiveKeysTest {
  private static final long SEED = Long.getLong("daisychain.seed", 20_261_123);
  private static final int KEYS = 6_000;
  private static final int STEPS = 18_000;

  private final Random random = new Random(SEED);
  private final List<LiveCluster> woken = new ArrayList<>();
  private final Map<RowKey, List<byte[]>> expected = new HashMap<>();
  private final List<RowKey> all = new ArrayList<>();

  @Test
  void findsAllThatRests() {
    try (LiveKeys keys = new LiveKeys(woken::add)) {
      for (int step = 0; step < STEPS; step++) {
        if (all.size() < KEYS && random.nextInt(2) == 0) {
          add(keys);
        } else if (!all.isEmpty()) {
          look(keys, all.get(random.nextInt(all.size())));
        }
        assertNull(keys.find(random.nextLong(), random.nextLong()), "seed " + SEED);
      }
      all.forEach(key -> look(keys, key));
      assertEquals(all.size(), keys.size());
      assertTrue(!woken.isEmpty());
      letGo(keys);
    }
  }

  /** A key with events on up to three dates, sometimes none, joined to another cluster. */
  private void add(LiveKeys keys) {
    RowKey key = new RowKey(random.nextLong(), random.nextLong());
    LiveNode node = keys.add(key.high(), key.low());
    node.mayBeStored = random.nextBoolean();
    List<byte[]> records = new ArrayList<>();
    LiveCluster cluster = LiveGraph.clusterOf(node);
    for (int date = 1; date <= random.nextInt(4); date++) {
      byte[] noise = new byte[random.nextInt(60)];
      random.nextBytes(noise);
      byte[] record =
          new PackedWriter().key(key).key(1, 2).i32(date).raw(noise, 0, noise.length).toBytes();
      records.add(record);
      cluster.add(node.event(record));
    }
    cluster.touched = random.nextInt(1_000);
    expected.put(key, records);
    if (!all.isEmpty() && random.nextInt(3) > 0) {
      RowKey other = all.get(random.nextInt(all.size()));
      LiveCluster.join(cluster, LiveGraph.clusterOf(keys.find(other.high(), other.low())));
    }
    all.add(key);
  }

  private void look(LiveKeys keys, RowKey key) {
    LiveNode node = keys.find(key.high(), key.low());
    assertNotNull(node, () -> "seed " + SEED);
    List<byte[]> records = expected.get(key);
    for (int date = 1; date <= records.size(); date++) {
      assertArrayEquals(records.get(date - 1), node.on(date).record);
      assertEquals(date, node.on(date).date);
    }
    assertNull(node.on(records.size() + 1));
    LiveCluster cluster = LiveGraph.clusterOf(node);
    LiveNode nextKey = cluster.ring;
    for (int i = 0; i < cluster.keys; i++) {
      assertSame(cluster, LiveGraph.clusterOf(nextKey));
      nextKey = nextKey.nextKey;
    }
    assertSame(cluster.ring, nextKey);
    if (random.nextInt(3) == 0) {
      boolean mayBeStored = node.mayBeStored;
      long touched = cluster.touched;
      int events = cluster.size;
      keys.rest(cluster);
      assertTrue(keys.restingBytes() > 0);
      if (random.nextBoolean()) {
        LiveNode again = keys.find(key.high(), key.low());
        assertEquals(mayBeStored, again.mayBeStored);
        assertEquals(touched, LiveGraph.clusterOf(again).touched);
        assertEquals(events, LiveGraph.clusterOf(again).size);
      }
    }
  }

  /** What was touched before is gone, and may be stored; the rest is there. */
  private void letGo(LiveKeys keys) {
    Map<RowKey, Long> touched = new HashMap<>();
    for (RowKey key : all) {
      touched.put(key, LiveGraph.clusterOf(keys.find(key.high(), key.low())).touched);
    }
    for (RowKey key : all.subList(0, all.size() / 2)) {
      LiveNode node = keys.find(key.high(), key.low());
      keys.rest(LiveGraph.clusterOf(node));
    }
    keys.retain(500);
    for (RowKey key : all) {
      boolean stays = touched.get(key) >= 500;
      assertEquals(stays, keys.find(key.high(), key.low()) != null);
      assertTrue(stays || keys.mayBeStored(key.high(), key.low()));
    }
    assertEquals(0, keys.restingKeys());
    assertEquals(0, keys.restingBytes());
  }
}
