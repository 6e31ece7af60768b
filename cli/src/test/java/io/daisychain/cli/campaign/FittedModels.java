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
  /** Chi-square over degrees of freedom, beside that of two workloads of the model itself. */
  private static final double MOST = 1.5;

  private final Program program;
  private final String store;

  FittedModels(Program program, String store) {
    this.program = program;
    this.store = store;
  }

  /** True if all tables agree; prints each. */
  boolean compare(String model, long events, long seed) throws Exception {
    ModelFit.Rows seen = warehouse(model, model, events, seed);
    String fitted = model + "-fitted.yaml";
    program.succeed("generate", "--fit=duckdb:" + model + ".duckdb", "--model=" + fitted);
    SortedMap<String, TableComparison> made =
        ModelFit.compare(seen, warehouse("fitted-" + model, fitted, events, seed + 1));
    SortedMap<String, TableComparison> again =
        ModelFit.compare(seen, warehouse("again-" + model, model, events, seed + 2));
    boolean agree = true;
    for (String table : made.keySet()) {
      TableComparison one = made.get(table);
      TableComparison other = again.get(table);
      boolean fits = ratio(one) < MOST * Math.max(1, ratio(other));
      agree &= fits;
      System.out.printf(
          Locale.ROOT,
          "%-14s seed %d, %-6s chi-square %.1f of %d, worst row %s; the model itself %.1f of %d;"
              + " %s%n",
          model,
          seed,
          table,
          one.chiSquare(),
          one.degrees(),
          one.worst(),
          other.chiSquare(),
          other.degrees(),
          fits ? "fits" : "DOES NOT FIT");
    }
    return agree;
  }

  private static double ratio(TableComparison table) {
    return table.chiSquare() / Math.max(1, table.degrees());
  }

  private ModelFit.Rows warehouse(String name, String model, long events, long seed)
      throws Exception {
    program.succeed(
        "generate", "--output=" + name, "--model=" + model, "--events=" + events, "--seed=" + seed);
    program.succeed(
        "run",
        "--input=" + name + "/events-*",
        "--reference=" + name,
        "--store=" + store,
        "--table=" + name,
        "--output=" + name + "/published",
        "--warehouse=duckdb:" + name + ".duckdb");
    DuckDbQuery query = new DuckDbQuery(program.folder().resolve(name + ".duckdb"));
    return sql -> query.rows(sql);
  }

  /** {@code EVENTS SEED FOLDER}, for every built-in model. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[2]).toAbsolutePath();
    Files.createDirectories(folder);
    boolean agree = true;
    for (String model : BuiltInModels.NAMES) {
      agree &=
          new FittedModels(Program.inProcess(folder), "embedded:store")
              .compare(model, Long.parseLong(arguments[0]), Long.parseLong(arguments[1]));
    }
    if (!agree) {
      throw new AssertionError("a fitted model makes other tables");
    }
  }
}
