package io.daisychain.explorer.point;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes the columns of a {@link SideFile} through one buffer. */
final class SideFileWriter {
  private static final int PIECE = 1 << 20;

  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(PIECE).order(ByteOrder.LITTLE_ENDIAN);
  private final SideFileSums sums = new SideFileSums();
  private long written;

  SideFileWriter(FileChannel channel) {
    this.channel = channel;
  }

  void write(String key, ShownDates dates, Points points) throws IOException {
    text(key);
    room(Integer.BYTES).putInt(dates.all().size());
    for (ShownDates.Date date : dates.all()) {
      text(date.date());
      room(Long.BYTES).putLong(date.events());
      room(Long.BYTES).putLong(date.without());
    }
    room(Integer.BYTES).putInt(dates.shown().size());
    room(Integer.BYTES).putInt(points.size());
    align();
    longs(points.time);
    decimals(points.price);
    decimals(points.quantity);
    texts(points.symbols);
    texts(points.reporters);
    texts(points.customers);
    room(Integer.BYTES).putInt(points.kinds.size());
    for (Kinds.Kind kind : points.kinds.all()) {
      text(kind.type());
      text(kind.side());
      text(kind.status());
    }
    codes(points.kind);
    sums.endFront(written + buffer.position());
    Points.Details details = points.details();
    floats(details.latency());
    doubles(details.place());
    ints(details.lifecycles().number());
    room(Integer.BYTES).putInt(details.lifecycles().high().length);
    align();
    longs(details.lifecycles().high());
    longs(details.lifecycles().low());
    for (LongBuffer half : List.of(details.high(), details.low())) {
      for (int i = 0; i < points.size(); i++) {
        room(Long.BYTES).putLong(half.get(i));
      }
      align();
    }
    Points.Hashes hashes = points.hashes(SideFile.READ);
    for (IntBuffer column : List.of(hashes.eventId(), hashes.clOrdId(), hashes.orderId())) {
      for (int i = 0; i < points.size(); i++) {
        room(Integer.BYTES).putInt(column.get(i));
      }
      align();
    }
    flush();
    ByteBuffer tail = sums.tail();
    while (tail.hasRemaining()) {
      channel.write(tail);
    }
  }

  private ByteBuffer room(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      flush();
    }
    return buffer;
  }

  private void flush() throws IOException {
    buffer.flip();
    written += buffer.remaining();
    sums.add(buffer.duplicate());
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
  }

  private void align() throws IOException {
    while ((written + buffer.position()) % Long.BYTES != 0) {
      room(1).put((byte) 0);
    }
  }

  private void text(String text) throws IOException {
    byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    room(Integer.BYTES).putInt(text == null ? -1 : bytes.length);
    for (byte b : bytes) {
      room(1).put(b);
    }
  }

  private void texts(Points.Texts texts) throws IOException {
    room(Integer.BYTES).putInt(texts.values().length);
    for (String value : texts.values()) {
      text(value);
    }
    codes(texts.codes());
  }

  private void codes(Codes codes) throws IOException {
    align();
    if (codes instanceof Codes.Narrow narrow) {
      for (char code : narrow.codes) {
        room(Character.BYTES).putChar(code);
      }
    } else {
      for (int code : ((Codes.Wide) codes).codes) {
        room(Integer.BYTES).putInt(code);
      }
    }
    align();
  }

  private void longs(long[] values) throws IOException {
    for (long value : values) {
      room(Long.BYTES).putLong(value);
    }
    align();
  }

  private void ints(int[] values) throws IOException {
    align();
    for (int value : values) {
      room(Integer.BYTES).putInt(value);
    }
    align();
  }

  private void decimals(Decimals values) throws IOException {
    room(Integer.BYTES).putInt(values.digits);
    room(Integer.BYTES).putInt(values.narrow == null ? Long.BYTES : Integer.BYTES);
    if (values.narrow == null) {
      align();
      longs(values.wide);
    } else {
      ints(values.narrow);
    }
    int[] large = values.largeEvents();
    room(Integer.BYTES).putInt(large.length);
    for (int event : large) {
      room(Integer.BYTES).putInt(event);
      text(values.text(event));
    }
    align();
  }

  private void doubles(double[] values) throws IOException {
    for (double value : values) {
      room(Double.BYTES).putDouble(value);
    }
  }

  private void floats(float[] values) throws IOException {
    for (float value : values) {
      room(Float.BYTES).putFloat(value);
    }
    align();
  }
}
