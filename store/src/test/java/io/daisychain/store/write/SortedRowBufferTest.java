package io.daisychain.store.write;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.Family;
import io.daisychain.model.LongBytes;
import io.daisychain.store.RowBatch;
import io.daisychain.store.Rows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.KeyValue;
import org.junit.jupiter.api.Test;

class SortedRowBufferTest {
  private static final long SEED = 42;
  private static final List<Family> FAMILIES = List.of(Family.values());

  @Test
  void keepsTheGreaterOfTwoValuesOfOneCell() throws IOException {
    byte[] key = new byte[16];
    RowBatch.Writer writer = new RowBatch.Writer(Rows.DATE);
    writer.row(key, 0).put(Family.DATA, ascii("q"), 5, ascii("a"));
    writer.row(key, 0).put(Family.DATA, ascii("q"), 5, ascii("b"));
    writer.row(key, 0).put(Family.DATA, ascii("q"), 5, ascii("a"));
    writer.row(key, 0).put(Family.DATA, ascii("q"), 6, ascii("c"));
    writer.deleteColumn(Family.DATA, ascii("q"), 5);

    assertEquals(
        List.of("DATA q 6 Put c", "DATA q 5 DeleteColumn ", "DATA q 5 Put b"),
        drained(writer.take()));
  }

  @Test
  void givesCellsInTheOrderOfHBaseFiles() throws IOException {
    Random random = new Random(SEED);
    SortedRowBuffer run = new SortedRowBuffer();
    RowBatch.Writer writer = new RowBatch.Writer(Rows.DATE);
    byte[] key = new byte[16];
    for (int i = 0; i < 20_000; i++) {
      // Keys that agree in their first half and repeat, as those of a tagged lineage may.
      LongBytes.write(random.nextInt(50) - 25L, key, 0);
      LongBytes.write(random.nextInt(100) - 50L, key, 8);
      writer.row(key, 0);
      int cells = random.nextInt(4);
      for (int cell = 0; cell < cells; cell++) {
        Family family = FAMILIES.get(random.nextInt(3));
        byte[] qualifier = ascii("q" + random.nextInt(3));
        if (random.nextInt(10) == 0) {
          writer.deleteColumn(family, qualifier, random.nextInt(5));
        } else {
          writer.put(family, qualifier, random.nextInt(5), ascii("v" + random.nextInt(3)));
        }
      }
      if (random.nextInt(100) == 0) {
        run.add(writer.take());
      }
    }
    run.add(writer.take());
    assertEquals(20_000, run.rows());

    Map<Family, KeyValue> last = new HashMap<>();
    run.drain(
        (family, cell) -> {
          KeyValue before = last.put(family, cell);
          assertTrue(
              before == null || CellComparator.getInstance().compare(before, cell) < 0,
              "seed " + SEED + ": " + before + " before " + cell);
        });
    assertEquals(3, last.size());
    assertEquals(0, run.rows());
  }

  private static List<String> drained(byte[] block) throws IOException {
    SortedRowBuffer run = new SortedRowBuffer();
    run.add(block);
    List<String> cells = new ArrayList<>();
    run.drain((family, cell) -> cells.add(family + " " + text(cell)));
    return cells;
  }

  private static String text(KeyValue cell) {
    int qualifier = cell.getQualifierOffset();
    int value = cell.getValueOffset();
    return new String(cell.getQualifierArray(), qualifier, cell.getQualifierLength(), US_ASCII)
        + " "
        + cell.getTimestamp()
        + " "
        + cell.getType()
        + " "
        + new String(cell.getValueArray(), value, cell.getValueLength(), US_ASCII);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }
}
