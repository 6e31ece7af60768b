package io.daisychain.cli.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.job.MeasuredRates.Stage;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.store.StoreAddress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunForecastTest {
  private static final long MEGA = 1_000_000;
  private static final List<Stage> RUN = List.of(Stage.INGEST, Stage.LINK, Stage.PUBLISH);

  @TempDir private Path folder;

  private final PipelineOptions options = PipelineOptionsFactory.create();

  @Test
  void isSilentWhereLittleIsNeeded() throws IOException {
    assertEquals("", told(Map.of("a.fix", MEGA)));
  }

  @Test
  void tellsEventsTimeDiskAndHeap() throws IOException {
    String words = told(Map.of("a.fix", 400 * MEGA, "b.fix.gz", 100 * MEGA));

    assertTrue(words.startsWith("needs    about 3,280,000 events: "), words);
    assertTrue(words.contains("of disk: store "), words);
    assertTrue(words.contains("warehouse "), words);
    assertTrue(words.contains("512 MB of heap, "), words);
  }

  @Test
  void refusesWhatNoDiskHolds() {
    UsageException refused =
        assertThrows(UsageException.class, () -> told(Map.of("a.fix", 1_000_000_000_000L * MEGA)));

    assertTrue(refused.getMessage().contains(folder.toString()), refused.getMessage());
    assertTrue(
        refused.getMessage().endsWith("with --store, --spillFolder, --warehouse, --output"),
        refused.getMessage());
  }

  @Test
  void linkAloneNeedsWhatItAddsToTheStore() throws IOException {
    StoreAddress store = new StoreAddress.Embedded(folder + "/store");
    String words =
        told(RunForecast.ofEvents(4 * MEGA, options, Stage.LINK).withLinks(store, options));

    assertTrue(words.startsWith("needs    about 4,000,000 events: "), words);
    assertTrue(words.contains("of disk: linked store "), words);
    assertTrue(!words.replace("linked store ", "").contains("store "), words);
  }

  @Test
  void remotePlacesAreNotHeldAgainstThisDisk() throws IOException {
    RunForecast.ofInput(Map.of("a.fix", 1_000_000_000_000L * MEGA), options, RUN)
        .with(RunForecast.Place.PUBLISHED, "gs://bucket/published")
        .tell();
  }

  private String told(Map<String, Long> input) throws IOException {
    return told(
        RunForecast.ofInput(input, options, RUN)
            .withStore(new StoreAddress.Embedded(folder + "/store"), options, true)
            .with(RunForecast.Place.WAREHOUSE, folder + "/warehouse.duckdb")
            .with(RunForecast.Place.PUBLISHED, folder + "/published"));
  }

  private static String told(RunForecast forecast) throws IOException {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    try (PrintStream notes = new PrintStream(err, true, UTF_8)) {
      Terminal.divert(System.out, notes);
      forecast.tell();
    } finally {
      Terminal.divert(System.out, System.err);
    }
    return err.toString(UTF_8);
  }
}
