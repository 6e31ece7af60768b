package io.daisychain.reporting;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Reads a file of feedback, CSV or JSON Lines, of ingest or of link. */
public final class FeedbackReader {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> REQUIRED = FeedbackStage.INGEST.columns();

  private final Path file;

  private FeedbackReader(Path file) {
    this.file = file;
  }

  /**
   * Reads all lines of a file.
   *
   * @throws IllegalArgumentException naming file and line where it is no feedback
   */
  public static List<FeedbackEntry> read(Path file) throws IOException {
    return new FeedbackReader(file).read();
  }

  /**
   * The file of what the last ingest found of a reporter.
   *
   * @param folder where ingest wrote it
   * @return none where nothing was wrong
   */
  public static Optional<Path> ofIngest(Path folder, String reporter) {
    String ending = FeedbackStage.INGEST.csv();
    return Stream.of(
            FeedbackNames.file(reporter, ending), FeedbackNames.markedFile(reporter, ending))
        .map(folder::resolve)
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private List<FeedbackEntry> read() throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      String first = readFirst();
      if (first.startsWith("{")) {
        return readJson(reader);
      }
      requireColumns(List.of(first.split(",", -1)));
      return readCsv(reader);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + " is no text in UTF-8", e);
    }
  }

  private String readFirst() throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      String first = reader.readLine();
      return first == null ? "" : first;
    }
  }

  private List<FeedbackEntry> readJson(BufferedReader reader) throws IOException {
    List<FeedbackEntry> entries = new ArrayList<>();
    int number = 0;
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      number++;
      if (line.isBlank()) {
        continue;
      }
      JsonNode object;
      try {
        object = JSON.readTree(line);
      } catch (JsonProcessingException e) {
        throw bad(number, "is no JSON object: " + e.getOriginalMessage(), e);
      }
      for (String column : REQUIRED) {
        if (!object.has(column)) {
          throw bad(number, "has no field " + column + ": it is no feedback", null);
        }
      }
      entries.add(entry(number, name -> object.path(name).asText("")));
    }
    return entries;
  }

  private List<FeedbackEntry> readCsv(BufferedReader reader) throws IOException {
    List<FeedbackEntry> entries = new ArrayList<>();
    try (CsvReader<NamedCsvRecord> records = CsvReader.builder().ofNamedCsvRecord(reader)) {
      for (NamedCsvRecord row : records) {
        Map<String, String> fields = row.getFieldsAsMap();
        entries.add(
            entry((int) row.getStartingLineNumber(), name -> fields.getOrDefault(name, "")));
      }
    } catch (CsvParseException e) {
      throw bad(1, "is no CSV: " + e.getMessage(), e);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return entries;
  }

  private void requireColumns(List<String> header) {
    for (String column : REQUIRED) {
      if (!header.contains(column)) {
        throw bad(1, "has no column " + column + ": it is no feedback", null);
      }
    }
  }

  private FeedbackEntry entry(int number, UnaryOperator<String> field) {
    return new FeedbackEntry(
        file + ":" + number,
        field.apply("file"),
        whole(number, "line", field.apply("line"), 0),
        whole(number, "offset", field.apply("offset"), -1),
        field.apply("reporter"),
        field.apply("eventType"),
        field.apply("EventId"),
        field.apply("id"),
        field.apply("status"),
        field.apply("reason"),
        isField(field.apply("tag")) ? 0 : (int) whole(number, "tag", field.apply("tag"), 0),
        isField(field.apply("tag")) ? field.apply("tag") : "",
        field.apply("text"),
        field.apply("role"),
        field.apply("counterparty"));
  }

  /** True of a field of CAT, whose name begins with a letter, as against a tag of FIX. */
  private static boolean isField(String tag) {
    return !tag.isEmpty() && Character.isLetter(tag.charAt(0));
  }

  private long whole(int number, String column, String text, long otherwise) {
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw bad(number, "has '" + text + "' in " + column + ", which is no number", e);
    }
  }

  private IllegalArgumentException bad(int number, String what, Exception cause) {
    return new IllegalArgumentException(file + ":" + number + ": it " + what, cause);
  }
}
