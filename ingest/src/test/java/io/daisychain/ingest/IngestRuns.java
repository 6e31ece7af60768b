package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdOutputStream;
import com.google.cloud.bigtable.emulator.core.EmulatorController;
import io.daisychain.beam.Spill;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.SaveSummary;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.store.scan.RangeScan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricResult;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.hadoop.hbase.Cell;

/** Runs of the job on Bigtable's emulator, what goes in, and what they leave. */
final class IngestRuns implements AutoCloseable {
  private static final int MOST_DATES = 100;

  private final Path dir;
  private final EmulatorController emulator;
  private final StoreConnector store;
  private final ConnectionLease lease;
  private int tables;
  private int count;
  private long bytesRead;

  IngestRuns(Path dir) throws Exception {
    this.dir = dir;
    emulator = EmulatorController.createBundled();
    emulator.start();
    String host = "localhost:" + emulator.getPort();
    store = new StoreConnector(StoreAddress.parse("bigtable://project/instance", host), 0);
    lease = store.connect();
  }

  @Override
  public void close() throws IOException {
    lease.close();
    emulator.stop();
  }

  /** A message around its body, with the right length and sum; | stands for SOH. */
  static String framed(String body) {
    String counted = "8=FIX.4.2|9=" + (body.length() + 1) + "|" + body + "|";
    int sum = 0;
    for (byte b : soh(counted).getBytes(ISO_8859_1)) {
      sum += b & 0xff;
    }
    return counted + String.format(Locale.ROOT, "10=%03d|", sum & 0xff);
  }

  static String soh(String text) {
    return text.replace('|', '\1');
  }

  Path write(String name, byte[] bytes) throws IOException {
    Path path = dir.resolve(name);
    Files.createDirectories(path.getParent());
    try (OutputStream file = Files.newOutputStream(path);
        OutputStream out =
            name.endsWith(".gz")
                ? new GZIPOutputStream(file)
                : name.endsWith(".zst") ? new ZstdOutputStream(file) : file) {
      out.write(bytes);
    }
    return path;
  }

  /** What the last run told of its progress: bytes of the files as they are stored. */
  long bytesRead() {
    return bytesRead;
  }

  /** Name of tables that nobody has used; the job makes them, of four ranges each. */
  String table() {
    return "t" + ++tables;
  }

  /** The events of that name. */
  StoreTable events(String table) {
    return new StoreTable(store, table);
  }

  JsonNode ingest(String table, Path input, long rangeBytes, Path rejects, ReferenceData reference)
      throws IOException {
    return ingest(table, input, rangeBytes, rejects, reference, MOST_DATES);
  }

  JsonNode ingest(
      String table,
      Path input,
      long rangeBytes,
      Path rejects,
      ReferenceData reference,
      int mostDates)
      throws IOException {
    String runId = "run" + ++count;
    List<byte[]> splits = new ArrayList<>();
    for (long start : new long[] {1L << 62, Long.MIN_VALUE, 3L << 62}) {
      splits.add(new RowKey(start, 0).toBytes());
    }
    try (TableAdmin admin = TableAdmin.open(store);
        Dates dates = Dates.open(events(table));
        Spill spill = Spill.into(input.resolveSibling("spill"))) {
      IngestSettings settings =
          new IngestSettings(
              input.toString(),
              EventReader.Rules.DEFAULT,
              reference,
              rejects.toString(),
              events(table),
              new IngestSettings.NewDates(dates.nextVersion(), splits, mostDates),
              admin.keySeed(table),
              false,
              runId,
              spill,
              rangeBytes);
      DirectOptions options = PipelineOptionsFactory.as(DirectOptions.class);
      options.setTargetParallelism(2);
      Pipeline pipeline = Pipeline.create(options);
      IngestJob.build(pipeline, settings);
      PipelineResult result = pipeline.run();
      result.waitUntilFinish();
      dates.end(settings.dates().version(), StoredDate.Kind.INGEST, runId);
      bytesRead = 0;
      MetricsFilter counters =
          MetricsFilter.builder()
              .addNameFilter(MetricNameFilter.named("progress", IngestJob.BYTES_READ))
              .build();
      for (MetricResult<Long> bytes : result.metrics().queryMetrics(counters).getCounters()) {
        bytesRead += bytes.getAttempted();
      }
    }
    return new ObjectMapper().readTree(SaveSummary.read(events(table), runId).orElseThrow());
  }

  /**
   * By row and column: timestamp and value, packed ones in hex, of all trade dates. Without where
   * messages were read, which is another place in another file.
   */
  Map<String, String> cells(String table) throws IOException {
    Map<String, String> cells = new TreeMap<>();
    for (StoredDate date : Dates.list(events(table))) {
      cells.putAll(cells(table, date.epochDay()));
    }
    return cells;
  }

  /** Those of one trade date. */
  Map<String, String> cells(String table, int date) throws IOException {
    Map<String, String> cells = new TreeMap<>();
    String name = events(table).ofDate(date);
    try (RangeScan scan = RangeScan.open(lease.connection(), name, new byte[0], new byte[0])) {
      while (scan.next()) {
        Cell cell = scan.cell();
        byte[] qualifier = cell.getQualifierArray();
        int at = cell.getQualifierOffset();
        int end = at + cell.getQualifierLength();
        if (qualifier[at] == TableSchema.ORIGIN_PREFIX) {
          continue;
        }
        boolean packed =
            qualifier[at] == TableSchema.EVENT_PREFIX
                || qualifier[at] == TableSchema.REFERENCES_PREFIX;
        String column =
            packed
                ? (char) qualifier[at] + HexFormat.of().formatHex(qualifier, at + 1, end)
                : new String(qualifier, at, end - at, ISO_8859_1);
        int valueAt = cell.getValueOffset();
        int valueEnd = valueAt + cell.getValueLength();
        String value =
            packed
                ? HexFormat.of().formatHex(cell.getValueArray(), valueAt, valueEnd)
                : new String(cell.getValueArray(), valueAt, valueEnd - valueAt, ISO_8859_1);
        cells.put(
            RowKey.read(scan.row(), 0) + " " + scan.family() + ":" + column,
            cell.getTimestamp() + " " + value);
      }
    }
    return cells;
  }

  /** Lines by reporter, without the header. */
  static Map<String, List<String>> feedback(Path rejects) throws IOException {
    Map<String, List<String>> lines = new TreeMap<>();
    try (var paths = Files.newDirectoryStream(rejects, "feedback-*.csv")) {
      for (Path path : paths) {
        String name = path.getFileName().toString();
        List<String> all = Files.readAllLines(path, UTF_8);
        assertEquals(
            "file,line,offset,reporter,eventType,EventId,id,status,reason,tag,text", all.get(0));
        lines.put(name.substring(9, name.length() - 4), all.subList(1, all.size()));
      }
    }
    return lines;
  }

  static String rejected(Path rejects) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    List<Path> files = new ArrayList<>();
    try (var paths = Files.newDirectoryStream(rejects, "rejects-*.fix")) {
      paths.forEach(files::add);
    }
    Collections.sort(files); // names end with the place in the input
    for (Path file : files) {
      all.write(Files.readAllBytes(file));
    }
    return all.toString(ISO_8859_1);
  }
}
