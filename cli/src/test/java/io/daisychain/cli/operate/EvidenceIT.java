package io.daisychain.cli.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.audit.AuditHead;
import io.daisychain.cli.campaign.EvidenceChanges;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.Program.Ended;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceIT {
  @TempDir private Path folder;

  @Test
  void eachChangeAfterwardsIsNamed() throws Exception {
    Program program = Program.staying(folder);
    program.succeed("generate", "--output=w", "--scale=100", "--fullWorkload=500", "--seed=38");
    program.succeed("audit", "--begin", "--retention=P90Y");
    program.succeed("run", "--input=w/events-*", "--reference=w");
    program.succeed("sql", "SELECT count(*) FROM events");
    Ended drop = program.run("drop", "--days=20260316", "--yes");
    Ended shorter = program.run("audit", "--retention=P6Y");
    String head = program.succeed("audit", "--head").strip();
    Files.writeString(folder.resolve("heads"), head + "\n");
    Path receipt = folder.resolve("firm/receipt.json");
    Files.createDirectories(receipt.getParent());
    for (String name : List.of("receipt.json", "receipt.json.sig")) {
      Files.copy(
          folder.resolve("daisychain-data/rejects").resolve(name), receipt.resolveSibling(name));
    }

    assertEquals(2, drop.exitCode(), drop::toString);
    assertTrue(drop.err().contains("20260316 must be kept until 2116-03-16"), drop::toString);
    assertEquals(2, shorter.exitCode(), shorter::toString);
    String shown = program.succeed("audit", "--last=0");
    assertTrue(shown.contains("sql \"SELECT count(*) FROM events\""), shown);
    assertTrue(shown.contains("ended  exitCode 2"), shown);
    Ended unchanged = program.run("verify", "--heads=heads", "--receipt=firm/receipt.json");
    assertEquals(0, unchanged.exitCode(), unchanged::toString);

    for (Path file : places()) {
      byte[] right = Files.readAllBytes(file);
      long seed = file.hashCode();
      byte[] wrong = right.clone();
      wrong[new SplittableRandom(seed).nextInt(wrong.length)] ^= 1;
      Files.write(file, wrong);
      Ended changed =
          program.run(
              "verify", "--heads=heads", "--receipt=firm/receipt.json", "--receiptKey=key.pem");
      Files.write(file, right);
      String name = file.getFileName().toString();
      assertEquals(1, changed.exitCode(), () -> name + ", seed " + seed + ": " + changed);
      assertTrue(changed.out().contains(name), () -> name + ", seed " + seed + ": " + changed);
    }
  }

  /** A file of each kind, with the public key that was given to firms as {@code key.pem}. */
  private List<Path> places() throws IOException {
    Path audit = folder.resolve("daisychain-data/audit");
    Files.copy(audit.resolve("receipt-key.pub.pem"), folder.resolve("key.pem"));
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(
              file ->
                  file.toString()
                      .matches(
                          ".*/(w/events-.*fix|firm/receipt.json|warehouse.duckdb"
                              + "|events/.*/.*parquet|lifecycles/.*/.*parquet)"))
          .toList();
    }
  }

  @Test
  void whatIsGoneOrCameIsTold() throws Exception {
    Program program = Program.staying(folder);
    program.succeed("generate", "--output=w", "--scale=100", "--fullWorkload=300", "--seed=39");
    program.succeed("audit", "--begin");
    program.succeed("run", "--input=w/events-*", "--reference=w");
    AuditHead head = AuditHead.parse(program.succeed("audit", "--head"));
    Files.createDirectory(folder.resolve("archive"));
    Path file;
    try (Stream<Path> files = Files.list(folder.resolve("w"))) {
      file = files.filter(each -> each.toString().endsWith(".fix")).findFirst().orElseThrow();
    }
    Files.move(file, folder.resolve("archive/moved.fix"));
    Path events;
    try (Stream<Path> files =
        Files.walk(folder.resolve("daisychain-data/warehouse.duckdb.days/events"))) {
      events = files.filter(each -> each.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
    Path added = events.resolveSibling("more.parquet");
    Files.copy(events, added);
    Ended gone = program.run("verify", "--head=" + head);
    Files.delete(added);
    Ended moved = program.run("verify", "--head=" + head, "--files=archive");

    assertEquals(1, gone.exitCode(), gone::toString);
    assertTrue(gone.out().contains(file + " is not there: entry "), gone::toString);
    assertTrue(gone.out().contains(added + " was added to "), gone::toString);
    assertTrue(gone.out().contains("2 changes"), gone::toString);
    assertEquals(0, moved.exitCode(), moved::toString);

    // A log that was begun anew is another one.
    Path log = folder.resolve("daisychain-data/audit");
    Files.move(log, folder.resolve("old"), StandardCopyOption.ATOMIC_MOVE);
    program.succeed("audit", "--begin");
    Ended anew = program.run("verify", "--head=" + head);
    assertTrue(
        anew.out().contains("entry %d, whose head was kept, is missing".formatted(head.number())),
        anew::toString);

    // A command that cannot be entered is not done.
    Path lines = log.resolve("audit.jsonl");
    Files.writeString(lines, "nonsense\n", StandardOpenOption.APPEND);
    Ended refused = program.run("sql", "SELECT count(*) FROM events");
    assertEquals(1, refused.exitCode(), refused::toString);
    assertEquals("", refused.out());
    assertTrue(
        refused.err().contains("nothing was done, since it cannot be entered"), refused::toString);
  }

  @Test
  void rowIsProvenFromTheFilesThatWereHandedIn() throws Exception {
    Program program = Program.staying(folder);
    program.succeed(
        "generate", "--output=w", "--scale=100", "--fullWorkload=400", "--errors=0.1", "--seed=40");
    program.succeed("audit", "--begin");
    program.succeed("run", "--input=w/events-*", "--reference=w", "--zone=UTC", "--gtcDays=2");
    // As if it had been handed in years ago.
    Path log = folder.resolve("daisychain-data/audit/audit.jsonl");
    Files.writeString(
        log, Files.readString(log).replaceAll("\"time\":\"20\\d\\d", "\"time\":\"2019"));
    EvidenceChanges.chainAnew(log);
    String id =
        program
            .sql("SELECT min(id::VARCHAR) AS id FROM events WHERE price IS NOT NULL")
            .get(0)
            .getField("id");

    String traced = program.succeed("verify", "--id=" + id);
    assertTrue(traced.contains("row      " + id + " content "), traced);
    assertTrue(traced.contains("handed in 2019-"), traced);
    String where = traced.replaceFirst("(?s).* content \\w+: (.*\\.fix) line (\\d+), .*", "$1:$2");
    String line =
        Files.readAllLines(Path.of(where.replaceFirst(":\\d+$", "")), StandardCharsets.ISO_8859_1)
            .get(Integer.parseInt(where.replaceFirst(".*:", "")) - 1);
    assertTrue(line.contains("10001=" + id), line);
    String entry = traced.replaceFirst("(?s).* line (\\d+), SHA-256 (\\w+), .*", "$2/$1");
    String prov = program.succeed("prov", id, "--format=prov-n");
    assertTrue(prov.contains("  entity(daisychain:line/" + entry + ", "), prov);
    assertTrue(prov.matches("(?s).*daisychain:event/[^(]*/" + id + ", .*"), prov);
    for (String kind : List.of("ingest", "link", "publish")) {
      String by = "(?s).*wasAssociatedWith\\(daisychain:%s/\\S+, daisychain:user/.*";
      assertTrue(prov.matches(by.formatted(kind)), prov);
    }
    program.succeed("verify", "--rebuild");

    Path events = withRow(id);
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement()) {
      statement.execute(
          ("COPY (SELECT * REPLACE (CASE WHEN id::VARCHAR = '%s' THEN 1 ELSE price END AS price)"
                  + " FROM read_parquet('%s', hive_partitioning = false)) TO '%s.new' (FORMAT parquet)")
              .formatted(id, events, events));
    }
    Files.move(
        events.resolveSibling(events.getFileName() + ".new"),
        events,
        StandardCopyOption.REPLACE_EXISTING);
    Ended changed = program.run("verify", "--rebuild");

    assertEquals(1, changed.exitCode(), changed::toString);
    assertTrue(
        changed.out().contains("CHANGED  " + events + " was changed: it was published with"),
        changed::toString);
    String row = "CHANGED  events %s of 2026-03-16 was changed: price is 1.".formatted(id);
    assertTrue(changed.out().contains(row), changed::toString);
    assertTrue(changed.out().contains("2 changes"), changed::toString);
  }

  private Path withRow(String id) throws IOException, SQLException {
    try (Stream<Path> files =
            Files.walk(folder.resolve("daisychain-data/warehouse.duckdb.days/events"));
        Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement()) {
      for (Path file : files.filter(each -> each.toString().endsWith(".parquet")).toList()) {
        try (ResultSet row =
            statement.executeQuery(
                "SELECT count(*) FROM '%s' WHERE id::VARCHAR = '%s'".formatted(file, id))) {
          row.next();
          if (row.getInt(1) > 0) {
            return file;
          }
        }
      }
    }
    throw new IllegalStateException("no file has " + id);
  }
}
