package io.daisychain.store.scan;

import static io.daisychain.store.Rows.ascii;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.beam.Block;
import io.daisychain.model.Family;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.EmbeddedStores;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.RowBatch;
import io.daisychain.store.Rows;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreSession;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.write.WriteRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.beam.sdk.values.KV;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.hfile.CorruptHFileException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of a store's files, beside what its server says. */
class FileCellsIT {
  private static final List<Family> FAMILIES = List.of(Family.values());

  /**
   * All cells of a column are below or above it: which older versions a server still has depends on
   * when it wrote files.
   */
  private static final long LIMIT = 50;

  @TempDir private static Path folder;
  private static StoreSession session;
  private static StoreConnector connector;
  private static TableAdmin admin;

  @BeforeAll
  static void openStore() throws IOException {
    session = EmbeddedStores.open(folder);
    connector = session.connector();
    admin = TableAdmin.open(connector);
  }

  @AfterAll
  static void closeStore() throws IOException {
    admin.close();
    session.close();
  }

  @Test
  void filesHaveWhatTheServerSays() throws IOException {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    KeyRanges ranges = made("random");
    StoreTable table = new StoreTable(connector, "random");
    try (ConnectionLease lease = connector.connect();
        Admin hbase = lease.connection().getAdmin()) {
      TableName name = TableName.valueOf(table.ofDate(Rows.DATE));
      for (int write = 0; write < 12; write++) {
        List<KV<Integer, Block>> blocks = changes(ranges, random);
        Rows.write(blocks, random.nextBoolean() ? WriteRows.put(table) : WriteRows.bulk(table));
        switch (random.nextInt(4)) {
          case 0 -> hbase.flush(name);
          case 1 -> hbase.compact(name); // goes on meanwhile
          default -> {
            // stays where it is
          }
        }
        for (int read = 0; read < 6; read++) {
          assertSame(lease, random(random, name.getNameAsString()), seed);
        }
      }
    }
  }

  /** A few rows many times over, in few columns, at few timestamps, so that they meet. */
  private static List<KV<Integer, Block>> changes(KeyRanges ranges, SplittableRandom random) {
    Rows.Blocks blocks = new Rows.Blocks(ranges);
    byte[] key = new byte[16];
    for (int i = 0; i < 400; i++) {
      key[0] = (byte) random.nextInt(256);
      key[15] = (byte) random.nextInt(3);
      RowBatch.Writer row = blocks.row(key);
      for (int cells = random.nextInt(4); cells >= 0; cells--) {
        Family family = FAMILIES.get(random.nextInt(FAMILIES.size()));
        int number = random.nextInt(5);
        byte[] column = ascii("c" + number);
        long time = random.nextLong(1, 9) + (number < 3 ? 0 : LIMIT);
        if (random.nextInt(4) == 0) {
          row.deleteColumn(family, column, time);
        } else {
          row.put(family, column, time, new byte[] {(byte) random.nextInt(), (byte) time});
        }
      }
    }
    return blocks.all();
  }

  private static CellRange random(SplittableRandom random, String table) {
    byte[] start = key(random);
    byte[] end = key(random);
    Map<Family, List<byte[]>> columns = new EnumMap<>(Family.class);
    Map<Family, Long> limits = new EnumMap<>(Family.class);
    for (Family family : Family.values()) {
      if (random.nextInt(3) > 0) {
        columns.put(
            family,
            random.nextBoolean() ? List.of() : List.of(ascii("c1"), ascii("c" + 2), ascii("c4")));
        if (random.nextInt(3) == 0) {
          limits.put(family, LIMIT);
        }
      }
    }
    limits.keySet().retainAll(columns.keySet());
    return new CellRange(table, start, end, columns, limits);
  }

  /** Of any length; none one time in three. */
  private static byte[] key(SplittableRandom random) {
    byte[] key = new byte[random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(17)];
    if (key.length > 0) {
      key[0] = (byte) random.nextInt(256);
      key[key.length - 1] |= (byte) random.nextInt(3);
    }
    return key;
  }

  private static void assertSame(ConnectionLease lease, CellRange range, long seed)
      throws IOException {
    if (range.end().length > 0 && Arrays.compareUnsigned(range.start(), range.end()) >= 0) {
      return;
    }
    List<String> expected;
    List<String> found;
    do {
      expected = ofServer(lease, range);
      try (FileCells files = (FileCells) FileCells.open(lease.connection(), range)) {
        found = all(files);
        assertTrue(files.isOfFiles(), "seed " + seed);
      }
      // A compaction that ends meanwhile drops deletes: what they hid that was written after them
      // is seen again.
    } while (!expected.equals(ofServer(lease, range)));
    assertIterableEquals(expected, found, "seed " + seed);
  }

