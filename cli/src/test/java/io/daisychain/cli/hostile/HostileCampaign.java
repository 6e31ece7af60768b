package io.daisychain.cli.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dynatrace.hash4j.hashing.Hashing;
import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.OperatingSystemMXBean;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.testing.InProcess;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.model.RowKey;
import io.daisychain.store.StoreSession;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.store.scan.RangeScan;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.LogManager;
import java.util.stream.Stream;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * An honest market, alone and beside a {@link HostileFirm}: what is stored, linked and published of
 * the honest firms is the same to the byte.
 *
 * <p>With one exception, which is said in docs/limits.md: an id of version 4 that both used is a
 * DUPLICATE_KEY. Of the lifecycles that have such an event only this is asked: every honest content
 * is in {@code events} or in {@code duplicates}, with the same values, and its reporter is told.
 */
final class HostileCampaign {
  private final Path folder;
  private final String store;
  private final InProcess commands;
  private final int events;
  private final AtomicLong liveBytes = new AtomicLong();
  private Path honest;

  /** Who reports where nobody is hostile; null while that is being found out. */
  private Set<String> firms;

  private HostileOutcome alone;
  private int tables;
  private double worstCpu;
  private double worstHeap;
  private double sumCpu;

  HostileCampaign(Path folder, String store, int events) {
    this.folder = folder;
    this.store = store;
    this.commands = new InProcess(folder);
    this.events = events;
    watchHeap();
  }

  /** Runs {@code args[0]} rounds, drawn from the seed {@code args[1]}, in a new folder. */
  public static void main(String[] args) throws Exception {
    LogManager.getLogManager().reset(); // the libraries' own words
    Path folder = Files.createTempDirectory("daisychain-hostile");
    int rounds = Integer.parseInt(args[0]);
    long seed = Long.parseLong(args[1]);
    try (RunningStore store = RunningStore.start(folder)) {
      HostileCampaign campaign = new HostileCampaign(folder, store.address(), 1_500);
      for (int round = 0; round < rounds; round++) {
        System.out.println(campaign.round(round, seed + round, round % 20 == 0));
      }
      System.out.println(campaign.summary(rounds));
    } finally {
      remove(folder);
    }
  }

  String summary(int rounds) {
    return String.format(
        Locale.ROOT,
        "%d rounds: every honest row, link and lifecycle as without the hostile firm; at worst %.2f"
            + " times the CPU for each byte that was handed in, on average %.2f, and %.2f times the"
            + " live heap",
        rounds,
        worstCpu,
        sumCpu / rounds,
        worstHeap);
  }

  /**
   * One market with one hostile firm.
   *
   * @param newMarket whether the honest firms hand in something else than in the round before
   * @return what was done and found
   */
  String round(int number, long seed, boolean newMarket) throws Exception {
    String where = "round " + number + " of seed " + seed;
    if (newMarket || alone == null) {
      makeMarket(number, seed);
      firms = null;
      if (tables == 0) {
        run(honest, List.of(), where + " to get warm");
      }
      alone = run(honest, List.of(), where + " without");
      firms = new HashSet<>();
      alone.events().values().forEach(event -> firms.add(event.getField("ReporterId")));
    }
    Path whole = Files.createDirectories(folder.resolve("whole-" + number));
    Path damaged = Files.createDirectories(folder.resolve("damaged-" + number));
    List<String> nativeKeys = new ArrayList<>();
    List<String> taggedIds = new ArrayList<>();
    for (NamedCsvRecord event : alone.events().values()) {
      boolean tagged = event.getField("taggedLineage").equals("true");
      (tagged ? taggedIds : nativeKeys).add(event.getField("id"));
    }
    HostileFirm firm = new HostileFirm(new Random(seed), nativeKeys, taggedIds);
    String deeds = firm.write(whole, damaged);
    HostileOutcome beside = run(honest, List.of(whole, damaged), where + " " + deeds);
    alone.compareWith(beside, firms, Set.copyOf(firm.copied()), where + " " + deeds);
    double bytes = 1 + (double) size(whole) / size(honest);
    double cpu = beside.cpuSeconds() / alone.cpuSeconds() / bytes;
    double heap = beside.liveMegabytes() / alone.liveMegabytes();
    worstCpu = Math.max(worstCpu, cpu);
    sumCpu += cpu;
    worstHeap = Math.max(worstHeap, heap);
    remove(whole);
    remove(damaged);
    return String.format(
        Locale.ROOT,
        "%s: %d honest events of %d rows, %d copied ids; CPU %.1f s, alone %.1f s; heap %.0f MB,"
            + " alone %.0f MB; %s",
        where,
        alone.events().size(),
        beside.rows(),
        firm.copied().size(),
        beside.cpuSeconds(),
        alone.cpuSeconds(),
        beside.liveMegabytes(),
        alone.liveMegabytes(),
        deeds);
  }

