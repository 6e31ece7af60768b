package io.daisychain.warehouse.column;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.warehouse.ParquetScan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted files, held against DuckDB, which shares no code with the writer. */
class EncryptedFileTest {
  private static final long SEED = 20_261_128;
  private static final int ROWS = 100_000; // two row groups

  private static final List<ColumnSpec> COLUMNS =
      List.of(
          ColumnSpec.text("symbol"),
          ColumnSpec.time("time"),
          ColumnSpec.optionalNumber("bid", 4),
          ColumnSpec.number("any", 0),
          ColumnSpec.number("other", 0));

  @TempDir private Path folder;

  @BeforeEach
  void useKey() throws IOException {
    FileKey.use(key("key", 1, 32).toString());
  }

  @AfterEach
  void useNone() {
    FileKey.use("");
  }

  private Path key(String name, int value, int length) throws IOException {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    Path file = folder.resolve(name);
    Files.writeString(file, Base64.getEncoder().encodeToString(bytes) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  /** The same rows each time; the last two columns cannot be compressed. */
  private Path write(String name) throws IOException {
    Path file = folder.resolve(name);
    TextCodes texts = new TextCodes();
    Random random = new Random(SEED);
    try (ColumnFileWriter writer = new ColumnFileWriter(file, COLUMNS, texts, Map.of())) {
      for (int row = 0; row < ROWS; row++) {
        byte[] symbol = ("SYMBOL" + row / 1_000).getBytes(ISO_8859_1);
        writer.set(0, texts.code(symbol, 0, symbol.length));
        writer.set(1, row * 1_000L);
        writer.set(2, row % 7 == 0 ? ColumnSpec.NULL : row);
        writer.set(3, random.nextLong());
        writer.set(4, random.nextLong());
        writer.endRow();
      }
      writer.finish();
    }
    return file;
  }

  private static String duckDb(Path file) throws IOException, SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
      ParquetScan.giveKey(connection);
      String rows = ParquetScan.of(List.of(file.toString()), "", List.of());
      try (ResultSet result =
          connection
              .createStatement()
              .executeQuery(
                  "SELECT count(*), count(DISTINCT symbol), max(epoch_ns(time)), sum(bid),"
                      + " md5(string_agg(\"any\" || '-' || other, '' ORDER BY time)) FROM "
                      + rows)) {
        result.next();
        return "%s %s %s %s %s"
            .formatted(
                result.getString(1),
                result.getString(2),
                result.getString(3),
                result.getString(4),
                result.getString(5));
      }
    }
  }

  private static long[] read(Path file) throws IOException {
    long[] all = new long[ROWS];
    try (ColumnFile in = ColumnFile.open(file)) {
      long[] numbers = new long[ColumnFileWriter.GROUP_ROWS];
      ColumnFile.Cursor cursor = in.cursor();
      for (int group = 0; group < in.groups(); group++) {
        for (int column = 1; column < COLUMNS.size(); column++) {
          cursor.read(group, column, numbers);
          for (int i = 0; i < in.rows(group); i++) {
            all[(int) in.firstRow(group) + i] = 31 * all[i] + numbers[i];
          }
        }
        cursor.read(group, 0, new int[ColumnFileWriter.GROUP_ROWS], new TextCodes());
      }
      assertEquals(List.of(), in.faults());
    }
    return all;
  }

  @Test
  void duckDbReadsWhatIsWrittenAndNothingOfItIsInTheClear() throws IOException, SQLException {
    Path file = write("encrypted-a.parquet");
    long[] read = read(file);
    String duckDb = duckDb(file);
    FileKey.use("");
    Path clear = write("a.parquet");

    assertEquals(duckDb(clear), duckDb);
    assertArrayEquals(read(clear), read);
    assertTrue(ColumnFile.isEncrypted(file));
    assertFalse(ColumnFile.isEncrypted(clear));
    String bytes = Files.readString(file, ISO_8859_1);
    assertTrue(bytes.startsWith("PARE") && bytes.endsWith("PARE"));
    for (String word : List.of("SYMBOL", "symbol", "daisychain", "PAR1")) {
      assertTrue(Files.readString(clear, ISO_8859_1).contains(word), word);
      assertFalse(bytes.contains(word), word);
    }
    // With its tag and nonce each module is longer; nothing else may differ.
    long modules = 2L * 2 * COLUMNS.size() + 2;
    assertTrue(Files.size(file) - Files.size(clear) < 100 + 100 * modules);
  }

  @Test
  void aChangedByteIsRefused() throws IOException {
    Path file = write("encrypted-a.parquet");
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(SEED);
    for (int run = 0; run < 60; run++) {
      byte[] bytes = whole.clone();
      // Of the last bytes each has a meaning of its own.
      int at = run < 20 ? bytes.length - 1 - run : 4 + random.nextInt(bytes.length - 4);
      bytes[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, bytes);
      IOException e = assertThrows(IOException.class, () -> read(file), () -> "byte " + at);
      assertTrue(e.getMessage().startsWith(file.toString()), e::getMessage);
    }
  }

