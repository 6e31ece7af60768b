package io.daisychain.cli;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is published of messages with actions, by brute force: the state after each message is made
 * anew from all that had been sent by then, with maps and sets, and states are compared.
 *
 * <p>Knows submissions of orders in tagged lineage, of one trade date.
 */
final class HistoryTruth {
  /** 08:00 in New York of the first business day after the trade date. */
  static final Instant REPORTED = Instant.parse("2026-03-17T12:00:00Z");

  /** 08:00 in New York of the third. */
  static final Instant REPAIRED = Instant.parse("2026-03-19T12:00:00Z");

  static final Set<String> PARTICIPANTS = Set.of("ALFA", "BRVO", "XVNA");

  private static final DateTimeFormatter NANOS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);

  /**
   * One message.
   *
   * @param action N, C or D
   * @param content fields that are content, in the message's order
   */
  record Message(String id, char action, Instant sent, Map<Integer, String> content) {
    String reporter() {
      return content.get(49);
    }

    String get(int tag) {
      return content.getOrDefault(tag, "");
    }

    String bytes() {
      StringBuilder text = new StringBuilder();
      content.forEach((tag, value) -> text.append(tag).append('=').append(value).append('\1'));
      return text.toString();
    }

    String type() {
      if (!get(128).isEmpty()) {
        return "ROUTE";
      }
      if (!get(115).isEmpty()) {
        return "ACCEPT";
      }
      return get(10003).isEmpty() ? "NEW" : "INTERNAL";
    }

    String parent() {
      return get(10003).equals(id) ? "" : get(10003);
    }

    long time() {
      String text = get(60);
      return Instant.parse(
              text.substring(0, 4)
                  + "-"
                  + text.substring(4, 6)
                  + "-"
                  + text.substring(6, 8)
                  + "T"
                  + text.substring(9)
                  + "Z")
          .toEpochMilli();
    }
  }

  /** A fault of an event in one state. */
  private record Fault(String id, String reporter, String status, String tag) {}

  /** A break in one state. */
  private record Pair(String kind, String id, String namedId, String named) {}

  /** What the versions of an event say together. */
  private static final class Event {
    final List<Message> versions = new ArrayList<>();
    Message published;
    Message standing;
    final List<Message> others = new ArrayList<>();
    final Set<String> withoutOriginal = new TreeSet<>();
  }

  private final List<Message> messages;
  private final List<String> rows = new ArrayList<>();

  HistoryTruth(List<Message> messages) {
    this.messages = messages;
  }

  /** Lines of the tables: {@code events}, {@code history}, {@code errors}, {@code breaks}. */
  List<String> rows() {
    Map<String, Event> now = state(Instant.MAX);
    now.forEach((id, event) -> tell(id, event, now));
    lives();
    rows.sort(null);
    return rows;
  }

  private static final Comparator<Message> ORDER =
      Comparator.comparing(Message::sent)
          .thenComparing(Message::bytes)
          .thenComparing(Message::action, Comparator.comparing("NCD"::indexOf));

  private Map<String, Event> state(Instant until) {
    Map<String, Event> events = new TreeMap<>();
    List<Message> sorted =
        messages.stream().filter(message -> !message.sent().isAfter(until)).sorted(ORDER).toList();
    Set<String> seen = new HashSet<>();
    for (Message message : sorted) {
      String version =
          message.action() == 'N'
              ? "N" + message.bytes()
              : message.action() + message.sent().toString() + message.bytes();
      if (seen.add(version)) {
        events.computeIfAbsent(message.id(), id -> new Event()).versions.add(message);
      }
    }
    events.values().forEach(HistoryTruth::choose);
    return events;
  }

  private static void choose(Event event) {
    Set<String> reporters = new TreeSet<>();
    event.versions.forEach(version -> reporters.add(version.reporter()));
    List<Message> standing = new ArrayList<>();
    List<Message> deletions = new ArrayList<>();
    for (String reporter : reporters) {
      List<Message> own =
          event.versions.stream().filter(version -> version.reporter().equals(reporter)).toList();
      Message action = null;
      boolean reported = false;
      for (Message version : own) {
        action = version.action() == 'N' ? action : version;
        reported |= version.action() == 'N';
      }
      if (!reported) {
        event.withoutOriginal.add(reporter);
      }
      if (action == null) {
        standing.add(own.get(0));
        event.others.addAll(own.subList(1, own.size()));
      } else if (action.action() == 'D') {
        deletions.add(action);
      } else {
        standing.add(action);
        for (Message later : own.subList(own.indexOf(action) + 1, own.size())) {
          if (!later.bytes().equals(action.bytes())) {
            event.others.add(later);
          }
        }
      }
    }
    standing.sort(ORDER);
    deletions.sort(ORDER);
    if (standing.isEmpty()) {
      event.standing = deletions.get(0);
    } else {
      event.published = standing.get(0);
      event.standing = event.published;
      event.others.addAll(standing.subList(1, standing.size()));
    }
  }

  private void tell(String id, Event event, Map<String, Event> state) {
    if (event.published != null) {
      Message message = event.published;
      Set<String> statuses = new TreeSet<>(Comparator.comparing(STATUSES::indexOf));
      faults(state).stream()
          .filter(fault -> fault.id.equals(id) && fault.reporter.equals(message.reporter()))
          .forEach(fault -> statuses.add(fault.status));
      Message first = message;
      if (message.action() != 'N') {
        first = null;
        for (Message version : event.versions) {
          if (first == null
              && version.action() == 'N'
              && version.reporter().equals(message.reporter())) {
            first = version;
          }
        }
      }
      if (first != null && first.sent().isAfter(REPORTED)) {
        statuses.add("LATE");
      }
      add(
          "events",
          id,
          message.parent(),
          message.reporter(),
          message.type(),
          message.get(55),
          String.join(";", statuses),
          String.valueOf(event.versions.indexOf(message) + 1),
          together(id, state));
    }
    if (event.versions.size() > 1 || event.versions.get(0).action() != 'N') {
      for (int i = 0; i < event.versions.size(); i++) {
        Message version = event.versions.get(i);
        add(
            "history",
            id,
            String.valueOf(i + 1),
            String.valueOf(version.action()),
            NANOS.format(version.sent()),
            version.reporter(),
            String.valueOf(version.equals(event.standing)),
            i == 0 || version.action() == 'D' ? "" : changes(event.versions.get(i - 1), version));
      }
    }
  }

  private static final List<String> STATUSES =
      List.of(
          "STRUCTURE",
          "ORPHAN",
          "CYCLE",
          "SYMBOL_MISMATCH",
          "SIDE_MISMATCH",
          "DUPLICATE_KEY",
          "OUT_OF_SEQUENCE",
          "LATE",
          "UNACCEPTED",
          "UNKNOWN_ORIGINAL");

  private static String changes(Message before, Message after) {
    Set<Integer> tags = new TreeSet<>(before.content().keySet());
    tags.addAll(after.content().keySet());
    List<String> changes = new ArrayList<>();
    for (int tag : tags) {
      if (!before.get(tag).equals(after.get(tag))) {
        changes.add(tag + ":" + before.get(tag) + ">" + after.get(tag));
      }
    }
    return String.join("|", changes);
  }

  /** The events of a lifecycle. */
  private static String together(String id, Map<String, Event> state) {
    Set<String> found = new TreeSet<>(Set.of(id));
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Map.Entry<String, Event> each : state.entrySet()) {
        Message message = each.getValue().published;
        if (message == null || !isPublished(message.parent(), state)) {
          continue;
        }
        if (found.contains(each.getKey()) != found.contains(message.parent())) {
          grows = true;
          found.add(each.getKey());
          found.add(message.parent());
        }
      }
    }
    return String.join("+", found);
  }

  private static boolean isPublished(String id, Map<String, Event> state) {
    return state.containsKey(id) && state.get(id).published != null;
  }

  /** All faults of a state but LATE. */
  private static Set<Fault> faults(Map<String, Event> state) {
    Set<Fault> faults = new HashSet<>();
    state.forEach(
        (id, event) -> {
          event.withoutOriginal.forEach(
              reporter -> faults.add(new Fault(id, reporter, "UNKNOWN_ORIGINAL", "10004")));
          if (event.published != null) {
            addFaults(id, event, state, faults);
          }
        });
    return faults;
  }

  private static void addFaults(
      String id, Event event, Map<String, Event> state, Set<Fault> faults) {
    Message own = event.published;
    String reporter = own.reporter();
    if (own.get(21).equals("9")) {
      faults.add(new Fault(id, reporter, "STRUCTURE", "21"));
    }
    if (!event.others.isEmpty()) {
      faults.add(new Fault(id, reporter, "DUPLICATE_KEY", "10001"));
    }
    if (!own.parent().isEmpty()) {
      if (!isPublished(own.parent(), state)) {
        faults.add(new Fault(id, reporter, "ORPHAN", "10003"));
      } else {
        Message parent = state.get(own.parent()).published;
        if (!own.get(55).equals(parent.get(55))) {
          faults.add(new Fault(id, reporter, "SYMBOL_MISMATCH", "10003"));
          faults.add(new Fault(parent.id(), parent.reporter(), "SYMBOL_MISMATCH", "55"));
        }
        if (!own.get(54).equals(parent.get(54))) {
          faults.add(new Fault(id, reporter, "SIDE_MISMATCH", "10003"));
          faults.add(new Fault(parent.id(), parent.reporter(), "SIDE_MISMATCH", "54"));
        }
        if (parent.time() - own.time() > 50) {
          faults.add(new Fault(id, reporter, "OUT_OF_SEQUENCE", "10003"));
        }
      }
    }
    Set<String> above = new HashSet<>();
    String up = own.parent();
    while (isPublished(up, state) && above.add(up)) {
      up = state.get(up).published.parent();
    }
    if (above.contains(id)) {
      faults.add(new Fault(id, reporter, "CYCLE", "10003"));
    }
    if (own.type().equals("ROUTE")
        && PARTICIPANTS.contains(own.get(128))
        && state.values().stream()
            .map(other -> other.published)
            .filter(Objects::nonNull)
            .noneMatch(child -> child.parent().equals(id) && child.type().equals("ACCEPT"))) {
      faults.add(new Fault(id, reporter, "UNACCEPTED", "128"));
    }
  }

  private static Map<Pair, List<String>> breaks(Map<String, Event> state) {
    Map<Pair, List<String>> pairs = new LinkedHashMap<>();
    state.forEach(
        (id, event) -> {
          Message own = event.published;
          if (own == null) {
            return;
          }
          String parentId = own.parent();
          if (!parentId.isEmpty() && isPublished(parentId, state)) {
            Message parent = state.get(parentId).published;
            for (int tag : new int[] {55, 54}) {
              if (!own.get(tag).equals(parent.get(tag))
                  && !parent.reporter().equals(own.reporter())) {
                pairs.put(
                    new Pair(
                        tag == 55 ? "SYMBOL_MISMATCH" : "SIDE_MISMATCH",
                        id,
                        parentId,
                        parent.reporter()),
                    List.of(parent.get(11), String.valueOf(tag), own.get(tag), parent.get(tag)));
              }
            }
          }
          for (Fault fault : faults(state)) {
            if (!fault.id.equals(id)) {
              continue;
            }
            if (fault.status.equals("ORPHAN")
                && own.type().equals("ACCEPT")
                && !own.get(115).equals(own.reporter())) {
              pairs.put(new Pair("UNLINKED", id, parentId, own.get(115)), List.of("", "", "", ""));
            } else if (fault.status.equals("UNACCEPTED") && !own.get(128).equals(own.reporter())) {
              pairs.put(new Pair("UNACCEPTED", id, "", own.get(128)), List.of("", "", "", ""));
            } else if (fault.status.equals("DUPLICATE_KEY")) {
              for (Message other : event.others.stream().sorted(ORDER).toList()) {
                if (!other.reporter().equals(own.reporter())) {
                  pairs.putIfAbsent(
                      new Pair("DUPLICATE_KEY", id, id, other.reporter()),
                      List.of(other.get(11), "", "", ""));
                }
              }
            }
          }
        });
    return pairs;
  }

  /** A fault from when it was there. */
  private static final class Life {
    Instant firstSeen;
    final Set<String> named = new TreeSet<>();
  }

  private void lives() {
    TreeSet<Instant> moments = new TreeSet<>();
    messages.forEach(message -> moments.add(message.sent()));
    Map<Fault, Life> open = new LinkedHashMap<>();
    Map<Pair, List<String>> seen = new LinkedHashMap<>();
    Map<Pair, Instant> gone = new LinkedHashMap<>();
    for (Instant moment : moments) {
      Map<String, Event> state = state(moment);
      Set<Fault> faults = faults(state);
      for (Fault fault : List.copyOf(open.keySet())) {
        if (!faults.contains(fault)) {
          close(fault, open.remove(fault), moment, repairOf(fault, moment));
        }
      }
      for (Fault fault : faults) {
        Life life = open.get(fault);
        if (life == null) {
          life = new Life();
          life.firstSeen = moment;
          open.put(fault, life);
        }
        life.named.addAll(named(fault, state));
      }
      Map<Pair, List<String>> pairs = breaks(state);
      for (Pair pair : seen.keySet()) {
        if (!pairs.containsKey(pair) && !gone.containsKey(pair)) {
          gone.put(pair, moment);
        }
      }
      pairs.forEach(
          (pair, values) -> {
            seen.put(pair, values);
            gone.remove(pair);
          });
    }
    open.forEach((fault, life) -> close(fault, life, null, ""));
    Map<String, Event> now = state(Instant.MAX);
    seen.forEach(
        (pair, values) -> {
          Instant until = gone.get(pair);
          if (until == null || until.isAfter(REPORTED)) {
            Message standing = now.get(pair.id).standing;
            add(
                "breaks",
                pair.kind,
                standing.reporter(),
                pair.named,
                pair.id,
                standing.get(11),
                pair.namedId,
                values.get(0),
                values.get(1),
                values.get(2),
                values.get(3),
                until == null ? "open" : "repaired");
          }
        });
  }

  private static Set<String> named(Fault fault, Map<String, Event> state) {
    Event event = state.get(fault.id);
    Set<String> firms = new TreeSet<>();
    if (event.published == null) {
      return firms;
    }
    switch (fault.status) {
      case "ORPHAN" -> firms.add(event.published.get(115));
      case "UNACCEPTED" -> firms.add(event.published.get(128));
      case "DUPLICATE_KEY" -> event.others.forEach(other -> firms.add(other.reporter()));
      default -> {
        // nobody
      }
    }
    firms.retainAll(PARTICIPANTS);
    firms.remove(fault.reporter);
    return firms;
  }

  /** What the messages of a moment did, of those that hang together with the event. */
  private String repairOf(Fault fault, Instant moment) {
    Set<String> family = family(fault.id);
    String actions = "";
    for (Message message : messages) {
      if (message.sent().equals(moment) && family.contains(message.id())) {
        actions += message.action();
      }
    }
    return actions.contains("C") ? "correction" : actions.contains("D") ? "deletion" : "arrival";
  }

  /** Events that hang together by any message. */
  private Set<String> family(String id) {
    Set<String> family = new HashSet<>(Set.of(id));
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Message message : messages) {
        String parent = message.parent();
        if (messages.stream().anyMatch(other -> other.id().equals(parent))
            && family.contains(message.id()) != family.contains(message.parent())) {
          grows = true;
          family.add(message.id());
          family.add(message.parent());
        }
      }
    }
    return family;
  }

  private void close(Fault fault, Life life, Instant repaired, String repairedBy) {
    if (repaired != null && !repaired.isAfter(REPORTED)) {
      return;
    }
    String reason = fault.status.equals("STRUCTURE") ? "5" : "";
    tellFault(fault, life, fault.reporter, "reporter", reason, repaired, repairedBy);
    for (String firm : life.named) {
      tellFault(fault, life, firm, "named", "", repaired, repairedBy);
    }
  }

  private void tellFault(
      Fault fault,
      Life life,
      String firm,
      String role,
      String reason,
      Instant repaired,
      String repairedBy) {
    add(
        "errors",
        fault.id,
        firm,
        role,
        fault.status,
        reason,
        fault.tag,
        NANOS.format(life.firstSeen),
        repaired == null ? "" : NANOS.format(repaired),
        repairedBy,
        repaired == null ? "" : String.valueOf(!repaired.isAfter(REPAIRED)));
  }

  private void add(String... cells) {
    rows.add(String.join(" , ", cells));
  }
}
