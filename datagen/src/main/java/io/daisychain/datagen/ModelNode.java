package io.daisychain.datagen;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A mapping of a model file, with its place, so that every complaint names file and place.
 *
 * @param source the file's name
 * @param place path of keys from the top
 * @param values keys and values as YAML gives them
 */
record ModelNode(String source, String place, Map<String, Object> values) {

  static ModelNode root(String source, Object value) {
    return new ModelNode(source, "", mapping(source, "the file", value));
  }

  ModelNode child(String key) {
    return new ModelNode(source, path(key), mapping(source, path(key), required(key)));
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  String text(String key) {
    return required(key).toString();
  }

  double number(String key) {
    return number(key, required(key));
  }

  int count(String key, int least) {
    double value = number(key);
    if (value != Math.rint(value) || value < least || value > Integer.MAX_VALUE) {
      throw fault(key, "is " + value + ", must be a whole number from " + least);
    }
    return (int) value;
  }

  /** Refuses keys that nobody reads: they are misspelt. */
  void allowOnly(Set<String> known) {
    for (String key : values.keySet()) {
      if (!known.contains(key)) {
        throw fault(key, "is not known here; known are " + known.stream().sorted().toList());
      }
    }
  }

  /** A number, or a duration such as {@code 20ms}, which becomes nanoseconds. */
  double number(String key, Object value) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    String text = value.toString();
    int unitAt = 0;
    while (unitAt < text.length() && "0123456789.".indexOf(text.charAt(unitAt)) >= 0) {
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
          default -> throw fault(key, "is " + text + ", a number or a time as 20ms is wanted");
        };
    try {
      return Double.parseDouble(text.substring(0, unitAt)) * unit;
    } catch (NumberFormatException e) {
      throw fault(key, "is " + text + ", a number or a time as 20ms is wanted");
    }
  }

  /** The distribution at a key: a number, or a mapping of one law to its parameters. */
  Distribution distribution(String key) {
    Object value = required(key);
    if (!(value instanceof Map)) {
      return Distribution.constant(number(key, value));
    }
    ModelNode law = child(key);
    law.allowOnly(Set.of("uniform", "exponential", "lognormal", "weights", "min", "max"));
    Distribution distribution = law.law();
    double low = law.has("min") ? law.number("min") : -Double.MAX_VALUE;
    double high = law.has("max") ? law.number("max") : Double.MAX_VALUE;
    return low == -Double.MAX_VALUE && high == Double.MAX_VALUE
        ? distribution
        : distribution.clamped(low, high);
  }

  private Distribution law() {
    if (has("uniform")) {
      if (!(required("uniform") instanceof List<?> ends) || ends.size() != 2) {
        throw fault("uniform", "must be [low, high]");
      }
      return Distribution.uniform(number("uniform", ends.get(0)), number("uniform", ends.get(1)));
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
      ModelNode weights = child("weights");
      double[] values = new double[weights.values.size()];
      double[] shares = new double[values.length];
      int i = 0;
      for (Map.Entry<String, Object> weight : weights.values.entrySet()) {
        values[i] = weights.number(weight.getKey(), weight.getKey());
        shares[i] = weights.number(weight.getKey());
        if (!(shares[i++] > 0)) {
          throw weights.fault(weight.getKey(), "must have a positive weight");
        }
      }
      return Distribution.discrete(values, shares);
    }
    throw fault("", "names no law: uniform, exponential, lognormal or weights");
  }

  IllegalArgumentException fault(String key, String rule) {
    return new IllegalArgumentException(source + ": " + path(key) + " " + rule);
  }

  private Object required(String key) {
    Object value = values.get(key);
    if (value == null) {
      throw fault(key, "is missing");
    }
    return value;
  }

  private String path(String key) {
    return place.isEmpty() ? key : key.isEmpty() ? place : place + "." + key;
  }

  private static Map<String, Object> mapping(String source, String place, Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      throw new IllegalArgumentException(source + ": " + place + " must be a mapping");
    }
    Map<String, Object> named = new LinkedHashMap<>();
    map.forEach((key, item) -> named.put(String.valueOf(key), item));
    return named;
  }
}
