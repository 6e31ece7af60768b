package io.daisychain.cli.campaign;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/**
 * Random messages about a few events of several trade dates: new, corrected, deleted, sent again,
 * by several firms, some of them late. An id is of no other history.
 *
 * <p>In some histories all firms contend for the ids, and in some a structural fault mostly gives
 * way to another. Orders are merged of others, which may lie on several dates; routes go to
 * participants, to one who is none on some dates, and to strangers.
 */
final class RandomHistory {
  /** Lines of participants.csv: CHAR is one on the dates in the middle alone. */
  static final List<String> PARTICIPANTS =
      List.of("ALFA,Firm,,", "BRVO,Firm,,", "CHAR,Firm,2026-03-13,2026-03-16", "XVNA,Firm,,");

  /** A Thursday and a Friday, then a Monday and a Tuesday. */
  private static final List<LocalDate> DATES =
      List.of(
          LocalDate.of(2026, 3, 12),
          LocalDate.of(2026, 3, 13),
          LocalDate.of(2026, 3, 16),
          LocalDate.of(2026, 3, 17));

  private static final List<Integer> BUSINESS_DAYS = List.of(12, 13, 16, 17, 18, 19, 20);

  private static final String[] FIRMS = {"ALFA", "BRVO", "CHAR", "STRA"};
  private static final String[] OTHERS = {"CHAR", "XVNA", "XVNA", "NONE"};
  private static final DateTimeFormatter FIX =
      DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss").withZone(ZoneOffset.UTC);
  private static final List<Integer> ORDER =
      List.of(
          35, 49, 56, 115, 128, 11, 41, 37, 17, 20, 19, 150, 39, 21, 55, 54, 60, 38, 40, 32, 31,
          151, 14, 6, 102, 434, 58, 10001, 10003, 10887, 10836, 10073);

  /**
   * One message.
   *
   * @param action N, C or D
   * @param content fields that are content, in the message's order
   */
  record Message(char action, Instant sent, Map<Integer, String> content) {}

  private final Random random;
  private final String name;
  private final List<String> ids = new ArrayList<>();
  private final List<LocalDate> dates = new ArrayList<>();
  private final List<Message> messages = new ArrayList<>();
  private final boolean isContended;
  private final boolean isFaulty;

  RandomHistory(Random random, int number) {
    this.random = random;
    name = String.format(Locale.ROOT, "%08x", number);
    isContended = random.nextInt(6) == 0;
    isFaulty = random.nextInt(6) == 0;
  }

  /** The messages, each of them once. */
  List<Message> messages() {
    for (LocalDate date : DATES) {
      if (dates.isEmpty() || random.nextInt(3) == 0) {
        dates.add(date);
      }
    }
    boolean tagged = random.nextBoolean();
    for (int i = 0; i < 2 + random.nextInt(4); i++) {
      UUID any = new UUID(random.nextLong(), random.nextLong());
      ids.add(name + "-0000-4000-8000" + any.toString().substring(23));
    }
    ids.sort(null);
    int count = 3 + random.nextInt(9);
    for (int i = 0; i < count; i++) {
      messages.add(message(tagged));
    }
    return messages.stream().distinct().toList();
  }

  /** Mostly what was sent before with a change or two: corrected back, deleted, told again. */
  private Message message(boolean tagged) {
    Map<Integer, String> fields;
    if (!messages.isEmpty() && random.nextInt(2) == 0) {
      fields = new LinkedHashMap<>(messages.get(random.nextInt(messages.size())).content());
      if (random.nextInt(3) > 0) {
        change(fields, tagged);
      }
    } else {
      fields = tagged ? tagged() : untagged();
      change(fields, tagged);
    }
    char action = "NNNNCCD".charAt(random.nextInt(7));
    fields.values().removeIf(NONE::equals);
    return new Message(action, sent(date(fields)), ordered(fields));
  }

  /** In place of a value: without the field. */
  private static final String NONE = "\0";

  private static LocalDate date(Map<Integer, String> fields) {
    return LocalDate.parse(fields.get(60).substring(0, 8), DateTimeFormatter.BASIC_ISO_DATE);
  }

