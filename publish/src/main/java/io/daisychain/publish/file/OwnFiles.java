package io.daisychain.publish.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.beam.ForeignFileException;
import io.daisychain.beam.files.Folder;
import io.daisychain.model.CalendarDates;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Tells the files that publish put into a folder from other files. */
public final class OwnFiles {
  /** Names what a publication put there, or was about to when it was killed. */
  public static final String LIST = ".published.json";

  private static final Pattern PUBLISHED =
      Pattern.compile(
          "("
              + PublishedTables.schema().tables().stream()
                  .map(WarehouseTable::name)
                  .collect(Collectors.joining("|"))
              + ")"
              + "(-(\\d{8}-)?\\d{5}-of-\\d{5}\\.(csv|csv\\.gz|csv\\.zst|parquet)|\\.bigquery\\.json)"
              + "|"
              + Pattern.quote(Manifest.FILE));

  private static final Pattern DATED = Pattern.compile("[a-z]+-(\\d{8})-");

  private static final ObjectMapper JSON = new ObjectMapper();

  private final OutputFolder output;
  private final Folder folder;

  public OwnFiles(OutputFolder output) {
    this.output = output;
    folder = output.folder();
  }

  /**
   * Names of the published files in the folder.
   *
   * @throws ForeignFileException naming a file that has a name publish uses and was not published
   */
  public Set<String> shown() throws IOException {
    Set<String> listed = listed();
    Set<String> shown = new TreeSet<>();
    for (String name : folder.names("")) {
      if (PUBLISHED.matcher(name).matches()) {
        if (!output.isOurs(name, listed)) {
          throw new ForeignFileException(folder.path() + "/" + name, "a file of 'publish'");
        }
        shown.add(name);
      }
    }
    return shown;
  }

  /**
   * Writes, before anything is changed, the names of all files that may be published from now, and
   * what is known of the trade dates.
   */
  public void list(Collection<String> names, Collection<PublishedDay> days) throws IOException {
    ObjectNode json = JSON.createObjectNode();
    new TreeSet<>(names).forEach(json.putArray("files")::add);
    ObjectNode noted = json.putObject("days");
    for (PublishedDay day : days) {
      noted
          .putObject(CalendarDates.text(day.epochDay()))
          .put("source", day.source())
          .put("version", day.version())
          .put("change", day.change())
          .put("run", day.run());
    }
    folder.write(LIST, JSON.writeValueAsString(json) + "\n");
  }

  /** What was noted of the trade dates whose files are here, by epoch day. */
  public SortedMap<Integer, PublishedDay> days() throws IOException {
    SortedMap<Integer, PublishedDay> days = new TreeMap<>();
    for (Map.Entry<String, JsonNode> noted : json(LIST).path("days").properties()) {
      OptionalInt date = CalendarDates.parse(noted.getKey());
      JsonNode day = noted.getValue();
      if (date.isPresent()) {
        days.put(
            date.getAsInt(),
            new PublishedDay(
                date.getAsInt(),
                day.path("source").asText(),
                day.path("version").asLong(),
                day.path("change").asText(),
                day.path("run").asText()));
      }
    }
    return days;
  }

  /** The trade date in a published file's name; empty for files of all dates. */
  public static OptionalInt dateOf(String name) {
    Matcher date = DATED.matcher(name);
    return date.lookingAt() ? CalendarDates.parse(date.group(1)) : OptionalInt.empty();
  }

  private Set<String> listed() throws IOException {
    Set<String> listed = new TreeSet<>();
    json(LIST).path("files").forEach(name -> listed.add(name.asText()));
    return listed;
  }

  /** A file's content; a missing node if it is not there or something else than JSON. */
  private JsonNode json(String name) throws IOException {
    String text = folder.read(name);
    try {
      return JSON.readTree(text == null ? "" : text);
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }
}
