package io.daisychain.feedback;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.daisychain.chunk.Chunk;
import io.daisychain.chunk.ChunkCoder;
import io.daisychain.model.PackedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

  @TempDir Path dir;

  @Test
  void writesOneSortedFileAReporterWithLinesCountedAcrossRanges() throws IOException {
    List<FaultLine> faults =
        List.of(
            fault("a.fix", 0, 2, 70, 0, "ALFA", "STRUCTURE", "5", 54, "plain"),
            fault("a.fix", 0, 2, 70, 1, "ALFA", "LATE", "", 52, "second of the same message"),
            fault("a.fix", 500, 1, 510, 0, "ALFA", "STRUCTURE", "5", 54, "next range"),
            fault("a.fix", 900, 3, 1000, 0, "ALFA", "STRUCTURE", "1", 55, "last range"),
            fault("b.fix", 0, 1, 0, 0, "ALFA", "STRUCTURE", "1", 55, "other file"),
            fault("a.fix", 500, 4, 600, 0, "", "REJECTED", "FRAMING", 0, "no reporter"));
    List<KV<String, KV<Long, Long>>> lines =
        List.of(
            KV.of("a.fix", KV.of(900L, 7L)),
            KV.of("a.fix", KV.of(0L, 10L)),
            KV.of("b.fix", KV.of(0L, 1L)),
            KV.of("a.fix", KV.of(500L, 5L)));

    write(faults, lines, 1);

    assertEquals(
        Map.of(
            "feedback-ALFA.csv",
            WriteFeedback.HEADER
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
            WriteFeedback.HEADER
                + "a.fix,14,600,,NEW,A1,"
                + KEY
                + ",REJECTED,FRAMING,,no reporter\n",
            "summary.csv",
            "reporter,status,faults\nALFA,LATE,1\nALFA,STRUCTURE,4\n_unknown,REJECTED,1\n"),
        files());
  }

  @Test
  void theSameFaultsInAnyOrderMakeTheSameFiles() throws IOException {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    Random random = new Random(seed);
    List<FaultLine> faults = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String reporter = "R" + random.nextInt(20);
      int order = random.nextInt(3);
      faults.add(fault("f", 0, 1 + i / 3, i / 3, order, reporter, "LATE", "", 52, "text " + i));
    }
    write(faults, List.of(), 2);
    Map<String, String> first = files();
    Collections.shuffle(faults, random);
    write(faults, List.of(), 3);

    assertEquals(first, files(), "seed " + seed);
    first.remove("summary.csv");
    long lines = first.values().stream().mapToLong(text -> text.lines().count() - 1).sum();
    assertEquals(300, lines);
  }

  @Test
  void whatAReporterSaysCannotBreakTheTable() throws IOException {
    String hostile = "a,\"b\"\r\nc\u00e9\0";
    write(
        List.of(
            new FaultLine(
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
        List.of("feedback-a%2C%22b%22%0D%0Ac%E9%00.csv", "summary.csv"),
        List.copyOf(files.keySet()));
    List<CsvRecord> rows =
        CsvReader.builder().ofCsvRecord(files.values().iterator().next()).stream().toList();
    assertEquals(
        List.of("x,y.fix", "1", "0", hostile, "", hostile, "", "REJECTED", "FRAMING", "", hostile),
        rows.get(1).getFields());
    assertEquals(rows.get(0).getFieldCount(), rows.get(1).getFieldCount());
  }

  @Test
  void namesOfFilesLeaveTheFolderNoRoomToEscape() {
    assertEquals("feedback-%2E%2E%2Fetc.csv", WriteFeedback.fileName("../etc", ".csv"));
    assertEquals("feedback-_unknown.link.csv", WriteFeedback.fileName("", ".link.csv"));
    assertEquals("feedback-a-B_9.csv", WriteFeedback.fileName("a-B_9", ".csv"));
  }

  @Test
  void findingsOfLinkHaveNoPlaceInAFile() throws IOException {
    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
    FaultLine fault =
        new FaultLine("", 0, 0, -1, 0, "ALFA", "NEW", "A1", KEY, "ORPHAN", "", 0, "no parent");
    chunks(pipeline, List.of(fault), 5).apply(WriteFeedback.ofLink(dir.toString()));
    pipeline.run().waitUntilFinish();

    assertEquals(
        Map.of(
            "feedback-ALFA.link.csv",
            WriteFeedback.HEADER + ",,,ALFA,NEW,A1," + KEY + ",ORPHAN,,,no parent\n",
            "summary.link.csv",
            "reporter,status,faults\nALFA,ORPHAN,1\n"),
        files());
  }

  private void write(List<FaultLine> faults, List<KV<String, KV<Long, Long>>> lines, int chunk) {
    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
    PCollection<KV<String, KV<Long, Long>>> counts =
        pipeline.apply(
            "Lines",
            Create.of(lines)
                .withCoder(
                    KvCoder.of(
                        StringUtf8Coder.of(), KvCoder.of(VarLongCoder.of(), VarLongCoder.of()))));
    chunks(pipeline, faults, chunk)
        .apply(WriteFeedback.ofIngest(dir.toString(), WriteFeedback.viewOf(counts)));
    pipeline.run().waitUntilFinish();
  }

  /** Faults packed by a few to a chunk, as workers hand them on. */
  private static PCollection<KV<Integer, Chunk>> chunks(
      Pipeline pipeline, List<FaultLine> faults, int several) {
    Map<Integer, PackedWriter> open = new TreeMap<>();
    List<KV<Integer, Chunk>> chunks = new ArrayList<>();
    for (int i = 0; i < faults.size(); i++) {
      int shard = WriteFeedback.shardOf(faults.get(i).reporter());
      PackedWriter chunk = open.computeIfAbsent(shard, s -> new PackedWriter());
      faults.get(i).write(chunk);
      if (i % several == 0) {
        chunks.add(KV.of(shard, Chunk.of(chunk.toBytes())));
        chunk.clear();
      }
    }
    open.forEach((shard, chunk) -> chunks.add(KV.of(shard, Chunk.of(chunk.toBytes()))));
    return pipeline.apply(
        "Faults", Create.of(chunks).withCoder(KvCoder.of(VarIntCoder.of(), ChunkCoder.of())));
  }

  private static FaultLine fault(
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
    return new FaultLine(
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

  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (var paths = Files.list(dir)) {
      for (Path path : paths.toList()) {
        files.put(path.getFileName().toString(), Files.readString(path, UTF_8));
      }
    }
    return files;
  }
}
