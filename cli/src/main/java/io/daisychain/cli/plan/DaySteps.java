package io.daisychain.cli.plan;

import io.daisychain.cli.job.RunForecast;
import io.daisychain.cli.plan.Step.Piece;
import io.daisychain.cli.runner.WorkerSize;
import io.daisychain.ingest.IngestSettings;
import io.daisychain.linkage.components.UniteComponents;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.linkage.plan.Partitioning;
import io.daisychain.publish.PublishSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The steps of the jobs for the events of one trade date, cut into pieces as the jobs cut them. */
final class DaySteps {
  /** Splits of the table for each server (Market Reconstruction 2.0, 4.7). */
  static final int SPLITS = 24;

  /** Bytes of an event: docs/performance.md, a day of 50 million. */
  static final double MESSAGE = 298;

  static final double ROW = RunForecast.Place.STORE.bytes();
  static final double LINKS = RunForecast.Place.LINKED_STORE.bytes();
  static final double PUBLISHED = RunForecast.Place.PUBLISHED.bytes();

  /** Of an event on its way between steps of link. */
  static final double REFERENCE = 100;

  /** Rows of a call (batchRows of a store's address). */
  private static final double BATCH = 1_000;

  /** Of the CPU of link: scan, looking for parents elsewhere, resolving; the rest is writing. */
  private static final double SCAN_PART = 0.26;

  private static final double PARENTS_PART = 0.12;
  private static final double RESOLVE_PART = 0.47;

  /** Of the CPU of ingest with files: reading and checking; the rest is sorting and writing. */
  private static final double READ_PART = 0.54;

  /** A component that crosses partitions: bytes and CPU in the first round, one in so many. */
  private static final double COMPONENT = 300;

  private static final double COMPONENT_CPU = 1;
  private static final double CROSSING = 9;

  /** Symbols of a market, busy as one over their number. */
  private static final int SYMBOLS = 10_000;

  /** Bytes a second of a worker, assumed: files of an object store or disk, and its network. */
  private static final double READ_RATE = 1e9;

  private static final double NETWORK_RATE = 2e9;

  /** Events a second that BigQuery takes: the paper's 25e9 in 18 minutes, with writing them. */
  private static final double LOAD_RATE = 25e9 / (18 * 60);

  /** More pieces tell no more; each core has sixteen at least where there are as many. */
  private static final int ENOUGH = 20_000;

  private static final int ENOUGH_FOR_CORE = 16;

  /** About as many turns at the store have all partitions together. */
  private static final double TURNS = 150_000;

  private final double events;
  private final Cluster cluster;
  private final Costs costs;
  private final double coreSpeed;
  private final Random random;
  private double largest;

  /**
   * Cuts the jobs.
   *
   * @param coreSpeed of a worker's core, as a share of one of those that costs were measured on
   */
  DaySteps(double events, Cluster cluster, Costs costs, double coreSpeed) {
    this.events = events;
    this.cluster = cluster;
    this.costs = costs;
    this.coreSpeed = coreSpeed;
    random = new Random(cluster.seed());
  }

  /** Files to rows: puts go to the store as they are read, files are sorted by range in between. */
  List<Step> ingest() {
    double ranges = Math.ceil(events * MESSAGE / IngestSettings.RANGE_BYTES);
    if (!costs.files()) {
      return List.of(
          new Step(
              "read, check and put",
              even(ranges, MESSAGE, costs.ingestCpu(), ROW, costs.write(), spread(ranges))));
    }
    return List.of(
        new Step("read and check", even(ranges, MESSAGE, READ_PART * costs.ingestCpu(), ROW, 0, 1)),
        write((1 - READ_PART) * costs.ingestCpu(), 2 * ROW));
  }

  /** Rows to lifecycles. */
  List<Step> link() {
    List<Step> steps = new ArrayList<>();
    double scan = REFERENCE * costs.scanByte();
    steps.add(
        new Step("scan", even(splits(), 0, SCAN_PART * costs.linkCpu(), 2 * REFERENCE, scan, 1)));
    double[] partitions = partitions();
    largest = events * Arrays.stream(partitions).max().orElse(0);
    steps.add(
        new Step("find parents", parted(partitions, PARENTS_PART * costs.linkCpu(), REFERENCE, 0)));
    int rounds = UniteComponents.Plan.roundsFor((long) events, WorkerSize.LEAST_HEAP);
    for (int round = 0; round < rounds; round++) {
      double share = Math.pow(0.5, round) / CROSSING;
      // A piece a worker, whose cores share it: the rounds are many and small.
      double micros = share * COMPONENT_CPU / 3 / cluster.cores();
      List<Piece> pieces = even(cluster.workers(), 0, micros, share * COMPONENT / 3, 0, 1);
      Collections.nCopies(3, pieces).forEach(each -> steps.add(new Step("unite", each)));
    }
    double resolve = RESOLVE_PART * costs.linkCpu();
    double write = (1 - SCAN_PART - PARENTS_PART - RESOLVE_PART) * costs.linkCpu();
    if (costs.files()) {
      steps.add(new Step("resolve", parted(partitions, resolve, REFERENCE + LINKS, 0)));
      steps.add(write(write, LINKS));
    } else {
      steps.add(
          new Step(
              "resolve and put",
              parted(partitions, resolve + write, REFERENCE + LINKS, costs.write())));
    }
    return steps;
  }

