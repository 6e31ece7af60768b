package io.daisychain.beam;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;

/** Coder of values that are written as a whole: their length as four bytes, then their bytes. */
public abstract class BytesCoder<T> extends AtomicCoder<T> {
  /** For subclasses. */
  protected BytesCoder() {}

  /** The bytes of a value. */
  protected abstract byte[] toBytes(T value);

  /**
   * A value of its bytes.
   *
   * @throws IOException if they are of none
   */
  protected abstract T of(byte[] bytes) throws IOException;

  @Override
  public final void encode(T value, OutputStream out) throws IOException {
    byte[] bytes = toBytes(value);
    DataOutputStream data = new DataOutputStream(out);
    data.writeInt(bytes.length);
    data.write(bytes);
  }

  @Override
  public final T decode(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    byte[] bytes = new byte[data.readInt()];
    data.readFully(bytes);
    return of(bytes);
  }
}