  /** A part in native lineage and one with UUIDs of version 4, of the same firms. */
  private void makeMarket(int number, long seed) throws Exception {
    if (honest != null) {
      remove(honest);
    }
    honest = Files.createDirectories(folder.resolve("honest-" + number));
    for (String lineage : List.of("native", "tagged")) {
      Path part = folder.resolve("part");
      commands.succeed(
          "generate",
          "--output=" + part,
          "--scale=100",
          "--shards=1",
          "--fullWorkload=" + events / 2,
          "--lineage=" + lineage,
          "--errors=0.02",
          "--seed=" + (lineage.equals("native") ? seed : ~seed >>> 1));
      try (Stream<Path> files = Files.list(part)) {
        for (Path file : files.toList()) {
          String name = file.getFileName().toString();
          if (name.endsWith(".fix")) {
            Files.move(file, honest.resolve(lineage + "-" + name));
          } else if (name.endsWith(".csv") && lineage.equals("native")) {
            Files.move(file, honest.resolve(name));
          }
        }
      }
      remove(part);
    }
  }

  /** Ingests, links and publishes into a table of its own. */
  private HostileOutcome run(Path market, List<Path> hostile, String where) throws Exception {
    String table = "h" + tables++;
    Path input = Files.createDirectories(folder.resolve("input"));
    link(market, input);
    if (!hostile.isEmpty()) {
      link(hostile.get(0), input);
    }
    Path rejects = folder.resolve("rejects");
    Path output = folder.resolve("output");
    commands.succeed("splits", "--create", "--splits=3", "--store=" + store, "--table=" + table);
    System.gc();
    liveBytes.set(0);
    double start = cpuSeconds();
    JsonNode ingested =
        commands.counts(
            "ingest",
            "--input=" + input + "/*.{fix,gz,zst}",
            "--reference=" + market,
            "--rejects=" + rejects,
            "--store=" + store,
            "--table=" + table);
    assertEquals(
        ingested.get("read").asLong(),
        ingested.get("stored").asLong()
            + ingested.get("skipped").asLong()
            + ingested.get("rejected").asLong(),
        where);
    Map<String, String> feedback = feedback(rejects);
    if (!hostile.isEmpty()) {
      handInDamaged(hostile.get(1), rejects, table);
    }
    JsonNode linked =
        commands.counts(
            "link",
            "--rejects=" + rejects,
            "--store=" + store,
            "--table=" + table,
            "--partitions=3");
    feedback.putAll(feedback(rejects));
    JsonNode published =
        commands.counts(
            "publish",
            "--output=" + output,
            "--warehouse=duckdb:" + folder.resolve("warehouse.duckdb"),
            "--store=" + store,
            "--table=" + table);
    double cpu = cpuSeconds() - start;
    System.gc();
    double live = liveBytes.get() / 1e6;
    assertEquals(linked.get("events").asLong(), published.get("events").asLong(), where);
    HostileOutcome outcome = read(output, table, feedback, cpu, live);
    assertEquals(published.get("events").asLong(), outcome.rows(), where);
    remove(rejects);
    remove(output);
    remove(input);
    return outcome;
  }

  /** Files that break off are named, and nobody else is touched; an archive is told about. */
  private void handInDamaged(Path damaged, Path rejects, String table) throws IOException {
    for (Path file : files(damaged)) {
      InProcess.Ended ended =
          commands.execute(
              "ingest",
              "--input=" + file,
              "--rejects=" + rejects.resolveSibling("rejects-damaged"),
              "--store=" + store,
              "--table=" + table);
      String name = file.getFileName().toString();
      assertEquals(
          name.endsWith(".zip") ? 0 : 1, ended.exitCode(), () -> name + ": " + ended.said());
      assertTrue(ended.said().contains(name), () -> name + ": " + ended.said());
    }
    remove(rejects.resolveSibling("rejects-damaged"));
  }

