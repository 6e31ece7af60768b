package io.daisychain.reporting;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What is told of one record, as its reporter reads it: a line of {@code BASENAME.ingestion.json}
 * or {@code BASENAME.linkage.json}, or of {@code feedback-REPORTER.csv}.
 *
 * @param place where the line stands: file of feedback and number of its line, from 1
 * @param about name of the submitted file; in CAT's form of feedback without folders and ending
 * @param errorRoeId in decimal; empty where the record has none
 * @param line on which the record begins in that file, from 1; 0 where it is not said
 * @param errors in their order
 */
public record RecordErrors(
    String place, String about, String errorRoeId, long line, List<Told> errors) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * An error.
   *
   * @param code of CAT; of what CAT has no code for the word by which feedback names it
   * @param field empty where it is about the whole record
   */
  public record Told(String code, String field) {}

  /** True of a name that files of feedback in CAT's form have. */
  public static boolean isOne(Path file) {
    return !baseOf(file).isEmpty();
  }

  private static String baseOf(Path file) {
    String name = file.getFileName().toString();
    for (FeedbackStage stage : FeedbackStage.values()) {
      if (name.endsWith(stage.records())) {
        return name.substring(0, name.length() - stage.records().length());
      }
    }
    return "";
  }

  /** Whether it is about a file of input, by their names. */
  public boolean isAbout(String input) {
    String name = RecordErrorsFile.baseName(input);
    return about.equals(FeedbackEntry.shown(input))
        || about.equals(FeedbackNames.ofFile(name, ""))
        || about.equals(FeedbackNames.markedOfFile(name, input, ""));
  }

  /**
   * What a line of feedback by firm says of a record.
   *
   * @throws IllegalArgumentException naming the line whose id is none
   */
  public static RecordErrors of(FeedbackEntry line) {
    String code = line.reason().isEmpty() ? line.status() : line.reason();
    return new RecordErrors(
        line.place(),
        line.file(),
        line.id().isEmpty() ? "" : Long.toUnsignedString(idOf(line).getMostSignificantBits()),
        line.hasPlace() ? line.line() : 0,
        List.of(new Told(code, line.field())));
  }

  private static UUID idOf(FeedbackEntry line) {
    try {
      return UUID.fromString(line.id());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          line.place() + ": it has '" + line.id() + "' in id, which is none", e);
    }
  }

  /** True of a reason that is a code of CAT. */
  static boolean isCode(String reason) {
    return !reason.isEmpty() && reason.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /**
   * Reads all lines of a file.
   *
   * @throws IllegalArgumentException naming file and line where it is no such feedback
   */
  public static List<RecordErrors> read(Path file) throws IOException {
    List<RecordErrors> all = new ArrayList<>();
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      int number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        String place = file + ":" + ++number;
        if (!line.isBlank()) {
          all.add(read(place, baseOf(file), line));
        }
      }
    }
    return all;
  }

  private static RecordErrors read(String place, String about, String line) {
    JsonNode object;
    try {
      object = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(place + ": it is no JSON object", e);
    }
    if (!object.has("errorROEID") || !object.path("errors").isArray()) {
      throw new IllegalArgumentException(
          place + ": it has no errorROEID or no errors: it is no feedback in CAT's form");
    }
    List<Told> errors = new ArrayList<>();
    for (JsonNode error : object.path("errors")) {
      errors.add(new Told(error.path("code").asText(), error.path("field").asText("")));
    }
    return new RecordErrors(
        place,
        about,
        object.path("errorROEID").isNull() ? "" : object.path("errorROEID").asText(),
        object.path("line").asLong(0),
        errors);
  }
}
