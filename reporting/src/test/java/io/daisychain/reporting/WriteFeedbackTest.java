package io.daisychain.reporting;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.beam.Block;
import io.daisychain.beam.BlockCoder;
import io.daisychain.beam.Spill;
import io.daisychain.model.reference.ValidityTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteFeedbackTest {
  private static final String KEY = "e34f39c1-0fdf-5f6e-bbff-240cad50efa9";

  private static final String HEADER =
      "file,line,offset,reporter,eventType,EventId,id,status,reason,tag,text\n";
  private static final String LINK_HEADER = HEADER.strip() + ",role,counterparty\n";

  private static final Set<String> NUMBERS = Set.of("line", "offset", "tag");

  @TempDir Path dir;

  @Test
  void writesOneSortedFileAReporterWithLinesCountedAcrossRanges() throws IOException {
    List<FeedbackLine> errors =
        List.of(
            error("a.fix", 0, 2, 70, 0, "ALFA", "STRUCTURE", "5", 54, "plain"),
            error("a.fix", 0, 2, 70, 1, "ALFA", "LATE", "", 52, "second of the same message"),
            error("a.fix", 500, 1, 510, 0, "ALFA", "STRUCTURE", "5", 54, "next range"),
            error("a.fix", 900, 3, 1000, 0, "ALFA", "STRUCTURE", "1", 55, "last range"),
            error("b.fix", 0, 1, 0, 0, "ALFA", "STRUCTURE", "1", 55, "other file"),
            error("a.fix", 500, 4, 600, 0, "", "REJECTED", "FRAMING", 0, "no reporter"));
    List<KV<String, KV<Long, Long>>> lines =
        List.of(
            KV.of("a.fix", KV.of(900L, 7L)),
            KV.of("a.fix", KV.of(0L, 10L)),
            KV.of("b.fix", KV.of(0L, 1L)),
            KV.of("a.fix", KV.of(500L, 5L)));

    write(errors, lines, 1);

    assertEquals(
        Map.of(
            "feedback-ALFA.csv",
            HEADER
                + "a.fix,2,70,ALFA,NEW,A1,"
                + KEY
                + ",STRUCTURE,5,54,plain\n"
                + "a.fix,2,70,ALFA,NEW,A1,"
                + KEY
                + ",LATE,,52,second of the same message\n"
                + "a.fix,11,510,ALFA,NEW,A1,"
                + KEY
                + ",STRUCTURE,5,54,next range\n"
                + "a.fix,18,1000,ALFA,NEW,A1,"
                + KEY
                + ",STRUCTURE,1,55,last range\n"
                + "b.fix,1,0,ALFA,NEW,A1,"
                + KEY
                + ",STRUCTURE,1,55,other file\n",
            "feedback-_unknown.csv",
            HEADER + "a.fix,14,600,,NEW,A1," + KEY + ",REJECTED,FRAMING,,no reporter\n",
            "summary.csv",
            "reporter,status,faults\nALFA,LATE,1\nALFA,STRUCTURE,4\n_unknown,REJECTED,1\n"),
        files());
  }

  @Test
  void theSameFaultsInAnyOrderMakeTheSameFiles() throws IOException {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    Random random = new Random(seed);
    List<FeedbackLine> errors = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String reporter = "R" + random.nextInt(20);
      int order = random.nextInt(3);
      errors.add(error("f", 0, 1 + i / 3, i / 3, order, reporter, "LATE", "", 52, "text " + i));
    }
    write(errors, List.of(), 2);
    Map<String, String> first = files();
    Collections.shuffle(errors, random);
    write(errors, List.of(), 3);

    assertEquals(first, files(), "seed " + seed);
    first.remove("summary.csv");
    long lines = first.values().stream().mapToLong(text -> text.lines().count() - 1).sum();
    assertEquals(300, lines);
  }

  @Test
  void whatAReporterSaysCannotBreakTheTable() throws IOException {
    String hostile = "a,\"b\"\r\nc\u00e9\0\u009b";
    String shown = "a,\"b\"\\x0d\\x0ac\u00e9\\x00\\x9b";
    write(
        List.of(
            new FeedbackLine(
                "x,y.fix",
                0,
                1,
                0,
                0,
                hostile,
                "",
                hostile,
                "",
                "REJECTED",
                "FRAMING",
                0,
                hostile)),
        List.of(),
        4);

    Map<String, String> files = files();
    assertEquals(
        List.of("feedback-a%2C%22b%22%0D%0Ac%E9%00%9B.csv", "summary.csv"),
        List.copyOf(files.keySet()));
    List<CsvRecord> rows =
        CsvReader.builder().ofCsvRecord(files.values().iterator().next()).stream().toList();
    assertEquals(
        List.of("x,y.fix", "1", "0", shown, "", shown, "", "REJECTED", "FRAMING", "", shown),
        rows.get(1).getFields());
    assertEquals(rows.get(0).getFieldCount(), rows.get(1).getFieldCount());
  }

  @Test
  void faultsOfOneKindAreToldUpToALimitAndCountedAll() throws IOException {
    List<FeedbackLine> errors = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      errors.add(error("f", 0, 1 + i, i, 0, "ALFA", "LATE", "", 52, "late " + i));
      errors.add(error("f", 0, 1 + i, i, 1, "ALFA", "STRUCTURE", "0", 6000 + i, "tag " + i));
      errors.add(error("f", 0, 1 + i, i, 2, "ALFA", "STRUCTURE", "5", 54, "side " + i));
    }
    errors.add(error("f", 0, 30, 30, 0, "BRVO", "LATE", "", 52, "few").standingFor(7));
    write(errors, List.of(), 4, new FeedbackLimits(3, 4, 100), ValidityTable.absent());

    List<String> told =
        files().get("feedback-ALFA.csv").lines().skip(1).map(line -> line.substring(1)).toList();
    String at = ",ALFA,NEW,A1," + KEY + ",";
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      String line = "," + (1 + i) + "," + i + at;
      expected.add(line + "LATE,,52,late " + i);
      expected.add(line + "STRUCTURE,0," + (6000 + i) + ",tag " + i);
      if (i < 3) {
        expected.add(line + "STRUCTURE,5,54,side " + i);
      }
    }
    // Three kinds fit beside 6000: 52, 54 and one more tag; the tags after it share a limit.
    for (int i = 3; i < 5; i++) {
      expected.add("," + (1 + i) + "," + i + at + "STRUCTURE,0," + (6000 + i) + ",tag " + i);
    }
    assertEquals(expected, told.subList(0, expected.size()));
    assertEquals(
        List.of(
            ",,ALFA,,,,LATE,,52,\"... and 7 more of this kind, which the summary counts\"",
            ",,ALFA,,,,STRUCTURE,5,54,\"... and 7 more of this kind, which the summary counts\"",
            ",,ALFA,,,,,,,\"... and 5 more of other kinds, which the summary counts\""),
        told.subList(expected.size(), told.size()));
    assertEquals(
        "reporter,status,faults\nALFA,LATE,10\nALFA,STRUCTURE,20\nBRVO,LATE,7\n",
        files().get("summary.csv"));
  }

  @Test
  void reportersBeyondALimitShareFilesButParticipantsNever() throws IOException {
    List<FeedbackLine> errors = new ArrayList<>();
    String csv = "mpid,name,valid_from,valid_to\n";
    int[] ofShard = new int[WriteFeedback.SHARDS];
    for (int i = 0; i < 600; i++) {
      errors.add(error("f", 0, 1 + i, i, 0, "A" + i, "LATE", "", 52, "stranger"));
      ofShard[WriteFeedback.shardOf("A" + i)]++;
    }
    for (int i = 0; i < 300; i++) {
      errors.add(error("f", 0, 1 + i, i, 0, "Z" + i, "LATE", "", 52, "participant"));
      csv += "Z" + i + ",firm,,\n";
    }
    ValidityTable participants = ValidityTable.parse("participants.csv", csv, "mpid");
    write(errors, List.of(), 50, new FeedbackLimits(10, 10, 2), participants);

    Map<String, String> files = files();
    for (int i = 0; i < 300; i++) {
      assertTrue(files.containsKey("feedback-Z" + i + ".csv"), "Z" + i);
    }
    long strangers = files.keySet().stream().filter(name -> name.startsWith("feedback-A")).count();
    long shared = files.keySet().stream().filter(name -> name.contains("_others-")).count();
    assertEquals(Arrays.stream(ofShard).map(n -> Math.min(2, n)).sum(), strangers);
    assertEquals(Arrays.stream(ofShard).filter(n -> n > 2).count(), shared);
    assertEquals(900, files.get("summary.csv").lines().count() - 1);
    files.remove("summary.csv");
    long lines = files.values().stream().mapToLong(text -> text.lines().count() - 1).sum();
    assertEquals(900, lines);
  }

  @Test
  void namesOfFilesLeaveTheFolderNoRoomToEscape() {
    assertEquals("feedback-%2E%2E%2Fetc.csv", FeedbackNames.file("../etc", ".csv"));
    assertEquals("feedback-_unknown.link.csv", FeedbackNames.file("", ".link.csv"));
    assertEquals("feedback-%5Funknown.csv", FeedbackNames.file("_unknown", ".csv"));
    assertEquals("feedback-a-B_9.csv", FeedbackNames.file("a-B_9", ".csv"));
    String ofLength81 = FeedbackNames.file("A".repeat(81), ".link.csv");
    assertEquals(
        ofLength81,
        "feedback-" + "A".repeat(80) + "~" + FeedbackNames.digest("A".repeat(81)) + ".link.csv");
    assertTrue(FeedbackNames.file("\u00ff".repeat(1000), ".link.csv").length() < 143);
  }

  @Test
  void noTwoReportersShareAFileWhateverTheyAreCalled() throws IOException {
    List<String> reporters =
        List.of(
            "ALFA",
            "alfa",
            "Alfa",
            "_unknown",
            "",
            "_UNKNOWN",
            "CON",
            "con",
            "x.",
            "x",
            "A".repeat(300),
            "A".repeat(301),
            "a".repeat(300),
            "A".repeat(2_000_000),
            "A".repeat(2_000_001));
    List<FeedbackLine> errors = new ArrayList<>();
    for (String reporter : reporters) {
      errors.add(error("f", 0, 1, 0, 0, reporter, "LATE", "", 52, "text"));
    }
    write(errors, List.of(), 4);

    Map<String, String> files = files();
    assertTrue(files.keySet().containsAll(List.of("feedback-ALFA.csv", "feedback-_unknown.csv")));
    assertEquals(reporters.size() + 1, files.size(), () -> files.keySet().toString());
    assertEquals(
        reporters.size() + 1,
        files.keySet().stream().map(name -> name.toLowerCase(Locale.ROOT)).distinct().count());
    assertEquals(reporters.size(), files.get("summary.csv").lines().count() - 1);
    for (String name : files.keySet()) {
      assertTrue(name.length() < 143 && name.matches("[A-Za-z0-9%._~-]+csv"), name);
    }
  }

  @Test
  void findingsOfLinkHaveNoPlaceInAFile() throws IOException {
    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
    FeedbackLine error =
        new FeedbackLine("", 0, 0, -1, 0, "ALFA", "NEW", "A1", KEY, "ORPHAN", "", 0, "no parent");
    blocks(pipeline, List.of(error.with(FeedbackRole.NAMED, "BRVO"), error), 5)
        .apply(WriteFeedback.ofLink(dir.toString(), Spill.none(), ValidityTable.absent()));
    pipeline.run().waitUntilFinish();

    assertEquals(
        Map.of(
            "feedback-ALFA.link.csv",
            LINK_HEADER
                + ",,,ALFA,NEW,A1,"
                + KEY
                + ",ORPHAN,,,no parent,reporter,\n,,,ALFA,NEW,A1,"
                + KEY
                + ",ORPHAN,,,no parent,named,BRVO\n",
            "summary.link.csv",
            "reporter,status,faults,role\nALFA,ORPHAN,1,reporter\nALFA,ORPHAN,1,named\n"),
        files());
  }

  @Test
  void whatCatWouldSayIsByFileAndRecord() throws IOException {
    String id = "ffffffff-ffff-ffff-bfff-240cad50efa9";
    List<FeedbackLine> errors = new ArrayList<>();
    for (String file : List.of("a/X_1.json.gz", "b/x_1.csv", "_d.1.json")) {
      errors.add(ofRecord(file, 2, id, 0, "2018", "deptType"));
      errors.add(ofRecord(file, 2, id, 1, "2005", "askPrice"));
      errors.add(ofRecord(file, 12, id, 0, "3501", ""));
      errors.add(ofRecord(file, 13, id, 0, "3501", ""));
      errors.add(ofRecord(file, 14, id, 0, "3501", ""));
      errors.add(ofRecord(file, 1, "", 0, "2134", ""));
      errors.add(ofRecord(file, 1, "", 1, "", "side"));
    }
    errors.add(error("c.fix", 0, 1, 0, 0, "ALFA", "STRUCTURE", "5", 54, "of FIX"));
    FeedbackLimits limits = new FeedbackLimits(1, 1, 100);
    Collections.shuffle(errors, new Random(1));

    write(errors, List.of(), 2, limits, ValidityTable.absent());

    Map<String, String> files = new TreeMap<>();
    try (var paths = Files.newDirectoryStream(dir, "*.json")) {
      for (Path path : paths) {
        files.put(path.getFileName().toString(), Files.readString(path));
      }
    }
    String names = "\"firmROEID\":\"20261116_1\",\"type\":\"MENO\",\"CATReporterIMID\":\"ALFA\",";
    String expected =
        "{\"errorROEID\":null,"
            + names
            + "\"line\":1,\"errors\":[{\"code\":\"2134\",\"field\":null}]}\n"
            + "{\"errorROEID\":18446744073709551615,"
            + names
            + "\"line\":2,\"errors\":[{\"code\":\"2018\",\"field\":\"deptType\"},"
            + "{\"code\":\"2005\",\"field\":\"askPrice\"}]}\n"
            + "{\"errorROEID\":null,\"firmROEID\":null,\"type\":null,\"CATReporterIMID\":null,"
            + "\"line\":null,\"more\":3,\"errors\":[]}\n";
    String marked = "x_1~" + FeedbackNames.digest("b/x_1.csv") + ".ingestion.json";
    assertEquals(
        Map.of("X_1.ingestion.json", expected, marked, expected, "_d.1.ingestion.json", expected),
        files);
  }

  private static FeedbackLine ofRecord(
      String file, int line, String id, int order, String code, String field) {
    return new FeedbackLine(
            file, 0, line, line * 9L, order, "ALFA", "", "", id, "STRUCTURE", code, 0, "")
        .of(new RecordTerms("MENO", "20261116_1", field));
  }

  private void write(List<FeedbackLine> errors, List<KV<String, KV<Long, Long>>> lines, int block) {
    write(errors, lines, block, FeedbackLimits.DEFAULT, ValidityTable.absent());
  }

  private void write(
      List<FeedbackLine> errors,
      List<KV<String, KV<Long, Long>>> lines,
      int block,
      FeedbackLimits limits,
      ValidityTable participants) {
    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
    PCollection<KV<String, KV<Long, Long>>> counts =
        pipeline.apply(
            "Lines",
            Create.of(lines)
                .withCoder(
                    KvCoder.of(
                        StringUtf8Coder.of(), KvCoder.of(VarLongCoder.of(), VarLongCoder.of()))));
    blocks(pipeline, errors, block)
        .apply(
            WriteFeedback.ofIngest(
                    dir.toString(), Spill.none(), participants, WriteFeedback.viewOf(counts))
                .withLimits(limits));
    pipeline.run().waitUntilFinish();
  }

  /** Errors packed by a few to a block, as workers hand them on. */
  private static PCollection<KV<Integer, Block>> blocks(
      Pipeline pipeline, List<FeedbackLine> errors, int several) {
    List<KV<Integer, Block>> blocks = new ArrayList<>();
    FeedbackBlocks packed =
        new FeedbackBlocks(
            (shard, buffer, length) ->
                blocks.add(KV.of(shard, Block.of(Arrays.copyOf(buffer, length)))));
    for (int i = 0; i < errors.size(); i++) {
      packed.add(errors.get(i));
      if (i % several == 0) {
        packed.flush();
      }
    }
    packed.flush();
    return pipeline.apply(
        "Faults", Create.of(blocks).withCoder(KvCoder.of(VarIntCoder.of(), BlockCoder.of())));
  }

  private static FeedbackLine error(
      String file,
      long rangeStart,
      long line,
      long offset,
      int order,
      String reporter,
      String status,
      String reason,
      int tag,
      String text) {
    return new FeedbackLine(
        file,
        rangeStart,
        line,
        offset,
        order,
        reporter,
        "NEW",
        "A1",
        KEY,
        status,
        reason,
        tag,
        text);
  }

  /** The files of CSV, when beside each lies the same as JSON. */
  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    Map<String, String> json = new TreeMap<>();
    try (var paths = Files.list(dir)) {
      for (Path path : paths.toList()) {
        String name = path.getFileName().toString();
        (name.endsWith(".jsonl") ? json : files).put(name, Files.readString(path, UTF_8));
      }
    }
    Map<String, String> beside = new TreeMap<>();
    for (Map.Entry<String, String> file : files.entrySet()) {
      if (file.getKey().startsWith("feedback-")) {
        beside.put(file.getKey().replaceFirst("csv$", "jsonl"), asJson(file.getValue()));
      }
    }
    assertEquals(beside, json);
    return files;
  }

  /** Lines of CSV as JSON objects; numbers are numbers, and what is empty is null. */
  private static String asJson(String csv) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (NamedCsvRecord row : CsvReader.builder().ofNamedCsvRecord(csv)) {
      Map<String, Object> object = new LinkedHashMap<>();
      row.getFieldsAsMap()
          .forEach(
              (name, value) ->
                  object.put(
                      name,
                      value.isEmpty()
                          ? null
                          : NUMBERS.contains(name) ? (Object) Long.valueOf(value) : value));
      lines.append(new ObjectMapper().writeValueAsString(object)).append('\n');
    }
    return lines.toString();
  }
}