  private static void link(Path from, Path to) throws IOException {
    for (Path file : files(from)) {
      if (!file.toString().endsWith(".csv")) {
        Files.createLink(to.resolve(file.getFileName()), file);
      }
    }
  }

  private HostileOutcome read(
      Path output, String table, Map<String, String> feedback, double cpu, double live)
      throws IOException {
    Map<String, NamedCsvRecord> events = new TreeMap<>();
    long rows = 0;
    for (NamedCsvRecord row : csv(output, "events-*.csv")) {
      rows++;
      if (firms == null || firms.contains(row.getField("ReporterId"))) {
        events.put(row.getField("id"), row);
      }
    }
    Set<String> links = new HashSet<>();
    for (NamedCsvRecord row : csv(output, "links-*.csv")) {
      links.add(String.join(",", row.getFields()));
    }
    Map<String, String> lifecycles = new HashMap<>();
    for (NamedCsvRecord row : csv(output, "lifecycles-*.csv")) {
      lifecycles.put(row.getField("id"), String.join(",", row.getFields()));
    }
    return new HostileOutcome(
        events,
        csv(output, "duplicates-*.csv"),
        links,
        lifecycles,
        cellsOf(table),
        feedback,
        rows,
        cpu,
        live);
  }

  private static List<NamedCsvRecord> csv(Path folder, String pattern) throws IOException {
    List<NamedCsvRecord> rows = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, pattern)) {
      for (Path file : files) {
        try (CsvReader<NamedCsvRecord> reader =
            CsvReader.builder().maxBufferSize(64 << 20).ofNamedCsvRecord(file)) {
          reader.stream().forEach(rows::add);
        }
      }
    }
    return rows;
  }

  /** By row, a hash of all cells; the table is dropped then. */
  private Map<String, Long> cellsOf(String table) throws IOException {
    Map<String, Long> rows = new HashMap<>();
    try (StoreSession session = StoreOptions.of(store, table).open();
        TableAdmin admin = TableAdmin.open(session.connector());
        var lease = session.connector().connect()) {
      StoreTable events = session.table(table);
      for (StoredDate date : Dates.list(events)) {
        String name = events.ofDate(date.epochDay());
        try (RangeScan scan = RangeScan.open(lease.connection(), name, new byte[0], new byte[0])) {
          while (scan.next()) {
            Cell cell = scan.cell();
            byte[] column =
                Bytes.add(
                    Bytes.toBytes(cell.getTimestamp()),
                    CellUtil.cloneFamily(cell),
                    CellUtil.cloneQualifier(cell));
            byte[] all = Bytes.add(column, CellUtil.cloneValue(cell));
            rows.merge(
                RowKey.read(scan.row(), 0).toString(),
                Hashing.komihash5_0().hashBytesToLong(all),
                Long::sum);
          }
        }
      }
      admin.drop(table);
    }
    return rows;
  }

  /** Of honest firms, by name of file. */
  private static Map<String, String> feedback(Path rejects) throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (Path file : files(rejects)) {
      String name = file.getFileName().toString();
      if (name.matches("feedback-[^_].*\\.csv")) {
        found.put(name, Files.readString(file, ISO_8859_1));
      }
    }
    return found;
  }

  private static double cpuSeconds() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
        / 1e9;
  }

  /** Notes the most bytes that lived on after a collection. */
  private void watchHeap() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector)
          .addNotificationListener(
              (notification, handback) -> {
                GarbageCollectionNotificationInfo info =
                    GarbageCollectionNotificationInfo.from(
                        (CompositeData) notification.getUserData());
                long used =
                    info.getGcInfo().getMemoryUsageAfterGc().entrySet().stream()
                        .filter(pool -> pool.getKey().matches(".*(Eden|Survivor|Old|Tenured).*"))
                        .mapToLong(pool -> pool.getValue().getUsed())
                        .sum();
                liveBytes.accumulateAndGet(used, Math::max);
              },
              null,
              null);
    }
  }

  private static long size(Path folder) throws IOException {
    long bytes = 0;
    for (Path file : files(folder)) {
      bytes += Files.size(file);
    }
    return bytes;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void remove(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
