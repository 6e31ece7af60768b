package io.daisychain.cli.faults;

import io.daisychain.fix.validate.FieldNames;
import io.daisychain.fix.validate.Reason;
import io.daisychain.reporting.FaultCauses;
import io.daisychain.reporting.FeedbackEntry;
import io.daisychain.reporting.FeedbackReader;
import io.daisychain.warehouse.SqlRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The faults of a firm that are open in a warehouse, and its rejected messages: causes first, each
 * with what is clear once it is mended.
 *
 * <p>It asks what is published and not the store: that is what the firm and everybody else sees, it
 * is there without a store's start, and BigQuery has it too.
 */
public final class OpenFaults {
  /** Columns of {@link Answer#rows}. */
  public static final List<String> COLUMNS =
      List.of(
          ("no clears with status role tradeDate eventType EventId tag counterparty "
                  + "firstSeen what id")
              .split(" ", -1));

  private static final String FAULTS =
      """
      SELECT f.id, f.tradeDate, f.role, f.status, f.reason, f.tag, f.firstSeen, e.eventType,
        e.EventId, e.Parent, e.Merge, e.errorReason, e.relation, e.clOrdId, p.eventType, p.EventId
      FROM errors AS f
      LEFT JOIN events AS e ON e.id = f.id AND e.tradeDate = f.tradeDate
      LEFT JOIN events AS p ON p.id = e.Parent AND p.tradeDate = e.tradeDate
      WHERE f.repaired IS NULL AND f.ReporterId = ?
      ORDER BY f.tradeDate, f.firstSeen, f.id, f.status, f.tag
      """;
  private static final String BREAKS =
      """
      SELECT kind, id, namedId, reporter, named, field, value, namedValue
      FROM breaks
      WHERE state = 'open' AND (reporter = ? OR named = ?)
      """;
  private static final String KNOWN = "SELECT eventType, EventId FROM events WHERE ReporterId = ?";
  private static final String ORPHAN = "ORPHAN";
  private static final Map<String, String> KIND_OF = Map.of(ORPHAN, "UNLINKED");

  /** Types of D, which a rejected message does not tell apart. */
  private static final Set<String> ORDERS =
      Set.of("NEW", "AGGREGATE", "ROUTE", "ACCEPT", "INTERNAL");

  private static final Set<String> PARENT_SIDE = Set.of("54", "55");

  private final SqlRows warehouse;
  private final String firm;
  private final List<Line> lines = new ArrayList<>();
  private final List<FaultCauses.Fault> faults = new ArrayList<>();

  /** Keys of orders that were not reported, by the ids that reports on them name. */
  private final Map<String, String> missingOrders = new HashMap<>();

  /** What parents are on the days of their children: type and id. */
  private final Map<String, List<String>> parents = new HashMap<>();

  private long rejected;

  private record Line(
      String id,
      String date,
      String role,
      String status,
      String tag,
      String firstSeen,
      String type,
      String eventId,
      String counterparty,
      String what) {}

  private OpenFaults(SqlRows warehouse, String firm) {
    this.warehouse = warehouse;
    this.firm = firm;
  }

  /**
   * What is open.
   *
   * @param rows one a fault, by {@link #COLUMNS}: {@code no} is its number, {@code clears} how many
   *     faults are clear once a cause is mended, its own included, {@code with} the number of the
   *     cause that it goes with
   * @param causes number of rows that are causes
   * @param rejected number of rejected messages among them
   */
  public record Answer(List<List<Object>> rows, long causes, long rejected) {}

  /**
   * Asks.
   *
   * @param firm MPID
   * @param feedback of the last ingest about that firm; null where there is none
   */
  public static Answer of(SqlRows warehouse, String firm, Path feedback) throws IOException {
    OpenFaults open = new OpenFaults(warehouse, firm);
    open.askWarehouse();
    if (feedback != null) {
      open.addRejected(FeedbackReader.read(feedback));
    }
    return open.answer();
  }

