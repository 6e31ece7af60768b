package io.daisychain.cli.campaign;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.cli.testing.Program;
import io.daisychain.datagen.GeneratedMessage;
import io.daisychain.datagen.ReferenceTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Random histories: new, correct, delete and repeat, by several firms, dealt over several hand-ins
 * in any order; after each the program links and publishes, and the tables are compared with {@link
 * HistoryTruth} of what has been handed in by then.
 */
final class Histories {
  private static final String[] FIRMS = {"ALFA", "BRVO"};
  private static final DateTimeFormatter FIX =
      DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss").withZone(ZoneOffset.UTC);

  private static final Set<String> PARTICIPANTS = Set.of("ALFA", "BRVO", "XVNA");

  /** 08:00 in New York of the first business day after the trade date, and of the third. */
  private static final Instant REPORTED = Instant.parse("2026-03-17T12:00:00Z");

  private static final Instant REPAIRED = Instant.parse("2026-03-19T12:00:00Z");

  /** Around the deadlines, and on them. */
  private static final List<Instant> MOMENTS =
      List.of(
          Instant.parse("2026-03-16T15:00:00Z"),
          Instant.parse("2026-03-16T15:00:01Z"),
          Instant.parse("2026-03-16T20:00:00Z"),
          Instant.parse("2026-03-17T11:59:59Z"),
          REPORTED,
          REPORTED.plusSeconds(1),
          Instant.parse("2026-03-18T09:00:00Z"),
          REPAIRED,
          REPAIRED.plusSeconds(1),
          Instant.parse("2026-03-20T09:00:00Z"));

  /**
   * One message.
   *
   * @param action N, C or D
   * @param content fields that are content, in the message's order
   */
  private record Message(char action, Instant sent, Map<Integer, String> content) {}

  private final Random random;
  private int sequence;

  private Histories(long seed) {
    random = new Random(seed);
  }

