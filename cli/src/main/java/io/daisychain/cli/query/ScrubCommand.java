package io.daisychain.cli.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.beam.Scrubbed;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.job.Runs;
import io.daisychain.cli.option.MarketDataOption;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.explorer.point.SideFileScrub;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketScrub;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.scan.StoreScrub;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.duckdb.WarehouseScrub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "scrub",
    description = {
      "Reads everything and holds it against its checksums.",
      "The store's files, the warehouse with its Parquet files, market data, and what explore keeps"
          + " beside a warehouse. Names each file in which a bit has turned, and what to do; nothing is"
          + " changed. The store need not run. docs/integrity.md says what has checksums.",
      ""
    })
public final class ScrubCommand implements Callable<Integer> {
  private static final int MOST_SHOWN = 100;

  @Mixin private StoreOptions store;
  @Mixin private WarehouseOption warehouse;
  @Mixin private MarketDataOption marketData;
  @Mixin private ReportOption report;

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description =
          "Folder of explore's files. Default: the warehouse's name with .explorer behind it.")
  private String cache;

  @Override
  public Integer call() throws IOException {
    return report.around("scrub", runId -> work(), ScrubCommand::complain);
  }

  private interface Place {
    void read(Scrubbed result) throws IOException;
  }

  private ObjectNode work() throws IOException {
    ObjectNode counts = ReportOption.parse("{}");
    if (store.parsed() instanceof StoreAddress.Embedded embedded) {
      if (Files.isDirectory(embedded.folder())) {
        add(
            "store",
            store.address(),
            counts,
            result -> StoreScrub.read(embedded.folder(), file -> true, result));
      }
    } else {
      Terminal.note(
          "--store=" + store.address() + ": its servers hold what they read against checksums");
    }
    if (warehouse.address() instanceof WarehouseAddress.DuckDb duckDb) {
      Path file = Path.of("").toAbsolutePath().resolve(duckDb.file()).normalize();
      if (Files.exists(file)) {
        add("warehouse", warehouse.shown(), counts, result -> WarehouseScrub.read(file, result));
      }
      Path side =
          cache == null
              ? file.resolveSibling(file.getFileName() + ".explorer")
              : Path.of(Paths.absolute(cache));
      if (Files.isDirectory(side)) {
        add("explorer", side.toString(), counts, result -> SideFileScrub.read(side, result));
      }
    }
    if (Files.isDirectory(marketData.path())) {
      add(
          "marketdata",
          marketData.shown(),
          counts,
          result -> MarketScrub.read(MarketFolder.of(marketData.path()), result));
    }
    if (counts.isEmpty()) {
      throw new UsageException("there is nothing at --store, --warehouse and --marketdata");
    }
    return counts;
  }

  private static void add(String name, String where, ObjectNode counts, Place place)
      throws IOException {
    Scrubbed result = new Scrubbed();
    Runs.timed(
        "scrub " + name,
        () -> {
          place.read(result);
          return null;
        });
    ObjectNode own = counts.putObject(name);
    own.put("files", result.files());
    own.put("bytes", result.bytes());
    own.put("damaged", result.faults().size());
    ArrayNode faults = own.putArray("faults");
    result.faults().stream().limit(MOST_SHOWN).forEach(faults::add);
    Terminal.result(
        "%-10s %s files, %s bytes, %s damaged in %s"
            .formatted(
                name,
                Terminal.number(result.files()),
                Terminal.number(result.bytes()),
                Terminal.number(result.faults().size()),
                where));
    result.notes().forEach(Terminal::note);
    result.faults().stream().limit(MOST_SHOWN).forEach(Terminal::error);
    if (result.faults().size() > MOST_SHOWN) {
      Terminal.error(Terminal.number(result.faults().size() - MOST_SHOWN) + " more");
    }
  }

  /** What makes the command fail, empty for nothing. */
  private static String complain(ObjectNode counts) {
    long damaged = 0;
    for (JsonNode place : counts) {
      damaged += place.get("damaged").asLong();
    }
    return damaged == 0 ? "" : Terminal.number(damaged) + " damaged, see above";
  }
}
