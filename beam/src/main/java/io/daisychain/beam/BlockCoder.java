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

/** Coder of blocks: length as four bytes, then the bytes; or -1, and where they were spilled to. */
public final class BlockCoder extends AtomicCoder<Block> {
  private static final BlockCoder INSTANCE = new BlockCoder();
  private static final int SPILLED = -1;

  private BlockCoder() {}

  public static BlockCoder of() {
    return INSTANCE;
  }

  /** Found by Beam as the coder of all blocks. */
  public static CoderProvider getCoderProvider() {
    return CoderProviders.forCoder(TypeDescriptor.of(Block.class), INSTANCE);
  }

  @Override
  public void encode(Block block, OutputStream out) throws IOException {
    DataOutputStream data = new DataOutputStream(out);
    SpillPlace place = block.place();
    if (place == null) {
      byte[] bytes = block.bytes();
      data.writeInt(bytes.length);
      data.write(bytes);
    } else {
      data.writeInt(SPILLED);
      data.writeUTF(place.spill());
      data.writeInt(place.file());
      data.writeLong(place.offset());
      data.writeInt(place.length());
      data.writeInt(place.sum());
    }
  }

  @Override
  public Block decode(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    int length = data.readInt();
    if (length == SPILLED) {
      return Block.at(
          new SpillPlace(
              data.readUTF(), data.readInt(), data.readLong(), data.readInt(), data.readInt()));
    }
    byte[] bytes = new byte[length];
    if (in.readNBytes(bytes, 0, length) < length) {
      throw new EOFException("a block of " + length + " bytes ends early");
    }
    return Block.of(bytes);
  }

  @Override
  public boolean isRegisterByteSizeObserverCheap(Block block) {
    return true;
  }

  @Override
  protected long getEncodedElementByteSize(Block block) {
    return Integer.BYTES + (long) block.length();
  }
}
