package io.daisychain.marketdata.feed;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** A DBN file of version 1 in the making, with one instrument, 7, which is called A. */
public final class DbnFile {
  /** A price that is not there. */
  public static final long UNDEFINED = Long.MAX_VALUE;

  private static final int SYMBOL_LENGTH = 22;
  private static final int FIRST_DAY = 20260101;
  private static final int END_DAY = 20270101;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** A file of a dataset such as {@code XNAS.ITCH} and the schema's number. */
  public DbnFile(String dataset, int schema) {
    ByteBuffer metadata = ByteBuffer.allocate(1 << 10).order(ByteOrder.LITTLE_ENDIAN);
    put(metadata, dataset, 16);
    metadata.putShort((short) schema).position(metadata.position() + 32);
    metadata.put((byte) 1).put((byte) 0).put((byte) 0); // symbols in, ids out, no time of sending
    metadata.position(metadata.position() + 47);
    metadata.putInt(0).putInt(0).putInt(0).putInt(0).putInt(1);
    put(metadata, "A", SYMBOL_LENGTH);
    metadata.putInt(1).putInt(FIRST_DAY).putInt(END_DAY);
    put(metadata, "7", SYMBOL_LENGTH);
    begin(metadata.position());
    out.write(metadata.array(), 0, metadata.position());
  }

  /** A file that says that its metadata have so many bytes, and has nothing else. */
  public DbnFile(int metadataLength) {
    begin(metadataLength);
  }

  private void begin(int metadataLength) {
    out.writeBytes("DBN".getBytes(StandardCharsets.US_ASCII));
    out.write(1);
    out.writeBytes(
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(metadataLength).array());
  }

  private static void put(ByteBuffer into, String text, int length) {
    int start = into.position();
    into.put(text.getBytes(StandardCharsets.US_ASCII)).position(start + length);
  }

  /** A record of mbp-1: prices in billionths. */
  public DbnFile topOfBook(int publisher, long time, long bid, int bidSize, long ask, int askSize) {
    ByteBuffer record = ByteBuffer.allocate(80).order(ByteOrder.LITTLE_ENDIAN);
    record.put((byte) 20).put((byte) 1).putShort((short) publisher).putInt(7).putLong(time);
    record.putLong(48, bid).putLong(56, ask).putInt(64, bidSize).putInt(68, askSize);
    out.writeBytes(record.array());
    return this;
  }

  /** The file. */
  public byte[] bytes() {
    return out.toByteArray();
  }
}
