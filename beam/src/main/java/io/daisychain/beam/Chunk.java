package io.daisychain.beam;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.beam.sdk.coders.DefaultCoder;

/** Packed bytes: here, or at a place in a file of a {@link Spill}. Immutable. */
@DefaultCoder(ChunkCoder.class)
public final class Chunk {
  private final byte[] bytes;
  private final SpillPlace place;

  private Chunk(byte[] bytes, SpillPlace place) {
    this.bytes = bytes;
    this.place = place;
  }

  /** A chunk of these bytes, which are borrowed. */
  public static Chunk of(byte[] bytes) {
    return new Chunk(bytes, null);
  }

  static Chunk at(SpillPlace place) {
    return new Chunk(null, place);
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
    try {
      return place.read();
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
