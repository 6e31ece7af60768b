package io.daisychain.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.StringJoiner;

/** Words for counts. */
final class Lines {
  private Lines() {}

  /** A count and its name, such as {@code 1,467 read}. */
  static String count(JsonNode counts, String name) {
    return Terminal.number(counts.get(name).asLong()) + " " + name;
  }

  /** A line of counts by kind; none where there are none. */
  static void kinds(String label, JsonNode byKind) {
    if (byKind.isEmpty()) {
      return;
    }
    StringJoiner words = new StringJoiner(", ");
    for (Map.Entry<String, JsonNode> kind : byKind.properties()) {
      words.add(kind.getKey() + " " + Terminal.number(kind.getValue().asLong()));
    }
    Terminal.result(label + " " + words);
  }
}
