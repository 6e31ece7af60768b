package io.daisychain.publish;

import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.DuckDbReader;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A warehouse of many trade dates that is cut to the newest while others read: each sees all dates
 * or those that stay, whole.
 */
final class WarehouseCut {
  private static final LocalDate LAST = LocalDate.of(2026, 3, 16);

  private final Path file;
  private final Path csv;
  private final DuckDbWarehouse warehouse;

  private WarehouseCut(Path folder, int events) throws IOException {
    csv = Files.createDirectories(folder.resolve("csv"));
    new RandomMarket(1, 3 * events).write(csv);
    file = folder.resolve("w.duckdb");
    warehouse =
        new DuckDbWarehouse(file, PublishedTables.schema(), DuckDbWarehouse.Limits.ofThisMachine());
  }

  /** Arguments: dates, dates that stay, events a date and readers. */
  public static void main(String[] args) throws Exception {
    System.out.println(
        run(
            Files.createTempDirectory("daisychain-cut"),
            Integer.parseInt(args[0]),
            Integer.parseInt(args[1]),
            Integer.parseInt(args[2]),
            Integer.parseInt(args[3])));
  }

  /**
   * What readers saw, by number of dates.
   *
   * @throws AssertionError if one saw something else
   */
  static String run(Path folder, int dates, int kept, int events, int readers) throws Exception {
    WarehouseCut cut = new WarehouseCut(folder, events);
    List<DayLoad> loads = new ArrayList<>();
    for (int i = 0; i < dates; i++) {
      loads.add(cut.day(LAST.minusDays(i)));
    }
    cut.warehouse.load(loads, cut.csv);
    String all = cut.ask();
    AtomicBoolean isCut = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(readers);
    List<Future<Map<String, Integer>>> seen = new ArrayList<>();
    try (DuckDbReader old = cut.open()) {
      for (int i = 0; i < readers; i++) {
        seen.add(threads.submit(() -> cut.read(isCut)));
      }
      int first = (int) LAST.minusDays(kept - 1L).toEpochDay();
      long began = System.nanoTime();
      try (DuckDbWarehouse.Load load = cut.warehouse.from(first).prepare(List.of(), none -> none)) {
        load.commit();
      }
      long millis = (System.nanoTime() - began) / 1_000_000;
      isCut.set(true);
      String left = cut.ask();
      Map<String, Integer> answers = new TreeMap<>();
      for (Future<Map<String, Integer>> reader : seen) {
        reader.get().forEach((answer, times) -> answers.merge(answer, times, Integer::sum));
      }
      if (!List.of(all, left).containsAll(answers.keySet())
          || !left.startsWith(kept + " ")
          || !answer(old).equals(all)
          || !all.startsWith(dates + " ")) {
        throw new AssertionError("before " + all + ", after " + left + ", seen " + answers);
      }
      return "cut in %d ms: dates events links, and how often readers saw them: %s"
          .formatted(millis, answers);
    } finally {
      threads.shutdownNow();
    }
  }

  private DayLoad day(LocalDate date) throws IOException {
    int day = (int) date.toEpochDay();
    if (!date.equals(LAST)) {
      for (WarehouseTable table : PublishedTables.schema().tables()) {
        String name = "00000-of-00001.csv";
        String text =
            Files.readString(csv.resolve(table.filePrefix((int) LAST.toEpochDay()) + name));
        Files.writeString(
            csv.resolve(table.filePrefix(day) + name),
            text.replace("," + LAST + "\n", "," + date + "\n"));
      }
    }
    return new DayLoad(new PublishedDay(day, "drawn", 1, "run", "run"), DayLoad.Change.WHOLE);
  }

  private String ask() throws IOException {
    try (DuckDbReader reader = open()) {
      return answer(reader);
    }
  }

  /** By a name of its own: within a process DuckDB takes all that is open by one for the same. */
  private DuckDbReader open() throws IOException {
    return new DuckDbReader(file, Duration.ofMinutes(5));
  }

  private static String answer(DuckDbReader reader) throws IOException {
    String sql =
        "SELECT count(DISTINCT tradeDate), count(*), (SELECT count(*) FROM links) FROM events";
    return String.join(" ", reader.rows(sql).get(0));
  }

  /** Asks until all is cut, and once more. */
  private Map<String, Integer> read(AtomicBoolean isCut) throws IOException {
    Map<String, Integer> answers = new TreeMap<>();
    boolean last = false;
    while (!last) {
      last = isCut.get();
      answers.merge(ask(), 1, Integer::sum);
    }
    return answers;
  }
}
