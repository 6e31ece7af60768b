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
    this(dataset, schema, true);
  }

  /** What a gateway sends live: no schema, and no symbols before {@link #symbol} tells them. */
  static DbnFile live(String dataset) {
    return new DbnFile(dataset, 0xFFFF, false);
  }

  private DbnFile(String dataset, int schema, boolean hasSymbol) {
    ByteBuffer metadata = ByteBuffer.allocate(1 << 10).order(ByteOrder.LITTLE_ENDIAN);
    put(metadata, dataset, 16);
    metadata.putShort((short) schema).position(metadata.position() + 32);
    metadata.put((byte) 1).put((byte) 0).put((byte) 0); // symbols in, ids out, no time of sending
    metadata.position(metadata.position() + 47);
    metadata.putInt(0).putInt(0).putInt(0).putInt(0).putInt(hasSymbol ? 1 : 0);
    if (hasSymbol) {
      put(metadata, "A", SYMBOL_LENGTH);
      metadata.putInt(1).putInt(FIRST_DAY).putInt(END_DAY);
      put(metadata, "7", SYMBOL_LENGTH);
    }
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
    return put(levels(0x01, 80, publisher, time, bid, bidSize, ask, askSize));
  }

  /**
   * A record of mbp-10.
   *
   * @param depth of the level that has changed, 0 for the top
   */
  public DbnFile tenLevels(
      int publisher, long time, int depth, long bid, int bidSize, long ask, int askSize) {
    ByteBuffer record = levels(0x0A, 368, publisher, time, bid, bidSize, ask, askSize);
    return put(record.put(31, (byte) depth));
  }

  /** A record of bbo-1s, of the second that ends at a time; the last trade was never. */
  public DbnFile second(int publisher, long end, long bid, int bidSize, long ask, int askSize) {
    ByteBuffer record = levels(0xC3, 80, publisher, UNDEFINED, bid, bidSize, ask, askSize);
    return put(record.putLong(32, end));
  }

  /** A record of cmbp-1, whose sides are of the publishers that are best. */
  public DbnFile consolidated(
      long time, int bidder, long bid, int bidSize, int asker, long ask, int askSize) {
    ByteBuffer record = levels(0xB1, 80, bidder, time, bid, bidSize, ask, askSize);
    return put(record.putShort(72, (short) bidder).putShort(76, (short) asker));
  }

  /** A record of mbo. */
  public DbnFile order(int publisher, long time, char action, long price, int size) {
    ByteBuffer record = head(0xA0, 56, publisher, time).putLong(16, 1).putLong(24, price);
    return put(record.putInt(32, size).put(38, (byte) action).put(39, (byte) 'B'));
  }

  /** A record of trades. */
  DbnFile trade(int publisher, long time, long price, int size) {
    return put(head(0x00, 48, publisher, time).putLong(16, price).putInt(24, size));
  }

  /**
   * A record that tells the instrument's symbol.
   *
   * @param isLong whether as versions 2 and 3 have it
   */
  DbnFile symbol(String symbol, long time, boolean isLong) {
    ByteBuffer record = head(0x16, isLong ? 176 : 80, 0, time);
    return put(record.put(isLong ? 89 : 38, symbol.getBytes(StandardCharsets.US_ASCII)));
  }

  /**
   * A record with words of a gateway.
   *
   * @param type 0x15 for an error
   * @param code what it is about
   */
  DbnFile word(int type, String text, int code, long time) {
    ByteBuffer record = head(type, 320, 0, time).put(319, (byte) code);
    return put(record.put(16, text.getBytes(StandardCharsets.US_ASCII)));
  }

  private static ByteBuffer levels(
      int type, int size, int publisher, long time, long bid, int bidSize, long ask, int askSize) {
    return head(type, size, publisher, time)
        .putLong(48, bid)
        .putLong(56, ask)
        .putInt(64, bidSize)
        .putInt(68, askSize);
  }

  private static ByteBuffer head(int type, int size, int publisher, long time) {
    return ByteBuffer.allocate(size)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(0, (byte) (size / 4))
        .put(1, (byte) type)
        .putShort(2, (short) publisher)
        .putInt(4, 7)
        .putLong(8, time);
  }

  private DbnFile put(ByteBuffer record) {
    byte[] bytes = new byte[record.capacity()];
    record.get(0, bytes);
    out.writeBytes(bytes);
    return this;
  }

  /** The file. */
  public byte[] bytes() {
    return out.toByteArray();
  }
}
