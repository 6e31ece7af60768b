package io.daisychain.linkage.graph;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.fix.FixMessage;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.event.EventReader;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * The step from edges in memory to grandparents: {@link EventGraph} and {@link Ancestry} beside
 * DuckDB's recursive query over the same edges with ids of 16 bytes, by CPU time, in turns.
 *
 * <p>Arguments: number of events, rounds. Both find the oldest root that can be reached, and are
 * compared event by event.
 */
final class GraphComparison {
  private static final StoreDates NO_DATES = new StoreDates(List.of(), List.of());
  private static final int PARTITIONS = 32;
  private static final long SEED = 20260316;
  private static final int MOST_PARENTS = 2;

  /** How the edges lie. */
  private record Workload(String name, int depth, double merged) {}

  private final int count;
  private final long[] high;
  private final long[] low;
  private final long[] time;
  private final int[] parents;
  private final List<List<byte[]>> partitions = new ArrayList<>();

  /** Events of a lifecycle. */
  private final int size;

  private int edges;

  private GraphComparison(Workload workload, int count) {
    this.count = count;
    size = Math.max(18, workload.depth);
    high = new long[count];
    low = new long[count];
    time = new long[count];
    parents = new int[count * MOST_PARENTS];
    draw(workload);
    pack();
  }

  public static void main(String[] args) throws SQLException {
    int events = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    List<Workload> workloads =
        List.of(
            new Workload("chains of at most 12", 12, 0),
            new Workload("chains of at most 12, some merged", 12, 0.1),
            new Workload("chains of 1,000", 1_000, 0));
    System.out.println(
        "million events a CPU second: ours with packed parent references read, the graph alone");
    for (Workload workload : workloads) {
      new GraphComparison(workload, events).run(workload, rounds);
    }
  }

  /** Trees of a limited depth; a merged event has a parent of another tree of its lifecycle too. */
  private void draw(Workload workload) {
    SplittableRandom random = new SplittableRandom(SEED);
    boolean chain = workload.depth > 100;
    int[] depth = new int[size];
    for (int event = 0; event < count; event++) {
      high[event] = random.nextLong();
      low[event] = random.nextLong();
      time[event] = 1_773_662_400_000_000_000L + event * 1_000L;
      int place = event % size;
      int first = event - place;
      parents[event * MOST_PARENTS] = -1;
      parents[event * MOST_PARENTS + 1] = -1;
      depth[place] = 0;
      if (place == 0 || (workload.merged > 0 && place == 1)) {
        continue;
      }
      int parent = chain ? place - 1 : random.nextInt(Math.max(0, place - 4), place);
      if (depth[parent] + 1 >= workload.depth) {
        parent = 0;
      }
      depth[place] = depth[parent] + 1;
      parents[event * MOST_PARENTS] = first + parent;
      edges++;
      int other = random.nextInt(place);
      if (random.nextDouble() < workload.merged
          && other != parent
          && depth[other] + 1 < workload.depth) {
        depth[place] = Math.max(depth[place], depth[other] + 1);
        parents[event * MOST_PARENTS + 1] = first + other;
        edges++;
      }
    }
  }

  /** Packs the events as link's scan does, each lifecycle in one partition, in mixed order. */
  private void pack() {
    PackedWriter[] writers = new PackedWriter[PARTITIONS];
    for (int i = 0; i < PARTITIONS; i++) {
      writers[i] = new PackedWriter();
      partitions.add(new ArrayList<>());
    }
    EventReader reader = new EventReader(EventReader.Rules.DEFAULT);
    FixMessage message = new FixMessage();
    PackedWriter references = new PackedWriter();
    LinkRecord.Prior prior = new LinkRecord.Prior();
    for (int i = 0; i < count; i++) {
      // A stride that hits every event once, so that arrays are not read in the order of
      // lifecycles.
      int event = (int) (i * 7_919L % count);
      byte[] bytes = text(event).replace('|', '\1').getBytes(US_ASCII);
      message.index(bytes, 0, bytes.length);
      reader.read(message);
      OrderEvent read = reader.event();
      ParentReferenceCell.write(read, new ValidationFlags(), references.clear());
      int partition = event / size % PARTITIONS;
      LinkRecord.write(
          writers[partition],
          read.tradeDate(),
          read.high(),
          read.low(),
          0,
          1,
          new ByteSlice().set(references.buffer(), 0, references.length()),
          0,
          prior,
          0,
          new ParentReferences());
      if (writers[partition].length() > 256 << 10) {
        partitions.get(partition).add(writers[partition].toBytes());
        writers[partition].clear();
      }
    }
    for (int i = 0; i < PARTITIONS; i++) {
      partitions.get(i).add(writers[i].toBytes());
    }
  }

  private String text(int event) {
    StringBuilder text =
        new StringBuilder("8=FIX.4.2|9=0|35=D|49=ALFA|56=MRP|52=20260316-12:00:00|60=");
    long nanos = event * 1_000L;
    text.append(
        String.format(
            Locale.ROOT,
            "20260316-12:%02d:%02d.%09d",
            nanos / 60_000_000_000L,
            nanos / 1_000_000_000L % 60,
            nanos % 1_000_000_000L));
    text.append("|55=IBM|54=1|38=100|10001=").append(id(event));
    int first = parents[event * MOST_PARENTS];
    int second = parents[event * MOST_PARENTS + 1];
    if (second >= 0) {
      text.append("|10073=2|10003=").append(id(first)).append("|10003=").append(id(second));
    } else if (first >= 0) {
      text.append("|10003=").append(id(first));
    }
    return text.append("|10=000|").toString();
  }

