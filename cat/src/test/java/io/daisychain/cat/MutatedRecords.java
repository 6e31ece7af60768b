package io.daisychain.cat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Records without a fault in which one to three values are changed, beside an oracle that reads the
 * bare tables of schemas by itself: each fault that is told is one of the tables', and each of
 * these is told, and so with rules between fields. What says the type, the action and the date is
 * left as it is.
 */
final class MutatedRecords {
  private static final Map<String, String> DATES =
      Map.of("4.0.0", "20240315", "4.1.0", "20250314", "4.2.0", "20260914");

  private static final Set<String> LEFT_AS_THEY_ARE =
      Set.of("actionType", "errorROEID", "firmROEID", "type", "eventTimestamp");

  private static final List<String> VALUES =
      List.of(
          "7",
          "-7.5",
          "0.123456789",
          "12345678901234567890123",
          "1234567890123456.5",
          "true",
          "null",
          "\"\"",
          "\"B\"",
          "\"b\"",
          "\"a,b\"",
          "\"a|b\"",
          "\"a\\u0001\"",
          "\"\\u00e9\"",
          "\"20260914T100000\"",
          "\"20260914T250000\"",
          "\"20260914 100000.123456789\"",
          "\"20260931T100000\"",
          "20260914",
          "20261314",
          "\"20260914\"",
          "1e5",
          "{}",
          "[]",
          "[1]",
          "{\"A\":{}}");

  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss").withResolverStyle(ResolverStyle.STRICT);

  private final Map<String, String[]> kinds = new HashMap<>();
  private final Map<String, Set<String>> choices = new HashMap<>();
  private final Map<String, Map<String, Boolean>> required = new HashMap<>();
  private final Map<String, String> codes = new HashMap<>();

  /** Words of each rule between fields of a record. */
  private final List<String[]> rules = new ArrayList<>();

  /** Objects of which the names are known. */
  private final Set<String> closed = new TreeSet<>();

  private final RecordReader reader = new RecordReader(CatSchemas.Versions.ANNOUNCED);
  private final CatRecord record = new CatRecord();
  private final RecordCheck check = new RecordCheck();
  private final RecordFaults faults = new RecordFaults();
  private final Map<String, Long> seen = new java.util.TreeMap<>();

