package io.daisychain.datagen.chain;

/**
 * Pseudorandom numbers from a seed and two counters (SplitMix64: Steele, Lea, Flood, "Fast
 * splittable pseudorandom number generators").
 *
 * <p>Each lifecycle has numbers of its own.
 */
public final class RandomSource {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private long state;

  public RandomSource() {}

  /** Numbers from a seed and two counters. */
  public RandomSource(long seed, long shard, long index) {
    reset(seed, shard, index);
  }

  /** Begins the numbers of one lifecycle. */
  public final void reset(long seed, long shard, long index) {
    state = mix(mix(mix(seed + GOLDEN) + shard * GOLDEN) + index * GOLDEN);
  }

  /** What {@link #resume} goes on from. */
  public long state() {
    return state;
  }

  /** Goes on with the numbers of a lifecycle that was left for another. */
  public void resume(long from) {
    state = from;
  }

  long next() {
    state += GOLDEN;
    return mix(state);
  }

  /** Uniform in [0, 1). */
  public double unit() {
    return (next() >>> 11) * 0x1.0p-53;
  }

  /** Uniform in [0, bound), for a positive bound. */
  public int below(int bound) {
    return (int) (((next() >>> 32) * bound) >>> 32);
  }

  public boolean chance(double probability) {
    return unit() < probability;
  }

  /** A bijection of 64 bits in which each input bit changes about half of the output bits. */
  public static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
