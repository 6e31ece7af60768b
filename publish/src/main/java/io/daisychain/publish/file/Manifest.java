package io.daisychain.publish.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.beam.files.Folder;
import io.daisychain.model.CalendarDates;
import io.daisychain.publish.table.PublishedCounts.TableSum;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What lies in a folder of published files: files, rows and digests by table and trade date,
 * without time and run, so that equal contents give an equal text.
 *
 * @param days by epoch day, of each table
 */
public record Manifest(SortedMap<Integer, Map<String, TableFiles>> days) {
  /** The file that lists the others. */
  public static final String FILE = "manifest.json";

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Files of one table and trade date.
   *
   * @param sum rows and digest of what is in them
   * @param files their names, sorted
   */
  public record TableFiles(TableSum sum, List<String> files) {}

  /** Reads it; dates that are not described whole are left out. */
  public static Manifest read(Folder folder) throws IOException {
    SortedMap<Integer, Map<String, TableFiles>> days = new TreeMap<>();
    String text = folder.read(FILE);
    JsonNode json;
    try {
      json = JSON.readTree(text == null ? "" : text);
    } catch (JsonProcessingException e) {
      return new Manifest(days); // somebody has changed it: all dates are written anew
    }
    List<WarehouseTable> tables = PublishedTables.schema().tables();
    for (WarehouseTable table : tables) {
      for (Map.Entry<String, JsonNode> day : json.path(table.name()).path("days").properties()) {
        OptionalInt date = CalendarDates.parse(day.getKey());
        TableFiles files = files(day.getValue());
        if (date.isPresent() && files != null) {
          days.computeIfAbsent(date.getAsInt(), d -> new LinkedHashMap<>())
              .put(table.name(), files);
        }
      }
    }
    days.values().removeIf(day -> day.size() < tables.size());
    return new Manifest(days);
  }

  private static TableFiles files(JsonNode json) {
    List<String> names = new ArrayList<>();
    json.path("files").forEach(name -> names.add(name.asText()));
    try {
      return new TableFiles(
          TableSum.of(json.path("rows").asLong(-1), json.path("digest").asText()), names);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Digest by table, of all trade dates. */
  public Map<String, String> digests() {
    Map<String, String> digests = new LinkedHashMap<>();
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      digests.put(table.name(), sum(table).digest());
    }
    return digests;
  }

  private TableSum sum(WarehouseTable table) {
    TableSum sum = TableSum.ZERO;
    for (Map<String, TableFiles> day : days.values()) {
      sum = sum.plus(day.get(table.name()).sum());
    }
    return sum;
  }

  public String json() throws IOException {
    ObjectNode json = JSON.createObjectNode();
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      ObjectNode ofTable = sum(sum(table), json.putObject(table.name()));
      ObjectNode byDay = ofTable.putObject("days");
      days.forEach(
          (day, tables) -> {
            TableFiles files = tables.get(table.name());
            ObjectNode ofDay = sum(files.sum(), byDay.putObject(CalendarDates.text(day)));
            files.files().forEach(ofDay.putArray("files")::add);
          });
    }
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
  }

  private static ObjectNode sum(TableSum sum, ObjectNode json) {
    return json.put("rows", sum.lines()).put("digest", sum.digest());
  }
}