  private static List<String> ofServer(ConnectionLease lease, CellRange range) throws IOException {
    try (CellSource server = ServerCells.open(lease.connection(), range)) {
      return all(server);
    }
  }

  private static List<String> all(CellSource source) throws IOException {
    List<String> cells = new ArrayList<>();
    for (Cell cell = source.next(); cell != null; cell = source.next()) {
      int at = cell.getValueOffset();
      cells.add(
          cell
              + " "
              + HexFormat.of().formatHex(cell.getValueArray(), at, at + cell.getValueLength()));
    }
    return cells.stream().map(text -> text.replaceAll("/seqid=\\d+", "")).toList();
  }

  @Test
  void theServerGoesOnWhereFilesHaveWhatIsNotKnown() throws IOException {
    KeyRanges ranges = made("unknown");
    StoreTable table = new StoreTable(connector, "unknown");
    Rows.write(Rows.mixed(ranges, 300, 7), WriteRows.bulk(table));
    String name = table.ofDate(Rows.DATE);
    CellRange all = new CellRange(name, new byte[0], new byte[0], Map.of(), Map.of());
    try (ConnectionLease lease = connector.connect();
        Table opened = lease.connection().getTable(TableName.valueOf(name))) {
      byte[] middle = new byte[16];
      try (CellSource server = ServerCells.open(lease.connection(), all)) {
        for (int i = 0; i < 250; i++) {
          Cell cell = server.next();
          System.arraycopy(cell.getRowArray(), cell.getRowOffset(), middle, 0, 16);
        }
      }
      opened.delete(new Delete(middle).addFamily(Family.LINK.bytes()));

      try (CellSource server = ServerCells.open(lease.connection(), all);
          FileCells files = (FileCells) FileCells.open(lease.connection(), all)) {
        assertIterableEquals(all(server), all(files));
        assertFalse(files.isOfFiles());
      }
    }
  }

  @Test
  void theServerGoesOnWhereAFileIsGone() throws IOException {
    KeyRanges ranges = made("damaged");
    StoreTable table = new StoreTable(connector, "damaged");
    Rows.write(Rows.mixed(ranges, 2_000, 7), WriteRows.bulk(table));
    String name = table.ofDate(Rows.DATE);
    CellRange all = new CellRange(name, new byte[0], new byte[0], Map.of(), Map.of());
    try (ConnectionLease lease = connector.connect()) {
      List<String> expected = ofServer(lease, all);
      try (FileCells files = (FileCells) FileCells.open(lease.connection(), all)) {
        // Under a name by which nobody finds it; the server has it open.
        Path file = largest(name);
        Path away = file.resolveSibling("away");
        Files.move(file, away);
        assertIterableEquals(expected, all(files));
        assertFalse(files.isOfFiles());
        Files.move(away, file);
      }
    }
  }

  /** Clients ask again for five minutes where they take a failure for one that passes. */
  @Test
  void aDamagedBlockIsToldAtOnce() throws IOException {
    KeyRanges ranges = made("turned");
    StoreTable table = new StoreTable(connector, "turned");
    Rows.write(Rows.mixed(ranges, 2_000, 7), WriteRows.bulk(table));
    String name = table.ofDate(Rows.DATE);
    CellRange all = new CellRange(name, new byte[0], new byte[0], Map.of(), Map.of());
    Path file = largest(name);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 3] ^= 4;
    Files.write(file, bytes);
    try (ConnectionLease lease = connector.connect()) {
      String words =
          assertThrows(CorruptHFileException.class, () -> ofServer(lease, all)).getMessage();
      assertTrue(words.contains(file.getFileName() + " is damaged"), words);
    }
  }

  private static Path largest(String table) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("hbase/data/default").resolve(table))) {
      return files
          .filter(file -> file.getParent().getFileName().toString().equals("Data"))
          .max(Comparator.comparing(file -> file.toFile().length()))
          .orElseThrow();
    }
  }

  private static KeyRanges made(String table) throws IOException {
    admin.createDate(table, Rows.DATE, Rows.splitKeys());
    return admin.ranges(table, Rows.DATE);
  }
}
