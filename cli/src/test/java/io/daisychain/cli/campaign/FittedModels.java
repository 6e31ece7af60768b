package io.daisychain.cli.campaign;

import io.daisychain.cli.testing.Program;
import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.fit.ModelFit;
import io.daisychain.datagen.fit.TableComparison;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SortedMap;

/**
 * Models fitted to warehouses of generated workloads: the tables of steps, sizes and fields of a
 * warehouse beside those of one that the fitted model made, and of one that the model itself made
 * from another seed.
 */
final class FittedModels {
  /** Normal deviations of chi-square, unless two workloads of the model itself have more. */
  private static final double MOST = 3;

  private final Program program;
  private final String store;

  FittedModels(Program program, String store) {
    this.program = program;
    this.store = store;
  }

  /** The tables of a warehouse beside those of the model that is fitted to it; prints each. */
  SortedMap<String, TableComparison> compare(String model, long events, long seed)
      throws Exception {
    String fitted = file(model + "-fitted.yaml");
    ModelFit.Rows seen = warehouse(model, model, events, seed);
    program.succeed("generate", "--fit=duckdb:" + file(model + ".duckdb"), "--model=" + fitted);
    return compare(seen, "fitted-" + model, fitted, events, seed + 1);
  }

  /** True if they agree as well as those of two workloads of the model itself. */
  boolean agree(String model, long events, long seed) throws Exception {
    SortedMap<String, TableComparison> made = compare(model, events, seed);
    ModelFit.Rows seen = rows(model);
    SortedMap<String, TableComparison> again =
        compare(seen, "again-" + model, model, events, seed + 2);
    return made.keySet().stream()
        .allMatch(
            table -> made.get(table).deviations() <= Math.max(MOST, again.get(table).deviations()));
  }

  private SortedMap<String, TableComparison> compare(
      ModelFit.Rows seen, String name, String model, long events, long seed) throws Exception {
    SortedMap<String, TableComparison> tables =
        ModelFit.compare(seen, warehouse(name, model, events, seed));
    tables.forEach(
        (table, found) ->
            System.out.printf(
                Locale.ROOT,
                "%-22s seed %d, %-6s chi-square %.1f of %d%n",
                name,
                seed,
                table,
                found.chiSquare(),
                found.degrees()));
    return tables;
  }

  private String file(String name) {
    return program.folder().resolve(name).toString();
  }

  private ModelFit.Rows warehouse(String name, String model, long events, long seed)
      throws Exception {
    program.succeed(
        "generate",
        "--output=" + file(name),
        "--model=" + model,
        "--events=" + events,
        "--seed=" + seed);
    program.succeed(
        "run",
        "--input=" + file(name) + "/events-*",
        "--reference=" + file(name),
        "--store=" + store,
        "--table=" + name,
        "--output=" + file(name) + "/published",
        "--warehouse=duckdb:" + file(name + ".duckdb"));
    return rows(name);
  }

  private ModelFit.Rows rows(String warehouse) {
    DuckDbQuery query = new DuckDbQuery(program.folder().resolve(warehouse + ".duckdb"));
    return sql -> query.rows(sql);
  }

  /** {@code EVENTS SEED FOLDER}, for every built-in model. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[2]).toAbsolutePath();
    Files.createDirectories(folder);
    boolean agree = true;
    for (String model : BuiltInModels.NAMES) {
      agree &=
          new FittedModels(Program.inProcess(folder), "embedded:" + folder.resolve("store"))
              .agree(model, Long.parseLong(arguments[0]), Long.parseLong(arguments[1]));
    }
    if (!agree) {
      throw new AssertionError("a fitted model makes other tables");
    }
  }
}
