package io.daisychain.jmh.record;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.daisychain.cat.CanonicalText;
import io.daisychain.cat.CatRecord;
import io.daisychain.cat.CatSchemas;
import io.daisychain.cat.RecordCheck;
import io.daisychain.cat.RecordFaults;
import io.daisychain.cat.RecordReader;
import io.daisychain.cat.RecordStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * Records a CPU second of one thread, each reader in turn, the best of several rounds: cutting a
 * file into records, reading them, checking them as well, beside Jackson's streaming parser with
 * each value as text, and DuckDB's readers with one thread.
 */
public final class RecordReaders {
  private static final long NANOS = 1_000_000_000L;
  private static final int ROUNDS = 7;

  private final CatRecord record = new CatRecord();
  private final RecordReader reader = new RecordReader(CatSchemas.Versions.ANNOUNCED);
  private final RecordCheck check = new RecordCheck();
  private final RecordFaults faults = new RecordFaults();
  private final CanonicalText text = new CanonicalText();
  private final JsonFactory jackson = new JsonFactory();

  private RecordReaders() {}

  /** Arguments: a folder of files of records, lines of JSON, such as generate writes. */
  public static void main(String[] arguments) throws IOException, SQLException {
    StringBuilder lines = new StringBuilder();
    try (var files = Files.newDirectoryStream(Path.of(arguments[0]), "0_*.json")) {
      for (Path file : files) {
        lines.append(Files.readString(file, ISO_8859_1));
      }
    }
    new RecordReaders().measure(lines.toString());
  }

  private void measure(String lines) throws IOException, SQLException {
    byte[] json = lines.getBytes(ISO_8859_1);
    byte[] csv = csv(json);
    long records = lines.lines().count();
    long flat = new String(csv, ISO_8859_1).lines().count();
    System.out.printf(
        Locale.ROOT,
        "%,d records of JSON, %d bytes each; %,d of them without arrays as CSV, %d bytes each%n",
        records,
        json.length / records,
        flat,
        csv.length / flat);
    time("JSON: cut", json, records, bytes -> cut(bytes, RecordStream.Form.JSON_LINES));
    time("JSON: cut, read", json, records, bytes -> read(bytes, true, false));
    time("JSON: cut, read, checked", json, records, bytes -> read(bytes, true, true));
    time("JSON: Jackson, each value as text", json, records, this::jackson);
    duckDb("JSON", json, records, "read_ndjson('%s')");
    time("CSV: cut", csv, flat, bytes -> cut(bytes, RecordStream.Form.CSV));
    time("CSV: cut, read", csv, flat, bytes -> read(bytes, false, false));
    time("CSV: cut, read, checked", csv, flat, bytes -> read(bytes, false, true));
    duckDb(
        "CSV",
        csv,
        flat,
        "read_csv('%s', header = false, all_varchar = true, null_padding = true, quote = '')");
  }

  /** Records without arrays, by position: what is kept of them, behind what they do. */
  private byte[] csv(byte[] json) throws IOException {
    StringBuilder csv = new StringBuilder();
    RecordStream in = stream(json, RecordStream.Form.JSON_LINES);
    while (in.next()) {
      String line = new String(in.buffer(), in.from(), in.to() - in.from(), ISO_8859_1);
      if (!line.contains("[") && reader.read(true, in.buffer(), in.from(), in.to(), record)) {
        text.of(record);
        csv.append(record.said("actionType")).append(",,");
        csv.append(new String(text.bytes(), 0, text.length(), ISO_8859_1)).append('\n');
      }
    }
    return csv.toString().getBytes(ISO_8859_1);
  }

  private static RecordStream stream(byte[] bytes, RecordStream.Form form) {
    return new RecordStream(new ByteArrayInputStream(bytes), form);
  }

  private static long cut(byte[] bytes, RecordStream.Form form) {
    long records = 0;
    RecordStream in = stream(bytes, form);
    try {
      while (in.next()) {
        records++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return records;
  }

  private long read(byte[] bytes, boolean isJson, boolean isChecked) {
    RecordStream in = stream(bytes, isJson ? RecordStream.Form.JSON_LINES : RecordStream.Form.CSV);
    long records = 0;
    try {
      while (in.next()) {
        if (reader.read(isJson, in.buffer(), in.from(), in.to(), record)) {
          if (isChecked) {
            check.check(record, faults);
          }
          records += isChecked && !faults.all().isEmpty() ? 0 : 1;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return records;
  }

  private long jackson(byte[] bytes) {
    long records = 0;
    int depth = 0;
    long length = 0;
    try (JsonParser parser = jackson.createParser(bytes)) {
      for (JsonToken token; (token = parser.nextToken()) != null; ) {
        if (token == JsonToken.START_OBJECT) {
          depth++;
        } else if (token == JsonToken.END_OBJECT) {
          records += --depth == 0 ? 1 : 0;
        } else if (token.isScalarValue()) {
          length += parser.getText().length();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return length == 0 ? 0 : records;
  }

  private static void time(String what, byte[] bytes, long records, ToLongFunction<byte[]> read) {
    long best = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long began = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      long found = read.applyAsLong(bytes);
      best = Math.min(best, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - began);
      if (found != records) {
        throw new IllegalStateException(what + ": " + found + " records of " + records);
      }
    }
    print(what, records, best);
  }

  /** All columns of all rows: as a hash, so that none is left out. */
  private static void duckDb(String what, byte[] bytes, long records, String table)
      throws IOException, SQLException {
    Path file = Files.createTempFile("records", ".txt");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      Files.write(file, bytes);
      statement.execute("SET threads = 1");
      List<Long> times = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        long began = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        statement.execute(
            "SELECT bit_xor(hash(COLUMNS(*))) FROM " + table.formatted(file.toString()));
        times.add(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - began);
      }
      print(
          what + ": DuckDB, a hash of each column",
          records,
          times.stream().min(Long::compare).get());
    } finally {
      Files.delete(file);
    }
  }

  private static void print(String what, long records, long nanos) {
    System.out.printf(
        Locale.ROOT,
        "%-36s %,11.0f records a CPU second, %6.0f ns each%n",
        what,
        records * (double) NANOS / nanos,
        nanos / (double) records);
  }
}
