package io.daisychain.cli.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** Writes a message of Protocol Buffers, field by field. */
final class ProtoWriter {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  private void key(int field, int kind) {
    varint(((long) field << 3) | kind);
  }

  ProtoWriter number(int field, long value) {
    key(field, VARINT);
    varint(value);
    return this;
  }

  ProtoWriter fixed(int field, long value) {
    key(field, FIXED64);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      out.write((int) (value >>> shift));
    }
    return this;
  }

  ProtoWriter bytes(int field, byte[] value) {
    key(field, LENGTH);
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  ProtoWriter text(int field, String value) {
    return bytes(field, value.getBytes(UTF_8));
  }

  ProtoWriter message(int field, ProtoWriter value) {
    return bytes(field, value.toBytes());
  }

  byte[] toBytes() {
    return out.toByteArray();
  }
}
