package io.daisychain.datagen.lifecycle;

/**
 * Ids of orders and executions: shard, lifecycle and number in base 36, such as {@code 3-1f7-2}.
 * They are unique over all firms and shards of a day.
 */
public final class ShardIds {
  private final int shard;

  public ShardIds(int shard) {
    this.shard = shard;
  }

  /** Writes an id at {@code at} and returns its end. */
  public int write(byte[] bytes, int at, long lifecycle, int number) {
    int end = base36(bytes, at, shard);
    bytes[end] = '-';
    end = base36(bytes, end + 1, lifecycle);
    bytes[end] = '-';
    return base36(bytes, end + 1, number);
  }

  private static int base36(byte[] bytes, int at, long value) {
    int digits = 1;
    for (long rest = value; rest >= 36; rest /= 36) {
      digits++;
    }
    long rest = value;
    for (int place = at + digits - 1; place >= at; place--) {
      int digit = (int) (rest % 36);
      bytes[place] = (byte) (digit < 10 ? '0' + digit : 'a' + digit - 10);
      rest /= 36;
    }
    return at + digits;
  }
}
