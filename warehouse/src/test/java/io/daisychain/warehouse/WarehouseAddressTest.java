package io.daisychain.warehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.warehouse.print.QueryFormat;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WarehouseAddressTest {

  @Test
  void readsAllForms() {
    assertEquals(
        new WarehouseAddress.DuckDb(Path.of("data/w.duckdb")),
        WarehouseAddress.parse("duckdb:data/w.duckdb"));
    assertEquals(
        new WarehouseAddress.Iceberg(Path.of("data/ice")),
        WarehouseAddress.parse("iceberg:data/ice"));
    assertEquals(
        new WarehouseAddress.BigQuery("my-project", "market", ""),
        WarehouseAddress.parse("bigquery:my-project.market"));
    assertEquals(
        new WarehouseAddress.BigQuery("example.com:old", "market", ""),
        WarehouseAddress.parse("bigquery:example.com:old.market"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "duckdb",
        "duckdb:",
        "duckdb:dir/",
        "iceberg:",
        "iceberg:s3://bucket/x",
        "iceberg:a b",
        "bigquery:",
        "bigquery:p",
        "bigquery:p.",
        "bigquery:p.d-s",
        "postgres:x",
        "DUCKDB:x"
      })
  void namesAnAddressThatItCannotRead(String text) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> WarehouseAddress.parse(text));

    assertTrue(refusal.getMessage().startsWith("warehouse '" + text + "'"), refusal.getMessage());
  }

  @Test
  void formatsAreNamedInEitherCase() {
    assertEquals(QueryFormat.JSON, QueryFormat.parse("json"));
    assertEquals(
        "format 'xml' is none of table, csv, spreadsheet, json, md, expanded",
        assertThrows(IllegalArgumentException.class, () -> QueryFormat.parse("xml")).getMessage());
  }
}
