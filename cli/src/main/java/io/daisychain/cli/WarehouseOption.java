package io.daisychain.cli;

import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.WarehouseAddress;
import picocli.CommandLine.Option;

/** Where published tables are queried. */
final class WarehouseOption {
  @Option(
      names = "--warehouse",
      paramLabel = "ADDRESS",
      defaultValue = "duckdb:daisychain-data/warehouse.duckdb",
      description = "duckdb:FILE or bigquery:PROJECT.DATASET. Default: ${DEFAULT-VALUE}")
  private String warehouse;

  static WarehouseOption of(String address) {
    WarehouseOption option = new WarehouseOption();
    option.warehouse = address;
    return option;
  }

  WarehouseAddress address() {
    String variable = System.getenv(WarehouseAddress.EMULATOR);
    String emulator = variable == null ? "" : variable.strip();
    return UsageException.checked(() -> WarehouseAddress.parse(warehouse, emulator));
  }

  SqlQuery query() {
    return SqlQuery.of(address());
  }

  /** The address as the user wrote it. */
  String shown() {
    return warehouse;
  }
}