  /** A campaign: number of histories, seed, folder. */
  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]);
    long seed = Long.parseLong(args[1]);
    Path folder = Files.createDirectories(Path.of(args[2]));
    System.out.println(
        compare(count, seed, 5, new Program(folder), List.of("--store=embedded:store")));
  }

  /**
   * Runs histories through the program.
   *
   * @param handIns over how many files messages are dealt
   * @param store where rows are kept, as options
   * @return what was compared
   * @throws AssertionError naming the first difference
   */
  static String compare(int count, long seed, int handIns, Program program, List<String> store)
      throws Exception {
    Histories histories = new Histories(seed);
    List<List<Message>> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(histories.history());
    }
    reference(program.folder());
    ReferenceTables reference = ReferenceTables.read(program.folder().resolve("reference"));
    Map<Message, GeneratedMessage> dealt = new LinkedHashMap<>();
    Map<String, Long> rows = new TreeMap<>();
    long messages = 0;
    for (int handIn = 0; handIn < handIns; handIn++) {
      List<String> lines = new ArrayList<>();
      for (List<Message> history : all) {
        for (Message message : history) {
          // The first hand-in has a half, and each message comes in one of them at least.
          boolean now =
              handIn == handIns - 1
                  ? !dealt.containsKey(message)
                  : histories.random.nextInt(handIns) == 0;
          if (now || (dealt.containsKey(message) && histories.random.nextInt(20) == 0)) {
            String line = histories.line(message);
            dealt.putIfAbsent(message, GeneratedMessage.of(line));
            lines.add(line);
          }
        }
      }
      java.util.Collections.shuffle(lines, histories.random);
      messages += lines.size();
      Files.write(program.folder().resolve("repairs-" + handIn + ".fix"), lines, ISO_8859_1);
      handIn(program, handIn, store);
      Map<String, List<String>> published = published(program);
      for (int i = 0; i < all.size(); i++) {
        List<GeneratedMessage> sent =
            all.get(i).stream().filter(dealt::containsKey).map(dealt::get).toList();
        List<String> expected = new ArrayList<>();
        new HistoryTruth(reference, (table, cells) -> expected.add(row(table, cells))).tell(sent);
        expected.sort(null);
        List<String> found = new ArrayList<>(published.getOrDefault(name(i), List.of()));
        found.sort(null);
        for (String row : expected) {
          rows.merge(row.substring(0, row.indexOf(' ')), 1L, Long::sum);
        }
        if (!expected.equals(found)) {
          throw new AssertionError(
              String.format(
                  Locale.ROOT,
                  "seed %d, history %d, hand-in %d%n%s%nexpected%n  %s%nfound%n  %s",
                  seed,
                  i,
                  handIn,
                  String.join("\n", sent.stream().map(GeneratedMessage::text).toList())
                      .replace('\1', '|'),
                  String.join("\n  ", expected),
                  String.join("\n  ", found)));
        }
      }
    }
    return String.format(
        Locale.ROOT,
        "%,d histories of seed %d: %,d messages in %d hand-ins; rows %s, all as expected",
        count,
        seed,
        messages,
        handIns,
        rows);
  }

  private static void handIn(Program program, int handIn, List<String> store) throws Exception {
    List<String> ingest = new ArrayList<>(List.of("ingest", "--input=repairs-" + handIn + ".fix"));
    ingest.add("--reference=reference");
    ingest.addAll(store);
    program.succeed(ingest.toArray(String[]::new));
    List<String> link = new ArrayList<>(List.of("link"));
    link.addAll(store);
    program.succeed(link.toArray(String[]::new));
    List<String> publish = new ArrayList<>(List.of("publish"));
    publish.addAll(store);
    program.succeed(publish.toArray(String[]::new));
  }

  private static void reference(Path folder) throws IOException {
    Path reference = Files.createDirectories(folder.resolve("reference"));
    StringBuilder participants = new StringBuilder("mpid,name,valid_from,valid_to\n");
    new TreeSet<>(PARTICIPANTS).forEach(firm -> participants.append(firm).append(",Firm,,\n"));
    Files.writeString(reference.resolve("participants.csv"), participants);
  }

  /** Rows by history: ids of a history begin with its number. */
  private static Map<String, List<String>> published(Program program) throws Exception {
    Map<String, List<String>> rows = new TreeMap<>();
    for (Map.Entry<String, String> table : HistoryTruth.QUERIES.entrySet()) {
      for (NamedCsvRecord record : program.sql(table.getValue())) {
        rows.computeIfAbsent(record.getField("id").substring(0, 8), none -> new ArrayList<>())
            .add(row(table.getKey(), record.getFields()));
      }
    }
    return rows;
  }

  private static String row(String table, List<String> cells) {
    return table + " , " + String.join(" , ", cells);
  }

  private static String name(int history) {
    return String.format(Locale.ROOT, "%08x", history);
  }

  private int histories;

  private List<Message> history() {
    String prefix = name(histories++);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 2 + random.nextInt(4); i++) {
      UUID any = new UUID(random.nextLong(), random.nextLong());
      ids.add(prefix + "-0000-4000-8000" + any.toString().substring(23));
    }
    ids.sort(null);
    List<Message> messages = new ArrayList<>();
    int count = 3 + random.nextInt(9);
    for (int i = 0; i < count; i++) {
      messages.add(message(ids, messages));
    }
    return messages.stream().distinct().toList();
  }

  /** Mostly what was sent before with a change or two: corrected back, deleted, told again. */
  private Message message(List<String> ids, List<Message> before) {
    Map<Integer, String> fields;
    if (!before.isEmpty() && random.nextInt(2) == 0) {
      fields = new LinkedHashMap<>(before.get(random.nextInt(before.size())).content());
      if (random.nextInt(3) > 0) {
        change(fields, ids);
      }
    } else {
      fields = new LinkedHashMap<>();
      String firm = FIRMS[random.nextInt(20) == 0 ? 1 : 0];
      String id = ids.get(random.nextInt(ids.size()));
      // Each event has a firm of its own, and few are reported by another too.
      if (id.hashCode() % 2 == 0) {
        firm = firm.equals("ALFA") ? "BRVO" : "ALFA";
      }
      fields.put(35, "D");
      fields.put(49, firm);
      fields.put(56, "MRP");
      fields.put(115, "");
      fields.put(128, "");
      fields.put(11, "c" + id.substring(30));
      fields.put(21, random.nextInt(6) == 0 ? "9" : "1");
      fields.put(55, random.nextInt(4) == 0 ? "AAPL" : "IBM");
      fields.put(54, random.nextInt(4) == 0 ? "2" : "1");
      fields.put(60, "20260316-15:00:0" + random.nextInt(3));
      fields.put(38, "100");
      fields.put(40, "1");
      fields.put(10001, id);
      fields.put(10003, "");
      change(fields, ids);
    }
    char action = "NNNCCD".charAt(random.nextInt(6));
    Instant sent = MOMENTS.get(random.nextInt(MOMENTS.size()));
    if (random.nextInt(3) > 0) { // else several at one moment
      sent = sent.minusSeconds(100 + random.nextInt(3_000));
    }
    fields.values().removeIf(String::isEmpty);
    return new Message(action, sent, ordered(fields));
  }

  private void change(Map<Integer, String> fields, List<String> ids) {
    switch (random.nextInt(8)) {
      case 0 -> fields.put(21, fields.get(21).equals("9") ? "1" : "9");
      case 1 -> fields.put(55, fields.get(55).equals("IBM") ? "AAPL" : "IBM");
      case 2 -> fields.put(54, fields.get(54).equals("1") ? "2" : "1");
      case 3 -> fields.put(60, "20260316-15:00:0" + random.nextInt(3));
      case 4, 5 -> fields.put(10003, parent(ids));
      case 6 -> {
        boolean sends = random.nextBoolean();
        fields.put(115, sends ? "" : "XVNA");
        fields.put(128, sends ? "XVNA" : "");
      }
      default -> fields.put(38, String.valueOf(100 + random.nextInt(9)));
    }
  }

  private String parent(List<String> ids) {
    return switch (random.nextInt(6)) {
      case 0 -> "";
      case 1 -> ids.get(0).substring(0, 24) + "00000000000" + random.nextInt(2);
      default -> ids.get(random.nextInt(ids.size()));
    };
  }

  private static final List<Integer> ORDER =
      List.of(35, 49, 56, 115, 128, 11, 21, 55, 54, 60, 38, 40, 10001, 10003);

  private static Map<Integer, String> ordered(Map<Integer, String> fields) {
    Map<Integer, String> ordered = new LinkedHashMap<>();
    for (int tag : ORDER) {
      if (fields.containsKey(tag)) {
        ordered.put(tag, fields.get(tag));
      }
    }
    return ordered;
  }

  private String line(Message message) {
    StringBuilder body = new StringBuilder();
    message
        .content()
        .forEach(
            (tag, value) -> {
              body.append(tag).append('=').append(value).append('\1');
              if (tag == 35) {
                body.append("34=").append(++sequence).append('\1');
              } else if (tag == 56) {
                body.append("52=").append(FIX.format(message.sent())).append('\1');
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
