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
import io.daisychain.store.StoreAddress;
import io.daisychain.warehouse.WarehouseAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Brings back what {@code backup} has copied. */
@Command(
    name = "restore",
    description = {
      "Brings back store, warehouse and market data of a backup, each file checked by its SHA-256.",
      "Nothing is overwritten: where a place is taken by anything but what the backup has, nothing is "
          + "restored. So the same command goes on where it was killed. --check reads the backup and "
          + "restores nothing.",
      ""
    },
    footer = {"", "  ./daisychain restore --from=/backup/monday --store=embedded:again/store"})
public final class RestoreCommand implements Callable<Integer> {
  @Option(names = "--from", required = true, paramLabel = "DIR", description = "The backup.")
  private Path from;

  @Option(names = "--check", description = "Checks the backup alone.")
  private boolean check;

  @Mixin private StoreOptions store;
  @Mixin private WarehouseOption warehouse;
  @Mixin private MarketDataOption marketData;

  @Override
  public Integer call() throws IOException {
    if (!Files.isDirectory(from)) {
      throw new UsageException("--from=" + from + " is no folder");
    }
    SummedCopy copy = SummedCopy.open(from.toAbsolutePath().normalize());
    if (check) {
      Runs.timed(
          "check",
          copy::bytes,
          "bytes",
          () -> {
            copy.check();
            return null;
          });
      tell("backup", copy, "as they were");
      return 0;
    }
    Map<String, Path> targets = targets(copy.names());
    Map<String, Path> unfinished = new LinkedHashMap<>();
    for (Map.Entry<String, Path> target : targets.entrySet()) {
      Path place = target.getValue();
      if (Files.exists(place) && !isEmptyFolder(place)) {
        if (!copy.isAt(target.getKey(), place)) {
          throw new UsageException(place + " is there already: nothing was restored");
        }
      } else {
        Path aside = place.resolveSibling(place.getFileName() + ".unfinished");
        Links.deleteTree(aside); // of one that was killed
        unfinished.put(target.getKey(), aside);
      }
    }
    for (Map.Entry<String, Path> part : unfinished.entrySet()) {
      try {
        Runs.timed(
            "restore " + part.getKey(),
            copy::bytes,
            "bytes",
            () -> {
              copy.restore(part.getKey(), part.getValue());
              return null;
            });
      } catch (IOException | RuntimeException e) {
        for (Path aside : unfinished.values()) {
          Links.deleteTree(aside);
        }
        throw e;
      }
    }
    // All is there and checked: now it gets its names.
    for (Map.Entry<String, Path> part : unfinished.entrySet()) {
      Path place = targets.get(part.getKey());
      Files.deleteIfExists(place); // an empty folder
      Files.move(part.getValue(), place, StandardCopyOption.ATOMIC_MOVE);
    }
    tell(
        "restore",
        copy,
        "to " + String.join(", ", targets.values().stream().map(Path::toString).toList()));
    return 0;
  }

  private static void tell(String what, SummedCopy copy, String words) {
    Terminal.result(
        "%-8s %s files, %s bytes %s"
            .formatted(what, Terminal.number(copy.files()), Terminal.number(copy.bytes()), words));
  }

  /** Where each part of the backup goes; the warehouse's file last, as it opens the others. */
  private Map<String, Path> targets(Set<String> names) {
    Map<String, Path> targets = new LinkedHashMap<>();
    if (names.contains(BackupCommand.STORE)) {
      if (!(store.parsed() instanceof StoreAddress.Embedded embedded)) {
        throw new UsageException("--store=" + store.address() + ": the backup's is embedded:DIR");
      }
      targets.put(BackupCommand.STORE, embedded.folder());
    }
    if (names.contains(BackupCommand.MARKET_DATA)) {
      targets.put(BackupCommand.MARKET_DATA, marketData.path());
    }
    if (names.contains(BackupCommand.WAREHOUSE)) {
      if (!(warehouse.address() instanceof WarehouseAddress.DuckDb duckDb)) {
        throw new UsageException(
            "--warehouse=" + warehouse.shown() + ": the backup's is duckdb:FILE");
      }
      Path file = Path.of("").toAbsolutePath().resolve(duckDb.file()).normalize();
      if (names.contains(BackupCommand.WAREHOUSE + BackupCommand.TABLES)) {
        targets.put(
            BackupCommand.WAREHOUSE + BackupCommand.TABLES,
            file.resolveSibling(file.getFileName() + BackupCommand.TABLES));
      }
      targets.put(BackupCommand.WAREHOUSE, file);
    }
    return targets;
  }

  private static boolean isEmptyFolder(Path place) throws IOException {
    if (!Files.isDirectory(place)) {
      return false;
    }
    try (var files = Files.list(place)) {
      return files.findAny().isEmpty();
    } catch (IOException e) {
      throw new IOException(WritableFiles.reason(e), e);
    }
  }
}