  /** Around the deadlines of a date, and on them; several messages at one moment. */
  private Instant sent(LocalDate date) {
    int day = BUSINESS_DAYS.indexOf(date.getDayOfMonth());
    Instant reported = deadline(day + 1);
    Instant sent =
        switch (random.nextInt(10)) {
          case 0, 1, 2, 3 -> date.atTime(15, 0, random.nextInt(3)).toInstant(ZoneOffset.UTC);
          case 4 -> reported.minusSeconds(random.nextInt(2));
          case 5 -> reported.plusSeconds(1);
          case 6 -> reported.plusSeconds(80_000);
          case 7 -> deadline(Math.min(BUSINESS_DAYS.size() - 1, day + 3));
          case 8 -> deadline(Math.min(BUSINESS_DAYS.size() - 1, day + 3)).plusSeconds(1);
          default -> deadline(BUSINESS_DAYS.size() - 1).plusSeconds(10_000);
        };
    return random.nextInt(3) == 0 ? sent : sent.minusSeconds(100 + random.nextInt(3_000));
  }

  private static Instant deadline(int day) {
    return LocalDate.of(2026, 3, BUSINESS_DAYS.get(day))
        .atTime(LocalTime.NOON)
        .toInstant(ZoneOffset.UTC);
  }

  /** Few events are reported by several firms. */
  private String firm(String id) {
    boolean isAny = random.nextInt(isContended ? 2 : 12) == 0;
    return FIRMS[isAny ? random.nextInt(4) : Math.floorMod(id.hashCode(), 3)];
  }

  private Map<Integer, String> tagged() {
    String id = ids.get(random.nextInt(ids.size()));
    Map<Integer, String> fields = order("D", firm(id), "c" + id.substring(30));
    fields.put(10001, id);
    return fields;
  }

  private Map<Integer, String> order(String type, String firm, String id) {
    Map<Integer, String> fields = new LinkedHashMap<>();
    fields.put(35, type);
    fields.put(49, firm);
    fields.put(56, "MRP");
    fields.put(11, id);
    if (!type.equals("F")) {
      fields.put(21, "1");
      fields.put(40, "1");
    }
    fields.put(55, random.nextInt(5) == 0 ? "AAPL" : "IBM");
    fields.put(54, random.nextInt(5) == 0 ? "2" : "1");
    fields.put(60, time());
    fields.put(38, "100");
    return fields;
  }

  private String time() {
    LocalDate date = dates.get(random.nextInt(dates.size()));
    return date.format(DateTimeFormatter.BASIC_ISO_DATE)
        + String.format(Locale.ROOT, "-15:00:0%d.%03d", random.nextInt(2), 17 * random.nextInt(5));
  }

  private String order() {
    return (random.nextInt(6) == 0 ? "a" : "o") + random.nextInt(3) + name;
  }

  /** The value of 10073, and its instances: parents but the event itself, by their ids. */
  private String merged(int tag, String own) {
    Set<String> parents = new LinkedHashSet<>();
    for (int i = 0; i < 2 + random.nextInt(2); i++) {
      parents.add(tag == 10003 ? ids.get(random.nextInt(ids.size())) : order());
    }
    parents.remove(own);
    StringBuilder group = new StringBuilder().append(parents.size());
    parents.forEach(parent -> group.append('\1').append(tag).append('=').append(parent));
    return parents.isEmpty() ? NONE : group.toString();
  }

  private String route() {
    return "r" + random.nextInt(2) + name;
  }

  private String execution() {
    return "e" + random.nextInt(4) + name;
  }

  /** An event that names others by its reporter's own terms. */
  private Map<Integer, String> untagged() {
    Map<Integer, String> fields;
    switch (random.nextInt(9)) {
      case 0 -> fields = order("D", "ALFA", order());
      case 8 -> {
        fields = order("D", "ALFA", order());
        fields.put(10073, merged(10887, fields.get(11)));
      }
      case 1, 2 -> {
        fields = order("D", "ALFA", route());
        fields.put(128, random.nextInt(4) == 0 ? "NONE" : "BRVO");
        fields.put(10887, order());
      }
      case 3, 4 -> {
        fields = order("D", "BRVO", route());
        fields.put(115, "ALFA");
      }
      case 5 -> {
        fields = order(random.nextInt(3) == 0 ? "F" : "G", "ALFA", order());
        fields.put(41, order());
      }
      default -> {
        fields = order("8", random.nextInt(3) == 0 ? "BRVO" : "ALFA", order());
        fields.remove(21);
        report(fields);
      }
    }
    if (random.nextInt(6) == 0 && !fields.containsKey(10073)) {
      fields.put(
          10836, dates.get(random.nextInt(dates.size())).format(DateTimeFormatter.BASIC_ISO_DATE));
    }
    return fields;
  }