  /** Firms that have faults or events in a warehouse, in order. */
  public static Set<String> firms(SqlRows warehouse) throws IOException {
    Set<String> firms = new TreeSet<>();
    for (String[] row :
        warehouse.rows(
            "SELECT DISTINCT ReporterId FROM events UNION DISTINCT SELECT DISTINCT ReporterId FROM"
                + " errors")) {
      if (row[0] != null) {
        firms.add(row[0]);
      }
    }
    return firms;
  }

  private void askWarehouse() throws IOException {
    List<String[]> breaks = warehouse.rows(BREAKS, firm, firm);
    Map<String, List<String[]>> byId = new HashMap<>();
    for (String[] row : breaks) {
      byId.computeIfAbsent(row[1], none -> new ArrayList<>()).add(row);
      if (row[2] != null && !row[2].equals(row[1])) {
        byId.computeIfAbsent(row[2], none -> new ArrayList<>()).add(row);
      }
    }
    for (String[] row : warehouse.rows(FAULTS, firm)) {
      String status = row[3];
      List<String[]> open =
          byId.getOrDefault(row[0], List.of()).stream()
              .filter(one -> one[0].equals(KIND_OF.getOrDefault(status, status)))
              .filter(one -> !isMismatch(status) || isSide(one, row))
              .toList();
      Set<String> others = new TreeSet<>();
      open.forEach(one -> others.add(one[3].equals(firm) ? one[4] : one[3]));
      boolean named = row[2].equals("named");
      lines.add(
          new Line(
              row[0],
              row[1],
              row[2],
              status,
              row[5],
              row[6],
              row[7],
              row[8],
              others.isEmpty() ? null : String.join("|", others),
              named ? null : what(status, row[4], row[5], row[11], open)));
      List<String> above =
          named || row[9] == null
              ? List.of()
              : Stream.concat(Stream.of(row[9]), merged(row[10])).toList();
      if (row[14] != null) {
        parents.put(row[9], List.of(row[14], text(row[15])));
      }
      if (status.equals(ORPHAN) && text(row[12]).equals("EXECUTION") && row[13] != null) {
        missingOrders.putIfAbsent(row[13], row[9]);
      }
      boolean ours = others.isEmpty() && !named && !text(row[11]).contains(" was deleted");
      faults.add(new FaultCauses.Fault(row[0], status, above, !ours));
    }
  }

  private static boolean isMismatch(String status) {
    return status.endsWith("_MISMATCH");
  }

  /** True when a break is of the fault's side: a child's fault names its parent by another tag. */
  private static boolean isSide(String[] open, String[] fault) {
    boolean parentSide = PARENT_SIDE.contains(text(fault[5]));
    return fault[0].equals(parentSide ? open[2] : open[1]);
  }

  private static Stream<String> merged(String parents) {
    return parents == null ? Stream.empty() : Arrays.stream(parents.split("[|]", -1));
  }

  private static String text(String value) {
    return value == null ? "" : value;
  }

  private String what(
      String status, String reason, String tag, String errorReason, List<String[]> open) {
    for (String[] one : open) {
      if (one[5] != null && one[6] != null) {
        boolean reporter = one[3].equals(firm);
        return one[5]
            + "="
            + (reporter ? one[6] : one[7])
            + " here, "
            + one[5]
            + "="
            + (reporter ? one[7] : one[6])
            + " of "
            + (reporter ? one[4] : one[3]);
      }
    }
    for (String part : text(errorReason).split("; (?=[A-Z_]+: )", -1)) {
      if (part.startsWith(status + ": ")) {
        return part.substring(status.length() + 2);
      }
    }
    return reason == null ? null : meaning(reason, tag);
  }

