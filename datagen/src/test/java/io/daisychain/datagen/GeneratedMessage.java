package io.daisychain.datagen;

import static java.time.format.DateTimeFormatter.BASIC_ISO_DATE;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.OrderList;
import io.daisychain.model.EventType;
import io.daisychain.model.RowKey;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.event.ReadResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A generated message as the readers of the pipeline understand it.
 *
 * @param text the message, without its line feed
 * @param key row key
 * @param type of the event
 * @param parents keys of the direct parents
 * @param nanos time of the event
 * @param fields first value of each tag
 * @param sent SendingTime (52)
 * @param content what is content of it, in the message's order
 */
public record GeneratedMessage(
    String text,
    RowKey key,
    EventType type,
    List<RowKey> parents,
    long nanos,
    Map<Integer, String> fields,
    Instant sent,
    String content) {
  private static final Set<String> NO_CONTENT =
      Set.of("8", "9", "10", "34", "43", "52", "97", "122", "10004");
  private static final long DAY = 86_400_000_000_000L;
  private static final Map<Long, String> DATES = new ConcurrentHashMap<>();
  private static final Map<String, Instant> DEADLINES = new ConcurrentHashMap<>();

  private static final Pattern BEGINNING = Pattern.compile("8=FIXT?\\.\\d\\.\\d\u00019=");
  private static final Pattern OSI = Pattern.compile("(.{1,6})(\\d{6}[CP]\\d{8})");

  /** Kept, as the jobs keep them: to make them takes longer than to read a message. */
  private static final ThreadLocal<FixMessage> MESSAGE = ThreadLocal.withInitial(FixMessage::new);

  private static final ThreadLocal<EventReader> READER =
      ThreadLocal.withInitial(() -> new EventReader(EventReader.Rules.DEFAULT));

  /** What one shard or several wrote. */
  public record Output(ShardSummary summary, String events, String truth, String injected) {
    public List<String> lines() {
      return events.lines().toList();
    }

    public List<GeneratedMessage> messages() {
      List<GeneratedMessage> messages = new ArrayList<>();
      lines().stream()
          .filter(GeneratedMessage::isWhole)
          .flatMap(GeneratedMessage::events)
          .forEach(messages::add);
      return messages;
    }
  }

  /** Generates one shard in memory. */
  public static Output shard(WorkloadPlan plan, int shard) {
    ByteArrayOutputStream events = new ByteArrayOutputStream();
    ByteArrayOutputStream truth = new ByteArrayOutputStream();
    ByteArrayOutputStream injected = new ByteArrayOutputStream();
    ByteArrayOutputStream others = new ByteArrayOutputStream();
    try {
      ShardSummary summary =
          Generator.generateShard(
              plan,
              shard,
              name -> {
                if (name.equals(plan.truthFile(shard))) {
                  return truth;
                }
                if (name.equals(plan.injectedFile(shard))) {
                  return injected;
                }
                return name.contains(".fix") ? events : others;
              });
      return new Output(
          summary,
          events.toString(StandardCharsets.ISO_8859_1),
          truth.toString(StandardCharsets.US_ASCII),
          injected.toString(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Generates the only shard of a workload. */
  static Output workload(GeneratorSettings settings) {
    return shard(WorkloadPlan.of(settings.withShards(1)), 0);
  }

  /** Reads a line that {@link #isWhole}: one event, or of a list one each of its orders. */
  public static Stream<GeneratedMessage> events(String line) {
    if (!line.contains("\u000135=E\u0001")) {
      return Stream.of(of(line));
    }
    byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
    FixMessage list = new FixMessage();
    list.index(bytes, 0, bytes.length);
    OrderList orders = new OrderList().read(list);
    List<GeneratedMessage> events = new ArrayList<>();
    for (int i = 0; i < orders.count(); i++) {
      FixMessage order = orders.order(i);
      events.add(of(new String(order.buffer(), 0, order.length(), StandardCharsets.ISO_8859_1)));
    }
    return events.stream();
  }

  /** Reads a line that {@link #isWhole} and has one event. */
  public static GeneratedMessage of(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    FixMessage message = MESSAGE.get();
    message.index(bytes, 0, bytes.length);
    EventReader reader = READER.get();
    if (reader.read(message) != ReadResult.EVENT) {
      throw new AssertionError("not an event: " + text);
    }
    List<RowKey> parents = new ArrayList<>();
    for (int i = 0; i < reader.event().parents().count(); i++) {
      parents.add(reader.event().parents().key(i));
    }
    Map<Integer, String> fields = new HashMap<>();
    for (String field : text.split("\u0001", -1)) {
      int equals = field.indexOf('=');
      if (equals > 0) {
        fields.putIfAbsent(
            Integer.parseInt(field.substring(0, equals)), field.substring(equals + 1));
      }
    }
    return new GeneratedMessage(
        text,
        reader.event().key(),
        reader.event().type(),
        parents,
        reader.event().eventTime(),
        fields,
        instant(fields.get(52)),
        Arrays.stream(text.split("\u0001", -1))
            .filter(
                field -> !NO_CONTENT.contains(field.substring(0, Math.max(0, field.indexOf('=')))))
            .collect(Collectors.joining("\u0001")));
  }

  /** The same message, whose references were found to mean other parents. */
  GeneratedMessage withParents(List<RowKey> found) {
    return new GeneratedMessage(text, key, type, found, nanos, fields, sent, content);
  }

  /**
   * The same message, whose event has a key that nobody else's has, on whatever date.
   *
   * @param own in place of its key
   */
  public GeneratedMessage withKey(RowKey own) {
    return new GeneratedMessage(text, own, type, parents, nanos, fields, sent, content);
  }

  /** An event of a date. */
  public record Place(RowKey key, long day) {}

  /** The event that the message is of. */
  public Place place() {
    return new Place(key, Math.floorDiv(nanos, DAY));
  }

  /**
   * Of each parent that the message names the events that may be meant, nearest first.
   *
   * @param gtcDays earlier days on which native parents are looked for
   */
  public List<List<Place>> candidates(int gtcDays) {
    long own = Math.floorDiv(nanos, DAY);
    String date = value(10836);
    long named = date.isEmpty() ? own : LocalDate.parse(date, BASIC_ISO_DATE).toEpochDay();
    List<List<Place>> all = new ArrayList<>();
    for (int i = 0; i < parents.size(); i++) {
      List<Place> places = new ArrayList<>();
      if (!value(10003).isEmpty()) {
        places.add(new Place(parents.get(i), own));
        for (long day = own - 1; date.isEmpty() && day >= own - 30; day--) {
          places.add(new Place(parents.get(i), day));
        }
        if (!date.isEmpty() && named != own) {
          places.add(new Place(parents.get(i), named));
        }
      } else {
        places.add(new Place(parents.get(i), named));
        for (long day = named - 1; day >= named - gtcDays; day--) {
          List<RowKey> then = of(ofDate(day)).parents;
          if (then.size() == parents.size()) { // else it would name itself
            places.add(new Place(then.get(i), day));
          }
        }
      }
      all.add(places);
    }
    return all;
  }

  /** The message as it would be if it said of all its parents that they are of a day. */
  private String ofDate(long day) {
    String said = "\u000110836=" + LocalDate.ofEpochDay(day).format(BASIC_ISO_DATE);
    return type == EventType.AGGREGATE
        ? text.replaceAll("\u000110887=[^\u0001]*", "$0" + said)
        : text.replaceAll("\u000110836=[^\u0001]*", "")
            .replaceFirst("\u000110=", said + "\u000110=");
  }

  /** A time of FIX. */
  private static Instant instant(String time) {
    return Instant.parse(
        String.join("-", time.substring(0, 4), time.substring(4, 6), time.substring(6, 8))
            + "T"
            + time.substring(9)
            + "Z");
  }

  /** N, C or D. */
  public char action() {
    String action = value(10004);
    if (action.isEmpty() && type == EventType.ALLOCATION) {
      action = value(71).equals("1") ? "C" : value(71).equals("2") ? "D" : "";
    }
    return action.isEmpty() ? 'N' : action.charAt(0);
  }

  public String reporter() {
    return value(49);
  }

  /** The reporter's own id. */
  public String eventId() {
    return value(type.isReport() ? 17 : 11);
  }

  /** Trade date. */
  public String date() {
    return DATES.computeIfAbsent(
        Math.floorDiv(nanos, DAY), day -> LocalDate.ofEpochDay(day).toString());
  }

  /** 08:00 in New York, so many business days after the trade date; there are no holidays. */
  public Instant deadline(int businessDays) {
    return DEADLINES.computeIfAbsent(
        date() + businessDays, none -> deadline(LocalDate.parse(date()), businessDays));
  }

  private static Instant deadline(LocalDate date, int businessDays) {
    LocalDate due = date;
    for (int i = 0; i < businessDays; i++) {
      do {
        due = due.plusDays(1);
      } while (due.getDayOfWeek().getValue() > DayOfWeek.FRIDAY.getValue());
    }
    return due.atTime(8, 0).atZone(ZoneId.of("America/New_York")).toInstant();
  }

  /** True where BodyLength and CheckSum are right. */
  public static boolean isWhole(String text) {
    int at = text.lastIndexOf("\u000110=") + 1;
    if (!BEGINNING.matcher(text).lookingAt() || at == 0 || text.length() != at + 7) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < at; i++) {
      sum += text.charAt(i);
    }
    int from = text.indexOf("\u00019=") + 3;
    int body = text.indexOf('\u0001', from) + 1;
    return Integer.parseInt(text.substring(at + 3, at + 6)) == (sum & 0xff)
        && Integer.parseInt(text.substring(from, body - 1)) == at - body;
  }

  /** Of the key alone: hashing all fields would take longer than everything else. */
  @Override
  public int hashCode() {
    return key.hashCode();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GeneratedMessage message && message.text.equals(text);
  }

  /** First value of a tag; empty where there is none. */
  public String value(int tag) {
    return fields.getOrDefault(tag, "");
  }

  /** What an allocation gives to each account; of one that it names twice the smaller bytes. */
  public Map<String, String> accounts() {
    Map<String, String> accounts = new TreeMap<>();
    for (String[] account : namedAccounts()) {
      accounts.merge(account[0], account[1], (a, b) -> a.compareTo(b) <= 0 ? a : b);
    }
    return accounts;
  }

  /** True where an allocation gives one account two quantities. */
  boolean namesAccountTwice() {
    Map<String, String> seen = new HashMap<>();
    return namedAccounts().stream()
        .anyMatch(
            account -> !seen.computeIfAbsent(account[0], none -> account[1]).equals(account[1]));
  }

  private List<String[]> namedAccounts() {
    List<String[]> accounts = new ArrayList<>();
    for (String field : text.split("\u0001", -1)) {
      if (field.startsWith("79=")) {
        accounts.add(new String[] {field.substring(3), ""});
      } else if (field.startsWith("80=")) {
        accounts.get(accounts.size() - 1)[1] = field.substring(3);
      }
    }
    return accounts;
  }

  /** True of a report of one leg. */
  public boolean isOfLeg() {
    return value(442).equals("2");
  }

  /** Legs of an order, by LegRefID: each with its ratio. */
  public Map<String, Long> ratios() {
    Map<String, Long> ratios = new TreeMap<>();
    long ratio = 1;
    for (String field : type.isReport() ? new String[0] : text.split("\u0001", -1)) {
      if (field.startsWith("600=")) {
        ratio = 1;
      } else if (field.startsWith("623=")) {
        ratio = Long.parseLong(field.substring(4));
      } else if (field.startsWith("654=")) {
        ratios.put(field.substring(4), ratio);
      }
    }
    return ratios;
  }

  /** 109, from FIX 4.3 on the only party, who is the client. */
  public String customer() {
    return value(109).isEmpty() ? value(448) : value(109);
  }

  /** Root of an option, else 55. */
  public String symbol() {
    Matcher osi = OSI.matcher(value(55));
    return osi.matches() ? osi.group(1).strip() : value(55);
  }

  /** OSI symbol of an option, else the symbol. */
  public String instrument() {
    for (int tag : new int[] {48, 55}) {
      Matcher osi = OSI.matcher(value(tag));
      if (osi.matches()) {
        return osi(osi.group(1).strip(), osi.group(2));
      }
    }
    String date = value(541).isEmpty() ? value(200) + value(205) : value(541);
    String cfi = value(461);
    String right = cfi.isEmpty() ? (value(201).equals("0") ? "P" : "C") : cfi.substring(1, 2);
    return value(202).isEmpty()
        ? value(55)
        : osi(
            value(55),
            date.substring(2)
                + right
                + String.format(
                    Locale.ROOT, "%08d", new BigDecimal(value(202)).movePointRight(3).intValue()));
  }

  private static String osi(String root, String tail) {
    return String.format(Locale.ROOT, "%-6s%s", root, tail);
  }

  long number(int tag) {
    return Long.parseLong(fields.get(tag));
  }
}
