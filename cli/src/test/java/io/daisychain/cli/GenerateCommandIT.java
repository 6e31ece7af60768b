package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.cli.testing.InProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code generate} says about a workload and its model. */
class GenerateCommandIT {
  @TempDir private Path folder;

  @Test
  void describesTheWorkloadAndDrawsItsChain() throws Exception {
    Path output = folder.resolve("w");
    InProcess.Ended generate =
        new InProcess(folder)
            .execute(
                "generate",
                "--output=" + output,
                "--events=2000",
                "--model=market-maker",
                "--errors=LATE=0.05",
                "--describe",
                "--dot=" + folder.resolve("chain.dot"));

    assertEquals(0, generate.exitCode(), generate.said());
    JsonNode counts = new ObjectMapper().readTree(output.resolve("generate-summary.json").toFile());
    double lifecycles = counts.get("lifecycles").asDouble();
    assertLine(generate, "events", "2,000", whole(counts.get("events")));
    assertLine(generate, "lifecycles", "", whole(counts.get("lifecycles")));
    assertLine(generate, "bytes", "", whole(counts.get("bytes")));
    for (var type : counts.get("byType").properties()) {
      String mean = String.format(Locale.ROOT, "%.4f", type.getValue().asDouble() / lifecycles);
      assertLine(generate, "  " + type.getKey(), "", mean);
    }
    String orders =
        String.format(Locale.ROOT, "%.4f", counts.at("/ordersByDepth/1").asDouble() / lifecycles);
    assertLine(generate, "  1 firm or desk", "", orders);
    assertLine(generate, "  LATE", "0.05", whole(counts.at("/injected/LATE")));
    assertTrue(generate.said().contains("\nReplacing "), generate.said());
    String dot = Files.readString(folder.resolve("chain.dot"));
    assertTrue(dot.startsWith("digraph \"market-maker\" {\n") && dot.contains(" -> "), dot);
  }

  @Test
  void saysWhatItMadeOfSeveralDates() throws Exception {
    Path output = folder.resolve("w");
    InProcess.Ended generate =
        new InProcess(folder)
            .execute(
                "generate",
                "--output=" + output,
                "--events=9000",
                "--days=3",
                "--gtc=0.3",
                "--late=0.1",
                "--lineage=native",
                "--truth",
                "--describe");

    assertEquals(0, generate.exitCode(), generate.said());
    JsonNode counts = new ObjectMapper().readTree(output.resolve("generate-summary.json").toFile());
    for (String date : List.of("20260316", "20260317", "20260318")) {
      assertLine(generate, "  " + date, "3,000", whole(counts.get("byDate").get(date)));
    }
    double lines = counts.get("lines").asDouble();
    String late = String.format(Locale.ROOT, "%.4f", counts.get("late").asDouble() / lines);
    assertLine(generate, "handed in late", "0.1", late);
    assertLine(generate, "events on later dates", "", whole(counts.get("eventsOnLaterDates")));
    assertLine(generate, "  without 10836", "", whole(counts.get("withoutParentDate")));
    try (Stream<Path> files = Files.list(output)) {
      assertEquals(
          List.of(
              "customers.csv",
              "events-20260316-00000-of-00003.fix",
              "events-20260317-00000-of-00003.fix",
              "events-20260317-00001-of-00003.fix",
              "events-20260318-00000-of-00003.fix",
              "events-20260318-00001-of-00003.fix",
              "events-20260318-00002-of-00003.fix",
              "generate-summary.json",
              "generated-files.txt",
              "gtc0-truth-00000-of-00003.csv",
              "gtc0-truth-00001-of-00003.csv",
              "gtc0-truth-00002-of-00003.csv",
              "injected-00000-of-00003.csv",
              "injected-00001-of-00003.csv",
              "injected-00002-of-00003.csv",
              "late-20260316-00000-of-00003.fix",
              "late-20260317-00000-of-00003.fix",
              "late-20260317-00001-of-00003.fix",
              "late-20260318-00000-of-00003.fix",
              "late-20260318-00001-of-00003.fix",
              "late-20260318-00002-of-00003.fix",
              "participants.csv",
              "symbols.csv",
              "truth-00000-of-00003.csv",
              "truth-00001-of-00003.csv",
              "truth-00002-of-00003.csv"),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void refusesOrdersGoodTillCancelOnOneDate() {
    InProcess.Ended generate =
        new InProcess(folder).execute("generate", "--output=" + folder, "--gtc=0.1");

    assertEquals(2, generate.exitCode(), generate.said());
    assertTrue(generate.said().contains("--gtc=0.1: needs --days"), generate.said());
  }

  private static String whole(JsonNode count) {
    return String.format(Locale.ROOT, "%,d", count.asLong());
  }

  private static void assertLine(InProcess.Ended generate, String name, String asked, String made) {
    String line = String.format(Locale.ROOT, "\n%-26s%16s%16s\n", name, asked, made);
    assertTrue(generate.said().contains(line), line + "is not in\n" + generate.said());
  }
}
