package io.daisychain.datagen.chain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A mapping in a model file. It knows its place, so that error messages name file, line and key.
 */
final class ModelNode {
  private static final int DEEPEST = 20;

  private final String source;
  private final String place;
  private final int line;

  /** Values as text, lists of text, or mappings. */
  private final Map<String, Object> values = new LinkedHashMap<>();

  private final Map<String, Integer> lines = new HashMap<>();

  private ModelNode(String source, String place, MappingNode mapping) {
    this.source = source;
    this.place = place;
    this.line = line(mapping);
    for (NodeTuple entry : mapping.getValue()) {
      if (!(entry.getKeyNode() instanceof ScalarNode key)) {
        throw error("", "has a key that is no word");
      }
      lines.put(key.getValue(), line(key));
      if (values.containsKey(key.getValue())) {
        throw error(key.getValue(), "is there twice");
      }
      values.put(key.getValue(), value(path(key.getValue()), entry.getValueNode()));
    }
  }

  /** The mapping that a file holds; {@code source} names the file. */
  static ModelNode read(String source, String yaml) {
    LoadSettings settings = LoadSettings.builder().setLabel(source).build();
    try {
      requireFlat(source, new Parse(settings).parseString(yaml));
      Node node = new Compose(settings).composeString(yaml).orElse(null);
      if (node instanceof MappingNode mapping) {
        return new ModelNode(source, "", mapping);
      }
      throw new IllegalArgumentException(source + ": the file must be a mapping");
    } catch (YamlEngineException e) {
      String first = e.getMessage().lines().findFirst().orElse("");
      throw new IllegalArgumentException(source + ": not YAML: " + first, e);
    }
  }

  /**
   * Refuses what would take more memory, or a deeper stack, than its bytes: an alias stands for all
   * that its anchor has, and may stand within it.
   */
  private static void requireFlat(String source, Iterable<Event> events) {
    int depth = 0;
    for (Event event : events) {
      switch (event.getEventId()) {
        case MappingStart, SequenceStart -> depth++;
        case MappingEnd, SequenceEnd -> depth--;
        default -> {}
      }
      String rule =
          event.getEventId() == Event.ID.Alias
              ? "an alias (*) is not taken"
              : "more than " + DEEPEST + " levels";
      if (event.getEventId() == Event.ID.Alias || depth > DEEPEST) {
        int line = event.getStartMark().map(Mark::getLine).orElse(-1) + 1;
        throw new IllegalArgumentException(source + ":" + line + ": " + rule);
      }
    }
  }

  private Object value(String path, Node node) {
    if (node instanceof MappingNode mapping) {
      return new ModelNode(source, path, mapping);
    }
    if (node instanceof SequenceNode sequence) {
      List<String> items = new ArrayList<>();
      for (Node item : sequence.getValue()) {
        items.add(item instanceof ScalarNode scalar ? scalar.getValue() : "");
      }
      return items;
    }
    return ((ScalarNode) node).getValue();
  }

  private static int line(Node node) {
    return node.getStartMark().map(Mark::getLine).orElse(-1) + 1;
  }

