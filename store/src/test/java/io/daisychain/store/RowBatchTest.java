package io.daisychain.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.Family;
import org.junit.jupiter.api.Test;

class RowBatchTest {
  private static final byte[] KEY = "0123456789abcdef".getBytes(US_ASCII);

  @Test
  void givesBackWhatWasPacked() {
    RowBatch.Writer writer = new RowBatch.Writer(Rows.DATE);
    writer.row(KEY, 0).put(Family.DATA, ascii("e"), 4_000_000_000_000_000L, new byte[70_000]);
    writer.row(KEY, 0);
    writer.row(KEY, 0).put(Family.LINK, ascii("p"), 1, ascii("parent"));
    writer.deleteColumn(Family.ERROR, ascii("status"), 7);
    assertEquals(3, writer.rows());

    RowBatch.Reader reader = new RowBatch.Reader().wrap(writer.take());

    assertEquals(Rows.DATE, reader.date());
    assertTrue(reader.nextRow());
    assertTrue(reader.nextCell());
    assertEquals(Family.DATA, reader.family());
    assertEquals(4_000_000_000_000_000L, reader.timestamp());
    assertEquals(70_000, reader.valueLength());
    assertFalse(reader.nextCell());
    assertTrue(reader.nextRow());
    assertFalse(reader.nextCell());
    assertTrue(reader.nextRow());
    assertEquals(2, reader.cellsLeft());
    assertTrue(reader.nextCell());
    assertEquals(RowBatch.Kind.PUT, reader.kind());
    assertEquals("parent", text(reader, reader.valueOffset(), reader.valueLength()));
    assertTrue(reader.nextCell());
    assertEquals(RowBatch.Kind.DELETE_COLUMN, reader.kind());
    assertEquals("status", text(reader, reader.qualifierOffset(), reader.qualifierLength()));
    assertEquals("0123456789abcdef", text(reader, reader.keyOffset(), KEY.length));
    assertFalse(reader.nextRow());
    assertEquals(0, writer.size());
  }

  @Test
  void skipsCellsThatWereNotRead() {
    RowBatch.Writer writer = new RowBatch.Writer(Rows.DATE);
    writer.row(KEY, 0).put(Family.DATA, ascii("a"), 1, ascii("x"));
    writer.put(Family.DATA, ascii("b"), 1, ascii("y"));
    writer.row(KEY, 0).put(Family.DATA, ascii("c"), 1, ascii("z"));

    RowBatch.Reader reader = new RowBatch.Reader().wrap(writer.take());

    assertTrue(reader.nextRow());
    assertTrue(reader.nextRow());
    assertTrue(reader.nextCell());
    assertEquals("z", text(reader, reader.valueOffset(), reader.valueLength()));
  }

  @Test
  void refusesACellWithoutARow() {
    RowBatch.Writer writer = new RowBatch.Writer(Rows.DATE);

    assertThrows(
        IllegalStateException.class, () -> writer.put(Family.DATA, ascii("a"), 1, ascii("x")));
  }

  private static String text(RowBatch.Reader reader, int offset, int length) {
    return new String(reader.array(), offset, length, US_ASCII);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }
}
