package io.daisychain.warehouse.iceberg;

import io.daisychain.warehouse.WarehouseException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Reads the values of a file that an {@link AvroOutput} wrote. */
final class AvroInput {
  private final ByteBuffer bytes;

  private AvroInput(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  /**
   * Reads all values of a file.
   *
   * @param schema by which this program writes such files
   * @throws WarehouseException if it was written by another, or is damaged
   */
  static <T> List<T> read(Path file, String schema, Function<AvroInput, T> value)
      throws IOException {
    AvroInput in = new AvroInput(ByteBuffer.wrap(Files.readAllBytes(file)));
    List<T> values = new ArrayList<>();
    try {
      byte[] magic = new byte[AvroOutput.MAGIC.length];
      in.bytes.get(magic);
      boolean isOurs = false;
      int expected = -1;
      for (long left = in.number(); left > 0; left--) {
        String name = in.text();
        String note = in.text();
        isOurs |= name.equals("avro.schema") && note.equals(schema);
        expected = name.equals(AvroOutput.COUNT) ? Integer.parseInt(note) : expected;
      }
      if (!isOurs || !Arrays.equals(magic, AvroOutput.MAGIC) || in.number() != 0) {
        throw new WarehouseException(
            file + " was not written by this program, or by another version");
      }
      in.bytes.position(in.bytes.position() + 2 * Long.BYTES);
      if (in.bytes.hasRemaining()) {
        long count = in.number();
        in.number();
        for (long i = 0; i < count; i++) {
          values.add(value.apply(in));
        }
      }
      if (values.size() != expected) {
        throw new WarehouseException(file + " is damaged");
      }
      return values;
    } catch (BufferUnderflowException | IllegalArgumentException | NegativeArraySizeException e) {
      throw new WarehouseException(file + " is damaged", e);
    }
  }

  long number() {
    long value = 0;
    int shift = 0;
    byte next;
    do {
      next = bytes.get();
      value |= (next & 0x7FL) << shift;
      shift += 7;
    } while (next < 0);
    return (value >>> 1) ^ -(value & 1);
  }

  /** A value of a union that has null first, and is not null. */
  long some() {
    number();
    return number();
  }

  boolean flag() {
    return bytes.get() != 0;
  }

  String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  byte[] bytes() {
    long length = number();
    if (length > bytes.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] value = new byte[(int) length];
    bytes.get(value);
    return value;
  }
}
