package io.daisychain.publish;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.model.ErrorStatus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.beam.sdk.io.FileSystems;

/**
 * What a run published.
 *
 * <p>Digests are 32 hex digits, the sum modulo 2^128 of a hash of each line: equal contents have
 * equal digests, however lines lie in files.
 *
 * @param events rows of {@code events}
 * @param links rows of {@code links}
 * @param lifecycles rows of {@code lifecycles}
 * @param duplicates rows of {@code duplicates}
 * @param unlinked events that no link run had seen yet
 * @param unreported rows of the table that only children wrote to, which are not published
 * @param faultyByStatus number of events by error status; statuses that no event has are left out
 * @param digests digest by table
 */
public record PublishSummary(
    long events,
    long links,
    long lifecycles,
    long duplicates,
    long unlinked,
    long unreported,
    Map<String, Long> faultyByStatus,
    Map<String, String> digests) {

  /** Name of the file in a run's folder by which the workers tell the launcher. */
  static final String FILE = "summary.json";

  private static final ObjectMapper JSON = new ObjectMapper();

  static PublishSummary of(PublishedCounts counts) {
    Map<String, Long> errors = new LinkedHashMap<>();
    for (ErrorStatus status : ErrorStatus.values()) {
      long count = counts.statuses().get(Integer.numberOfTrailingZeros(status.bit()));
      if (count > 0) {
        errors.put(status.name(), count);
      }
    }
    Map<String, String> digests = new LinkedHashMap<>();
    digests.put(PublishedTables.EVENTS.name(), counts.events().digest());
    digests.put(PublishedTables.LINKS.name(), counts.links().digest());
    digests.put(PublishedTables.LIFECYCLES.name(), counts.lifecycles().digest());
    digests.put(PublishedTables.DUPLICATES.name(), counts.duplicates().digest());
    return new PublishSummary(
        counts.events().lines(),
        counts.links().lines(),
        counts.lifecycles().lines(),
        counts.duplicates().lines(),
        counts.unlinked(),
        counts.unreported(),
        errors,
        digests);
  }

  /** This summary as JSON. */
  byte[] toJson() throws IOException {
    ObjectNode json = JSON.createObjectNode();
    json.put("events", events).put("links", links).put("lifecycles", lifecycles);
    json.put("duplicates", duplicates);
    json.put("unlinked", unlinked).put("unreported", unreported);
    faultyByStatus.forEach(json.putObject("faultyByStatus")::put);
    digests.forEach(json.putObject("digests")::put);
    return JSON.writeValueAsBytes(json);
  }

  /** Rows of a table. */
  long rows(String table) {
    return switch (table) {
      case "events" -> events;
      case "links" -> links;
      case "lifecycles" -> lifecycles;
      case "duplicates" -> duplicates;
      default -> throw new IllegalArgumentException("no table " + table);
    };
  }

  /** Reads what {@link WriteSummaryFn} wrote. */
  static PublishSummary read(String runFolder) throws IOException {
    String file = runFolder + "/" + FILE;
    try (InputStream in =
        Channels.newInputStream(FileSystems.open(FileSystems.matchNewResource(file, false)))) {
      JsonNode json = JSON.readTree(in);
      Map<String, Long> errors = new LinkedHashMap<>();
      json.get("faultyByStatus")
          .properties()
          .forEach(e -> errors.put(e.getKey(), e.getValue().asLong()));
      Map<String, String> digests = new LinkedHashMap<>();
      json.get("digests").properties().forEach(e -> digests.put(e.getKey(), e.getValue().asText()));
      return new PublishSummary(
          json.get("events").asLong(),
          json.get("links").asLong(),
          json.get("lifecycles").asLong(),
          json.get("duplicates").asLong(),
          json.get("unlinked").asLong(),
          json.get("unreported").asLong(),
          errors,
          digests);
    }
  }
}