  private String id(int event) {
    return new java.util.UUID(high[event], low[event]).toString();
  }

  private void run(Workload workload, int rounds) throws SQLException {
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
      load(duck);
      double reading = 0;
      double alone = 0;
      double theirs = 0;
      for (int round = 0; round < rounds; round++) {
        long[] ours = ours();
        reading = Math.max(reading, count / (ours[0] / 1e3));
        alone = Math.max(alone, count / (ours[1] / 1e3));
        theirs = Math.max(theirs, count / (duckDb(duck) / 1e3));
      }
      System.out.printf(
          Locale.ROOT,
          "%-38s %,d events, %,d edges: %.2f, %.2f; DuckDB %.2f; %d differ%n",
          workload.name,
          count,
          edges,
          reading,
          alone,
          theirs,
          differences(duck));
    }
  }

  /** CPU nanoseconds: everything, and without reading the packed claims. */
  private long[] ours() {
    long all = 0;
    long alone = 0;
    for (List<byte[]> blocks : partitions) {
      long start = cpuTime();
      EventGraph graph = new EventGraph(NO_DATES);
      blocks.forEach(graph::add);
      long read = cpuTime();
      graph.link();
      Ancestry ancestry = new Ancestry(graph);
      long end = cpuTime();
      all += end - start;
      alone += end - read;
      if (ancestry.cycles > 0) {
        throw new IllegalStateException("these edges have no cycles");
      }
    }
    return new long[] {all, alone};
  }

  private static long cpuTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private void load(Connection duck) throws SQLException {
    try (Statement sql = duck.createStatement()) {
      sql.execute("CREATE TABLE raw_events (high BIGINT, low BIGINT, t BIGINT)");
      sql.execute("CREATE TABLE raw_edges (ch BIGINT, cl BIGINT, ph BIGINT, pl BIGINT)");
      DuckDBConnection connection = duck.unwrap(DuckDBConnection.class);
      try (DuckDBAppender rows = connection.createAppender("main", "raw_events");
          DuckDBAppender pairs = connection.createAppender("main", "raw_edges")) {
        for (int event = 0; event < count; event++) {
          rows.beginRow();
          rows.append(high[event]);
          rows.append(low[event]);
          rows.append(time[event]);
          rows.endRow();
          for (int i = 0; i < MOST_PARENTS; i++) {
            int parent = parents[event * MOST_PARENTS + i];
            if (parent >= 0) {
              pairs.beginRow();
              pairs.append(high[event]);
              pairs.append(low[event]);
              pairs.append(high[parent]);
              pairs.append(low[parent]);
              pairs.endRow();
            }
          }
        }
      }
      String id = "(%s::HUGEINT * 18446744073709551616 + (%s::HUGEINT & 18446744073709551615))";
      sql.execute(
          "CREATE TABLE events AS SELECT "
              + id.formatted("high", "low")
              + " id, t FROM raw_events");
      sql.execute(
          "CREATE TABLE edges AS SELECT "
              + id.formatted("ch", "cl")
              + " child, "
              + id.formatted("ph", "pl")
              + " parent FROM raw_edges");
    }
  }

  /** CPU nanoseconds of the whole process, which does nothing else. */
  private long duckDb(Connection duck) throws SQLException {
    var system =
        ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
    boolean merges = false;
    for (int i = 1; i < parents.length && !merges; i += MOST_PARENTS) {
      merges = parents[i] >= 0;
    }
    String roots = "SELECT id, id AS root, t FROM events WHERE id NOT IN (SELECT child FROM edges)";
    String steps = "SELECT e.child, u.root, u.t FROM up u JOIN edges e ON e.parent = u.id";
    String query =
        merges
            ? "SELECT id, arg_min(root, (t, root)) AS root FROM up GROUP BY id"
            : "SELECT id, root FROM up";
    try (Statement sql = duck.createStatement()) {
      long start = system.getProcessCpuTime();
      sql.execute(
          "CREATE OR REPLACE TABLE lineage AS WITH RECURSIVE up(id, root, t) AS ("
              + roots
              + (merges ? " UNION " : " UNION ALL ")
              + steps
              + ") "
              + query);
      return system.getProcessCpuTime() - start;
    }
  }

  /** Events that have another grandparent there than here. */
  private long differences(Connection duck) throws SQLException {
    try (Statement sql = duck.createStatement()) {
      sql.execute("CREATE TABLE ours (high BIGINT, low BIGINT, rh BIGINT, rl BIGINT)");
      try (DuckDBAppender rows =
          duck.unwrap(DuckDBConnection.class).createAppender("main", "ours")) {
        for (List<byte[]> blocks : partitions) {
          EventGraph graph = new EventGraph(NO_DATES);
          blocks.forEach(graph::add);
          graph.link();
          Ancestry ancestry = new Ancestry(graph);
          for (int node = 0; node < graph.size; node++) {
            int root = ancestry.grandParent[node];
            rows.beginRow();
            rows.append(graph.high[node]);
            rows.append(graph.low[node]);
            rows.append(graph.high[root]);
            rows.append(graph.low[root]);
            rows.endRow();
          }
        }
      }
      String id = "(%s::HUGEINT * 18446744073709551616 + (%s::HUGEINT & 18446744073709551615))";
      try (ResultSet found =
          sql.executeQuery(
              "SELECT (SELECT count(*) FROM ours) - count(*) FROM ours o JOIN lineage l ON l.id = "
                  + id.formatted("o.high", "o.low")
                  + " AND l.root = "
                  + id.formatted("o.rh", "o.rl"))) {
        found.next();
        return found.getLong(1);
      }
    }
  }
}
