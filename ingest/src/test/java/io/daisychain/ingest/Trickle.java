package io.daisychain.ingest;

import java.io.InputStream;
import java.util.SplittableRandom;

/** A file that comes in portions of random length, as from a network. */
public final class Trickle extends InputStream {
  private final byte[] file;
  private final int length;
  private final SplittableRandom random;
  private int at;

  public Trickle(byte[] file, int length, long seed) {
    this.file = file;
    this.length = length;
    random = new SplittableRandom(seed);
  }

  @Override
  public int read() {
    return at < length ? file[at++] & 0xff : -1;
  }

  @Override
  public int read(byte[] into, int offset, int room) {
    if (at == length) {
      return -1;
    }
    int most = Math.min(room, length - at);
    int count =
        most == 0 ? 0 : 1 + random.nextInt(random.nextBoolean() ? Math.min(most, 20) : most);
    System.arraycopy(file, at, into, offset, count);
    at += count;
    return count;
  }
}
