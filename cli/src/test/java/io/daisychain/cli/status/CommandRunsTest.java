package io.daisychain.cli.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandRunsTest {
  @TempDir private Path folder;

  private void append(int number, int exit) throws Exception {
    CommandRuns.append(
        folder.resolve("runs.jsonl"),
        new CommandRuns.Ended(
            number % 2 == 0 ? "link" : "ingest",
            "x".repeat(200),
            "2026-11-27T06:%02d:%02dZ".formatted(number / 60 % 60, number % 60),
            number,
            exit,
            exit == 0 ? "" : "why"));
  }

  @Test
  void theFileStaysSmallAndTheSumsStay() throws Exception {
    for (int i = 0; i < 3_000; i++) {
      append(i, i % 10 == 4 ? 1 : 0);
    }
    assertTrue(Files.size(folder.resolve("runs.jsonl")) < 300_000);
    CommandRuns.Told told = CommandRuns.read(folder);
    assertEquals(200, told.runs().size());
    assertEquals(2_999, told.runs().get(199).seconds());
    assertEquals("why", told.runs().get(194).error());
    assertEquals("[ingest, link]", told.sums().keySet().toString());
    assertEquals(1_500, told.sums().get("ingest").done());
    assertEquals(0, told.sums().get("ingest").failed());
    assertEquals(1_200, told.sums().get("link").done());
    assertEquals(300, told.sums().get("link").failed());
    assertEquals(2_998, told.sums().get("link").seconds());
    assertEquals(0, told.sums().get("link").lastExit());
  }

  @Test
  void aLineThatWasBrokenOffIsLeftOut() throws Exception {
    append(1, 0);
    Files.writeString(
        folder.resolve("runs.jsonl"), "{\"command\":\"li\n", StandardOpenOption.APPEND);
    append(2, 1);
    CommandRuns.Told told = CommandRuns.read(folder);
    assertEquals(
        List.of("ingest", "link"), told.runs().stream().map(CommandRuns.Ended::command).toList());
    assertEquals(1, told.sums().get("link").lastExit());
  }

  @Test
  void withoutAFileNothingHasRun() throws Exception {
    assertTrue(CommandRuns.read(folder).runs().isEmpty());
  }
}
