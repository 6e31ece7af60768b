package io.daisychain.cli.campaign;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.audit.Sha256;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Changes that somebody with the disk makes after a day was handed in and published, one at a time:
 * {@code verify} must name each. Heads, a receipt and the public key are kept elsewhere.
 */
public final class EvidenceChanges {
  private static final String LOG = "daisychain-data/audit/audit.jsonl";
  private static final String WAREHOUSE = "daisychain-data/warehouse.duckdb";

  /** Of so many changes of a row one is held against the files that were handed in. */
  private static final int ROWS_A_REBUILD = 5;

  private enum Kind {
    FILE_BIT,
    FILE_LINE,
    ENTRY_TEXT,
    ENTRY_REMOVED,
    ENTRY_COPIED,
    LOG_FORGED,
    LOG_CUT,
    ROW,
    ROW_AND_LOG,
    TABLE_DELETED,
    TABLE_ADDED,
    VIEW,
    RECEIPT
  }

  private final Path folder;
  private final Program program;
  private final SplittableRandom random;
  private final List<Path> tables = new ArrayList<>();
  private final List<Path> handedIn = new ArrayList<>();
  private int rows;

  private EvidenceChanges(Path folder, long seed) {
    this.folder = folder;
    program = new Program(folder);
    random = new SplittableRandom(seed);
  }