  /** Rows to files. */
  List<Step> publish() {
    int shards = PublishSettings.piecesOf((long) events, (int) splits());
    double bytes = ROW + LINKS;
    return List.of(
        new Step(
            "scan and write files",
            even(shards, 0, costs.publishCpu(), bytes + PUBLISHED, bytes * costs.scanByte(), 1)));
  }

  /** Files to the warehouse: BigQuery has its own machines, and says nothing of them. */
  static Step load(double events) {
    double[] seconds = new double[Need.values().length];
    seconds[Need.LOAD.index()] = loadSeconds(events);
    return new Step("load", List.of(new Piece(seconds, 0, 1, 1)));
  }

  static double loadSeconds(double events) {
    return events / LOAD_RATE;
  }

  /** A step of so many calls to the store and nothing else: the paper's linkage. */
  static Step calls(double events, Cluster cluster, double micros) {
    DaySteps steps = new DaySteps(events, cluster, new Costs(0, 0, 0, micros, 0, false), 1);
    return new Step(
        "link",
        steps.even(Math.ceil(events * MESSAGE / IngestSettings.RANGE_BYTES), 0, 0, 0, micros, 1));
  }

  /** Bytes that go through the runner's shuffle. */
  double shuffled() {
    return events * (3 * REFERENCE + (costs.files() ? ROW + LINKS : 0));
  }

  /** Events of the largest of link's partitions, once it was simulated. */
  double largest() {
    return largest;
  }

  /** Splits of the table. */
  double splits() {
    return (double) cluster.servers() * SPLITS;
  }

  private Step write(double cpu, double bytes) {
    return new Step("write files", even(splits(), 0, cpu, bytes, costs.write(), 1));
  }

  /** Servers on which a call's rows lie, as a piece's go out in the order of their keys. */
  private int spread(double pieces) {
    double rows = Math.max(1, events / pieces);
    return (int) Math.max(1, Math.min(cluster.servers(), cluster.servers() * BATCH / rows));
  }

  /** Pieces of equal size, by microseconds and bytes of an event. */
  private List<Piece> even(
      double wanted, double read, double cpu, double network, double store, int spread) {
    int count =
        (int) Math.min(wanted, Math.max(ENOUGH, (double) ENOUGH_FOR_CORE * cluster.allCores()));
    Piece piece = piece(events / count, read, cpu, network, store);
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      // Each server has as many, in an order that nobody knows.
      pieces.add(piece.at(i % cluster.servers(), spread, 1));
    }
    Collections.shuffle(pieces, random);
    return pieces;
  }

  /**
   * Pieces of the sizes that link's partitions have. The keys of each are those of the whole table,
   * so it asks one stretch of servers after the other; a turn takes as long of every server.
   */
  private List<Piece> parted(double[] shares, double cpu, double network, double store) {
    double calls = 0;
    for (double share : shares) {
      calls += share / spread(1 / share);
    }
    List<Piece> pieces = new ArrayList<>();
    long next = 0;
    for (double share : shares) {
      int spread = spread(1 / share);
      int turns = (int) Math.max(1, Math.round(TURNS * share / spread / calls));
      Piece piece = piece(events * share, 0, cpu, network, store);
      pieces.add(piece.at((int) (next % cluster.servers()), spread, turns));
      next += (long) spread * turns;
    }
    Collections.shuffle(pieces, random);
    return pieces;
  }

  private Piece piece(double rows, double read, double cpu, double network, double store) {
    return Piece.of(
        0,
        1,
        rows * read / READ_RATE,
        rows * cpu / coreSpeed / 1e6,
        rows * network / NETWORK_RATE,
        rows * store / 1e6);
  }

  /**
   * Shares of the events that link's partitions have: a symbol with more than a fair one is cut by
   * time, and all are dealt as link deals them, the largest first.
   */
  double[] partitions() {
    int parts =
        Math.max(
            LinkSettings.PARTITIONS,
            LinkSettings.partitionsFor(
                (long) events, WorkerSize.LEAST_HEAP, WorkerSize.LEAST_THREADS));
    double all = 0;
    for (int symbol = 1; symbol <= SYMBOLS; symbol++) {
      all += 1.0 / symbol;
    }
    List<Double> slices = new ArrayList<>();
    for (int symbol = 1; symbol <= SYMBOLS; symbol++) {
      double share = 1 / (symbol * all);
      int count = (int) Math.ceil(share * parts);
      slices.addAll(Collections.nCopies(count, share / count));
    }
    slices.sort(Collections.reverseOrder());
    double[] shares = new double[parts];
    for (double slice : slices) {
      int[] candidates = random.ints(Partitioning.CANDIDATES, 0, parts).toArray();
      shares[candidates[Partitioning.leastLoaded(shares, choice -> candidates[choice])]] += slice;
    }
    return Arrays.stream(shares).filter(share -> share > 0).toArray();
  }
}
