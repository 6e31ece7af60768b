package io.daisychain.model.event;

import io.daisychain.model.CalendarDates;
import io.daisychain.model.CatKey;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Computes the row key of an event in native lineage from its identity.
 *
 * <p>The key is a name-based UUID of version 5 (RFC 9562, section 5.5) in the namespace {@code
 * d15c4a17-0001-5e42-8001-6d61726b6574}. The name is the kind's letter ({@code O} order, {@code R}
 * route, {@code X} execution, {@code J} cancel reject, {@code A} allocation, {@code S} report of
 * one that has an id of its own, {@code P} one that has none; of CAT {@code C} an event, of the day
 * 19700101, and {@code o} order, {@code t} trade, {@code f} fulfillment, {@code a} allocation and
 * {@code q} quote of a key), the eight digits of the trade date, and then each component, preceded
 * by its length in bytes as four big-endian bytes; the length of an absent component is zero.
 * Different identities have different names, and any UUID library computes the key of a name.
 *
 * <p>Since anybody can compute a key, tag 10001 must not have a key of this form ({@link
 * #isDerived}). To write on the row of another firm's event in native lineage, a reporter would
 * need an identity with its own name in it of which the SHA-1 has the same 122 bits. SHA-1 costs
 * about 60 ns more than a fast hash.
 *
 * <p>A change of this computation needs a new {@link TableSchema#FORMAT_VERSION}.
 */
public final class Identity {
  private static final byte[] NAMESPACE =
      RowKey.parse("d15c4a17-0001-5e42-8001-6d61726b6574").toBytes();
  private static final int DATE_AT = NAMESPACE.length + 1;
  private static final int COMPONENTS_AT = DATE_AT + 8;

  private final MessageDigest sha1;
  private final byte[] digest = new byte[20];
  private byte[] name = Arrays.copyOf(NAMESPACE, 256);
  private int length;
  private int lastDate = Integer.MIN_VALUE;
  private final byte[] lastDigits = new byte[8];
  private long high;
  private long low;

  /**
   * True for keys of the form that {@link Identity} computes: UUIDs of version 5, variant 1 (RFC
   * 9562).
   */
  public static boolean isDerived(long high, long low) {
    return (high >>> 12 & 0xf) == 5 && low >>> 62 == 2;
  }

  /** A deriver with buffers of its own; not thread-safe. */
  public Identity() {
    try {
      sha1 = MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform must have SHA-1", e);
    }
  }

  /** Begins the identity of an order or one of its versions, of {@code epochDay}. */
  public Identity order(int epochDay) {
    return begin('O', epochDay);
  }

  /** Begins the identity of a route. */
  public Identity route(int epochDay) {
    return begin('R', epochDay);
  }

  /** Begins the identity of an execution. */
  public Identity execution(int epochDay) {
    return begin('X', epochDay);
  }

  /** Begins the identity of a cancel reject. */
  public Identity reject(int epochDay) {
    return begin('J', epochDay);
  }

  /** Begins the identity of an allocation. */
  public Identity allocation(int epochDay) {
    return begin('A', epochDay);
  }

  /**
   * Begins the identity of what a receiver says of an allocation.
   *
   * @param hasOwnId whether it is known by an id of its own, and not by that of the allocation
   */
  public Identity allocationStatus(int epochDay, boolean hasOwnId) {
    return begin(hasOwnId ? 'S' : 'P', epochDay);
  }

  /** Begins the identity of an event of CAT, which has no day. */
  public Identity cat() {
    return begin('C', 0);
  }

  /** Begins a key of CAT. */
  public Identity key(CatKey.Kind kind, int epochDay) {
    return begin(
        switch (kind) {
          case ORDER -> 'o';
          case TRADE -> 't';
          case FULFILLMENT -> 'f';
          case ALLOCATION -> 'a';
          case QUOTE -> 'q';
          case ROUTE -> 'R';
          case NONE -> throw new IllegalArgumentException("no key");
        },
        epochDay);
  }

  /** Adds a component. */
  public Identity with(byte[] buffer, int offset, int count) {
    if (name.length - length < count + 4) {
      name = Arrays.copyOf(name, Math.max(name.length * 2, length + count + 4));
    }
    for (int shift = 24; shift >= 0; shift -= 8) {
      name[length++] = (byte) (count >>> shift);
    }
    System.arraycopy(buffer, offset, name, length, count);
    length += count;
    return this;
  }

  /** Adds an absent component. */
  public Identity without() {
    return with(name, 0, 0);
  }

  /** Computes the key; {@link #high} and {@link #low} return it. */
  public Identity derive() {
    try {
      sha1.update(name, 0, length);
      sha1.digest(digest, 0, digest.length);
    } catch (DigestException e) {
      throw new IllegalStateException("20 bytes hold a SHA-1", e);
    }
    digest[6] = (byte) ((digest[6] & 0x0f) | 0x50);
    digest[8] = (byte) ((digest[8] & 0x3f) | 0x80);
    high = RowKey.high(digest, 0);
    low = RowKey.low(digest, 0);
    return this;
  }

  /** First half of the key derived last. */
  public long high() {
    return high;
  }

  /** Second half of the key derived last. */
  public long low() {
    return low;
  }

  /** Computes the key and returns it. */
  public RowKey key() {
    derive();
    return new RowKey(high, low);
  }

  private Identity begin(char kind, int epochDay) {
    if (epochDay != lastDate) {
      lastDate = epochDay;
      byte[] digits = CalendarDates.digits(epochDay);
      System.arraycopy(digits, 0, lastDigits, 0, 8);
    }
    name[NAMESPACE.length] = (byte) kind;
    System.arraycopy(lastDigits, 0, name, DATE_AT, 8);
    length = COMPONENTS_AT;
    return this;
  }
}
