package io.daisychain.cli.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.warehouse.duckdb.DuckDbQuery;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenFaultsTest {
  private static final String ID = "00000000-0000-0000-0000-00000000000";

  /** Two reports of ALFA are earlier than their order, which has no fault of its own. */
  @Test
  void anOrderWhoseTimeIsWrongIsNamed(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("w.duckdb");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE events (id UUID, tradeDate DATE, ReporterId VARCHAR, eventType VARCHAR,"
              + " EventId VARCHAR, Parent UUID, Merge VARCHAR, errorReason VARCHAR, relation VARCHAR,"
              + " clOrdId VARCHAR)");
      statement.execute(
          "CREATE TABLE errors (id UUID, tradeDate DATE, ReporterId VARCHAR, role VARCHAR, status"
              + " VARCHAR, reason VARCHAR, tag INTEGER, firstSeen TIMESTAMP_NS, repaired TIMESTAMP_NS)");
      statement.execute(
          "CREATE TABLE breaks (kind VARCHAR, id UUID, namedId UUID, reporter VARCHAR, named VARCHAR,"
              + " field VARCHAR, value VARCHAR, namedValue VARCHAR, state VARCHAR)");
      String event =
          "INSERT INTO events VALUES ('%s%d', '2026-03-16', 'ALFA', '%s', '%s', %s, NULL,";
      statement.execute(event.formatted(ID, 1, "NEW", "O1", "NULL") + " NULL, NULL, NULL)");
      for (int i = 2; i < 4; i++) {
        statement.execute(
            event.formatted(ID, i, "FILL", "E" + i, "'" + ID + "1'")
                + " 'OUT_OF_SEQUENCE: earlier than its parent', 'EXECUTION', 'O1')");
        statement.execute(
            "INSERT INTO errors VALUES ('%s%d', '2026-03-16', 'ALFA', 'reporter', 'OUT_OF_SEQUENCE', NULL, 11, '2026-03-16 12:00:00', NULL)"
                .formatted(ID, i));
      }
    }

    OpenFaults.Answer open = OpenFaults.of(new DuckDbQuery(file), "ALFA", null);

    assertEquals(1, open.causes());
    assertEquals(
        List.of(
            "1,2,null,NEW,O1,its time: several events below it are earlier",
            "2,null,1,FILL,E2,earlier than its parent",
            "3,null,1,FILL,E3,earlier than its parent"),
        open.rows().stream().map(OpenFaultsTest::line).toList());
  }

  private static String line(List<Object> row) {
    return String.join(
        ",",
        Arrays.asList("no", "clears", "with", "eventType", "EventId", "what").stream()
            .map(column -> String.valueOf(row.get(OpenFaults.COLUMNS.indexOf(column))))
            .toList());
  }
}