  /** Arguments: changes, seed and an empty folder. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createDirectories(Path.of(arguments[2]).toAbsolutePath());
    EvidenceChanges campaign = new EvidenceChanges(folder, Long.parseLong(arguments[1]));
    campaign.prepare(arguments[1]);
    Map<Kind, Integer> found = new TreeMap<>();
    for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
      Kind kind = Kind.values()[i % Kind.values().length];
      campaign.change(kind, i);
      found.merge(kind, 1, Integer::sum);
    }
    System.out.println(found);
  }

  private void prepare(String seed) throws Exception {
    program.succeed("generate", "--output=w", "--events=3000", "--errors=0.05", "--seed=" + seed);
    program.succeed("audit", "--begin");
    program.succeed("run", "--input=w/events-*", "--reference=w");
    program.succeed("sql", "SELECT count(*) FROM events");
    Files.createDirectory(folder.resolve("elsewhere"));
    Files.writeString(folder.resolve("elsewhere/heads"), program.succeed("audit", "--head"));
    for (String name : List.of("receipt.json", "receipt.json.sig")) {
      Files.copy(
          folder.resolve("daisychain-data/rejects/" + name), folder.resolve("elsewhere/" + name));
    }
    Files.copy(
        folder.resolve("daisychain-data/audit/receipt-key.pub.pem"),
        folder.resolve("elsewhere/key.pem"));
    try (Stream<Path> files = Files.walk(folder.resolve(WAREHOUSE + ".days"))) {
      for (Path file : files.sorted().toList()) {
        if (file.toString().matches(".*/(events|links|lifecycles)/.*\\.parquet") && hasRows(file)) {
          tables.add(file);
        }
      }
    }
    try (Stream<Path> files = Files.list(folder.resolve("w"))) {
      files.filter(file -> file.toString().endsWith(".fix")).sorted().forEach(handedIn::add);
    }
  }

  private static boolean hasRows(Path file) throws SQLException {
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM '" + file + "'")) {
      rows.next();
      return rows.getLong(1) > 0;
    }
  }

  private void change(Kind kind, int number) throws Exception {
    Path file =
        switch (kind) {
          case FILE_BIT, FILE_LINE -> one(handedIn);
          case ROW, ROW_AND_LOG, TABLE_DELETED, TABLE_ADDED -> one(tables);
          case VIEW -> folder.resolve(WAREHOUSE);
          case RECEIPT -> folder.resolve("elsewhere/receipt.json");
          default -> folder.resolve(LOG);
        };
    byte[] right = Files.readAllBytes(file);
    byte[] log = Files.readAllBytes(folder.resolve(LOG));
    List<String> wanted = new ArrayList<>();
    wanted.add(file.getFileName().toString());
    List<String> options = new ArrayList<>(List.of("verify", "--heads=elsewhere/heads"));
    options.addAll(List.of("--receipt=elsewhere/receipt.json", "--receiptKey=elsewhere/key.pem"));
    switch (kind) {
      case FILE_BIT, RECEIPT -> flip(file, right);
      case FILE_LINE -> removeLine(file);
      case ENTRY_TEXT -> changeText(file);
      case ENTRY_REMOVED -> removeLine(file);
      case ENTRY_COPIED -> copyLine(file);
      case LOG_FORGED -> forge(file);
      case LOG_CUT -> cut(file);
      case ROW, ROW_AND_LOG -> {
        String row = changeRow(file);
        if (kind == Kind.ROW_AND_LOG) {
          wanted.set(0, "audit.jsonl");
          coverUp(file);
        }
        if (rows++ % ROWS_A_REBUILD == 0) {
          options.add("--rebuild");
          wanted.add(row);
        }
      }
      case TABLE_DELETED -> Files.delete(file);
      case TABLE_ADDED -> Files.copy(file, file.resolveSibling("added.parquet"));
      case VIEW -> changeView(file);
    }
    if (kind == Kind.TABLE_ADDED) {
      wanted.set(0, "added.parquet");
    }
    Ended verified = program.run(options.toArray(String[]::new));
    Files.deleteIfExists(file.resolveSibling("added.parquet"));
    Files.write(file, right);
    Files.write(folder.resolve(LOG), log);
    for (String name : wanted) {
      if (verified.exitCode() != 1
          || verified.out().lines().noneMatch(l -> l.startsWith("CHANGED") && l.contains(name))) {
        throw new IllegalStateException(
            "change %d, %s of %s: %s is not named: %s"
                .formatted(number, kind, file, name, verified));
      }
    }
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private void flip(Path file, byte[] right) throws IOException {
    byte[] wrong = right.clone();
    wrong[random.nextInt(wrong.length)] ^= (byte) (1 << random.nextInt(8));
    Files.write(file, wrong);
  }

  private void removeLine(Path file) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(file, ISO_8859_1));
    lines.remove(random.nextInt(lines.size()));
    Files.write(file, lines, ISO_8859_1);
  }

  private void copyLine(Path file) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(file, ISO_8859_1));
    lines.add(random.nextInt(lines.size()), one(lines));
    Files.write(file, lines, ISO_8859_1);
  }

  private void changeText(Path file) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(file, ISO_8859_1));
    int at = random.nextInt(lines.size());
    lines.set(at, lines.get(at).replaceFirst("\"time\":\"2", "\"time\":\"1"));
    Files.write(file, lines, ISO_8859_1);
  }

  /** Changes an entry, and has all that follow say that it was so. */
  private void forge(Path file) throws IOException {
    changeText(file);
    chainAnew(file);
  }

  /** Has each entry of a log say the hash of the one before, whatever they say else. */
  public static void chainAnew(Path file) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(file, ISO_8859_1));
    String previous = "0".repeat(64);
    for (int i = 0; i < lines.size(); i++) {
      lines.set(
          i,
          lines.get(i).replaceFirst("\"previous\":\"[0-9a-f]{64}", "\"previous\":\"" + previous));
      previous = Sha256.of(lines.get(i).getBytes(ISO_8859_1));
    }
    Files.write(file, lines, ISO_8859_1);
  }

  private void cut(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file, ISO_8859_1);
    String head = Files.readString(folder.resolve("elsewhere/heads"));
    int kept = Integer.parseInt(head.substring(0, head.indexOf(':')));
    Files.write(file, lines.subList(0, 1 + random.nextInt(kept - 2)), ISO_8859_1);
  }

  /** Changes a value in a table's file, which stays a valid one; returns what names the row. */
  private String changeRow(Path file) throws IOException, SQLException {
    String table = folder.resolve(WAREHOUSE + ".days").relativize(file).getName(0).toString();
    String key = table.equals("links") ? "child" : "id";
    String column =
        Map.of("events", "ReporterId", "links", "relation", "lifecycles", "finalState").get(table);
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement()) {
      String rows = "read_parquet('" + file + "', hive_partitioning = false)";
      String id;
      try (ResultSet row =
          statement.executeQuery(
              "SELECT %s::VARCHAR FROM %s ORDER BY md5(%s::VARCHAR || '%s') LIMIT 1"
                  .formatted(key, rows, key, random.nextInt()))) {
        row.next();
        id = row.getString(1);
      }
      statement.execute(
          ("COPY (SELECT * REPLACE (CASE WHEN %1$s::VARCHAR = '%2$s' THEN 'FORGED' ELSE"
                  + " %3$s::VARCHAR END AS %3$s) FROM %4$s) TO '%5$s.new' (FORMAT parquet)")
              .formatted(key, id, column, rows, file));
      Files.move(
          file.resolveSibling(file.getFileName() + ".new"),
          file,
          StandardCopyOption.REPLACE_EXISTING);
      return table + " " + id;
    }
  }

  /** Has the log say that the changed file is what was published. */
  private void coverUp(Path file) throws IOException {
    Path log = folder.resolve(LOG);
    List<String> lines = new ArrayList<>(Files.readAllLines(log, ISO_8859_1));
    lines.replaceAll(
        line ->
            line.contains('"' + file.toString() + '"')
                ? line.replaceFirst("\"sha256\":\"[0-9a-f]{64}", "\"sha256\":\"" + sum(file))
                : line);
    Files.write(log, lines, ISO_8859_1);
    chainAnew(log);
  }

  private static String sum(Path file) {
    try {
      return Sha256.of(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void changeView(Path file) throws SQLException {
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:" + file);
        Statement statement = duckDb.createStatement()) {
      statement.execute("CREATE OR REPLACE VIEW errors AS SELECT 1 AS nothing");
    }
  }
}
