package io.daisychain.cli.operate;

import io.daisychain.beam.WritableFiles;
import io.daisychain.beam.files.Links;
import io.daisychain.beam.files.SummedCopy;
import io.daisychain.cli.job.Runs;
import io.daisychain.cli.option.MarketDataOption;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.embedded.StoreAtRest;
import io.daisychain.store.embedded.StoreImage;
import io.daisychain.warehouse.LockFile;
import io.daisychain.warehouse.WarehouseAddress;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Copies what Daisychain keeps on this machine. */
@Command(
    name = "backup",
    description = {
      "Copies store, warehouse and market data into a new folder, with the SHA-256 of each file.",
      "An embedded store that nobody uses is ended in order first, and cannot be used while it is "
          + "copied; one that a command uses, such as watch, goes on and is copied as it was at one "
          + "moment. Readers of the warehouse and of market data go on; those who load them are "
          + "refused meanwhile. What is not there, or on servers of its own (hbase, bigtable, "
          + "bigquery), is left out and told.",
      ""
    },
    footer = {"", "  ./daisychain backup --to=/backup/monday", "  sha256sum -c SHA256SUMS"})
public final class BackupCommand implements Callable<Integer> {
  static final String STORE = "store";
  static final String WAREHOUSE = "warehouse";
  static final String MARKET_DATA = "marketdata";
  static final String TABLES = ".days";

  private static final String NOTES = "backup.properties";

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "The new folder. It appears when all is copied.")
  private Path to;

  @Spec private CommandSpec spec;

  @Mixin private StoreOptions store;
  @Mixin private WarehouseOption warehouse;
  @Mixin private MarketDataOption marketData;

  @Override
  public Integer call() throws IOException {
    Path target = to.toAbsolutePath().normalize();
    if (Files.exists(target)) {
      throw new UsageException("--to=" + to + " is there already");
    }
    Path unfinished = target.resolveSibling(target.getFileName() + ".unfinished");
    try {
      Links.deleteTree(unfinished); // of one that was killed
      Files.createDirectories(unfinished);
    } catch (IOException e) {
      throw new UsageException("--to=" + to + ": " + WritableFiles.reason(e), e);
    }
    SummedCopy copy = SummedCopy.begin(unfinished);
    try {
      copyAll(copy);
    } catch (IOException | RuntimeException e) {
      Links.deleteTree(unfinished);
      throw e;
    }
    Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
    Terminal.result(
        "backup   %s files, %s bytes in %s"
            .formatted(Terminal.number(copy.files()), Terminal.number(copy.bytes()), to));
    return 0;
  }

  private void copyAll(SummedCopy copy) throws IOException {
    List<String> notes = new ArrayList<>();
    notes.add("version=" + spec.version()[0]);
    notes.add("time=" + Instant.now());
    copyStore(copy, notes);
    copyWarehouse(copy, notes);
    copyMarketData(copy, notes);
    if (copy.files() == 0) {
      throw new UsageException("there is nothing at --store, --warehouse and --marketdata");
    }
    copy.write(NOTES, String.join("\n", notes) + "\n");
    copy.finish();
  }

  private void copyStore(SummedCopy copy, List<String> notes) throws IOException {
    if (!(store.parsed() instanceof StoreAddress.Embedded embedded)) {
      Terminal.note("--store=" + store.address() + " is left out: back it up where it is");
    } else if (!store.exists()) {
      Terminal.note("--store=" + store.address() + " is not there");
    } else {
      Optional<StoreAtRest> rest = StoreAtRest.take(embedded.folder(), StoreOptions.launch());
      if (rest.isEmpty()) {
        copyRunning(copy, notes, embedded.folder());
        return;
      }
      StoreAtRest held = rest.get();
      try (held) {
        copy(
            copy,
            notes,
            STORE,
            store.address(),
            () -> copy.add(STORE, embedded.folder(), StoreAtRest::isKept));
      }
    }
  }

  /** A store that a command uses goes on while its files are copied as they were at one moment. */
  private void copyRunning(SummedCopy copy, List<String> notes, Path folder) throws IOException {
    try (StoreImage image = StoreImage.take(folder)) {
      Terminal.note(
          "the store is in use: it is copied as it was at %s, for which it stood still for %d ms"
              .formatted(Instant.now().truncatedTo(ChronoUnit.MILLIS), image.stoodMillis()));
      copy(
          copy,
          notes,
          STORE,
          store.address(),
          () -> {
            for (Map.Entry<String, StoreImage.Part> file : image.files().entrySet()) {
              StoreImage.Part part = file.getValue();
              copy.addFile(STORE + "/" + file.getKey(), part.path(), part.length());
            }
          });
    }
  }

  private void copyWarehouse(SummedCopy copy, List<String> notes) throws IOException {
    if (!(warehouse.address() instanceof WarehouseAddress.DuckDb duckDb)) {
      Terminal.note("--warehouse=" + warehouse.shown() + " is left out: back it up where it is");
      return;
    }
    if (!warehouse.exists()) {
      Terminal.note("--warehouse=" + warehouse.shown() + " is not there");
      return;
    }
    Path file = Path.of("").toAbsolutePath().resolve(duckDb.file()).normalize();
    Closeable loads = warehouse.hold();
    try (loads) {
      copy(
          copy, notes, WAREHOUSE, warehouse.shown(), () -> copy.add(WAREHOUSE, file, path -> true));
      Path tables = file.resolveSibling(file.getFileName() + TABLES);
      if (Files.exists(tables)) {
        copy.add(WAREHOUSE + TABLES, tables, path -> true);
      }
    }
  }

  private void copyMarketData(SummedCopy copy, List<String> notes) throws IOException {
    Path folder = marketData.path();
    if (!Files.isDirectory(folder)) {
      return;
    }
    LockFile loads = MarketFolder.of(folder).lock();
    try (loads) {
      copy(
          copy,
          notes,
          MARKET_DATA,
          marketData.shown(),
          () -> copy.add(MARKET_DATA, folder, path -> !path.equals(".lock")));
    }
  }

  /** Copies something. */
  private interface Copying {
    void run() throws IOException;
  }

  private static void copy(
      SummedCopy copy, List<String> notes, String name, String address, Copying copying)
      throws IOException {
    notes.add(name + "=" + address);
    Runs.timed(
        "backup " + name,
        copy::bytes,
        "bytes",
        () -> {
          copying.run();
          return null;
        });
  }
}
