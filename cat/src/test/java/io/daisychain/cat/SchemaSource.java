package io.daisychain.cat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Writes facts of CAT's schemas in the form of our own file, which was made this way: {@link #main}
 * with a folder of {@code fields*.csv} and {@code choices*.csv}, and the name of the file to write.
 *
 * <p>fields: version, event type, position (of an array's element {@code N.n.K}), field, required
 * (R, C, O), kind, digits or length, decimals. choices: version, field, value. A version of which
 * there are choices and no fields has those of the version before it, but for the types that {@link
 * #WITHDRAWN} names.
 */
final class SchemaSource {
  /** Quotes of options and of orders of several legs: 4.1.0 alone has them. */
  private static final String WITHDRAWN = "(MO|ML)(NQ|RQ|QR|QC|QM|QS)";

  private final Map<String, Map<String, List<String[]>>> types = new TreeMap<>();
  private final Map<String, String> kinds = new TreeMap<>();
  private final Map<String, Map<String, List<String>>> choices = new TreeMap<>();

  public static void main(String[] args) throws IOException {
    Files.write(
        Path.of(args[1]), new SchemaSource(Path.of(args[0])).lines(), StandardCharsets.US_ASCII);
  }

  SchemaSource(Path folder) throws IOException {
    for (String[] row : rows(folder, "fields")) {
      types
          .computeIfAbsent(row[0], none -> new LinkedHashMap<>())
          .computeIfAbsent(row[1], none -> new ArrayList<>())
          .add(row);
      addKind(row);
    }
    for (String[] row : rows(folder, "choices")) {
      if (row[2].isEmpty()) {
        continue; // that nothing may be there, need says
      }
      choices
          .computeIfAbsent(row[1], none -> new TreeMap<>())
          .computeIfAbsent(row[0], none -> new ArrayList<>())
          .add(row[2]);
    }
    Map<String, List<String[]>> before = Map.of();
    for (String version : versions()) {
      if (!types.containsKey(version)) {
        Map<String, List<String[]>> copy = new LinkedHashMap<>(before);
        copy.keySet().removeIf(type -> type.matches(WITHDRAWN));
        types.put(version, copy);
      }
      before = types.get(version);
    }
  }

  private Set<String> versions() {
    Set<String> versions = new TreeSet<>(types.keySet());
    choices.values().forEach(of -> versions.addAll(of.keySet()));
    return versions;
  }

  private static List<String[]> rows(Path folder, String name) throws IOException {
    List<String[]> rows = new ArrayList<>();
    try (var files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        if (file.getFileName().toString().matches(name + ".*\\.csv")) {
          List<String> lines = Files.readAllLines(file);
          lines.subList(1, lines.size()).forEach(line -> rows.add(line.split(",", -1)));
        }
      }
    }
    return rows;
  }

  private static String simple(String field) {
    return field.substring(field.indexOf('.') + 1);
  }

  private void addKind(String[] row) {
    String name = simple(row[3]);
    String kind =
        switch (row[5]) {
          case "STRING|NUMBER" -> "TIME";
          case "NUMBER" -> row[6].equals("8") ? "DATE" : "NUMBER " + row[6] + " " + row[7];
          case "STRING" -> ("STRING " + row[6]).strip();
          default -> row[5];
        };
    if (name.equals("retiredFieldPosition") || name.equals("reservedForFutureUse")) {
      kind = "NOTHING";
    }
    // Of an IMID whose length one of the versions does not say.
    if (kind.equals("STRING") && kinds.getOrDefault(name, "").startsWith("STRING ")) {
      return;
    }
    String was = kinds.put(name, kind);
    if (was != null && !was.equals(kind) && !was.equals("STRING")) {
      throw new IllegalStateException(name + " is " + was + " and " + kind);
    }
  }

  /** The lines of our file. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("# Made by SchemaSource. field NAME KIND [digits or length [decimals]]; choices");
    lines.add("# VERSIONS FIELD values; type VERSIONS NAME fields in their order (! required,");
    lines.add("# ? conditional), with those of an array's elements in brackets.");
    kinds.forEach((name, kind) -> lines.add("field " + name + " " + kind));
    Map<String, List<String>> alike = new LinkedHashMap<>();
    choices.forEach(
        (field, byVersion) ->
            byVersion.forEach(
                (version, values) ->
                    alike
                        .computeIfAbsent(
                            field + " " + String.join(" ", values), none -> new ArrayList<>())
                        .add(version)));
    alike.forEach((of, versions) -> lines.add("choices " + String.join(",", versions) + " " + of));
    Map<String, List<String>> same = new TreeMap<>();
    types.forEach(
        (version, of) ->
            of.forEach(
                (type, rows) ->
                    same.computeIfAbsent(type + fields(rows), none -> new ArrayList<>())
                        .add(version)));
    same.forEach((of, versions) -> lines.add("type " + String.join(",", versions) + " " + of));
    return lines;
  }

  private static String fields(List<String[]> rows) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      String[] row = rows.get(i);
      if (row[3].contains("[]")) {
        continue;
      }
      line.append(' ').append(field(row));
      String elements =
          rows.stream()
              .filter(other -> other[3].startsWith(row[3] + "[]"))
              .map(SchemaSource::field)
              .collect(Collectors.joining(" "));
      line.append(elements.isEmpty() ? "" : "(" + elements + ")");
    }
    return line.toString();
  }

  private static String field(String[] row) {
    return simple(row[3])
        + switch (row[4]) {
          case "R" -> "!";
          case "C" -> "?";
          default -> "";
        };
  }
}
