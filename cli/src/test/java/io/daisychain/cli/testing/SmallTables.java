package io.daisychain.cli.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.Publication;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Published files of a few events, each with a lifecycle of its own and an edge to nowhere. */
public final class SmallTables {
  private final Path folder;
  private final String prefix;

  /**
   * @param prefix first characters of run ids, by which tests keep out of each other's way
   */
  public SmallTables(Path folder, String prefix) {
    this.folder = folder;
    this.prefix = prefix;
  }

  /** One event: its EventId and moment, which may be empty. */
  record Event(String eventId, String moment) {
    String id() {
      return UUID.nameUUIDFromBytes((eventId + moment).getBytes(UTF_8)).toString();
    }
  }

  /** What goes into one file of each table: a trade date. */
  public record Day(String date, List<Event> events) {
    int epochDay() {
      return (int) LocalDate.parse(date).toEpochDay();
    }
  }

  /** Events of noon of a day. */
  public Day day(String date, String... eventIds) {
    String moment = date + "T12:00:00.123456789Z";
    return new Day(date, Arrays.stream(eventIds).map(id -> new Event(id, moment)).toList());
  }

  /** One event of a moment that lies on another day than its trade date. */
  public Day moment(String date, String moment) {
    return new Day(date, List.of(new Event("0", moment)));
  }

  /** Files of this machine. */
  public Publication local(String runId, Day... days) throws IOException {
    return write(runId, Files.createDirectories(folder.resolve(runId)), "", "", days);
  }

  /** Files of the bucket {@code b}. */
  public Publication inBucket(BigQueryEmulator emulator, String runId, Day... days)
      throws IOException {
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
        String date = days[i].date();
        String text =
            days[i].events().stream()
                .map(event -> line(table, event, date))
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
    List<PublishedDay> noted =
        Arrays.stream(days)
            .map(day -> new PublishedDay(day.epochDay(), "a store", 7, "link", runId))
            .toList();
    return new Publication(prefix + "_" + runId, noted, parts);
  }

  private static String line(WarehouseTable table, Event event, String date) {
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
        .map(
            column ->
                column.name().equals(table.dateColumn())
                    ? date
                    : cells.getOrDefault(column.name(), ""))
        .collect(Collectors.joining(",", "", "\n"));
  }
}
