package io.daisychain.cli.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.cli.testing.InProcess;
import io.daisychain.cli.testing.InProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {
  @TempDir private Path folder;

  private Ended run(String... options) throws IOException {
    List<String> line = new ArrayList<>(List.of("plan"));
    line.addAll(List.of(options));
    return new InProcess(folder).execute(line.toArray(String[]::new));
  }

  private JsonNode plan(String... options) throws IOException {
    Path report = folder.resolve("report.json");
    List<String> line = new ArrayList<>(List.of(options));
    line.add("--report=" + report);
    Ended ended = run(line.toArray(String[]::new));
    assertEquals(0, ended.exitCode(), ended::toString);
    return new ObjectMapper().readTree(Files.readString(report)).get("counts");
  }

  @Test
  void theClusterThatIsFoundEndsInTimeAndOneOfHalfTheSizeDoesNot() throws IOException {
    JsonNode found = plan("--events=1e9", "--minutes=60");

    int nodes = found.get("nodes").asInt();
    assertTrue(found.get("minutes").asDouble() <= 60, found::toString);
    assertEquals(24 * nodes, found.get("splits").asInt());
    JsonNode half = plan("--events=1e9", "--nodes=" + nodes / 2);
    assertTrue(half.get("minutes").asDouble() > 60, half::toString);
    assertEquals("store", half.get("steps").get(0).get("waitsFor").asText());
  }

  @Test
  void regionServersTakeFilesAndWaitForWorkers() throws IOException {
    JsonNode plan =
        plan("--events=1e8", "--nodes=4", "--workers=4", "--serverCores=8", "--start=0");

    assertEquals("CPU", plan.get("steps").get(0).get("waitsFor").asText(), plan::toString);
  }

  @Test
  void failuresCostMinutes() throws IOException {
    String[] cluster = {"--events=1e9", "--nodes=60", "--workers=8"};
    double calm = plan(cluster).get("minutes").asDouble();
    double lossy =
        plan(cluster[0], cluster[1], cluster[2], "--failures=60").get("minutes").asDouble();

    assertTrue(lossy > calm, calm + " and " + lossy);
  }

  @Test
  void costIsThatOfTheFilesPrices() throws IOException {
    Path prices =
        Files.writeString(
            folder.resolve("prices"),
            """
            bigtable.node.hour=1
            dataflow.core.hour=0
            dataflow.gb.hour=0
            dataflow.shuffle.gb=0
            storage.gb.month=0
            """);
    Ended ended = run("--events=1e8", "--nodes=60", "--prices=" + prices);
    double minutes = plan("--events=1e8", "--nodes=60").get("minutes").asDouble();

    String cost = String.format("%,.0f", minutes);
    assertTrue(
        ended.said().lines().anyMatch(line -> line.matches("cost of the run.* " + cost)),
        () -> cost + " in " + ended);
  }

  @Test
  void refusesWhatMakesNoSense() throws IOException {
    for (String option :
        List.of(
            "--events=0",
            "--events=1e9 --minutes=0",
            "--events=1e9 --minutes=NaN",
            "--events=1e9 --cpu=1,2",
            "--events=1e9 --failures=-1",
            "--events=1e9 --nodes=0",
            "--events=25e9 --minutes=10",
            "--events=1e15 --nodes=1 --workers=1 --failures=10",
            "--minutes=60")) {
      Ended ended = run(option.split(" "));
      assertEquals(2, ended.exitCode(), () -> option + ": " + ended);
    }
  }

  @Test
  void thePapersRunsAreShownWithTheirError() throws IOException {
    Ended ended = run("--paper");

    assertEquals(0, ended.exitCode());
    assertEquals(3, ended.said().split("fitted ?(?!:)", -1).length - 1, ended::toString);
  }
}
