package io.daisychain.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.publish.PublishedTables;
import io.daisychain.warehouse.Publication;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Published files of a few events, each with a lifecycle of its own and an edge to nowhere. */
final class SmallTables {
  private final Path folder;
  private final String prefix;

  /**
   * @param prefix first characters of run ids, by which tests keep out of each other's way
   */
  SmallTables(Path folder, String prefix) {
    this.folder = folder;
    this.prefix = prefix;
  }

  /** One event: its EventId and moment, which may be empty. */
  record Event(String eventId, String moment) {
    String id() {
      return UUID.nameUUIDFromBytes((eventId + moment).getBytes(UTF_8)).toString();
    }
  }

  /** What goes into one file of each table. */
  record Day(List<Event> events) {}

  /** Events of noon of a day; of no moment if {@code date} is empty. */
  Day day(String date, String... eventIds) {
    String moment = date.isEmpty() ? "" : date + "T12:00:00.123456789Z";
    return new Day(java.util.Arrays.stream(eventIds).map(id -> new Event(id, moment)).toList());
  }

  /** Events of these moments, numbered from 0. */
  Day moments(List<String> moments) {
    return new Day(
        IntStream.range(0, moments.size())
            .mapToObj(i -> new Event(Integer.toString(i), moments.get(i)))
            .toList());
  }

  /** Files of this machine. */
  Publication local(String runId, Day... days) throws IOException {
    return write(runId, Files.createDirectories(folder.resolve(runId)), "", "", days);
  }

  /** Files of the bucket {@code b}. */
  Publication inBucket(BigQueryEmulator emulator, String runId, Day... days) throws IOException {
    Path bucket = Files.createDirectories(emulator.buckets().resolve("b"));
    return write(runId, bucket, "gs://b/", prefix + "-" + runId + "-", days);
  }

  private Publication write(String runId, Path to, String address, String first, Day... days)
      throws IOException {
    List<Publication.Part> parts = new ArrayList<>();
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      List<String> files = new ArrayList<>();
      StringBuilder all = new StringBuilder();
      long rows = 0;
      for (int i = 0; i < days.length; i++) {
        Path file = to.resolve(first + table.name() + "-" + i + ".csv");
        String text =
            days[i].events().stream()
                .map(event -> line(table, event))
                .collect(Collectors.joining());
        Files.writeString(file, table.header() + "\n" + text);
        files.add(address.isEmpty() ? file.toString() : address + file.getFileName());
        all.append(text);
        rows += days[i].events().size();
      }
      String digest =
          UUID.nameUUIDFromBytes(all.toString().getBytes(UTF_8)).toString().replace("-", "");
      parts.add(new Publication.Part(table.name(), files, rows, digest));
    }
    return new Publication(prefix + "_" + runId, parts);
  }

  private static String line(WarehouseTable table, Event event) {
    Map<String, String> cells =
        switch (table.name()) {
          case "events" ->
              Map.of(
                  "id", event.id(),
                  "LifecycleId", event.id(),
                  "timestamp", event.moment(),
                  "EventId", event.eventId(),
                  "eventType", "NEW",
                  "depth", "0",
                  "childCount", "0");
          case "links" -> Map.of("parent", UUID.randomUUID().toString(), "child", event.id());
          default ->
              Map.of("id", event.id(), "firstTime", event.moment(), "lastTime", event.moment());
        };
    return table.columns().stream()
        .map(column -> cells.getOrDefault(column.name(), ""))
        .collect(Collectors.joining(",", "", "\n"));
  }
}
