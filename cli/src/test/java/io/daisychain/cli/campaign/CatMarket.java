package io.daisychain.cli.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.cli.testing.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A generated market of firms that report in CAT, all or every other one, through the program: the
 * lifecycles of the same market in FIX, and with errors what the generator's truth says, each error
 * of a record with its code.
 */
public final class CatMarket {
  /** First dates of two: from 4.0.0 to 4.1.0, and from that to 4.2.0. */
  private static final List<String> DATES = List.of("2024-12-31", "2026-08-31");

  private final Program program;
  private final long events;
  private final long seed;
  private final List<String> store;

  /**
   * Prepares.
   *
   * @param store options of the store of all runs; none for one in the program's folder
   */
  public CatMarket(Program program, long events, long seed, List<String> store) {
    this.program = program;
    this.events = events;
    this.seed = seed;
    this.store = store;
  }

  /** Arguments: events, seed and a folder. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createDirectories(Path.of(arguments[2]).toAbsolutePath());
    CatMarket market =
        new CatMarket(
            new Program(folder).forLong(),
            Long.parseLong(arguments[0]),
            Long.parseLong(arguments[1]),
            List.of());
    System.out.println(market.hasTheLifecyclesOfFix());
    for (String date : DATES) {
      System.out.println(market.isAsTheTruthSays("cat", date));
      System.out.println(market.isAsTheTruthSays("both", date));
    }
  }

  /**
   * Half the firms in CAT, and all in FIX: one partition into lifecycles, with the same symbol and
   * standing fills. What was ordered and busted goes by reports that CAT lacks.
   */
  public Map<String, Long> hasTheLifecyclesOfFix() throws Exception {
    run("fix", "fix", List.of());
    run("half", "both", List.of());
    Map<String, Long> found =
        ask(
            """
            WITH mine AS (SELECT *, CASE WHEN format = 'CAT' THEN substr(firmROEID, 10)
                ELSE id::VARCHAR END AS fixId FROM half.events),
              ours AS (SELECT m.*, t.LifecycleId AS theirs, t.GrandParent AS root
                FROM mine m JOIN fix.events t ON m.fixId = t.id::VARCHAR),
              sums AS (SELECT DISTINCT a.id, a.filledQuantity, a.symbol, b.id AS fixId,
                  b.filledQuantity AS filled, b.symbol AS theirSymbol
                FROM ours o JOIN half.lifecycles a ON a.id = o.LifecycleId
                JOIN fix.lifecycles b ON b.id = o.theirs)
            SELECT (SELECT count(*) FROM mine) AS events,
              (SELECT count(*) FROM mine WHERE format = 'CAT') AS inCat,
              (SELECT count(*) FROM half.lifecycles) AS lifecycles,
              (SELECT count(*) FROM mine) - (SELECT count(*) FROM ours) AS invented,
              (SELECT count(*) FROM fix.events t WHERE t.eventType IN ('NEW', 'AGGREGATE', 'ROUTE',
                'INTERNAL', 'FILL') AND t.destination IS NULL
                AND t.id::VARCHAR NOT IN (SELECT fixId FROM mine)) AS missed,
              (SELECT count(DISTINCT (LifecycleId, theirs)) - count(DISTINCT LifecycleId)
                FROM ours) AS torn,
              (SELECT count(DISTINCT (LifecycleId, theirs)) - count(DISTINCT theirs) FROM ours)
                AS joined,
              (SELECT count(*) FROM ours o JOIN mine g ON g.id = o.GrandParent
                WHERE g.fixId <> o.root::VARCHAR) AS otherRoot,
              (SELECT count(*) FROM sums WHERE filledQuantity IS DISTINCT FROM filled
                OR symbol IS DISTINCT FROM theirSymbol) AS otherFilled
            """);
    for (String difference :
        List.of("invented", "missed", "torn", "joined", "otherRoot", "otherFilled")) {
      assertEquals(0, found.get(difference), found::toString);
    }
    return found;
  }

