package io.daisychain.beam;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.CoderProvider;
import org.apache.beam.sdk.coders.CoderProviders;
import org.apache.beam.sdk.values.TypeDescriptor;

/** Coder of chunks: length as four bytes, then the bytes; or -1, and where they were spilled to. */
public final class ChunkCoder extends AtomicCoder<Chunk> {
  private static final long serialVersionUID = 1;
  private static final ChunkCoder INSTANCE = new ChunkCoder();
  private static final int SPILLED = -1;

  private ChunkCoder() {}

  /** The coder. */
  public static ChunkCoder of() {
    return INSTANCE;
  }

  /** Found by Beam as the coder of all chunks. */
  public static CoderProvider getCoderProvider() {
    return CoderProviders.forCoder(TypeDescriptor.of(Chunk.class), INSTANCE);
  }

  @Override
  public void encode(Chunk chunk, OutputStream out) throws IOException {
    DataOutputStream data = new DataOutputStream(out);
    SpillPlace place = chunk.place();
    if (place == null) {
      byte[] bytes = chunk.bytes();
      data.writeInt(bytes.length);
      data.write(bytes);
    } else {
      data.writeInt(SPILLED);
      data.writeUTF(place.spill());
      data.writeInt(place.file());
      data.writeLong(place.offset());
      data.writeInt(place.length());
    }
  }

  @Override
  public Chunk decode(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    int length = data.readInt();
    if (length == SPILLED) {
      return Chunk.at(
          new SpillPlace(data.readUTF(), data.readInt(), data.readLong(), data.readInt()));
    }
    byte[] bytes = new byte[length];
    if (in.readNBytes(bytes, 0, length) < length) {
      throw new EOFException("a chunk of " + length + " bytes ends early");
    }
    return Chunk.of(bytes);
  }

  @Override
  public boolean isRegisterByteSizeObserverCheap(Chunk chunk) {
    return true;
  }

  @Override
  protected long getEncodedElementByteSize(Chunk chunk) {
    return Integer.BYTES + (long) chunk.length();
  }
}
