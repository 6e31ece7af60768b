package io.daisychain.beam;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.beam.sdk.coders.DefaultCoder;

/** Packed bytes: here, or at a place in a file of a {@link Spill}. Immutable. */
@DefaultCoder(BlockCoder.class)
public final class Block {
  private final byte[] bytes;
  private final SpillPlace place;

  private Block(byte[] bytes, SpillPlace place) {
    this.bytes = bytes;
    this.place = place;
  }

  /** A block of these bytes, which are borrowed. */
  public static Block of(byte[] bytes) {
    return new Block(bytes, null);
  }

  static Block at(SpillPlace place) {
    return new Block(null, place);
  }

  /**
   * The bytes, which are read if they were spilled. They are not to be changed.
   *
   * @throws UncheckedIOException if they cannot be read
   */
  public byte[] bytes() {
    if (place == null) {
      return bytes;
    }
    byte[] read = new byte[place.length()];
    copyTo(read, 0);
    return read;
  }

  /**
   * Copies the bytes.
   *
   * @param target has room for them from {@code at} on
   * @throws UncheckedIOException if they cannot be read
   */
  public void copyTo(byte[] target, int at) {
    if (place == null) {
      System.arraycopy(bytes, 0, target, at, bytes.length);
      return;
    }
    try {
      place.read(target, at);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Number of bytes. */
  public int length() {
    return place == null ? bytes.length : place.length();
  }

  /** Where the bytes were spilled to; null where they were not. */
  SpillPlace place() {
    return place;
  }
}
