package io.daisychain.cli.terminal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;

/** Texts of counts. */
public final class CountText {
  /** Kinds that are shown in a line. */
  private static final int MOST_KINDS = 30;

  private CountText() {}

  /** A count and its name, such as {@code 1,467 read}. */
  public static String count(JsonNode counts, String name) {
    return Terminal.number(counts.get(name).asLong()) + " " + name;
  }

  /** What became of messages: {@code ingest 10 read = 7 stored + 2 skipped + 1 rejected}. */
  public static String messages(String label, JsonNode counts) {
    return label
        + count(counts, "read")
        + " = "
        + count(counts, "stored")
        + " + "
        + count(counts, "skipped")
        + " + "
        + count(counts, "rejected");
  }

  /** A line of counts by kind; none where there are none. */
  public static void kinds(String label, JsonNode byKind) {
    kinds(label, byKind, UnaryOperator.identity());
  }

  /** A line of counts by kind, of which the largest are shown. */
  public static void kinds(String label, JsonNode byKind, UnaryOperator<String> names) {
    if (byKind.isEmpty()) {
      return;
    }
    List<Map.Entry<String, JsonNode>> kinds = new ArrayList<>(byKind.properties());
    if (kinds.size() > MOST_KINDS) {
      kinds.sort(Comparator.comparingLong(kind -> -kind.getValue().asLong()));
    }
    StringJoiner words = new StringJoiner(", ");
    for (Map.Entry<String, JsonNode> kind : kinds.subList(0, Math.min(MOST_KINDS, kinds.size()))) {
      words.add(names.apply(kind.getKey()) + " " + Terminal.number(kind.getValue().asLong()));
    }
    if (kinds.size() > MOST_KINDS) {
      words.add("and " + Terminal.number(kinds.size() - MOST_KINDS) + " further kinds");
    }
    Terminal.result(label + " " + words);
  }
}