  /**
   * Two dates with errors and repairs, on the first and second of which other versions of CAT
   * count: rows and their versions are as the truth says, and faults of records have the codes that
   * were put in.
   */
  public Map<String, Long> isAsTheTruthSays(String format, String date) throws Exception {
    String name = format + date.substring(0, 4);
    run(
        name,
        format,
        List.of(
            "--tradeDate=" + date,
            "--days=2",
            "--gtc=0.1",
            "--errors=0.05,CYCLE=0.05,STRUCTURE=0.02,GARBLED=0.02",
            "--repairs=0.02,LATE=0.3"));
    Map<String, Long> found =
        ask(
            """
            WITH t AS (SELECT * FROM read_csv('%2$s/truth-*.csv', header = true, all_varchar = true)),
              i AS (SELECT * FROM read_csv('%2$s/cat-injected-*.csv', header = true,
                all_varchar = true)),
              f AS (SELECT * FROM read_csv('%2$s/rejects/feedback-*.csv', header = true,
                all_varchar = true, union_by_name = true)),
              h AS (SELECT * FROM read_csv('%2$s/history-*.csv', header = true,
                all_varchar = true)),
              v AS (SELECT id::VARCHAR AS id, version::VARCHAR AS version, action,
                standing::VARCHAR AS standing, ReporterId FROM %1$s.history),
              e AS (SELECT *, concat_ws('|', Parent::VARCHAR, Merge) AS parents FROM %1$s.events)
            SELECT count(*) AS events,
              count(*) FILTER (e.format = 'CAT') AS inCat,
              count(*) FILTER (t.id IS NULL) AS invented,
              count(*) FILTER (e.id IS NULL) AS missed,
              count(*) FILTER (t."expected error" IS DISTINCT FROM e.errorStatus) AS otherStatus,
              count(*) FILTER (t.eventType IS DISTINCT FROM e.eventType::VARCHAR) AS otherType,
              count(*) FILTER (coalesce(t.Parent, '') <> e.parents) AS otherParent,
              count(*) FILTER (t.GrandParent IS DISTINCT FROM e.GrandParent::VARCHAR) AS otherRoot,
              count(*) FILTER (e.format = 'CAT' AND e.errorStatus LIKE '%%ORPHAN%%'
                AND NOT regexp_matches(e.errorCode, '350[124]|9003')) AS orphansWithoutCode,
              (SELECT count(*) FROM h JOIN e ON h.id = e.id::VARCHAR AND e.format = 'CAT')
                AS versionsInCat,
              (SELECT count(*) FROM h FULL JOIN v USING (id, version, action, standing, ReporterId)
                WHERE h.id IS NULL OR v.id IS NULL) AS otherVersion,
              (SELECT count(*) FROM i WHERE kind = 'STRUCTURE') AS faults,
              (SELECT count(*) FROM i ANTI JOIN e ON i.id = e.id::VARCHAR
                AND list_contains(string_split(e.errorCode, '|'), i.code)
                WHERE kind = 'STRUCTURE') AS faultsNotPublished,
              (SELECT count(*) FROM i ANTI JOIN f ON i.file = f.file AND i.line = f.line
                AND i.code = f.reason AND i.field = f.tag AND f.status = 'STRUCTURE'
                WHERE kind = 'STRUCTURE') AS faultsNotTold,
              (SELECT count(*) FROM i WHERE kind = 'GARBLED') AS rejects,
              (SELECT count(*) FROM i ANTI JOIN f ON i.file = f.file AND i.line = f.line
                AND i.code = f.reason AND f.status = 'REJECTED'
                WHERE kind = 'GARBLED') AS rejectsNotTold
            FROM t FULL JOIN e ON t.id = e.id::VARCHAR
            """
                .formatted(name, program.folder().resolve(name)),
            name);
    for (String difference :
        List.of(
            "invented",
            "missed",
            "otherStatus",
            "otherType",
            "otherParent",
            "otherRoot",
            "otherVersion",
            "orphansWithoutCode",
            "faultsNotPublished",
            "faultsNotTold",
            "rejectsNotTold")) {
      assertEquals(0, found.get(difference), found::toString);
    }
    return found;
  }

  private void run(String name, String format, List<String> options) throws Exception {
    List<String> generate =
        new ArrayList<>(
            List.of(
                "generate",
                "--output=" + name,
                "--events=" + events,
                "--format=" + format,
                "--lineage=native",
                "--truth",
                "--seed=" + seed));
    generate.addAll(options);
    program.succeed(generate.toArray(String[]::new));
    List<String> run =
        new ArrayList<>(
            List.of(
                "run",
                "--input=" + name + "/{events-,late-,0_}*",
                "--reference=" + name,
                "--rejects=" + name + "/rejects",
                "--gtcDays=7",
                "--table=market_" + name,
                "--warehouse=duckdb:" + program.folder().resolve(name + ".duckdb"),
                "--output=" + name + "/published"));
    run.addAll(store);
    program.succeed(run.toArray(String[]::new));
  }

  /** The one row of an answer, over all warehouses of this folder. */
  private Map<String, Long> ask(String sql, String... names) throws SQLException {
    List<String> warehouses = names.length == 0 ? List.of("fix", "half") : List.of(names);
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement()) {
      for (String name : warehouses) {
        Path file = program.folder().resolve(name + ".duckdb");
        statement.execute("ATTACH '" + file + "' AS " + name + " (READ_ONLY)");
      }
      Map<String, Long> row = new TreeMap<>();
      try (ResultSet rows = statement.executeQuery(sql)) {
        rows.next();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.put(rows.getMetaData().getColumnName(i), rows.getLong(i));
        }
      }
      return row;
    }
  }
}
