package io.daisychain.warehouse.iceberg;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;

/** Writes values as Avro does, one behind the other. */
final class AvroOutput {
  static final byte[] MAGIC = {'O', 'b', 'j', 1};

  /** Note of the number of values: one that was cut off after its notes is no empty file. */
  static final String COUNT = "daisychain.count";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** An int or a long; also the number of a union's branch. */
  AvroOutput number(long value) {
    long rest = (value << 1) ^ (value >> 63);
    while ((rest & ~0x7FL) != 0) {
      bytes.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
    return this;
  }

  /** A value of a union that has null first. */
  AvroOutput some(long value) {
    return number(1).number(value);
  }

  AvroOutput some(byte[] value) {
    return number(1).bytes(value);
  }

  AvroOutput flag(boolean value) {
    bytes.write(value ? 1 : 0);
    return this;
  }

  AvroOutput text(String value) {
    return bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  AvroOutput bytes(byte[] value) {
    number(value.length);
    bytes.writeBytes(value);
    return this;
  }

  /**
   * A file with these values as its only block, not compressed.
   *
   * @param notes what it says of itself, the schema as {@code avro.schema} among them
   * @param count number of values
   */
  byte[] file(Map<String, String> notes, int count) {
    AvroOutput file = new AvroOutput();
    file.bytes.writeBytes(MAGIC);
    file.number(notes.size() + 1);
    notes.forEach((name, value) -> file.text(name).text(value));
    file.text(COUNT).text(Integer.toString(count));
    file.number(0);
    UUID random = UUID.randomUUID();
    byte[] mark =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(random.getMostSignificantBits())
            .putLong(random.getLeastSignificantBits())
            .array();
    file.bytes.writeBytes(mark);
    if (count > 0) {
      file.number(count).bytes(bytes.toByteArray());
      file.bytes.writeBytes(mark);
    }
    return file.bytes.toByteArray();
  }
}