  private static String meaning(String reason, String tag) {
    String field = tag == null ? "" : FieldNames.nameOf(Integer.parseInt(tag)) + ": ";
    return Arrays.stream(Reason.values())
        .filter(known -> known.code().equals(reason))
        .map(known -> field + known.meaning())
        .findFirst()
        .orElse(reason);
  }

  /** Rejected messages of which no event has come since. */
  private void addRejected(List<FeedbackEntry> feedback) throws IOException {
    List<FeedbackEntry> open = feedback.stream().filter(FeedbackEntry::isRejected).toList();
    if (open.isEmpty()) {
      return;
    }
    Set<List<String>> known = new HashSet<>();
    for (String[] row : warehouse.rows(KNOWN, firm)) {
      known.add(List.of(ORDERS.contains(row[0]) ? "" : row[0], text(row[1])));
    }
    for (FeedbackEntry entry : open) {
      String type = ORDERS.contains(entry.eventType()) ? "" : entry.eventType();
      if (known.contains(List.of(type, entry.eventId()))) {
        continue;
      }
      rejected++;
      lines.add(
          new Line(
              empty(entry.id()),
              null,
              "reporter",
              entry.status(),
              entry.tag() == 0 ? null : Integer.toString(entry.tag()),
              null,
              empty(entry.eventType()),
              empty(entry.eventId()),
              null,
              entry.file() + ":" + entry.line() + ": " + entry.text()));
      String event =
          type.isEmpty() && missingOrders.containsKey(entry.eventId())
              ? missingOrders.get(entry.eventId())
              : entry.file() + ":" + entry.line() + ":" + entry.offset();
      faults.add(new FaultCauses.Fault(event, entry.status(), List.of(), false));
    }
  }

  private static String empty(String value) {
    return value.isEmpty() ? null : value;
  }

  private Answer answer() {
    List<FaultCauses.Cause> causes = FaultCauses.of(faults);
    List<List<Object>> rows = new ArrayList<>();
    List<List<Object>> following = new ArrayList<>();
    for (FaultCauses.Cause cause : causes) {
      long number = rows.size() + 1L;
      int own =
          cause.faults().stream()
              .filter(i -> faults.get(i).event().equals(cause.event()))
              .findFirst()
              .orElse(-1);
      long clears = cause.faults().size();
      rows.add(own >= 0 ? row(number, clears, null, lines.get(own)) : ofParent(number, cause));
      for (int i : cause.faults()) {
        if (i != own) {
          following.add(row(0, null, number, lines.get(i)));
        }
      }
    }
    for (List<Object> row : following) {
      row.set(0, rows.size() + 1L);
      rows.add(row);
    }
    return new Answer(rows, causes.size(), rejected);
  }

  /** A cause that is no fault of its own: a parent that was not reported, or has a wrong time. */
  private List<Object> ofParent(long number, FaultCauses.Cause cause) {
    Line child = lines.get(cause.faults().get(0));
    String order =
        missingOrders.entrySet().stream()
            .filter(missing -> missing.getValue().equals(cause.event()))
            .map(missing -> "the order " + missing.getKey())
            .findFirst()
            .orElse("the event that these name: " + text(child.what));
    List<String> parent = parents.getOrDefault(cause.event(), List.of("", ""));
    String what =
        cause.isMissing() ? "report " + order : "its time: several events below it are earlier";
    return row(
        number,
        (long) cause.faults().size(),
        null,
        new Line(
            cause.event(),
            child.date,
            child.role,
            child.status,
            null,
            child.firstSeen,
            empty(parent.get(0)),
            empty(parent.get(1)),
            null,
            what));
  }

  private static List<Object> row(long number, Long clears, Long with, Line line) {
    return new ArrayList<>(
        Arrays.asList(
            number,
            clears,
            with,
            line.status,
            line.role,
            line.date,
            line.type,
            line.eventId,
            line.tag == null ? null : Long.valueOf(line.tag),
            line.counterparty,
            line.firstSeen,
            line.what,
            line.id));
  }
}
