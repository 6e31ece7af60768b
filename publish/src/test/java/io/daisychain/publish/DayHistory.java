package io.daisychain.publish;

import com.sun.management.OperatingSystemMXBean;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Measures a warehouse of many trade dates: what it costs to open, to ask and to add one more. */
final class DayHistory {
  private static final int ROUNDS = 9;
  private static final LocalDate DRAWN = LocalDate.of(2026, 3, 16);

  private final Path folder;
  private final Path csv;
  private final DuckDbWarehouse warehouse;

  private DayHistory(Path folder, int events) throws IOException {
    this.folder = folder;
    this.csv = Files.createDirectories(folder.resolve("csv"));
    // The first of the three dates that are drawn has a third of the events.
    new RandomMarket(1, 3 * events).write(csv);
    warehouse =
        new DuckDbWarehouse(
            folder.resolve("w.duckdb"),
            PublishedTables.schema(),
            DuckDbWarehouse.Limits.ofThisMachine());
  }

  /** Publishes {@code args[0]} days of about {@code args[1]} events, one after the other. */
  public static void main(String[] args) throws IOException {
    int days = Integer.parseInt(args[0]);
    DayHistory history =
        new DayHistory(Files.createTempDirectory("daisychain-days"), Integer.parseInt(args[1]));
    LocalDate first = DRAWN.minusDays(days - 1);
    double[] added = new double[days];
    for (int day = 0; day < days; day++) {
      LocalDate date = first.plusDays(day);
      added[day] = history.cpu(() -> history.publish(date));
    }
    int few = Math.min(20, days / 2);
    say("one more day, days 2 to %d: %.2f CPU s", few + 1, median(added, 1, few + 1));
    say("one more day, the last %d: %.2f CPU s", few, median(added, days - few, days));
    Path file = history.folder.resolve("w.duckdb");
    say("the file: %d kB", Files.size(file) >> 10);
    history.ask("open, SELECT 1", "SELECT 1");
    history.ask("count of all", "SELECT count(*) FROM events");
    history.ask(
        "a day, count of symbols",
        "SELECT count(DISTINCT symbol) FROM events WHERE tradeDate = DATE '" + DRAWN + "'");
    history.ask(
        "a month, the same",
        "SELECT count(DISTINCT symbol) FROM events WHERE tradeDate > DATE '"
            + DRAWN.minusDays(30)
            + "'");
    history.ask("all, the same", "SELECT count(DISTINCT symbol) FROM events");
    history.ask(
        "v_reporter_scorecard of a day",
        "SELECT * FROM v_reporter_scorecard WHERE tradeDate = DATE '" + DRAWN + "'");
    history.ask("v_reporter_trend", "SELECT max(aboveMean) FROM v_reporter_trend");
  }

  /** A step that is measured. */
  private interface Step {
    void run() throws IOException;
  }

  private double cpu(Step step) throws IOException {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long before = system.getProcessCpuTime();
    step.run();
    return (system.getProcessCpuTime() - before) / 1e9;
  }

  private void publish(LocalDate date) throws IOException {
    int day = (int) date.toEpochDay();
    int drawn = (int) DRAWN.toEpochDay();
    List<Path> files = new ArrayList<>();
    if (day != drawn) {
      for (WarehouseTable table : PublishedTables.schema().tables()) {
        String name = "00000-of-00001.csv";
        String text = Files.readString(csv.resolve(table.filePrefix(drawn) + name));
        files.add(
            Files.writeString(
                csv.resolve(table.filePrefix(day) + name),
                text.replace("," + DRAWN + "\n", "," + date + "\n")));
      }
    }
    PublishedDay note = new PublishedDay(day, "drawn", 1, "run", "run");
    warehouse.load(List.of(new DayLoad(note, DayLoad.Change.WHOLE)), csv);
    for (Path file : files) {
      Files.delete(file);
    }
  }

  private void ask(String what, String sql) throws IOException {
    double[] wall = new double[ROUNDS];
    double[] used = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      used[round] = cpu(() -> new DuckDbQuery(folder.resolve("w.duckdb")).rows(sql));
      wall[round] = (System.nanoTime() - start) / 1e6;
    }
    say(
        "%s: %.0f ms, %.0f ms of CPU",
        what, median(wall, 0, ROUNDS), 1_000 * median(used, 0, ROUNDS));
  }

  private static double median(double[] values, int from, int to) {
    double[] sorted = Arrays.copyOfRange(values, from, to);
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static void say(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
