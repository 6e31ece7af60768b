package io.daisychain.cli.job;

import io.daisychain.cli.job.MeasuredRates.Stage;
import io.daisychain.cli.option.FileCompression;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.SpillOptions;
import io.daisychain.cli.terminal.Bounds;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.store.StoreAddress;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * What a command will take of time, disk and heap, told before it starts; it does not start where
 * the disk cannot hold it. Time is by what this machine took before ({@link MeasuredRates}), bytes
 * by what an event took in {@code bench day}.
 */
public final class RunForecast {
  /** Smaller forecasts are neither told nor held against the disk: they are over soon. */
  private static final long LEAST_SECONDS = 15;

  private static final long LEAST_BYTES = 256L << 20;

  /** Of the program until its first event. */
  private static final double START_SECONDS = 4;

  /** What a job needs whatever the number of events. */
  private static final long LEAST_HEAP = 512L << 20;

  private static final double MEGA = 1e6;
  private static final double GIGA = 1e9;

  /**
   * What lies where, in bytes an event, as {@code bench day} of 2,000,000 shows them. A generated
   * event takes 193 bytes of native lineage and 296 of tagged.
   */
  public enum Place {
    WORKLOAD("--output", 250),
    STORE("--store", 335),
    LINKED_STORE("--store", 105),
    SPILL("--spillFolder", 420),
    PUBLISHED("--output", 490),
    WAREHOUSE("--warehouse", 130);

    private final String option;
    private final double bytes;

    Place(String option, double bytes) {
      this.option = option;
      this.bytes = bytes;
    }

    /** Bytes of an event. */
    public double bytes() {
      return bytes;
    }
  }

  private final double events;
  private final MeasuredRates rates;
  private final List<Stage> stages;
  private final Map<Place, Path> places = new LinkedHashMap<>();
  private final boolean inProcess;

  /** Bytes of messages in a byte of the workload's files. */
  private double expansion = 1;

  private RunForecast(double events, MeasuredRates rates, List<Stage> stages, boolean inProcess) {
    this.events = events;
    this.rates = rates;
    this.stages = stages;
    this.inProcess = inProcess;
  }

  /**
   * A forecast of stages that read messages, or follow one that does.
   *
   * @param input by file name its bytes, as they lie there
   */
  public static RunForecast ofInput(
      Map<String, Long> input, PipelineOptions options, List<Stage> stages) {
    MeasuredRates rates = MeasuredRates.of(CommandLog.folder());
    double bytes = 0;
    for (Map.Entry<String, Long> file : input.entrySet()) {
      bytes += file.getValue() * FileCompression.expansionOf(file.getKey());
    }
    return new RunForecast(
        bytes / Place.WORKLOAD.bytes, rates, stages, RunnerOptions.isInProcess(options));
  }

  /** A forecast of a workload that is to be generated. */
  public static RunForecast ofWorkload(long events, double expansion, PipelineOptions options) {
    RunForecast forecast =
        new RunForecast(
            (double) events,
            MeasuredRates.of(CommandLog.folder()),
            List.of(Stage.GENERATE),
            RunnerOptions.isInProcess(options));
    forecast.expansion = expansion;
    return forecast;
  }

  /** A forecast of stages that read so many stored events. */
  static RunForecast ofEvents(long events, PipelineOptions options, Stage stage) {
    return new RunForecast(
        (double) events,
        MeasuredRates.of(CommandLog.folder()),
        List.of(stage),
        RunnerOptions.isInProcess(options));
  }

  /** What is to lie in a folder or file; nothing if that is not on this machine. */
  public RunForecast with(Place place, String path) {
    if (!Paths.isRemote(path)) {
      places.put(place, Path.of(path).toAbsolutePath().normalize());
    }
    return this;
  }

  /** The rows of an embedded store, and what DirectRunner gathers beside it. */
  public RunForecast withStore(StoreAddress store, PipelineOptions options, boolean linked) {
    if (store instanceof StoreAddress.Embedded embedded) {
      places.put(Place.STORE, embedded.folder());
    }
    return linked ? withLinks(store, options) : withSpill(store, options);
  }