  ModelNode child(String key) {
    if (required(key) instanceof ModelNode node) {
      return node;
    }
    throw error(key, "must be a mapping");
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  /** Keys in the file's order. */
  Set<String> keys() {
    return values.keySet();
  }

  String text(String key) {
    if (required(key) instanceof String text) {
      return text;
    }
    throw error(key, "must be a single value");
  }

  double number(String key) {
    return number(key, text(key));
  }

  /** The number at a key that may be left out. */
  double number(String key, double otherwise) {
    return has(key) ? number(key) : otherwise;
  }

  double probability(String key, double otherwise) {
    double value = number(key, otherwise);
    if (!(value >= 0 && value <= 1)) {
      throw error(key, "is no probability: " + value);
    }
    return value;
  }

  int count(String key, int least) {
    double value = number(key);
    if (value != Math.rint(value) || value < least || value > Integer.MAX_VALUE) {
      throw error(key, "is " + value + ", must be a whole number from " + least);
    }
    return (int) value;
  }

  /** Refuses keys that are not known, such as misspelt ones. */
  void allowOnly(Set<String> known) {
    for (String key : values.keySet()) {
      if (!known.contains(key)) {
        throw error(key, "is not known here; known are " + known.stream().sorted().toList());
      }
    }
  }

  /** A number, or a duration such as {@code 20ms}, which becomes nanoseconds. */
  private double number(String key, String text) {
    int unitAt = 0;
    while (unitAt < text.length() && "-0123456789.".indexOf(text.charAt(unitAt)) >= 0) {
      unitAt++;
    }
    double unit =
        switch (text.substring(unitAt)) {
          case "" -> 1;
          case "ns" -> 1;
          case "us" -> 1e3;
          case "ms" -> 1e6;
          case "s" -> 1e9;
          case "m" -> 60e9;
          case "h" -> 3600e9;
          default -> throw error(key, "is " + text + ", a number or a time as 20ms is wanted");
        };
    try {
      return Double.parseDouble(text.substring(0, unitAt)) * unit;
    } catch (NumberFormatException e) {
      throw error(key, "is " + text + ", a number or a time as 20ms is wanted");
    }
  }

  /** The distribution at a key: a number, or a mapping of one law to its parameters. */
  Distribution distribution(String key) {
    Object value = required(key);
    if (!(value instanceof ModelNode law)) {
      return Distribution.constant(number(key));
    }
    law.allowOnly(Set.of("uniform", "exponential", "lognormal", "weights", "min", "max"));
    Distribution distribution = law.law();
    double low = law.number("min", -Double.MAX_VALUE);
    double high = law.number("max", Double.MAX_VALUE);
    if (low > high) {
      throw law.error("min", "is over max");
    }
    return low == -Double.MAX_VALUE && high == Double.MAX_VALUE
        ? distribution
        : distribution.clamped(low, high);
  }

  private Distribution law() {
    if (has("uniform")) {
      if (!(required("uniform") instanceof List<?> ends) || ends.size() != 2) {
        throw error("uniform", "must be [low, high]");
      }
      double low = number("uniform", (String) ends.get(0));
      double high = number("uniform", (String) ends.get(1));
      return Distribution.uniform(low, high);
    }
    if (has("exponential")) {
      return Distribution.exponential(number("exponential"));
    }
    if (has("lognormal")) {
      ModelNode parameters = child("lognormal");
      parameters.allowOnly(Set.of("median", "sigma"));
      return Distribution.lognormal(parameters.number("median"), parameters.number("sigma"));
    }
    if (has("weights")) {
      return child("weights").weights();
    }
    throw error("", "names no law: uniform, exponential, lognormal or weights");
  }

  private Distribution weights() {
    double[] weighted = new double[values.size()];
    double[] shares = new double[weighted.length];
    int i = 0;
    for (String key : values.keySet()) {
      weighted[i] = number(key, key);
      shares[i] = number(key);
      if (!(shares[i++] > 0)) {
        throw error(key, "must have a positive weight");
      }
    }
    if (i == 0) {
      throw error("", "has no values");
    }
    return Distribution.discrete(weighted, shares);
  }

  /** The error of a key, or of this mapping if the key is empty. */
  IllegalArgumentException error(String key, String rule) {
    int at = lines.getOrDefault(key, line);
    return new IllegalArgumentException(source + ":" + at + ": " + path(key) + " " + rule);
  }

  private Object required(String key) {
    Object value = values.get(key);
    if (value == null || value.equals("")) {
      throw error(key, "is missing");
    }
    return value;
  }

  private String path(String key) {
    return place.isEmpty() ? key : key.isEmpty() ? place : place + "." + key;
  }
}
