package io.daisychain.model;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Names a content: the first 128 bits of SHA-512/256 over the fields that are content.
 *
 * <p>Contents under one key are told apart by this name alone, and a reporter who could give two
 * contents one name could hide the one behind the other: hence a cryptographic hash. Finding two
 * contents of one name takes 2^64 tries. Any machine and any run gives a content the same name, so
 * that a repeat falls onto itself. Of the SHA-2 family this one is the fastest at the length of a
 * message (two blocks of 128 bytes).
 *
 * <p>Reusable, not thread-safe.
 */
public final class ContentHash {
  private final MessageDigest sha;
  private final byte[] digest = new byte[32];

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
