package io.daisychain.reporting;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.beam.Block;
import io.daisychain.beam.BlockCoder;
import io.daisychain.beam.LittleRun;
import io.daisychain.beam.Spill;
import io.daisychain.model.RowKey;
import io.daisychain.model.reference.ValidityTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.values.KV;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Feedback that goes on from what earlier runs have told. */
class RetellingTest {
  private static final int DATES = 3;
  private static final int ROWS = 40;

  /** Names of which two differ in capital letters alone, and one is no participant's. */
  private static final String[] FIRMS = {"ALFA", "BRVO", "alfa", "", "CHAR", "_x", "DLTA"};

  @TempDir Path dir;

  private final long seed = Long.getLong("daisychain.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final Map<Integer, Map<RowKey, List<FeedbackLine>>> lines = new TreeMap<>();

  /** By date, the folder of the last run that told it, and the rows that have changed since. */
  private final Map<Integer, String> folders = new HashMap<>();

  private final Map<Integer, Set<RowKey>> changed = new HashMap<>();
  private FeedbackLimits limits = FeedbackLimits.DEFAULT;
  private int runs;

  @Test
  void theFilesAreThoseOfARunThatTellsAllAnew() throws IOException {
    for (int round = 0; round < 60; round++) {
      if (round % 20 == 0) {
        // With small limits, lines of a kind are not told, and reporters share files.
        limits = round == 40 ? new FeedbackLimits(3, 2, 1) : FeedbackLimits.DEFAULT;
        folders.clear();
      }
      change(random.nextInt(4) == 0 ? 20 : 2);
      Set<Integer> told = new TreeSet<>();
      while (told.isEmpty()) {
        for (int date = 0; date < DATES; date++) {
          if (random.nextInt(3) > 0) {
            told.add(date);
          }
        }
      }
      boolean isAll = random.nextInt(5) > 0;
      Path run = dir.resolve("run" + ++runs);
      Path whole = dir.resolve("whole" + runs);
      goOn(run, told, isAll);
      write(whole, linesOf(told, Map.of()), Retelling.NONE, false);
      assertEquals(files(whole), files(run), "seed " + seed + ", round " + round);
      for (int date : told) {
        folders.put(date, run.toString());
        changed.put(date, new HashSet<>());
      }
    }
  }

  @Test
  void filesOfReportersWhoseLinesAreTheSameAreNotWrittenAgainUnlessSomebodyChangedThem()
      throws IOException {
    put(0, row(1), List.of(line("ALFA", "a.fix", 1, row(1), "one")));
    put(0, row(2), List.of(line("BRVO", "a.fix", 2, row(2), "two")));
    put(0, row(3), List.of(line("CHAR", "a.fix", 3, row(3), "three")));
    Path first = tell("1");
    put(0, row(2), List.of(line("BRVO", "a.fix", 2, row(2), "other")));
    put(0, row(3), List.of(line("CHAR", "a.fix", 3, row(3), "three")));
    Path second = tell("2");

    assertTrue(areOne(first, second, "ALFA"));
    assertFalse(areOne(first, second, "BRVO"));
    assertTrue(areOne(first, second, "CHAR"), "told anew, and the same");

    Files.writeString(second.resolve("feedback-ALFA.link.csv"), "mine");
    Path third = tell("3");
    assertFalse(areOne(second, third, "ALFA"));
    assertEquals(
        Files.readString(first.resolve("feedback-ALFA.link.jsonl")),
        Files.readString(third.resolve("feedback-ALFA.link.jsonl")));
    assertTrue(Files.readString(third.resolve("feedback-ALFA.link.csv")).contains("one"));
  }

  @Test
  void whatWasKeptIsNotTrustedWhereItIsDamaged() throws IOException {
    put(0, row(1), List.of(line("ALFA", "a.fix", 1, row(1), "one")));
    Path run = tell("1");
    assertTrue(Retelling.isKept(run.toString()));
    Path shard = ToldShard.file(run, WriteFeedback.shardOf("ALFA"));
    byte[] bytes = Files.readAllBytes(shard);
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] ^= 1;
      Files.write(shard, bytes);
      assertFalse(Retelling.isKept(run.toString()), "byte " + at);
      bytes[at] ^= 1;
    }
    Files.delete(shard);
    assertFalse(Retelling.isKept(run.toString()));
    assertFalse(Retelling.isWritten(run.toString()));
  }

  private static boolean areOne(Path first, Path second, String firm) throws IOException {
    String name = "feedback-" + firm + ".link.csv";
    return Files.isSameFile(first.resolve(name), second.resolve(name));
  }

  private Path tell(String name) throws IOException {
    Path run = dir.resolve(name);
    goOn(run, Set.of(0), true);
    folders.put(0, run.toString());
    changed.put(0, new HashSet<>());
    return run;
  }

  private void put(int date, RowKey row, List<FeedbackLine> ofRow) {
    lines.computeIfAbsent(date, none -> new HashMap<>()).put(row, ofRow);
    changed.computeIfAbsent(date, none -> new HashSet<>()).add(row);
  }

  private void change(int rows) {
    for (int i = 0; i < rows; i++) {
      RowKey row = row(random.nextInt(ROWS));
      List<FeedbackLine> ofRow = new ArrayList<>();
      for (int n = random.nextInt(3); n > 0; n--) {
        String firm = FIRMS[random.nextInt(FIRMS.length)];
        String file = "f" + random.nextInt(3) + (random.nextBoolean() ? ".json" : ".fix");
        ofRow.add(line(firm, file, 1 + random.nextInt(9), row, "text " + random.nextInt(3)));
      }
      put(random.nextInt(DATES), row, ofRow);
    }
  }

  private static RowKey row(int number) {
    return new RowKey(number * 0x9E3779B97F4A7C15L, number);
  }

  private static FeedbackLine line(String firm, String file, int line, RowKey row, String text) {
    FeedbackLine fix =
        new FeedbackLine(
            file,
            0,
            line,
            -1,
            0,
            firm,
            "NEW",
            "A" + line,
            row.toString(),
            "ORPHAN",
            file.endsWith(".json") ? "3501" : "",
            line % 2,
            text);
    return file.endsWith(".json") ? fix.of(new RecordTerms("MENO", "r" + line, "f")) : fix;
  }

  /** Writes what a run would: lines of changed rows where an earlier run has told the others. */
  private void goOn(Path run, Set<Integer> told, boolean isAll) throws IOException {
    Map<String, Set<Integer>> sources = new TreeMap<>();
    Map<Integer, Set<RowKey>> read = new TreeMap<>();
    boolean isEach = true;
    for (int date : told) {
      if (folders.containsKey(date) && (isAll || random.nextBoolean())) {
        sources.computeIfAbsent(folders.get(date), none -> new TreeSet<>()).add(date);
        read.put(date, changed.getOrDefault(date, Set.of()));
      } else {
        isEach = false;
      }
    }
    write(run, linesOf(told, read), new Retelling(sources, read, isEach), true);
  }

  /** Lines of dates with their date: of those that are read by rows, of these rows. */
  private List<Map.Entry<Integer, FeedbackLine>> linesOf(
      Set<Integer> told, Map<Integer, Set<RowKey>> read) {
    List<Map.Entry<Integer, FeedbackLine>> all = new ArrayList<>();
    for (int date : told) {
      lines
          .getOrDefault(date, Map.of())
          .forEach(
              (row, ofRow) -> {
                if (!read.containsKey(date) || read.get(date).contains(row)) {
                  ofRow.forEach(line -> all.add(Map.entry(date, line)));
                }
              });
    }
    return all;
  }

  private void write(
      Path run,
      List<Map.Entry<Integer, FeedbackLine>> errors,
      Retelling retelling,
      boolean isKept) {
    List<KV<Integer, Block>> blocks = new ArrayList<>();
    FeedbackBlocks packed =
        new FeedbackBlocks(
            (shard, buffer, length) ->
                blocks.add(KV.of(shard, Block.of(Arrays.copyOf(buffer, length)))));
    errors.forEach(
        error -> packed.add(error.getValue(), error.getKey(), RowKey.parse(error.getValue().id())));
    packed.flush();
    if (isKept) {
      retelling.send(
          (shard, buffer, length) ->
              blocks.add(KV.of(shard, Block.of(Arrays.copyOf(buffer, length)))));
    }
    ValidityTable participants =
        ValidityTable.parse(
            "participants.csv",
            "mpid,name,valid_from,valid_to\nALFA,a,,\nBRVO,b,,\nalfa,c,,\n",
            "mpid");
    WriteFeedback write =
        WriteFeedback.ofLink(run.toString(), Spill.none(), participants).withLimits(limits);
    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
    pipeline
        .apply(Create.of(blocks).withCoder(KvCoder.of(VarIntCoder.of(), BlockCoder.of())))
        .apply(isKept ? write.keeping() : write);
    LittleRun.of(pipeline);
  }

  private static Map<String, String> files(Path folder) throws IOException {
    Map<String, String> files = new TreeMap<>();
    if (Files.exists(folder)) {
      try (var paths = Files.list(folder)) {
        for (Path path : paths.toList()) {
          String name = path.getFileName().toString();
          if (!name.startsWith("told-")) {
            files.put(name, Files.readString(path, UTF_8));
          }
        }
      }
    }
    return files;
  }
}
