package io.daisychain.cat;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.cat.Field.Kind;
import io.daisychain.cat.Field.Need;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The schemas of all versions of CAT's specification that are known, and which counts when. */
public final class CatSchemas {
  private static final Map<String, Map<String, EventSchema>> TYPES = new TreeMap<>();
  private static final Map<String, String> CODES = new HashMap<>();
  private static final Map<String, String> LIMITS = new HashMap<>();

  /** By array; those of the record itself under an empty name. */
  private static final Map<String, List<FieldRule>> RULES = new HashMap<>();

  static {
    read();
  }

  /**
   * From which event date on each version counts.
   *
   * @param names of versions, by their first dates
   * @param firstDays in days since 1970-01-01, ascending; the first version counts before them too
   */
  public record Versions(List<String> names, List<Integer> firstDays) implements Serializable {
    private static final String HEADER = "version,valid_from";

    /** As CAT has announced it. */
    public static final Versions ANNOUNCED =
        new Versions(
            List.of("4.0.0", "4.1.0", "4.2.0"),
            List.of(
                0,
                (int) LocalDate.of(2025, 1, 1).toEpochDay(),
                (int) LocalDate.of(2026, 9, 1).toEpochDay()));

    /**
     * Reads which version counts from when on.
     *
     * @param file name of the file, for errors
     * @param csv its text: the header {@code version,valid_from}, then a version a line and its
     *     first event date, such as {@code 4.2.0,2026-09-01}
     * @throws IllegalArgumentException naming file and line where it is not such a text
     */
    public static Versions parse(String file, String csv) {
      TreeMap<Integer, String> byDay = new TreeMap<>();
      int number = 0;
      for (String line : (csv.startsWith("\ufeff") ? csv.substring(1) : csv).lines().toList()) {
        number++;
        String[] values = line.replace("\"", "").split(",", -1);
        if (number == 1) {
          requireThat(line.strip().equals(HEADER), file, 1, "the header should be " + HEADER);
        } else if (!line.isBlank()) {
          String name = values[0].strip();
          requireThat(
              versions().contains(name),
              file,
              number,
              name + " is no version; known: " + String.join(", ", versions()));
          requireThat(values.length == 2, file, number, "it should have a version and a date");
          String before = byDay.put(day(file, number, values[1].strip()), name);
          requireThat(before == null, file, number, "two versions begin on one date");
        }
      }
      requireThat(!byDay.isEmpty(), file, 1, "no version is in it; the header is " + HEADER);
      return new Versions(List.copyOf(byDay.values()), List.copyOf(byDay.keySet()));
    }

    private static int day(String file, int line, String text) {
      try {
        return text.isEmpty() ? 0 : (int) LocalDate.parse(text).toEpochDay();
      } catch (DateTimeParseException e) {
        throw new IllegalArgumentException(
            file + ":" + line + ": " + text + " is no date such as 2026-09-01", e);
      }
    }

    private static void requireThat(boolean isSo, String file, int line, String words) {
      if (!isSo) {
        throw new IllegalArgumentException(file + ":" + line + ": " + words);
      }
    }

    /** The place of the version of an event date among all. */
    int of(int epochDay) {
      int at = names.size() - 1;
      while (at > 0 && firstDays.get(at) > epochDay) {
        at--;
      }
      return at;
    }
  }

  private CatSchemas() {}

  /** Names of the versions that are known, from the oldest on. */
  public static Set<String> versions() {
    return TYPES.keySet();
  }

  /** Names of the event types of a version. */
  public static Set<String> types(String version) {
    return TYPES.get(version).keySet();
  }

  /** The schema of a type in a version; null where the version has no such type. */
  static EventSchema schema(String version, String type) {
    return TYPES.get(version).get(type);
  }

  /**
   * The schema of a type on a date: that of the date's version, else of the nearest version that
   * has the type; null where none has it.
   */
  static EventSchema schema(Versions versions, int epochDay, String type) {
    return schemaNear(versions, versions.of(epochDay), type);
  }

  /** The same by the place of the date's version. */
  static EventSchema schemaNear(Versions versions, int at, String type) {
    for (int away = 0; away < versions.names().size(); away++) {
      for (int place : new int[] {at - away, at + away}) {
        if (place >= 0 && place < versions.names().size()) {
          EventSchema found = TYPES.getOrDefault(versions.names().get(place), Map.of()).get(type);
          if (found != null) {
            return found;
          }
        }
      }
    }
    return null;
  }

  /** CAT's code of an array that has more than one element; null where it may. */
  static String limit(String array) {
    return LIMITS.get(array);
  }