  MutatedRecords() throws IOException {
    for (String line : lines("rules.txt")) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("code")) {
        codes.put(words[2], words[1]);
      } else if (words[0].equals("pairs")) {
        closed.add(words[1]);
      } else if (words[0].equals("rule") && words[2].indexOf('.') < 0) {
        rules.add(words);
      }
    }
    for (String line : lines("schemas.txt")) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("field")) {
        kinds.put(words[1], words);
      } else if (words[0].equals("choices")) {
        for (String version : words[1].split(",", -1)) {
          choices.put(version + words[2], Set.of(Arrays.copyOfRange(words, 3, words.length)));
        }
      } else if (words[0].equals("type")) {
        Map<String, Boolean> fields = new LinkedHashMap<>();
        String flat = line.replaceAll("\\([^)]*\\)", "");
        for (String field : flat.split(" ", 4)[3].split(" ", -1)) {
          fields.put(field.replaceAll("[!?]", ""), field.endsWith("!"));
        }
        for (String version : words[1].split(",", -1)) {
          required.put(version + words[2], fields);
        }
      }
    }
  }

  private static List<String> lines(String name) throws IOException {
    try (InputStream in = CatSchemas.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), US_ASCII).lines().toList();
    }
  }

  /** So many records; the first two arguments are their number and a seed. */
  public static void main(String[] args) throws IOException {
    MutatedRecords records = new MutatedRecords();
    records.run(Long.parseLong(args[0]), Long.parseLong(args[1]));
    System.out.println(args[0] + " records, each verdict as the tables have it; faults by code:");
    records.seen.forEach((code, count) -> System.out.println(code + " " + count));
  }

  /** Faults that were told, by code. */
  Map<String, Long> seen() {
    return seen;
  }

  void run(long records, long seed) {
    Random random = new Random(seed);
    List<String[]> types = new ArrayList<>();
    for (String version : CatSchemas.versions()) {
      CatSchemas.types(version).forEach(type -> types.add(new String[] {version, type}));
    }
    for (long i = 0; i < records; i++) {
      String[] type = types.get((int) (i % types.size()));
      RandomRecord made = new RandomRecord(type[0], type[1], DATES.get(type[0]), random);
      Map<String, Boolean> fields = required.get(type[0] + type[1]);
      List<String> mutable = new ArrayList<>(fields.keySet());
      mutable.removeAll(LEFT_AS_THEY_ARE);
      Set<String> mutated = new TreeSet<>();
      for (int n = random.nextInt(3); n >= 0; n--) {
        mutated.add(mutate(made.json, mutable, random));
      }
      if (random.nextInt(20) == 0) {
        nameItself(made.json, random.nextBoolean() ? "parentOrder" : "priorOrder", mutated);
      }
      Set<String> expected = new TreeSet<>();
      for (String field : mutated) {
        String code = expected(type[0], fields, field, made.json.get(field));
        if (code != null) {
          expected.add(code + " " + field);
        }
      }
      for (String[] rule : rules) {
        if (isBroken(rule, type[1], fields.keySet(), made.json)) {
          expected.add(rule[1] + " " + rule[2]);
        }
      }
      requireSame(expected, made.asJson(), "seed " + seed + ", record " + i);
    }
  }

  /** Has an order name itself, as far as it names another. */
  private static void nameItself(Map<String, String> json, String parent, Set<String> mutated) {
    for (String part : List.of("ID", "KeyDate")) {
      if (json.containsKey(parent + part) && json.containsKey("order" + part)) {
        json.put(parent + part, json.get("order" + part));
        mutated.add(parent + part);
      }
    }
  }

  /** Takes a value away, puts another in its place, or adds a field; the field. */
  private static String mutate(Map<String, String> json, List<String> mutable, Random random) {
    int kind = random.nextInt(10);
    if (kind == 0) {
      json.put("noField", "1");
      return "noField";
    }
    String field = mutable.get(random.nextInt(mutable.size()));
    if (kind < 4) {
      json.remove(field);
    } else if (kind == 4) {
      json.put(field, '"' + "x".repeat(1 + random.nextInt(70)) + '"');
    } else {
      json.put(field, VALUES.get(random.nextInt(VALUES.size())));
    }
    return field;
  }

  /** The code that the tables have for a value; null for none, empty for a fault without a code. */
  private String expected(String version, Map<String, Boolean> fields, String field, String value) {
    if (!fields.containsKey(field)) {
      return "2133";
    }
    boolean isThere = value != null && !value.equals("null");
    boolean isRight =
        isThere
            ? isRight(kinds.get(field), choices.get(version + field), value)
            : !fields.get(field);
    return isRight ? null : codes.getOrDefault(field, "");
  }

  private boolean isRight(String[] kind, Set<String> choice, String value) {
    boolean isText = value.startsWith("\"");
    String text = isText ? value.substring(1, value.length() - 1) : value;
    boolean isNumber = value.matches("-?\\d+(\\.\\d+)?([eE]\\d+)?");
    switch (kind[2]) {
      case "STRING" -> {
        boolean fits = kind.length < 4 || text.length() <= Integer.parseInt(kind[3]);
        return isText
            && text.matches("[ -~&&[^,\"|@\\\\]]+")
            && (choice == null ? fits : choice.contains(text));
      }
      case "NUMBER" -> {
        String[] parts = text.replace("-", "").split("\\.", -1);
        return isNumber
            && value.matches("[-0-9.]+")
            && parts[0].length() <= Integer.parseInt(kind[3])
            && (parts.length < 2 || parts[1].length() <= Integer.parseInt(kind[4]));
      }
      case "BOOLEAN" -> {
        return value.equals("true") || value.equals("false");
      }
      case "DATE" -> {
        return value.matches("\\d{8}") && isDate(value);
      }
      case "TIME" -> {
        return isText
            ? (text.matches("\\d{8}[T ]\\d{6}(\\.\\d{1,9})?") && isTime(text))
                || text.matches("\\d{1,19}")
            : value.matches("\\d{1,19}");
      }
      case "NOTHING" -> {
        return value.equals("\"\"");
      }
      case "ARRAY" -> {
        return value.length() > 2 && value.startsWith("[") && !value.equals("[1]");
      }
      default -> {
        return value.startsWith("{") && !(closed.contains(kind[1]) && value.startsWith("{\"A\""));
      }
    }
  }

  private static boolean isBroken(
      String[] rule, String type, Set<String> fields, Map<String, String> json) {
    String[] on = rule[4].split("[=!]", -1);
    boolean isOf =
        fields.containsAll(List.of(rule[2], on[0]))
            && (rule.length < 6
                || Arrays.asList(rule[5].split(",", -1)).contains(type.substring(2)));
    String a = scalar(json.get(rule[2]));
    String b = scalar(json.get(on[0]));
    boolean counts = on.length == 1 || on[1].equals(b) == (rule[4].indexOf('=') > 0);
    if (!isOf || b == null || !counts) {
      return false;
    }
    String number = "-?\\d{1,30}(\\.\\d+)?";
    boolean isNumber = a != null && a.equals(json.get(rule[2])) && a.matches(number);
    return switch (rule[3]) {
      case "needed" -> a == null;
      case "absent" -> a != null;
      case "other" -> a != null && !a.isEmpty() && a.equals(b);
      case "apart" ->
          a != null
              && !a.isEmpty()
              && a.equals(b)
              && isSameMoment(json.get(keyDate(rule[2])), json.get(keyDate(on[0])));
      case "most" ->
          isNumber
              && b.equals(json.get(on[0]))
              && b.matches(number)
              && new BigDecimal(a).compareTo(new BigDecimal(b)) > 0;
      default -> isNumber && new BigDecimal(a).signum() != 0;
    };
  }

  private static String keyDate(String id) {
    return id.replace("ID", "KeyDate");
  }

  private static boolean isSameMoment(String a, String b) {
    BigDecimal of = moment(a);
    BigDecimal other = moment(b);
    return of != null && other != null && of.compareTo(other) == 0;
  }

  /** A time of New York in digits, or nanoseconds; null for what is neither. */
  private static BigDecimal moment(String value) {
    String text = scalar(value);
    if (text != null && text.matches("\\d{1,19}")) {
      return new BigDecimal(text);
    }
    if (text == null || !text.matches("\\d{8}[T ]\\d{6}(\\.\\d{1,9})?") || !isTime(text)) {
      return null;
    }
    long seconds =
        LocalDateTime.parse(text.substring(0, 15).replace(' ', 'T'), SECONDS)
            .atZone(ZoneId.of("America/New_York"))
            .toEpochSecond();
    return BigDecimal.valueOf(seconds)
        .add(new BigDecimal("0" + text.substring(15)))
        .scaleByPowerOfTen(9);
  }

  /** The text of a value; empty of an object or array, null where none is there. */
  private static String scalar(String value) {
    return value == null || value.equals("null")
        ? null
        : value.startsWith("{") || value.startsWith("[") ? "" : value.replace("\"", "");
  }

  private static boolean isDate(String text) {
    try {
      LocalDate.parse(text, DateTimeFormatter.BASIC_ISO_DATE);
      return true;
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  private static boolean isTime(String text) {
    try {
      LocalDateTime.parse(text.substring(0, 15).replace(' ', 'T'), SECONDS);
      return true;
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  private void requireSame(Set<String> expected, String json, String where) {
    byte[] bytes = json.getBytes(ISO_8859_1);
    if (!reader.read(true, bytes, 0, bytes.length, record)) {
      throw new AssertionError(where + ": refused with " + reader.code() + ": " + json);
    }
    check.check(record, faults);
    Set<String> told = new TreeSet<>();
    for (RecordFaults.Fault fault : faults.all()) {
      // Of an array's elements and of pairs the oracle says that something is wrong, not where.
      told.add(fault.code() + " " + fault.field().replaceAll("\\[.*", ""));
      seen.merge(fault.code(), 1L, Long::sum);
    }
    if (!told.equals(expected)) {
      throw new AssertionError(where + ": expected " + expected + ", told " + told + ": " + json);
    }
  }
}