  /** What link adds to an embedded store, and what DirectRunner gathers beside it. */
  RunForecast withLinks(StoreAddress store, PipelineOptions options) {
    if (store instanceof StoreAddress.Embedded embedded) {
      places.put(Place.LINKED_STORE, embedded.folder());
    }
    return withSpill(store, options);
  }

  private RunForecast withSpill(StoreAddress store, PipelineOptions options) {
    if (RunnerOptions.isDirect(options)) {
      places.put(Place.SPILL, SpillOptions.folder(options, store).toAbsolutePath().normalize());
    }
    return this;
  }

  /**
   * Tells what is needed.
   *
   * @throws UsageException if a disk has less free than will be written to it
   */
  public void tell() throws IOException {
    Bounds.requireEvents(events);
    double bytes = places.keySet().stream().mapToDouble(this::bytes).sum();
    double seconds =
        START_SECONDS
            + stages.stream().mapToDouble(stage -> rates.micros(stage) * events / 1e6).sum();
    if (seconds >= LEAST_SECONDS || bytes >= LEAST_BYTES) {
      Terminal.note(words(seconds, bytes));
    }
    if (bytes >= LEAST_BYTES) {
      requireSpace();
    }
  }

  private String words(double seconds, double bytes) {
    StringJoiner words = new StringJoiner("; ", "needs    ", "");
    words.add(
        String.format(Locale.ROOT, "about %,.0f events", events)
            + (inProcess ? ": " + time(seconds) + " " + basis() : ""));
    StringJoiner each = new StringJoiner(", ");
    places.forEach(
        (place, path) ->
            each.add(
                place.name().toLowerCase(Locale.ROOT).replace('_', ' ')
                    + " "
                    + size(bytes(place))));
    words.add(size(bytes) + " of disk: " + each);
    if (inProcess) {
      words.add(
          String.format(
              Locale.ROOT,
              "%,d MB of heap, %,d are given",
              LEAST_HEAP >> 20,
              Runtime.getRuntime().maxMemory() >> 20));
    }
    return words.toString();
  }

  private String basis() {
    return stages.stream().allMatch(rates::has)
        ? "as measured here"
        : "by rates of two cores, none were measured here yet";
  }

  private void requireSpace() throws IOException {
    Map<FileStore, List<Place>> disks = new LinkedHashMap<>();
    for (Map.Entry<Place, Path> place : places.entrySet()) {
      disks
          .computeIfAbsent(Files.getFileStore(existing(place.getValue())), key -> new ArrayList<>())
          .add(place.getKey());
    }
    for (Map.Entry<FileStore, List<Place>> disk : disks.entrySet()) {
      double needed = disk.getValue().stream().mapToDouble(this::bytes).sum();
      double free = disk.getKey().getUsableSpace();
      if (needed > free) {
        Place largest =
            disk.getValue().stream()
                .max((first, second) -> Double.compare(bytes(first), bytes(second)))
                .orElseThrow();
        throw new UsageException(
            "about "
                + size(needed)
                + " would be written to the disk of "
                + places.get(largest)
                + ", which has "
                + size(free)
                + " free: make room, or give another place with "
                + String.join(
                    ", ", disk.getValue().stream().map(place -> place.option).distinct().toList()));
      }
    }
  }

  /** The nearest folder above that is there. */
  private static Path existing(Path path) {
    Path at = path;
    while (!Files.exists(at)) {
      at = at.getParent();
    }
    return at;
  }

  private double bytes(Place place) {
    return place.bytes * events / (place == Place.WORKLOAD ? expansion : 1);
  }

  private static String size(double bytes) {
    return bytes >= GIGA
        ? String.format(Locale.ROOT, "%,.1f GB", bytes / GIGA)
        : String.format(Locale.ROOT, "%,.0f MB", bytes / MEGA);
  }

  private static String time(double seconds) {
    long whole = Math.round(seconds);
    long hours = TimeUnit.SECONDS.toHours(whole);
    long minutes = TimeUnit.SECONDS.toMinutes(whole) % 60;
    if (hours > 0) {
      return hours + " h " + minutes + " min";
    }
    return minutes > 0 ? minutes + " min " + whole % 60 + " s" : whole + " s";
  }
}
