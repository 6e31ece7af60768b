package io.daisychain.datagen.list;

import io.daisychain.datagen.chain.OrderChain.Lists;
import io.daisychain.datagen.chain.RandomSource;

/**
 * Draws which customers' orders are lists, and of how many orders. It has a random source of its
 * own.
 */
public final class ListSizes {
  /** No order takes more than 500 bytes, and the length of a message has five digits. */
  private static final int MOST_ORDERS = 150;

  private static final long SALT = 0x6c697374732f6f66L;

  private final Lists settings;
  private final long seed;
  private final int shard;
  private final RandomSource random = new RandomSource();

  public ListSizes(Lists settings, long seed, int shard) {
    this.settings = settings;
    this.seed = seed;
    this.shard = shard;
  }

  /** How many orders are handed in together with that of a lifecycle; 0 where it is no list. */
  public int draw(long lifecycle) {
    if (settings.share() == 0) {
      return 0;
    }
    random.reset(seed ^ SALT, shard, lifecycle);
    return random.chance(settings.share())
        ? (int) Math.min(MOST_ORDERS, settings.orders().drawLong(random))
        : 0;
  }
}
