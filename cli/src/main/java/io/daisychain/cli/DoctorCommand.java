package io.daisychain.cli;

import io.daisychain.cli.option.ConfigFile;
import io.daisychain.cli.option.MarketDataOption;
import io.daisychain.cli.option.ReferenceOption;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.status.DateState;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.Finding;
import io.daisychain.cli.terminal.Findings;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.Version;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreSession;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.warehouse.WarehouseAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says what a machine, a store and a warehouse lack for the other commands. */
@Command(
    name = "doctor",
    description = {
      "Checks what the other commands need, and says what to do where it is missing.",
      "A line each: Java, memory, temporary folder, disk, open files, ports, configuration file, store, "
          + "warehouse, market data, reference data. ok is good, note is worth knowing, FAIL is what "
          + "some command will fail of. An embedded store that is there is started if need be; "
          + "nothing is made or changed. Exit code 1 if a line has FAIL.",
      ""
    },
    footer = {
      "",
      "  ./daisychain doctor",
      "  ./daisychain doctor --store=hbase://zk1:2181 --reference=reference"
    })
final class DoctorCommand implements Callable<Integer> {
  private static final int LEAST_JAVA = 17;
  private static final int LAST_TRIED_JAVA = 25;

  @Mixin private StoreOptions store;
  @Mixin private WarehouseOption warehouse;
  @Mixin private MarketDataOption marketData;
  @Mixin private ReferenceOption reference;

  private final Findings findings = new Findings("temporary ".length());

  @Override
  public Integer call() {
    findings.tell("java", DoctorCommand::java);
    findings.tell("memory", Finding::ofMemory);
    findings.tell("temporary", () -> Finding.ofDisk(Path.of(System.getProperty("java.io.tmpdir"))));
    findings.tell("disk", this::dataDisk);
    findings.tell("open files", Finding::ofOpenFiles);
    findings.tell("ports", DoctorCommand::ports);
    findings.tell("config", DoctorCommand::config);
    findings.tell("store", this::store);
    findings.tell("warehouse", this::warehouse);
    findings.tell("marketdata", this::marketData);
    findings.tell("reference", this::reference);
    return findings.exitCode();
  }

  private static Finding java() {
    int version = Runtime.version().feature();
    String words = Version.java();
    return version < LEAST_JAVA || version > LAST_TRIED_JAVA
        ? Finding.note(words + "; tried are " + LEAST_JAVA + " to " + LAST_TRIED_JAVA)
        : Finding.ok(words);
  }

  private Finding dataDisk() throws IOException {
    Path folder =
        store.parsed() instanceof StoreAddress.Embedded embedded
            ? embedded.folder()
            : CommandLog.DEFAULT_FOLDER.toAbsolutePath();
    Path there = folder;
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    return Finding.ofDisk(there);
  }

  private static Finding ports() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String host = InetAddress.getLocalHost().getHostName();
      return Finding.ok(
          "%s can be listened on; this host is %s"
              .formatted(socket.getInetAddress().getHostAddress(), host));
    } catch (UnknownHostException e) {
      return Finding.note("this host's name has no address: add it to /etc/hosts");
    }
  }

  private static Finding config() {
    ConfigFile config = ConfigFile.find(); // was checked before
    return config
        .file()
        .map(file -> Finding.ok(config.entries().size() + " options of " + file))
        .orElse(Finding.ok("none; ./daisychain config --help says what one may have"));
  }

  private Finding store() throws IOException {
    if (!store.exists()) {
      return Finding.note(store.address() + " is not there: ingest makes it");
    }
    try (StoreSession session = store.open()) {
      try (TableAdmin tables = TableAdmin.open(session.connector())) {
        if (!tables.isKnown(store.table()) && !tables.exists(store.table())) {
          return Finding.note(
              store.address() + " has no table " + store.table() + ": ingest makes it");
        }
        tables.requireFormat(store.table());
      }
      List<StoredDate> dates = Dates.list(session.table(store.table()));
      String words = store.address() + ", " + dates(dates.size());
      return DateState.unlinked(DateState.of(dates, Map.of()))
          .map(news -> Finding.note(words + "; " + news))
          .orElse(Finding.ok(words));
    }
  }

  private Finding warehouse() throws IOException {
    if (!warehouse.exists()) {
      return Finding.note(warehouse.shown() + " is not there: publish makes it");
    }
    if (warehouse.address() instanceof WarehouseAddress.DuckDb) {
      warehouse.check();
    }
    int published = warehouse.published().size();
    if (warehouse.address() instanceof WarehouseAddress.Iceberg) { // others count its events
      return Finding.ok(warehouse.shown() + ", " + dates(published));
    }
    String events = warehouse.query().rows("SELECT count(*) FROM events").get(0)[0];
    return Finding.ok(
        "%s, %s, %s events"
            .formatted(
                warehouse.shown(), dates(published), Terminal.number(Long.parseLong(events))));
  }

  private Finding marketData() throws IOException {
    Path folder = marketData.path();
    if (!Files.isDirectory(folder)) {
      return Finding.ok("none in " + marketData.shown());
    }
    return Finding.ok(marketData.shown() + ", " + dates(MarketFolder.of(folder).days().size()));
  }

  private Finding reference() {
    if (!reference.isGiven()) {
      return Finding.ok("no --reference: participants, customers and symbols are not checked");
    }
    reference.data();
    return Finding.ok(String.join(", ", reference.texts().keySet()));
  }

  private static String dates(int count) {
    return Terminal.number(count) + (count == 1 ? " trade date" : " trade dates");
  }
}