  @Test
  void pagesOfAnotherPlaceOrFileAreRefused() throws IOException, SQLException {
    Path file = write("encrypted-a.parquet");
    byte[] whole = Files.readAllBytes(file);
    byte[] same = Files.readAllBytes(write("encrypted-b.parquet"));
    // Our own reader finds the sums wrong; DuckDB knows of no sums.
    int[] one = page(whole, 3);
    int[] other = page(whole, 1);
    int[] anothers = page(same, 1);
    assertEquals(one[1], other[1]);

    byte[] swapped = whole.clone();
    System.arraycopy(whole, one[0], swapped, other[0], one[1]);
    System.arraycopy(whole, other[0], swapped, one[0], one[1]);
    Files.write(file, swapped);
    assertRefused(file);

    byte[] foreign = whole.clone();
    System.arraycopy(same, anothers[0], foreign, other[0], other[1]);
    Files.write(file, foreign);
    assertRefused(file);
  }

  private static void assertRefused(Path file) {
    IOException ours = assertThrows(IOException.class, () -> read(file));
    assertTrue(ours.getMessage().contains("are not what was written"), ours::getMessage);
    SQLException theirs = assertThrows(SQLException.class, () -> duckDb(file));
    assertTrue(theirs.getMessage().contains("AES tag"), theirs::getMessage);
    String explained = ParquetScan.explained(theirs.getMessage());
    assertTrue(explained.startsWith("a file was changed, or is encrypted by"), explained);
  }

  /** Start and length of the module that is so many before the footer. */
  private static int[] page(byte[] file, int before) {
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int end = file.length - 8 - bytes.getInt(file.length - 8);
    List<int[]> modules = new ArrayList<>();
    for (int at = 4; at < end; at += 4 + bytes.getInt(at)) {
      modules.add(new int[] {at, 4 + bytes.getInt(at)});
    }
    return modules.get(modules.size() - before);
  }

  @Test
  void aModuleFitsItsPlaceAlone() throws IOException {
    FileKey key = FileKey.current().orElseThrow();
    ModuleCipher cipher = new ModuleCipher(key);
    byte[] contents = {1, 2, 3};
    ByteBuilder sealed = new ByteBuilder();
    cipher.seal(contents, 3, ModuleCipher.DATA_PAGE, 258, 3, sealed);
    byte[] bytes = sealed.copy();

    ByteReader in = new ByteReader(bytes, 0);
    assertArrayEquals(contents, cipher.open(in, ModuleCipher.DATA_PAGE, 258, 3));
    assertEquals(bytes.length, in.at);
    for (int[] place :
        new int[][] {
          {ModuleCipher.DATA_PAGE, 257, 3},
          {ModuleCipher.DATA_PAGE, 2, 3},
          {ModuleCipher.DATA_PAGE, 258, 4},
          {ModuleCipher.DATA_PAGE + ModuleCipher.HEADER, 258, 3},
          {ModuleCipher.DICTIONARY_PAGE, 258, 3},
          {ModuleCipher.FOOTER, 258, 3},
        }) {
      assertThrows(
          DamagedColumnException.class,
          () -> cipher.open(new ByteReader(bytes, 0), place[0], place[1], place[2]));
    }
    ModuleCipher another = new ModuleCipher(key);
    assertThrows(
        DamagedColumnException.class,
        () -> another.open(new ByteReader(bytes, 0), ModuleCipher.DATA_PAGE, 258, 3));
    ByteBuilder again = new ByteBuilder();
    cipher.seal(contents, 3, ModuleCipher.DATA_PAGE, 258, 3, again);
    assertNotEquals(
        ByteBuffer.wrap(bytes, 4, 12), ByteBuffer.wrap(again.bytes, 4, 12), "one nonce twice");
  }

  @Test
  void whatIsAmissWithAKeyIsSaidInALine() throws IOException {
    Path file = write("encrypted-a.parquet");
    FileKey.use("");
    assertError(
        () -> ColumnFile.open(file), file.toString(), "DAISYCHAIN_ENCRYPTION is to name the file");
    FileKey.use(key("other", 2, 32).toString());
    assertError(() -> ColumnFile.open(file), file.toString(), "other has the key ");

    Path missing = folder.resolve("missing");
    FileKey.use(missing.toString());
    assertError(() -> write("b"), "DAISYCHAIN_ENCRYPTION", missing + ", which is not there");
    FileKey.use(key("short", 1, 16).toString());
    assertError(() -> write("c"), "short, which has 16 bytes in base64 and not 32");
    FileKey.use(Files.writeString(key("odd", 1, 32), "???").toString());
    assertError(() -> write("d"), "odd, which is not in base64");
    Path open = key("open", 1, 32);
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r-----"));
    FileKey.use(open.toString());
    assertError(() -> write("e"), "open, which can be read by others (rw-r-----): chmod 600 it");
  }

  private static void assertError(Executable work, String... wordsOfIt) {
    MissingKeyException e = assertThrows(MissingKeyException.class, work);
    for (String words : wordsOfIt) {
      assertTrue(e.getMessage().contains(words), e::getMessage);
    }
    assertEquals(1, e.getMessage().lines().count());
  }
}