  /** Rules between fields of an array's elements; of the record itself where the name is empty. */
  static List<FieldRule> rulesOf(String array) {
    return RULES.getOrDefault(array, List.of());
  }

  private static List<String> lines(String name) {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(CatSchemas.class.getResourceAsStream(name), US_ASCII))) {
      return in.lines().filter(line -> !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void read() {
    Map<String, List<Field>> pairs = new HashMap<>();
    for (String line : lines("rules.txt")) {
      List<String> words = List.of(line.split(" ", -1));
      if (words.get(0).equals("code")) {
        CODES.put(words.get(2), words.get(1));
      } else if (words.get(0).equals("limit")) {
        LIMITS.put(words.get(2), words.get(1));
      } else if (words.get(0).equals("rule")) {
        FieldRule rule = FieldRule.of(words);
        RULES.computeIfAbsent(rule.array(), none -> new ArrayList<>()).add(rule);
      } else {
        String code = CODES.get(words.get(1));
        pairs.put(
            words.get(1),
            words.stream().skip(2).map(word -> pair(word, code)).collect(Collectors.toList()));
      }
    }
    Map<String, String[]> kinds = new HashMap<>();
    Map<String, ByteWords> choices = new HashMap<>();
    for (String line : lines("schemas.txt")) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "field" -> kinds.put(words[1], words);
        case "choices" -> {
          for (String version : words[1].split(",", -1)) {
            choices.put(
                version + words[2], new ByteWords(Arrays.asList(words).subList(3, words.length)));
          }
        }
        default -> {
          String fields = line.substring(line.indexOf(words[3]));
          for (String version : words[1].split(",", -1)) {
            Parser parser = new Parser(version, fields, kinds, choices, pairs);
            TYPES
                .computeIfAbsent(version, none -> new TreeMap<>())
                .put(words[2], new EventSchema(words[2], version, parser.fields(""), rulesOf("")));
          }
        }
      }
    }
  }

  /** A name of pairs: a flag, or {@code NAME:KIND[:digits[:decimals]]}. */
  private static Field pair(String word, String code) {
    String[] parts = word.split(":", -1);
    return new Field(
        parts[0],
        parts.length == 1 ? Kind.BOOLEAN : Kind.valueOf(parts[1]),
        parts.length > 2 ? Integer.parseInt(parts[2]) : 0,
        parts.length > 3 ? Integer.parseInt(parts[3]) : 0,
        Need.OPTIONAL,
        ByteWords.NONE,
        code,
        List.of(),
        List.of());
  }

  /** Reads the fields of a line. */
  private static final class Parser {
    private final String version;
    private final String text;
    private final Map<String, String[]> kinds;
    private final Map<String, ByteWords> choices;
    private final Map<String, List<Field>> pairs;
    private int at;

    Parser(
        String version,
        String text,
        Map<String, String[]> kinds,
        Map<String, ByteWords> choices,
        Map<String, List<Field>> pairs) {
      this.version = version;
      this.text = text;
      this.kinds = kinds;
      this.choices = choices;
      this.pairs = pairs;
    }

    List<Field> fields(String array) {
      List<Field> fields = new ArrayList<>();
      while (at < text.length() && text.charAt(at) != ')') {
        int end = at;
        while (end < text.length() && " !?()".indexOf(text.charAt(end)) < 0) {
          end++;
        }
        String name = text.substring(at, end);
        Need need = Need.OPTIONAL;
        if (end < text.length() && text.charAt(end) == '!') {
          need = Need.REQUIRED;
          end++;
        } else if (end < text.length() && text.charAt(end) == '?') {
          need = Need.CONDITIONAL;
          end++;
        }
        at = end;
        List<Field> elements = List.of();
        if (at < text.length() && text.charAt(at) == '(') {
          at++;
          elements = fields(name);
          at++;
        }
        if (at < text.length() && text.charAt(at) == ' ') {
          at++;
        }
        fields.add(field(array, name, need, elements));
      }
      return fields;
    }

    private Field field(String array, String name, Need need, List<Field> elements) {
      String[] kind = kinds.get(name);
      String own = array.isEmpty() ? "" : CODES.getOrDefault(array, "");
      String code =
          array.isEmpty()
              ? CODES.getOrDefault(name, "")
              : CODES.getOrDefault(array + "." + name, own);
      return new Field(
          name,
          Kind.valueOf(kind[2]),
          kind.length > 3 ? Integer.parseInt(kind[3]) : 0,
          kind.length > 4 ? Integer.parseInt(kind[4]) : 0,
          need,
          choices.getOrDefault(version + name, ByteWords.NONE),
          code,
          elements,
          pairs.getOrDefault(name, List.of()));
    }
  }
}
