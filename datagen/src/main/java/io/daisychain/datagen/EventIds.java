package io.daisychain.datagen;

import io.daisychain.datagen.chain.RandomSource;

/**
 * Ids of a shard's events in tagged lineage: UUIDs of version 4, computed from seed, shard and
 * index.
 *
 * <p>The two halves are independent sequences. Two events have the same id only if both halves are
 * equal, which is as improbable as with random UUIDs.
 */
final class EventIds {
  private static final long STEP_HIGH = 0x9e3779b97f4a7c15L;
  private static final long STEP_LOW = 0xd1342543de82ef95L;
  private static final long VERSION_4 = 0x4000L;
  private static final long VARIANT = 0x8000000000000000L;

  private final long startHigh;
  private final long startLow;

  EventIds(long seed, int shard) {
    startHigh = RandomSource.mix(RandomSource.mix(seed ^ 0x6461697379636861L) + shard * STEP_HIGH);
    startLow = RandomSource.mix(RandomSource.mix(~seed ^ 0x696e2d6576656e74L) + shard * STEP_LOW);
  }

  long high(long index) {
    return (RandomSource.mix(startHigh + index * STEP_HIGH) & ~0xf000L) | VERSION_4;
  }

  long low(long index) {
    return (RandomSource.mix(startLow + index * STEP_LOW) & 0x3fffffffffffffffL) | VARIANT;
  }
}
