package io.daisychain.cli.campaign;

import io.daisychain.cli.testing.Program;
import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.fit.ModelFit;
import io.daisychain.datagen.fit.TableComparison;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Models fitted to warehouses of generated workloads: the tables of steps, sizes and fields of a
 * warehouse beside those of one that the fitted model made, and of workloads that the model itself
 * made from other seeds. Orders of a lifecycle are not independent, so chi-square has no table to
 * be looked up in: how much two workloads of one model differ is seen from these.
 */
final class FittedModels {
  /** Normal deviations of chi-square that are let pass where workloads of the model have fewer. */
  private static final double MOST = 3;

  /** Workloads of the model: one more would differ more than all of them one time in twenty. */
  private static final int OTHERS = 19;

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

  /** True if they agree as well as those of workloads of the model itself. */
  boolean agree(String model, long events, long seed) throws Exception {
    SortedMap<String, TableComparison> made = compare(model, events, seed);
    SortedMap<String, List<TableComparison>> others = new TreeMap<>();
    for (int i = 0; i < OTHERS; i++) {
      ModelFit.compare(rows(model), BuiltInModels.yaml(model), events, seed + 2 + i)
          .forEach(
              (table, found) -> others.computeIfAbsent(table, any -> new ArrayList<>()).add(found));
    }
    boolean agree = true;
    for (Map.Entry<String, List<TableComparison>> table : others.entrySet()) {
      table.getValue().sort(Comparator.comparingDouble(TableComparison::deviations));
      TableComparison most = table.getValue().get(OTHERS - 1);
      print(model + ", middle", table.getKey(), table.getValue().get(OTHERS / 2));
      print(model + ", most", table.getKey(), most);
      agree &= made.get(table.getKey()).deviations() <= Math.max(MOST, most.deviations());
    }
    return agree;
  }

  private SortedMap<String, TableComparison> compare(
      ModelFit.Rows seen, String name, String model, long events, long seed) throws Exception {
    SortedMap<String, TableComparison> tables =
        ModelFit.compare(seen, warehouse(name, model, events, seed));
    tables.forEach((table, found) -> print(name, table, found));
    return tables;
  }

  private static void print(String name, String table, TableComparison found) {
    System.out.printf(
        Locale.ROOT,
        "%-22s %-6s chi-square %.1f of %d%n",
        name,
        table,
        found.chiSquare(),
        found.degrees());
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
