package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The raw log of a broker's FIX engine, which is not part of the project. */
@ExtendWith(SharedStore.class)
class RealLogIT {
  private static final String REPORTS =
      "SELECT id, timestamp, errorStatus FROM events" + " WHERE eventType = 'ACK'";

  private static Path log;
  private static RunningStore store;
  private static Program program;
  private static JsonNode counts;

  @BeforeAll
  static void publishTheLog(RunningStore shared, @TempDir Path folder) throws Exception {
    log =
        Path.of(System.getProperty("real.logs"))
            .resolve("fixclient/t_gate_raw_driver.log")
            .normalize();
    Assumptions.assumeTrue(Files.exists(log), () -> "no log of a real engine at " + log);
    store = shared;
    program = Program.inProcess(folder);
    counts =
        program.counts(
            "run",
            "--input=" + log,
            "--store=" + store.address(),
            "--table=real_log",
            "--rejects=rejects");
  }

  @Test
  void isAccountedForLineByLine() throws Exception {
    JsonNode ingest = counts.get("ingest");
    assertEquals(
        new ObjectMapper().readTree("{\"0\":1427,\"1\":2,\"5\":5,\"A\":7,\"noise\":18932}"),
        ingest.get("skippedByKind"));
    assertEquals(25, ingest.get("stored").asLong());
    assertEquals(2, ingest.get("rejected").asLong());
    assertEquals(
        ingest.get("read").asLong(),
        ingest.get("stored").asLong()
            + ingest.get("skipped").asLong()
            + ingest.get("rejected").asLong());
  }

  @Test
  void hasABrokenMessageAndItsRest() throws Exception {
    String name = log.getFileName().toString();
    List<String> lines = Files.readAllLines(program.folder().resolve("rejects/feedback-YSDRV.csv"));
    assertEquals(2, lines.size());
    assertTrue(lines.get(1).startsWith(name + ",19181,"), lines.get(1));
    assertTrue(lines.get(1).contains(",REJECTED,FRAMING,10,"), lines.get(1));

    List<String> rest =
        Files.readAllLines(program.folder().resolve("rejects/feedback-_unknown.csv"));
    assertEquals(2, rest.size());
    assertTrue(rest.get(1).startsWith(name + ",19182,"), rest.get(1));
    assertTrue(rest.get(1).contains(",REJECTED,FRAMING,"), rest.get(1));
  }

  @Test
  void belongsToTheOwnerOfItsOrders() throws Exception {
    List<NamedCsvRecord> byType =
        program.sql(
            "SELECT ReporterId, eventType, count(*) AS events FROM events GROUP BY ALL"
                + " ORDER BY eventType");
    assertEquals(
        List.of("YSDRV ACK 1", "YSDRV NEW 18"),
        byType.stream().map(row -> String.join(" ", row.getFields())).toList());
  }

  @Test
  void publishesTheEarliestOfThreeContentsUnderOneExecId() throws Exception {
    List<NamedCsvRecord> reports = program.sql(REPORTS);
    assertEquals(1, reports.size());
    NamedCsvRecord report = reports.get(0);
    assertEquals("2010-09-14T22:21:43.000000000Z", report.getField("timestamp"));
    assertEquals("DUPLICATE_KEY", report.getField("errorStatus"));

    String row =
        program.succeed(
            "row", report.getField("id"), "--store=" + store.address(), "--table=real_log");
    assertEquals(3, count(row, "^  event ACK  content "), row);
    assertEquals(1, count(row, "^  event ACK  content [0-9a-f]+  published$"), row);
    for (String time : List.of("22:21:43", "22:21:44", "22:24:37")) {
      assertEquals(1, count(row, "^    time +2010-09-14T" + time), row);
    }
  }

  private static long count(String text, String pattern) {
    return Pattern.compile(pattern, Pattern.MULTILINE).matcher(text).results().count();
  }
}
