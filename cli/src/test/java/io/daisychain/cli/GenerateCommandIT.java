package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
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

  private static String whole(JsonNode count) {
    return String.format(Locale.ROOT, "%,d", count.asLong());
  }

  private static void assertLine(InProcess.Ended generate, String name, String asked, String made) {
    String line = String.format(Locale.ROOT, "\n%-26s%16s%16s\n", name, asked, made);
    assertTrue(generate.said().contains(line), line + "is not in\n" + generate.said());
  }
}
