package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdOutputStream;
import com.google.cloud.bigtable.emulator.core.EmulatorController;
import io.daisychain.chunk.Spill;
import io.daisychain.model.EventCell;
import io.daisychain.model.EventReader;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.reference.ReferenceData;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.RangeScan;
import io.daisychain.store.SaveSummary;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.TableAdmin;
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
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.hadoop.hbase.Cell;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The whole job on a store, Bigtable's emulator, from files that are cut within their lines. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IngestJobTest {
  private static final String TIME = "20260316-15:00:00";
  private static final ReferenceData REFERENCE =
      ReferenceData.parse(
          Map.of(
              "participants.csv",
              "mpid,name,valid_from,valid_to\nALFA,A,,\nGONE,G,,2026-03-15\n",
              "customers.csv",
              "customer_id,mpid,valid_from,valid_to\nC1,ALFA,,\n",
              "symbols.csv",
              "symbol,name,valid_from,valid_to,successor\nIBM,I,,,\nFB,F,,2022-06-08,META\n"));

  private EmulatorController emulator;
  private StoreConnector store;
  private ConnectionLease lease;
  private int tables;
  private int runs;

  @TempDir Path dir;

  @BeforeAll
  void startStore() throws Exception {
    emulator = EmulatorController.createBundled();
    emulator.start();
    String host = "localhost:" + emulator.getPort();
    store = new StoreConnector(StoreAddress.parse("bigtable://project/instance", host), 0);
    lease = store.connect();
  }

  @AfterAll
  void stopStore() throws IOException {
    lease.close();
    emulator.stop();
  }

  @Test
  void theTableIsTheSameHoweverTheMessagesAreHandedIn() throws IOException {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    Random random = new Random(seed);
    List<String> lines = mixture(random);
    byte[] file = file(lines, "\n");
    String plain = table();
    JsonNode counts = ingest(plain, write("plain/a.fix", file), 1 << 20);
    Map<String, String> cells = cells(plain);
    String what = "seed " + seed;
    assertEquals(lines.size(), counts.get("read").asInt(), what);
    assertEquals(
        lines.size(),
        counts.get("stored").asInt()
            + counts.get("skipped").asInt()
            + counts.get("rejected").asInt(),
        what);
    assertTrue(counts.get("stored").asInt() > 0 && counts.get("rejected").asInt() > 0, what);

    String cut = table();
    JsonNode cutCounts = ingest(cut, write("cut/a.fix", file), 300);
    assertEquals(cells, cells(cut), what);
    assertEquals(kinds(counts), kinds(cutCounts), what);
    assertEquals(kinds(counts), kinds(ingest(cut, dir.resolve("cut/a.fix"), 700)), what);
    assertEquals(cells, cells(cut), "handed in twice, " + what);

    for (String name : List.of("gz/a.fix.gz", "zst/a.fix.zst")) {
      String compressed = table();
      ingest(compressed, write(name, file), 300);
      assertEquals(cells, cells(compressed), name + " " + what);
    }

    Collections.shuffle(lines, random);
    int half = lines.size() / 2;
    write("some/1.fix", file(lines.subList(0, half), "\r\n"));
    write("some/2.fix.gz", file(lines.subList(half, lines.size()), "\n"));
    String shuffled = table();
    assertEquals(kinds(counts), kinds(ingest(shuffled, dir.resolve("some/*"), 500)), what);
    assertEquals(cells, cells(shuffled), "shuffled, " + what);
  }

  @Test
  void tellsReportersWhatIsWrongAndKeepsRejectsByteForByte() throws IOException {
    String good = message("ALFA", "A1", "55=IBM");
    String broken = message("ALFA", "A2", "55=IBM|54=Z");
    String sum = message("BRVO", "B1", "55=IBM").replaceAll("10=\\d+", "10=xyz");
    String noId = framed("35=D|34=1|49=BRVO|56=MRP|52=" + TIME + "|55=I\u00e9\0");
    String fields = "35=D|49=ALFA|";
    List<String> lines = List.of("noise", good, "log: " + broken + " words", sum, fields, noId);
    byte[] file = file(lines, "\n");
    Path input = write("told/a.fix", file);
    for (int rangeBytes : new int[] {1 << 20, 130}) {
      Path rejects = dir.resolve("rejects" + rangeBytes);
      ingest(table(), input, rangeBytes, rejects, ReferenceData.NONE);

      int[] offsets = offsets(file);
      Map<String, List<String>> feedback = feedback(rejects);
      assertEquals(
          List.of("ALFA", "BRVO", "_unknown"), List.copyOf(feedback.keySet()), "" + rangeBytes);
      List<String> alfa = feedback.get("ALFA");
      assertTrue(
          alfa.get(0).startsWith(input + ",3," + (offsets[2] + 5) + ",ALFA,NEW,A2,"), alfa.get(0));
      assertTrue(alfa.stream().anyMatch(line -> line.contains(",STRUCTURE,5,54,")), alfa + "");
      assertTrue(
          feedback
              .get("BRVO")
              .get(0)
              .startsWith(input + ",4," + offsets[3] + ",BRVO,,B1,,REJECTED"),
          feedback + "");
      assertTrue(
          feedback.get("BRVO").stream().anyMatch(line -> line.startsWith(input + ",6,")),
          feedback + "");
      assertTrue(
          feedback
              .get("_unknown")
              .get(0)
              .startsWith(input + ",5," + offsets[4] + ",,,,,REJECTED,FRAMING,,"),
          feedback + "");
      assertEquals(soh(sum + "\n" + fields + "\n" + noId + "\n"), rejected(rejects));
    }
  }

  @Test
  void findsWhatTheReferenceDataAndTheClockSay() throws IOException {
    Map<String, String> expected = new TreeMap<>();
    List<String> lines = new ArrayList<>();
    add(lines, expected, message("ALFA", "k1", "55=IBM|109=C1"), "");
    add(lines, expected, message("NOBODY", "k2", "55=IBM"), "UNKNOWN_REPORTER");
    add(lines, expected, message("GONE", "k3", "55=IBM"), "UNKNOWN_REPORTER");
    add(lines, expected, message("ALFA", "k4", "55=IBM|109=C2"), "UNKNOWN_CUSTOMER");
    add(lines, expected, message("ALFA", "k5", "55=XYZ"), "UNKNOWN_SYMBOL");
    add(lines, expected, message("ALFA", "k6", "55=FB"), "DEPRECATED_SYMBOL");
    String bad = message("NOBODY", "k7", "55=XYZ|109=C2");
    add(lines, expected, bad, "UNKNOWN_REPORTER;UNKNOWN_CUSTOMER;UNKNOWN_SYMBOL");
    // Friday's events are due on Monday at 08:00 in New York: 13:00 UTC in winter, 12:00 in summer.
    add(lines, expected, late("k8", "20260306-20:00:00", "20260309-12:00:00"), "");
    add(lines, expected, late("k9", "20260306-20:00:00", "20260309-12:00:00.000000001"), "LATE");
    add(lines, expected, late("l1", "20260227-20:00:00", "20260302-13:00:00"), "");
    add(lines, expected, late("l2", "20260227-20:00:00", "20260302-13:00:00.001"), "LATE");
    add(lines, expected, late("l3", "20260302-20:00:00", "20260303-13:00:00.001"), "LATE");
    add(lines, expected, late("l4", "20260307-20:00:00", "20260309-12:00:00"), "");
    String table = table();
    ingest(table, write("checked/a.fix", file(lines, "\n")), 400, dir.resolve("r"), REFERENCE);

    Map<String, String> cells = cells(table);
    Map<String, String> found = new TreeMap<>();
    cells.forEach(
        (name, value) -> {
          if (name.contains(" DATA:e")) {
            String status = cells.get(name.substring(0, 36) + " ERROR:status");
            String words = status == null ? "" : status.substring(status.indexOf(' ') + 1);
            found.put(clOrdId(value), words);
          }
        });
    assertEquals(expected, found);
    assertEquals(3, cells.keySet().stream().filter(n -> n.endsWith("ReporterIdValid")).count());
    assertEquals(2, cells.keySet().stream().filter(n -> n.endsWith("CustomerIdValid")).count());
    assertEquals(3, cells.keySet().stream().filter(n -> n.endsWith("SymbolValid")).count());
  }

  @Test
  void aRepeatKeepsItsEarliestSendingTimeAndTwoContentsAreBothKept() throws IOException {
    List<String> repeats = new ArrayList<>();
    for (String sent : List.of("15:00:02", "15:00:01.500", "15:00:03", "15:00:01.500")) {
      repeats.add(sent("A1", "20260316-" + sent, "58=same"));
    }
    repeats.add(sent("A2", "20260316-15:00:09", "58=one"));
    repeats.add(sent("A2", "20260316-15:00:08", "58=two"));
    String first = null;
    for (int order = 0; order < 3; order++) {
      String table = table();
      Path input = write("repeats" + order + "/a.fix", file(repeats, "\n"));
      JsonNode counts = ingest(table, input, 1 << 20);
      assertEquals(6, counts.get("stored").asInt());
      Map<String, String> cells = cells(table);
      first = first == null ? cells.toString() : first;
      assertEquals(first, cells.toString());
      assertEquals(6, cells.size(), "one content of A1, two of A2, each with its claim");
      String earliest =
          cells.values().stream().filter(value -> clOrdId(value).equals("A1")).findAny().orElse("");
      EventCell cell = read(earliest);
      assertEquals(1_500_000_000L, cell.sendingTime() % 60_000_000_000L);
      Collections.reverse(repeats);
      Collections.rotate(repeats, 1);
    }
  }

  @Test
  void anEmptyFileIsReadAndStoresNothing() throws IOException {
    String table = table();
    JsonNode counts = ingest(table, write("empty/a.fix", new byte[0]), 300);
    assertEquals(0, counts.get("read").asInt());
    assertTrue(cells(table).isEmpty());
    assertFalse(Files.exists(dir.resolve("rejects-" + table)));
  }

  private static void add(
      List<String> lines, Map<String, String> expected, String message, String statuses) {
    lines.add(message);
    expected.put(message.replaceAll("(?s).*\\|11=([^|]*)\\|.*", "$1"), statuses);
  }

  /** One message or noise a line, some of them broken, some repeated; no two contents of a key. */
  private static List<String> mixture(Random random) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      String line =
          switch (random.nextInt(8)) {
            case 0 -> "engine starts " + i;
            case 1 -> framed("35=0|34=1|49=ALFA|56=MRP|52=" + TIME);
            case 2 -> message("ALFA", "x" + i, "55=IBM").replaceAll("9=\\d+", "9=1");
            case 3 -> "35=D|11=A" + i + "|";
            case 4 -> message("ALFA", "b" + i, "55=IBM|54=Z");
            default -> message("ALFA", "g" + i, "55=IBM|58=" + "t".repeat(random.nextInt(200)));
          };
      lines.add(line);
      if (random.nextInt(5) == 0) {
        lines.add(line);
      }
    }
    return lines;
  }

  private static String message(String reporter, String id, String fields) {
    String side = fields.contains("54=") ? "" : "|54=1";
    return framed(
        "35=D|34=1|49="
            + reporter
            + "|56=MRP|52="
            + TIME
            + "|11="
            + id
            + "|21=1|60="
            + TIME
            + "|38=5|40=1|"
            + fields
            + side);
  }

  private static String late(String id, String event, String sent) {
    String order = "35=D|34=1|49=ALFA|56=MRP|52=" + sent + "|11=" + id + "|21=1|60=" + event;
    return framed(order + "|38=5|40=1|55=IBM|54=1");
  }

  private static String sent(String id, String sent, String fields) {
    String order = "35=D|34=1|49=ALFA|56=MRP|52=" + sent + "|11=" + id + "|21=1|60=" + TIME;
    return framed(order + "|38=5|40=1|55=IBM|54=1|" + fields);
  }

  /** A message around its body, with the right length and sum; | stands for SOH. */
  private static String framed(String body) {
    String counted = "8=FIX.4.2|9=" + (body.length() + 1) + "|" + body + "|";
    int sum = 0;
    for (byte b : soh(counted).getBytes(ISO_8859_1)) {
      sum += b & 0xff;
    }
    return counted + String.format(Locale.ROOT, "10=%03d|", sum & 0xff);
  }

  private static String soh(String text) {
    return text.replace('|', '\1');
  }

  private static byte[] file(List<String> lines, String lineEnd) {
    return soh(String.join(lineEnd, lines) + lineEnd).getBytes(ISO_8859_1);
  }

  private static int[] offsets(byte[] file) {
    List<Integer> starts = new ArrayList<>(List.of(0));
    for (int i = 0; i < file.length; i++) {
      if (file[i] == '\n') {
        starts.add(i + 1);
      }
    }
    return starts.stream().mapToInt(Integer::intValue).toArray();
  }

  private Path write(String name, byte[] bytes) throws IOException {
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

  /** A table of four ranges. */
  private String table() throws IOException {
    String table = "t" + ++tables;
    try (TableAdmin admin = TableAdmin.open(store)) {
      List<byte[]> splits = new ArrayList<>();
      for (long start : new long[] {1L << 62, Long.MIN_VALUE, 3L << 62}) {
        splits.add(new RowKey(start, 0).toBytes());
      }
      admin.createIfAbsent(table, splits);
    }
    return table;
  }

  private JsonNode ingest(String table, Path input, long rangeBytes) throws IOException {
    return ingest(table, input, rangeBytes, dir.resolve("rejects-" + table), ReferenceData.NONE);
  }

  private JsonNode ingest(
      String table, Path input, long rangeBytes, Path rejects, ReferenceData reference)
      throws IOException {
    String runId = "run" + ++runs;
    try (TableAdmin admin = TableAdmin.open(store);
        Spill spill = Spill.into(dir.resolve("spill"))) {
      IngestSettings settings =
          new IngestSettings(
              input.toString(),
              EventReader.Rules.DEFAULT,
              reference,
              rejects.toString(),
              store,
              table,
              admin.ranges(table),
              false,
              runId,
              spill,
              rangeBytes);
      DirectOptions options = PipelineOptionsFactory.as(DirectOptions.class);
      options.setTargetParallelism(2);
      Pipeline pipeline = Pipeline.create(options);
      IngestJob.build(pipeline, settings);
      pipeline.run().waitUntilFinish();
    }
    return new ObjectMapper().readTree(SaveSummary.read(store, table, runId).orElseThrow());
  }

  /** The counts that do not depend on how lines end. */
  private static String kinds(JsonNode counts) {
    return counts.get("stored")
        + " "
        + counts.get("skippedByKind")
        + " "
        + counts.get("rejectedByKind")
        + " "
        + counts.get("faultyByStatus");
  }

  /** By row and column: timestamp and value, packed ones in hex. */
  private Map<String, String> cells(String table) throws IOException {
    Map<String, String> cells = new TreeMap<>();
    try (RangeScan scan = RangeScan.open(lease.connection(), table, new byte[0], new byte[0])) {
      while (scan.next()) {
        Cell cell = scan.cell();
        byte[] name = cell.getQualifierArray();
        int at = cell.getQualifierOffset();
        int end = at + cell.getQualifierLength();
        boolean packed =
            name[at] == TableSchema.EVENT_PREFIX || name[at] == TableSchema.CLAIM_PREFIX;
        String column =
            packed
                ? (char) name[at] + HexFormat.of().formatHex(name, at + 1, end)
                : new String(name, at, end - at, ISO_8859_1);
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

  private static EventCell read(String value) {
    byte[] bytes = HexFormat.of().parseHex(value.substring(value.indexOf(' ') + 1));
    return new EventCell().read(bytes, 0, bytes.length);
  }

  /** ClOrdID of an event's cell; empty for another value. */
  private static String clOrdId(String value) {
    String hex = value.substring(value.indexOf(' ') + 1);
    String marker = HexFormat.of().formatHex(soh("|11=").getBytes(ISO_8859_1));
    int at = hex.indexOf(marker);
    if (at < 0) {
      return "";
    }
    int from = at + marker.length();
    String id = new String(HexFormat.of().parseHex(hex.substring(from)), ISO_8859_1);
    return id.substring(0, id.indexOf('\1'));
  }

  /** Lines by reporter, without the header. */
  private static Map<String, List<String>> feedback(Path rejects) throws IOException {
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

  private static String rejected(Path rejects) throws IOException {
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
