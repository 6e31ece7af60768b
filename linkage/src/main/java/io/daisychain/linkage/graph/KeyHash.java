package io.daisychain.linkage.graph;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.daisychain.model.ByteSlice;
import java.io.Serializable;
import java.security.SecureRandom;

/**
 * Spreads keys. Reporters choose the keys of tagged lineage, all 128 bits of them, so how they are
 * spread must be nothing that can be known beforehand: keys made to fall together would make a
 * lookup a search through all of them.
 *
 * <p>Two secrets of 64 bits, one for each half of the key, are multiplied in; which keys then meet
 * depends on both. No result depends on them.
 */
public final class KeyHash implements Serializable {
  private static final long ODD = 0x9e3779b97f4a7c15L;

  /** For what never leaves this process. */
  static final KeyHash OF_PROCESS = random();

  private final long first;
  private final long second;
  private transient Hasher64 texts;

  /** Known secrets: for tests alone. */
  KeyHash(long first, long second) {
    this.first = first;
    this.second = second;
  }

  /** Secrets that nobody knows; those who must agree on hashes share the object. */
  public static KeyHash random() {
    SecureRandom random = new SecureRandom();
    return new KeyHash(random.nextLong(), random.nextLong());
  }

  /** Hash of two words; all its bits are equally good. */
  public long of(long high, long low) {
    return fold(fold(high ^ first, low ^ second) ^ second, ODD);
  }

  /** Hash of a key and a trade date. */
  public long of(long high, long low, int date) {
    return fold(of(high, low) ^ date, ODD);
  }

  /** Hash of what names an event. */
  public long of(DatedKey key) {
    return of(key.key().high(), key.key().low(), key.date());
  }

  /** A number one to one for another, so that numbers come in another order; nobody knows which. */
  public long permuted(long number) {
    long mixed = number ^ first;
    mixed = (mixed ^ mixed >>> 33) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ mixed >>> 33 ^ second) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ mixed >>> 33;
  }

  /** One of {@code parts}, from 0. */
  public int part(long high, long low, int parts) {
    return (int) Math.floorMod(of(high, low), (long) parts);
  }

  /** Hash of a text and a number. */
  public long of(ByteSlice text, long number) {
    Hasher64 hasher = texts;
    if (hasher == null) {
      hasher = Hashing.xxh3_64(first);
      texts = hasher;
    }
    return of(hasher.hashBytesToLong(text.buffer(), text.offset(), text.length()), number);
  }

  private static long fold(long a, long b) {
    return Math.multiplyHigh(a, b) ^ a * b;
  }
}
