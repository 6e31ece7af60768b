package io.daisychain.datagen;

import io.daisychain.model.EventType;
import io.daisychain.model.RowKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Lineage and errors of a few messages, found as slowly and plainly as docs/input.md and
 * docs/checks.md read. Shares nothing with the generator but the messages.
 */
final class BruteForce {
  private static final List<String> NO_CONTENT =
      List.of("8", "9", "10", "34", "43", "52", "97", "122");
  private static final long DAY = 86_400_000_000_000L;

  private final Map<RowKey, GeneratedMessage> events = new HashMap<>();
  private final Map<RowKey, List<GeneratedMessage>> children = new HashMap<>();
  private final Set<RowKey> ambiguous = new HashSet<>();
  private final Set<GeneratedMessage> suspects = new HashSet<>(); // of being in a cycle
  private final Map<String, String[]> participants;
  private final Map<String, String[]> symbols;
  private final Map<String, String[]> customers;

  /** With the reference data that the generator writes. */
  BruteForce(WorkloadPlan plan, List<GeneratedMessage> messages) {
    ReferenceFiles files = new ReferenceFiles(plan.market(), plan.settings().tradeDate());
    participants = reference(files::writeParticipants);
    customers = reference(files::writeCustomers);
    symbols = reference(files::writeSymbols);
    for (GeneratedMessage message : messages) {
      GeneratedMessage other = events.get(message.key());
      if (other == null || comesFirst(message, other)) {
        events.put(message.key(), message);
      }
      if (other != null && !content(other).equals(content(message))) {
        ambiguous.add(message.key());
      }
    }
    for (GeneratedMessage message : events.values()) {
      for (RowKey parent : message.parents()) {
        children.computeIfAbsent(parent, key -> new ArrayList<>()).add(message);
      }
    }
    peel();
  }

  /** Leaves those messages of which every way up leads into a cycle. */
  private void peel() {
    suspects.addAll(events.values());
    Map<GeneratedMessage, Integer> above = new HashMap<>();
    List<GeneratedMessage> open = new ArrayList<>();
    for (GeneratedMessage message : events.values()) {
      above.put(message, reportedParents(message).size());
      if (above.get(message) == 0) {
        open.add(message);
      }
    }
    while (!open.isEmpty()) {
      GeneratedMessage top = open.remove(open.size() - 1);
      suspects.remove(top);
      for (GeneratedMessage child : childrenOf(top)) {
        if (above.merge(child, -1, Integer::sum) == 0) {
          open.add(child);
        }
      }
    }
  }

  private static boolean comesFirst(GeneratedMessage a, GeneratedMessage b) {
    int sent = a.value(52).compareTo(b.value(52));
    return sent < 0 || (sent == 0 && a.text().compareTo(b.text()) < 0);
  }

  static List<String> content(GeneratedMessage message) {
    return Arrays.stream(message.text().split("\u0001", -1))
        .filter(field -> !NO_CONTENT.contains(field.replaceFirst("=.*", "")))
        .toList();
  }

