package io.daisychain.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.beam.Block;
import io.daisychain.model.Family;
import io.daisychain.model.LongBytes;
import io.daisychain.store.scan.RangeScan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.hadoop.hbase.Cell;

/** Packed rows for tests, and what a table then holds. */
public final class Rows {
  /** As events have them: the year 2096 minus now, in microseconds. */
  static final long EVENT_TIMESTAMP = 2_230_000_000_000_000L;

  /** 2026-03-16, the trade date of all rows. */
  public static final int DATE = 20_528;

  private static final int BLOCK_BYTES = 16 << 10;

  private Rows() {}

  /** Split keys at every eighth of the key space. */
  public static List<byte[]> splitKeys() {
    List<byte[]> keys = new ArrayList<>();
    for (int first = 32; first < 256; first += 32) {
      byte[] key = new byte[16];
      key[0] = (byte) first;
      keys.add(key);
    }
    return keys;
  }

  /**
   * Rows with values, older and newer versions, repeats and deletes; the same for the same seed.
   */
  public static List<KV<Integer, Block>> mixed(KeyRanges ranges, int rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Blocks blocks = new Blocks(ranges);
    byte[] key = new byte[16];
    for (int i = 0; i < rows; i++) {
      if (random.nextInt(10) > 0) {
        LongBytes.write(random.nextLong(), key, 0);
        LongBytes.write(random.nextLong(), key, 8);
      }
      RowBatch.Writer row = blocks.row(key);
      int content = random.nextInt(2);
      long timestamp = EVENT_TIMESTAMP + random.nextInt(3);
      // One value a column and timestamp: of two, puts would keep the one that came last.
      byte[] value = new byte[(int) (timestamp % 3 * 100) + (key[0] & 0x7f) + content];
      row.put(Family.DATA, ascii("e" + content), timestamp, value);
      row.put(Family.LINK, ascii("p"), timestamp, ascii("parent"));
      if (random.nextInt(5) == 0) {
        row.put(Family.ERROR, ascii("status"), 3, ascii("ORPHAN"));
        row.deleteColumn(Family.ERROR, ascii("status"), 2 + random.nextInt(2));
      }
    }
    return blocks.all();
  }

  /** Packs rows into blocks of one range each. */
  public static final class Blocks {
    private final KeyRanges ranges;
    private final RowBatch.Writer[] writers;
    private final List<KV<Integer, Block>> done = new ArrayList<>();

    public Blocks(KeyRanges ranges) {
      this.ranges = ranges;
      this.writers = new RowBatch.Writer[ranges.count()];
    }

    public RowBatch.Writer row(byte[] key) {
      int range = ranges.indexOf(key, 0);
      if (writers[range] == null) {
        writers[range] = new RowBatch.Writer(DATE);
      } else if (writers[range].size() > BLOCK_BYTES) {
        done.add(KV.of(range, Block.of(writers[range].take())));
      }
      return writers[range].row(key, 0);
    }

    public List<KV<Integer, Block>> all() {
      for (int range = 0; range < writers.length; range++) {
        if (writers[range] != null && writers[range].size() > 0) {
          done.add(KV.of(range, Block.of(writers[range].take())));
        }
      }
      return done;
    }
  }

  /** Runs one write. */
  public static void write(
      List<KV<Integer, Block>> blocks,
      PTransform<PCollection<KV<Integer, Block>>, PCollection<Long>> write) {
    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
    pipeline.apply(Create.of(blocks)).apply(write);
    pipeline.run().waitUntilFinish();
  }

  /** All cells of the table of the date in one order, in text. */
  public static List<String> read(StoreConnector connector, String table, Family... families)
      throws IOException {
    List<String> cells = new ArrayList<>();
    try (ConnectionLease lease = connector.connect();
        TableAdmin admin = TableAdmin.open(connector)) {
      KeyRanges ranges = admin.ranges(table, DATE);
      String ofDate = new StoreTable(connector, table).ofDate(DATE);
      for (int range = 0; range < ranges.count(); range++) {
        byte[] start = ranges.start(range);
        byte[] end = ranges.end(range);
        try (RangeScan scan = RangeScan.open(lease.connection(), ofDate, start, end, families)) {
          while (scan.next()) {
            cells.add(text(scan));
          }
        }
      }
    }
    return cells;
  }

  private static String text(RangeScan scan) {
    Cell cell = scan.cell();
    byte[] qualifier = cell.getQualifierArray();
    HexFormat hex = HexFormat.of();
    int valueEnd = cell.getValueOffset() + cell.getValueLength();
    return (scan.startsRow() ? "row " : "    ")
        + hex.formatHex(scan.row())
        + " "
        + scan.family()
        + ":"
        + new String(qualifier, cell.getQualifierOffset(), cell.getQualifierLength(), UTF_8)
        + " "
        + cell.getTimestamp()
        + " "
        + hex.formatHex(cell.getValueArray(), cell.getValueOffset(), valueEnd);
  }

  public static byte[] ascii(String text) {
    return text.getBytes(UTF_8);
  }
}
