package io.daisychain.model.cell;

import io.daisychain.model.Action;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The hash of a content: the first 128 bits of SHA-512/256 of the fields that are content.
 *
 * <p>Contents under one row key differ in this hash only, and a reporter with two contents of the
 * same hash could hide one behind the other. Hence a cryptographic hash: to find two such contents
 * takes about 2^64 tries. The hash of a content is the same on every machine, so that a repeated
 * message is stored in the same column. SHA-512/256 is the fastest of the SHA-2 family for messages
 * of usual length (two blocks of 128 bytes).
 *
 * <p>Reusable, not thread-safe.
 */
public final class ContentHash {
  private final MessageDigest sha;
  private final byte[] digest = new byte[32];
  private final byte[] action = new byte[1 + Long.BYTES];
  private long contentHigh;
  private long contentLow;

  /** A hash with a buffer of its own. */
  public ContentHash() {
    try {
      sha = MessageDigest.getInstance("SHA-512/256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK since 9 has SHA-512/256", e);
    }
  }

  /** Hashes a content as {@link EventCell#writeContent} wrote it. */
  public ContentHash of(PackedWriter content) {
    return of(content.buffer(), 0, content.length());
  }

  /**
   * Hashes an event's content and, of a correction or deletion, what it does and when it was sent,
   * since one that is sent at another time is another version of the event.
   */
  public ContentHash of(OrderEvent event, PackedWriter content) {
    of(content);
    contentHigh = high();
    contentLow = low();
    if (event.action() != Action.NEW) {
      sha.update(content.buffer(), 0, content.length());
      addAction(event.action(), event.sendingTime());
    }
    return this;
  }

  /** Hashes what a cell keeps: the same as of the event that it was written of. */
  public ContentHash of(EventCell cell) {
    ByteSlice content = cell.contentBytes();
    if (cell.action() == Action.NEW) {
      return of(content.buffer(), content.offset(), content.length());
    }
    sha.update(content.buffer(), content.offset(), content.length());
    addAction(cell.action(), cell.sendingTime());
    return this;
  }

  private void addAction(Action done, long sendingTime) {
    action[0] = (byte) done.code();
    for (int i = 0; i < Long.BYTES; i++) {
      action[1 + i] = (byte) (sendingTime >>> (56 - 8 * i));
    }
    of(action, 0, action.length);
  }

  /** First half of the hash of the content alone of the event hashed last. */
  long contentHigh() {
    return contentHigh;
  }

  /** Second half of that hash. */
  long contentLow() {
    return contentLow;
  }

  /** Hashes a content's bytes. */
  public ContentHash of(byte[] content, int offset, int length) {
    try {
      sha.update(content, offset, length);
      sha.digest(digest, 0, digest.length);
    } catch (DigestException e) {
      throw new IllegalStateException("32 bytes hold a SHA-512/256", e);
    }
    return this;
  }

  /** First half of the hash made last. */
  public long high() {
    return RowKey.high(digest, 0);
  }

  /** Second half of the hash made last. */
  public long low() {
    return RowKey.low(digest, 0);
  }
}