  /** First column to all columns. */
  private static Map<String, String[]> reference(OutputDirectory.Content file) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    try {
      file.writeTo(lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String[]> rows = new HashMap<>();
    lines
        .toString(StandardCharsets.US_ASCII)
        .lines()
        .skip(1)
        .map(line -> line.split(",", -1))
        .forEach(columns -> rows.put(columns[0], columns));
    return rows;
  }

  /** Messages that are published, one for each key. */
  Iterable<GeneratedMessage> published() {
    return events.values();
  }

  /** A line of the truth for a message. */
  String line(GeneratedMessage message) {
    List<String> parents = message.parents().stream().map(RowKey::toString).toList();
    return String.join(
        ",",
        message.key().toString(),
        String.join("|", parents),
        grandparent(message).toString(),
        message.type().name(),
        String.join(";", errors(message)));
  }

  private RowKey grandparent(GeneratedMessage message) {
    Set<GeneratedMessage> above = ancestors(message);
    above.add(message);
    RowKey oldest = null;
    long time = Long.MAX_VALUE;
    for (GeneratedMessage at : above) {
      Set<GeneratedMessage> cycle = cycle(at);
      if (!reportedParents(at).isEmpty() && cycle.isEmpty()) {
        continue;
      }
      cycle.add(at);
      RowKey key = cycle.stream().map(GeneratedMessage::key).min(Comparator.naturalOrder()).get();
      long since = cycle.stream().mapToLong(GeneratedMessage::nanos).min().getAsLong();
      if (since < time || (since == time && key.compareTo(oldest) < 0)) {
        oldest = key;
        time = since;
      }
    }
    return oldest;
  }

  private Set<GeneratedMessage> ancestors(GeneratedMessage message) {
    Set<GeneratedMessage> seen = new HashSet<>();
    List<GeneratedMessage> open = new ArrayList<>(reportedParents(message));
    while (!open.isEmpty()) {
      GeneratedMessage at = open.remove(open.size() - 1);
      if (seen.add(at)) {
        open.addAll(reportedParents(at));
      }
    }
    return seen;
  }

  /** Members of the cycle that the message is in; none where it is in none. */
  private Set<GeneratedMessage> cycle(GeneratedMessage message) {
    if (!suspects.contains(message)) {
      return new HashSet<>();
    }
    Set<GeneratedMessage> above = ancestors(message);
    if (!above.contains(message)) {
      return new HashSet<>();
    }
    above.removeIf(at -> !ancestors(at).contains(message));
    return above;
  }

  private List<GeneratedMessage> reportedParents(GeneratedMessage message) {
    return message.parents().stream().filter(events::containsKey).map(events::get).toList();
  }

  private List<GeneratedMessage> childrenOf(GeneratedMessage message) {
    return children.getOrDefault(message.key(), List.of());
  }

  /** In the order of the statuses' declaration. */
  private Set<String> errors(GeneratedMessage message) {
    List<String> order =
        java.util.Arrays.stream(io.daisychain.model.ErrorStatus.values()).map(Enum::name).toList();
    Set<String> found = new TreeSet<>(Comparator.comparingInt(order::indexOf));
    checkAlone(message, found);
    checkParents(message, found);
    for (GeneratedMessage child : childrenOf(message)) {
      checkPair(child, message, found);
    }
    boolean isRoute = message.type() == EventType.ROUTE;
    boolean known = isRoute && valid(participants, 2, message.value(128), message);
    addIf(found, "UNACCEPTED", known && !isAnswered(message));
    addIf(found, "CYCLE", !cycle(message).isEmpty());
    addIf(found, "DUPLICATE_KEY", ambiguous.contains(message.key()));
    addIf(found, "OVERFILL", isVersion(message) && isOverfilled(message));
    return found;
  }

  private void checkAlone(GeneratedMessage message, Set<String> found) {
    boolean badEnum = message.value(21).equals("9") || message.value(102).equals("9");
    addIf(found, "STRUCTURE", badEnum);
    addIf(found, "UNKNOWN_REPORTER", !valid(participants, 2, message.value(49), message));
    String customer = message.value(109);
    boolean strange = !customer.isEmpty() && !valid(customers, 2, customer, message);
    addIf(found, "UNKNOWN_CUSTOMER", strange);
    String symbol = message.value(55);
    String[] row = symbols.get(symbol);
    boolean old = row != null && !row[3].isEmpty() && row[3].compareTo(date(message)) < 0;
    addIf(found, "DEPRECATED_SYMBOL", old);
    boolean unknown = !symbol.isEmpty() && !old && !valid(symbols, 2, symbol, message);
    addIf(found, "UNKNOWN_SYMBOL", unknown);
    addIf(found, "LATE", isLate(message));
  }

  private static String date(GeneratedMessage message) {
    return LocalDate.ofEpochDay(Math.floorDiv(message.nanos(), DAY)).toString();
  }

  private static boolean valid(
      Map<String, String[]> reference, int from, String id, GeneratedMessage message) {
    String[] row = reference.get(id);
    String date = date(message);
    return row != null
        && row[from].compareTo(date) <= 0
        && (row[from + 1].isEmpty() || row[from + 1].compareTo(date) >= 0);
  }

  private static boolean isLate(GeneratedMessage message) {
    LocalDate due = LocalDate.parse(date(message)).plusDays(1);
    while (due.getDayOfWeek().getValue() > 5) {
      due = due.plusDays(1);
    }
    ZonedDateTime deadline = due.atTime(8, 0).atZone(ZoneId.of("America/New_York"));
    LocalDateTime sent =
        LocalDateTime.parse(
            message.value(52), DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS"));
    return sent.toInstant(ZoneOffset.UTC).isAfter(deadline.toInstant());
  }

  private void checkParents(GeneratedMessage message, Set<String> found) {
    addIf(found, "ORPHAN", reportedParents(message).size() < message.parents().size());
    for (GeneratedMessage parent : reportedParents(message)) {
      checkPair(message, parent, found);
      addIf(found, "OUT_OF_SEQUENCE", parent.nanos() - message.nanos() > 50_000_000L);
    }
  }

  private static void checkPair(
      GeneratedMessage child, GeneratedMessage parent, Set<String> found) {
    String a = child.value(55);
    String b = parent.value(55);
    addIf(found, "SYMBOL_MISMATCH", !a.isEmpty() && !b.isEmpty() && !a.equals(b));
    String side = child.value(54);
    String above = parent.value(54);
    addIf(
        found,
        "SIDE_MISMATCH",
        !side.isEmpty() && !above.isEmpty() && !group(side).equals(group(above)));
  }

  private static String group(String side) {
    return "13".contains(side) ? "buy" : "2456".contains(side) ? "sell" : side;
  }

  private boolean isAnswered(GeneratedMessage route) {
    if (childrenOf(route).stream().anyMatch(child -> child.type() == EventType.ACCEPT)) {
      return true;
    }
    List<GeneratedMessage> open = new ArrayList<>(childrenOf(route));
    while (!open.isEmpty()) {
      GeneratedMessage at = open.remove(open.size() - 1);
      if (at.type() == EventType.REJECTED || at.type() == EventType.CANCELED) {
        return true;
      }
      open.addAll(childrenOf(at));
    }
    return false;
  }

  private static boolean isVersion(GeneratedMessage message) {
    return message.type().isOrder() || isLaterVersion(message);
  }

  private static boolean isLaterVersion(GeneratedMessage message) {
    return message.type() == EventType.REPLACE || message.type() == EventType.CANCEL;
  }

  /** Fills of all versions against the largest of their quantities; told of the oldest one. */
  private boolean isOverfilled(GeneratedMessage message) {
    if (isLaterVersion(message)
        && reportedParents(message).stream().anyMatch(prior -> prior.nanos() < message.nanos())) {
      return false;
    }
    Set<GeneratedMessage> versions = new HashSet<>();
    List<GeneratedMessage> open = new ArrayList<>(List.of(message));
    while (!open.isEmpty()) {
      GeneratedMessage version = open.remove(open.size() - 1);
      if (versions.add(version)) {
        childrenOf(version).stream().filter(BruteForce::isLaterVersion).forEach(open::add);
        if (isLaterVersion(version)) {
          open.addAll(reportedParents(version));
        }
      }
    }
    long most = 0;
    long filled = 0;
    for (GeneratedMessage version : versions) {
      if (version.nanos() < message.nanos()
          || (version.nanos() == message.nanos() && version.key().compareTo(message.key()) < 0)) {
        return false;
      }
      most = Math.max(most, version.number(38));
      for (GeneratedMessage child : childrenOf(version)) {
        if (child.type().isFill()) {
          filled += standing(child);
        } else if (child.type() == EventType.RESTATED) {
          most = Math.max(most, child.number(38));
        }
      }
    }
    return filled > most;
  }

  /** What is left of a fill after the busts and corrections that hang on it. */
  private long standing(GeneratedMessage fill) {
    GeneratedMessage latest = null;
    List<GeneratedMessage> chain = new ArrayList<>(List.of(fill));
    while (!chain.isEmpty()) {
      for (GeneratedMessage next : childrenOf(chain.remove(chain.size() - 1))) {
        if (next.type() == EventType.BUST) {
          return 0;
        }
        if (next.type() == EventType.CORRECT) {
          latest = latest == null || next.nanos() > latest.nanos() ? next : latest;
          chain.add(next);
        }
      }
    }
    return (latest == null ? fill : latest).number(32);
  }

  private static void addIf(Set<String> found, String status, boolean condition) {
    if (condition) {
      found.add(status);
    }
  }
}
