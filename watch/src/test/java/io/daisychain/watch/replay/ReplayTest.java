package io.daisychain.watch.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.marketdata.feed.Feed;
import io.daisychain.marketdata.load.MarketFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines that are put into a folder. */
class ReplayTest {
  private static final String TEN = "35=0|52=20260316-10:00:00.000|";
  private static final String ELEVEN = "35=0|52=20260316-10:00:00.011|";
  private static final String TWELVE = "35=0|52=20260316-10:00:00.012|";

  @TempDir private Path folder;

  @BeforeAll
  static void registerFileSystems() {
    FileSystems.setDefaultPipelineOptions(PipelineOptionsFactory.create());
  }

  @Test
  void goesFileByFileAtARate() throws Exception {
    write("a", "words", line(TWELVE), line(ELEVEN));
    write("b", line(TEN), "no feed at its end");

    Replay.Sums sums = run(settings(1e6, 0, false));

    assertEquals(5, sums.sent());
    assertEquals(
        List.of("words", line(TWELVE), line(ELEVEN), line(TEN), "no feed at its end"), sent());
  }

  @Test
  void mergesFilesByTimeAtASpeed() throws Exception {
    write("a", line(TEN), "words", line(TWELVE), line(ELEVEN));
    write("b", line(ELEVEN));

    run(settings(0, 1_000, false));

    assertEquals(List.of(line(TEN), "words", line(ELEVEN), line(TWELVE), line(ELEVEN)), sent());
  }

  @Test
  void keepsTheSpacesOfTimeAtASpeed() throws Exception {
    write("a", line(TEN), line(TWELVE), line(ELEVEN));
    Path record = folder.resolve("record.csv");

    run(settings(0, 2, false, record));

    List<String> lines = Files.readAllLines(record);
    long first = scheduled(lines.get(1));
    assertEquals(6_000_000, scheduled(lines.get(2)) - first, "12 ms, twice as fast");
    assertEquals(6_000_000, scheduled(lines.get(3)) - first, "what is late is due at once");
  }

  @Test
  void givesTheTimeOfSending() throws Exception {
    String damaged = line(TEN).replace("10=", "10=x");
    write("a", "words " + numbered(), damaged);

    run(settings(1e6, 0, true));

    List<String> sent = sent();
    assertTrue(sent.get(0).matches("words 8=FIX.4.2\u00019=\\d+\u000135=0\u000134=3\u000152=.*"));
    assertTrue(!sent.get(0).contains("52=20260316-10"), sent.get(0));
    assertEquals(damaged, sent.get(1), "what is damaged stays as it is");
  }

  @Test
  void namesAFileThatCannotBeRead() throws Exception {
    Files.write(folder.resolve("in-a"), new byte[] {0x1f, (byte) 0x8b, 8, 0, 1, 2, 3});

    IOException thrown = assertThrows(IOException.class, () -> run(settings(1e6, 0, false)));

    assertTrue(thrown.getMessage().contains("in-a"), thrown::getMessage);
  }

  private static long scheduled(String line) {
    return Long.parseLong(line.split(",", -1)[3]);
  }

  private static String line(String fields) {
    return text(fields);
  }

  private static String numbered() {
    return text("35=0|34=3|" + TEN.substring(5));
  }

  private static String text(String fields) {
    String body = fields.replace('|', '\u0001');
    String front = "8=FIX.4.2\u00019=" + body.length() + "\u0001" + body;
    int sum = front.chars().sum() & 0xFF;
    return front + String.format("10=%03d\u0001", sum);
  }

  private void write(String name, String... lines) throws IOException {
    Files.writeString(folder.resolve("in-" + name), String.join("\n", lines));
  }

  private ReplaySettings settings(double rate, double speed, boolean now) throws IOException {
    return settings(rate, speed, now, null);
  }

  private ReplaySettings settings(double rate, double speed, boolean now, Path record)
      throws IOException {
    Path out = Files.createDirectories(folder.resolve("out"));
    List<MarketFile> files = MarketFile.list(folder + "/in-*");
    return new ReplaySettings(
        files, rate, speed, new ReplaySettings.FolderTarget(out), now, record, "MRP", Feed.CSV);
  }

  private Replay.Sums run(ReplaySettings settings) throws Exception {
    AtomicBoolean ended = new AtomicBoolean(settings.record() == null);
    Thread reader = new Thread(() -> answer(folder.resolve("out"), ended));
    reader.start();
    try (Replay replay = Replay.open(settings)) {
      replay.run();
      return replay.sums();
    } finally {
      ended.set(true);
      reader.join();
    }
  }

  /** Somebody who says of each file that it is taken. */
  private static void answer(Path out, AtomicBoolean ended) {
    try {
      while (!ended.get()) {
        for (Path file : files(out)) {
          Path done = file.resolveSibling(file.getFileName() + ".done");
          if (!Files.exists(done)) {
            Files.writeString(done, "");
          }
        }
        Thread.onSpinWait();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> files(Path out) throws IOException {
    try (Stream<Path> all = Files.list(out)) {
      return all.filter(file -> file.toString().endsWith(".fix")).sorted().toList();
    }
  }

  private List<String> sent() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path file : files(folder.resolve("out"))) {
      all.append(Files.readString(file));
    }
    return List.of(all.toString().split("\n", -1)).stream().filter(s -> !s.isEmpty()).toList();
  }
}
