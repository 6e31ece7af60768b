package io.daisychain.cli.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Prints what an ingest read, by kind of file, and by file where a file needs attention. */
public final class InputReport {
  /** Files to tell of that are shown; the report has more of them. */
  private static final int SHOWN = 20;

  private final JsonNode inputs;

  /**
   * Of the counts of an ingest.
   *
   * @param counts with the member {@code inputs}
   */
  InputReport(JsonNode counts) {
    inputs = counts.get("inputs");
  }

  /**
   * Names files as the user did, and not by the folder that the command was started in.
   *
   * @param counts of an ingest, which are changed
   * @param pattern as the user gave it
   */
  public static void name(JsonNode counts, String pattern) {
    String folder = Path.of("").toAbsolutePath() + "/";
    if (!Paths.absolutePattern(pattern).startsWith(folder) || pattern.startsWith("/")) {
      return;
    }
    for (String list : List.of("damaged", "told", "others")) {
      for (JsonNode file : counts.at("/inputs/" + list)) {
        String name = file.get("file").asText();
        if (name.startsWith(folder)) {
          String given = name.substring(folder.length());
          ((ObjectNode) file).put("file", given);
          ArrayNode texts = (ArrayNode) file.get("texts");
          for (int i = 0; i < texts.size(); i++) {
            texts.set(i, texts.get(i).asText().replace(name, given));
          }
        }
      }
    }
  }

  /** Files that are damaged or could not be opened. */
  long damaged() {
    return inputs.get("damagedFiles").asLong();
  }

  /** Files that gave no event, or were of another kind than meant. */
  long told() {
    return inputs.get("toldFiles").asLong();
  }

  /** Prints a line about everything, and one for each thing to tell of a file. */
  void print() {
    Terminal.result("  input    " + String.join("; ", sums()));
    show("told", told());
  }

  /** Names every damaged file, as errors. */
  void complain() {
    for (JsonNode file : inputs.get("damaged")) {
      for (JsonNode text : file.get("texts")) {
        Terminal.error(line(file, text));
      }
    }
    long more = damaged() - inputs.get("damaged").size();
    if (more > 0) {
      Terminal.error("and " + Terminal.number(more) + " further files that are damaged");
    }
  }

  private List<String> sums() {
    List<String> sums = new ArrayList<>();
    long files = inputs.get("files").asLong();
    sums.add(Terminal.number(files) + (files == 1 ? " file" : " files"));
    add(sums, "submissions", "");
    add(sums, "wireLog", " of wire logs" + names("receivers", "to "));
    addNames(sums, "versions", "of version ");
    addNames(sums, "delimiters", "with the delimiter ");
    return sums;
  }

  private void add(List<String> sums, String name, String words) {
    long count = inputs.get(name).asLong();
    if (count > 0) {
      sums.add(Terminal.number(count) + (words.isEmpty() ? " " + name : words));
    }
  }

  private String names(String name, String before) {
    List<String> words = new ArrayList<>();
    addNames(words, name, before);
    return words.isEmpty() ? "" : " (" + String.join(", ", words) + ")";
  }

  private void addNames(List<String> sums, String name, String before) {
    if (inputs.has(name)) {
      for (Map.Entry<String, JsonNode> entry : inputs.get(name).properties()) {
        sums.add(Terminal.number(entry.getValue().asLong()) + " " + before + entry.getKey());
      }
    }
  }

  private void show(String list, long files) {
    int shown = 0;
    for (JsonNode file : inputs.get(list)) {
      if (shown++ == SHOWN) {
        break;
      }
      for (JsonNode text : file.get("texts")) {
        Terminal.result("  " + line(file, text));
      }
    }
    if (files > SHOWN) {
      String more = Terminal.number(files - SHOWN);
      Terminal.result("  and " + more + " further files to tell of, see --report");
    }
  }

  private static String line(JsonNode file, JsonNode text) {
    return file.get("file").asText() + ": " + text.asText();
  }
}