  private void report(Map<Integer, String> fields) {
    if (fields.get(49).equals("BRVO")) {
      fields.put(11, route());
      fields.put(115, "ALFA");
    } else if (random.nextBoolean()) {
      fields.put(11, route());
      fields.put(128, "BRVO");
    }
    boolean amends = random.nextInt(4) == 0;
    fields.put(37, "x");
    fields.put(17, execution());
    fields.put(20, amends ? String.valueOf(1 + random.nextInt(2)) : "0");
    if (amends) {
      fields.put(19, execution());
    }
    String type = amends ? "1" : String.valueOf("01248D".charAt(random.nextInt(6)));
    fields.put(150, type);
    fields.put(39, type.equals("D") ? "0" : type);
    fields.put(32, String.valueOf(40 + 20 * random.nextInt(3)));
    fields.put(31, "10");
    fields.put(151, "0");
    fields.put(14, "0");
    fields.put(6, "0");
  }

  private void change(Map<Integer, String> fields, boolean tagged) {
    boolean isOrder = fields.get(35).equals("D");
    switch (isFaulty && random.nextBoolean() ? 0 : random.nextInt(10)) {
      case 0 -> fault(fields, isOrder);
      case 1 -> fields.put(55, fields.get(55).equals("IBM") ? "AAPL" : "IBM");
      case 2 -> fields.put(54, fields.get(54).equals("1") ? "2" : "1");
      case 3 -> fields.put(60, time());
      case 4, 5, 6 -> reference(fields, tagged);
      case 7 -> {
        if (tagged) {
          boolean sends = random.nextBoolean();
          String firm = OTHERS[random.nextInt(4)];
          fields.put(115, sends ? NONE : firm);
          fields.put(128, sends ? firm : NONE);
        }
      }
      case 8 -> {
        if (tagged) {
          fields.put(11, "c" + random.nextInt(3) + name);
        }
      }
      default -> fields.put(38, String.valueOf(100 + random.nextInt(9)));
    }
  }

  /** A fault of the message itself gives way to another. */
  private void fault(Map<Integer, String> fields, boolean isOrder) {
    switch (random.nextInt(5)) {
      case 0 -> fields.put(58, fields.containsKey(58) ? NONE : "");
      case 1 -> fields.put(150, isOrder ? "0" : fields.getOrDefault(150, NONE));
      case 2 -> fields.put(21, isOrder ? NONE : fields.getOrDefault(21, NONE));
      default -> {
        if (isOrder) {
          fields.put(21, "9".equals(fields.get(21)) ? "1" : "9");
        }
      }
    }
  }

  private void reference(Map<Integer, String> fields, boolean tagged) {
    if (fields.containsKey(10073) || (tagged && random.nextInt(6) == 0)) {
      fields.put(10073, merged(tagged ? 10003 : 10887, fields.get(tagged ? 10001 : 11)));
      fields.remove(10003);
    } else if (tagged) {
      String parent =
          switch (random.nextInt(6)) {
            case 0 -> NONE;
            case 1 -> ids.get(0).substring(0, 24) + "000000000" + random.nextInt(2) + "00";
            default -> ids.get(random.nextInt(ids.size()));
          };
      fields.put(10003, parent);
    } else if (fields.containsKey(10887)) {
      fields.put(10887, order());
    } else if (fields.containsKey(41)) {
      fields.put(41, order());
    } else if (fields.containsKey(19)) {
      fields.put(19, execution());
    } else if (fields.containsKey(17)) {
      fields.put(11, fields.get(11).startsWith("r") ? route() : order());
    }
  }

  private static Map<Integer, String> ordered(Map<Integer, String> fields) {
    Map<Integer, String> ordered = new LinkedHashMap<>();
    for (int tag : ORDER) {
      if (fields.containsKey(tag)) {
        ordered.put(tag, fields.get(tag));
      }
    }
    return ordered;
  }

  /** The message as it is sent. */
  static String line(Message message, int sequence, Random random) {
    StringBuilder body = new StringBuilder();
    message
        .content()
        .forEach(
            (tag, value) -> {
              body.append(tag).append('=').append(value).append('\1');
              if (tag == 35) {
                body.append("34=").append(sequence).append('\1');
              } else if (tag == 56) {
                body.append("52=").append(FIX.format(message.sent())).append('\1');
                body.append(random.nextInt(9) == 0 ? "97=Y\1" : "");
              }
            });
    if (message.action() != 'N' || random.nextBoolean()) {
      body.append("10004=").append(message.action()).append('\1');
    }
    String counted = "8=FIX.4.2\1" + "9=" + body.length() + '\1' + body;
    int sum = 0;
    for (byte each : counted.getBytes(ISO_8859_1)) {
      sum += each & 0xff;
    }
    return counted + String.format(Locale.ROOT, "10=%03d\1", sum & 0xff);
  }
}
