package io.daisychain.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody reads all tables over and over while they are published again and again. */
class RepublicationTest {
  private static final int PUBLICATIONS = 4;
  private static final long SEED = 20_260_316;

  /** Every table and two views that join them: no two publications agree in any. */
  private static final String ALL =
      "SELECT (SELECT count(*) || ' ' || sum(hash(id)) FROM events), (SELECT count(*) || ' ' ||"
          + " sum(hash(child)) FROM links), (SELECT count(*) || ' ' || sum(hash(id)) FROM"
          + " lifecycles), (SELECT count(*) FROM v_broken_chains), (SELECT sum(events) FROM"
          + " v_symbol_minute)";

  @TempDir Path dir;

  @Test
  void aReaderSeesOnePublicationOrTheNextAndNeverAMixture() throws Exception {
    Set<String> published = new ConcurrentSkipListSet<>();
    Set<String> read = new ConcurrentSkipListSet<>();
    publish(0);
    published.add(ask());
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Semaphore reads = new Semaphore(0);
    Thread reader = new Thread(() -> readUntilInterrupted(read, reads, failure));
    reader.start();
    for (int number = 1; number <= PUBLICATIONS; number++) {
      publish(number);
      reads.drainPermits();
      reads.acquire(2); // a reading that began after this publication has ended now
      published.add(ask());
    }
    reader.interrupt();
    reader.join();

    assertNull(failure.get());
    assertEquals(PUBLICATIONS + 1, published.size());
    assertNotEquals(Set.of(), read);
    assertEquals(
        List.of(), read.stream().filter(answer -> !published.contains(answer)).toList(), "mixed");
  }

  private void readUntilInterrupted(
      Set<String> read, Semaphore reads, AtomicReference<Throwable> failure) {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        read.add(ask());
        reads.release();
      }
    } catch (IOException e) {
      failure.set(e);
      reads.release(2 * PUBLICATIONS);
    }
  }

  private String ask() throws IOException {
    return String.join(" ", new DuckDbQuery(dir.resolve("w.duckdb")).rows(ALL).get(0));
  }

  private void publish(int number) throws IOException {
    Path csv = Files.createDirectories(dir.resolve("csv"));
    List<DayLoad> loads = new RandomMarket(SEED + number, 200 + number).write(csv);
    new DuckDbWarehouse(
            dir.resolve("w.duckdb"), PublishedTables.schema(), new DuckDbWarehouse.Limits(2, 500))
        .load(loads, csv);
  }
}
