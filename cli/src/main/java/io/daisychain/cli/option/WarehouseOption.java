package io.daisychain.cli.option;

import io.daisychain.cli.terminal.Environment;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.publish.WarehouseLoader;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.bigquery.BigQueryWarehouse;
import io.daisychain.warehouse.connect.Warehouses;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import io.daisychain.warehouse.duckdb.RestrictedQuery;
import io.daisychain.warehouse.duckdb.Restriction;
import io.daisychain.warehouse.iceberg.IcebergWarehouse;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where published tables are queried. */
public final class WarehouseOption {
  private static final String DEFAULT = "duckdb:daisychain-data/warehouse.duckdb";
  private static final String DEMOS = "duckdb:daisychain-data/demo/warehouse.duckdb";

  @Option(
      names = "--warehouse",
      paramLabel = "ADDRESS",
      defaultValue = DEFAULT,
      description =
          "duckdb:FILE or bigquery:PROJECT.DATASET; publish and run also take iceberg:FOLDER, for other"
              + " engines. Default: ${DEFAULT-VALUE}")
  private String warehouse;

  public static WarehouseOption of(String address) {
    WarehouseOption option = new WarehouseOption();
    option.warehouse = address;
    return option;
  }

  public WarehouseAddress address() {
    String emulator = Environment.get(WarehouseAddress.EMULATOR);
    return UsageException.checked(() -> WarehouseAddress.parse(warehouse, emulator));
  }

  /** The demo's warehouse where there is no other by default, and a word about it. */
  public WarehouseOption orDemos() {
    if (warehouse.equals(DEFAULT) && !exists() && of(DEMOS).exists()) {
      Terminal.note("no warehouse at " + DEFAULT + ": this is the demo's, --warehouse=" + DEMOS);
      warehouse = DEMOS;
    }
    return this;
  }

  /** Whether it is there, as far as this machine tells. */
  public boolean exists() {
    if (address() instanceof WarehouseAddress.Iceberg iceberg) {
      return Files.exists(Path.of("").toAbsolutePath().resolve(iceberg.folder()));
    }
    return !(address() instanceof WarehouseAddress.DuckDb duckDb)
        || Files.exists(Path.of("").toAbsolutePath().resolve(duckDb.file()));
  }

  /** Checks that the file can be written to, and that it is a warehouse if it exists. */
  public void check() {
    if (address() instanceof WarehouseAddress.DuckDb duckDb) {
      try {
        warehouse(duckDb).check();
      } catch (IOException e) {
        throw new UsageException("--warehouse=" + warehouse + ": " + e.getMessage(), e);
      }
    }
  }

  /** Checks that it can be published to. */
  public void checkPublishing() throws IOException {
    check();
    if (address() instanceof WarehouseAddress.Iceberg iceberg) {
      try {
        warehouse(iceberg).check();
      } catch (IOException e) {
        throw new UsageException("--warehouse=" + warehouse + ": " + e.getMessage(), e);
      }
    }
    if (address() instanceof WarehouseAddress.BigQuery dataset) {
      BigQueryWarehouse.open(dataset, PublishedTables.schema());
    }
  }

  /** Keeps other processes from loading a file until it is closed. */
  public Closeable hold() throws IOException {
    try {
      if (address() instanceof WarehouseAddress.DuckDb duckDb) {
        return warehouse(duckDb).hold()::close;
      }
      return address() instanceof WarehouseAddress.Iceberg iceberg
          ? warehouse(iceberg).hold()::close
          : () -> {};
    } catch (WarehouseException e) {
      throw new UsageException("--warehouse=" + warehouse + ": " + e.getMessage(), e);
    }
  }

  /** Notes for how many days what was published can be asked for after something newer was. */
  public void keepPublished(int days) throws IOException {
    if (address() instanceof WarehouseAddress.DuckDb duckDb) {
      warehouse(duckDb).keepPublished(days);
    } else if (address() instanceof WarehouseAddress.Iceberg iceberg) {
      warehouse(iceberg).keepPublished(days);
    }
  }

  /** Notes how many trade dates stay in it, the newest; 0 for all. */
  public void keepDates(int newest) throws IOException {
    if (address() instanceof WarehouseAddress.DuckDb duckDb) {
      warehouse(duckDb).keepDates(newest);
    } else if (address() instanceof WarehouseAddress.Iceberg iceberg) {
      warehouse(iceberg).keepDates(newest);
    }
  }

  private static DuckDbWarehouse warehouse(WarehouseAddress.DuckDb duckDb) {
    return new DuckDbWarehouse(
        duckDb.file(), PublishedTables.schema(), DuckDbWarehouse.Limits.ofThisMachine());
  }

  private static IcebergWarehouse warehouse(WarehouseAddress.Iceberg iceberg) {
    return new IcebergWarehouse(iceberg.folder(), PublishedTables.schema(), InstantSource.system());
  }

  /** The trade dates that it has; none where it is not there. */
  public Map<Integer, PublishedDay> published() throws IOException {
    return exists() ? WarehouseLoader.of(address()).state().days() : Map.of();
  }

  public SqlQuery query() {
    return UsageException.checked(() -> Warehouses.query(address()));
  }

  /** Queries of what had been published by a moment, and says when that was. */
  public SqlQuery query(AsOfOption asOf) throws IOException {
    Optional<Instant> moment = asOf.moment();
    if (moment.isEmpty()) {
      return query();
    }
    if (address() instanceof WarehouseAddress.Iceberg) {
      return query(); // says that it cannot be asked
    }
    if (!(address() instanceof WarehouseAddress.DuckDb duckDb)) {
      throw new UsageException(
          "--asOf is for duckdb: in BigQuery ask FROM events FOR SYSTEM_TIME AS OF TIMESTAMP '"
              + moment.get()
              + "', a table at a time");
    }
    DuckDbQuery query = DuckDbQuery.asOf(duckDb.file(), moment.get());
    query.published().ifPresent(time -> Terminal.note("as published at " + time));
    return query;
  }

  /**
   * Queries of what had been published by a moment.
   *
   * @param restriction what may be seen; empty for everything
   */
  public SqlQuery query(AsOfOption asOf, Optional<Restriction> restriction) throws IOException {
    if (restriction.isEmpty()) {
      return query(asOf);
    }
    if (asOf.moment().isPresent()) {
      throw new UsageException("--asOf shows all that was published then, and not to --as");
    }
    if (address() instanceof WarehouseAddress.DuckDb duckDb) {
      return new RestrictedQuery(duckDb.file(), restriction.get());
    }
    throw new UsageException(
        "--as is for duckdb: in BigQuery its own row access policies say who sees what");
  }

  /** The address as the user wrote it. */
  public String shown() {
    return warehouse;
  }
}
