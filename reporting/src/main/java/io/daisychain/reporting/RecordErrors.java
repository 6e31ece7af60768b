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

/**
 * What CAT would say of one record, as its reporter reads it: a line of {@code
 * BASENAME.ingestion.json} or {@code BASENAME.linkage.json}.
 *
 * @param place where the line stands: file of feedback and number of its line, from 1
 * @param base name of the submitted file, without its ending
 * @param errorRoeId in decimal; empty where the record has none
 * @param line on which the record begins in that file, from 1; 0 where it is not said
 * @param errors in their order
 */
public record RecordErrors(
    String place, String base, String errorRoeId, long line, List<Told> errors) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * An error.
   *
   * @param code of CAT
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
    return base.equals(FeedbackNames.ofFile(name, ""))
        || base.equals(FeedbackNames.markedOfFile(name, input, ""));
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

  private static RecordErrors read(String place, String base, String line) {
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
        base,
        object.path("errorROEID").isNull() ? "" : object.path("errorROEID").asText(),
        object.path("line").asLong(0),
        errors);
  }
}
