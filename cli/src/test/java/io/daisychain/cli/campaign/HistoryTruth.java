package io.daisychain.cli.campaign;

import io.daisychain.datagen.BruteForce;
import io.daisychain.datagen.GeneratedMessage;
import io.daisychain.datagen.ReferenceTables;
import io.daisychain.datagen.VersionsTruth;
import io.daisychain.model.EventType;
import io.daisychain.model.RowKey;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What is published of messages with actions, by brute force: the state after each message is made
 * anew from all that had been sent by then, with maps and sets, and states are compared.
 *
 * <p>Knows the messages of the generator and of {@link Histories}.
 */
final class HistoryTruth {
  /** Takes rows. */
  interface Rows {
    /**
     * Takes one.
     *
     * @param cells as {@link #QUERIES} select them
     */
    public void add(String table, List<String> cells);
  }

  /** What is selected of each table, in the order of its cells. */
  static final Map<String, String> QUERIES = new LinkedHashMap<>();

  static {
    QUERIES.put(
        "events",
        "SELECT id, concat_ws('|', Parent::VARCHAR, Merge) AS parents, GrandParent, LifecycleId,"
            + " ReporterId, eventType, symbol, errorStatus, version, tradeDate FROM events");
    QUERIES.put(
        "history",
        "SELECT id, version, action, sentTime, ReporterId, standing, changed, tradeDate"
            + " FROM history");
    QUERIES.put(
        "errors",
        "SELECT id, ReporterId, role, status, reason, tag, firstSeen, repaired, repairedBy, inTime,"
            + " tradeDate FROM errors");
    QUERIES.put(
        "breaks",
        "SELECT id, kind, reporter, named, EventId, namedId, namedEventId, field, \"value\","
            + " namedValue, state, tradeDate FROM breaks");
  }

  private static final DateTimeFormatter NANOS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);

  /**
   * In place of a table: ids of events of which nothing is told of faults, since they hang together
   * with so many that link does not look at each moment (docs/limits.md).
   */
  static final String TOO_LARGE = "too-large";

  private static final long MOST_STATES = 400_000;
  private static final int REPORTED = 1;
  private static final int REPAIRED = 3;

  private final ReferenceTables reference;
  private final int gtcDays;
  private final Rows rows;
  private final Map<GeneratedMessage, List<List<RowKey>>> candidates = new HashMap<>();
  private final Map<RowKey, RowKey> ids = new HashMap<>();

  HistoryTruth(ReferenceTables reference, int gtcDays, Rows rows) {
    this.reference = reference;
    this.gtcDays = gtcDays;
    this.rows = rows;
  }

  /** Tells the rows that messages come to. All are here that hang together with them. */
  void tell(Collection<GeneratedMessage> messages) {
    List<GeneratedMessage> placed = messages.stream().map(this::place).toList();
    for (List<GeneratedMessage> family : families(placed)) {
      new Family(family).tell();
    }
  }

  /** The message with a key of its own, since an id may be reported on several dates. */
  private GeneratedMessage place(GeneratedMessage message) {
    GeneratedMessage placed = message.withKey(key(message.place()));
    // Of a deletion nothing but its id is read.
    candidates.put(
        placed,
        message.action() == 'D'
            ? List.of()
            : message.candidates(gtcDays).stream()
                .map(places -> places.stream().map(this::key).toList())
                .toList());
    return placed;
  }

  /** A key for an event of a date, in the order of their ids. */
  private RowKey key(GeneratedMessage.Place place) {
    RowKey id = place.key();
    RowKey key = new RowKey(id.high(), (id.low() & ~0xffL) | (place.day() & 0xff));
    ids.put(key, id);
    return key;
  }

  private String id(RowKey key) {
    return ids.get(key).toString();
  }

  /**
   * Messages by the events that hang together by what any version meant at some time: of each
   * parent the nearest event, and those before it where that came after the child.
   */
  private Collection<List<GeneratedMessage>> families(Collection<GeneratedMessage> all) {
    Map<RowKey, List<GeneratedMessage>> events =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    GeneratedMessage::key, LinkedHashMap::new, Collectors.toList()));
    Map<RowKey, Instant> firstSent = new HashMap<>();
    Map<RowKey, Set<RowKey>> neighbors = new LinkedHashMap<>();
    events.forEach(
        (id, versions) -> {
          firstSent.put(
              id, versions.stream().map(GeneratedMessage::sent).min(Instant::compareTo).get());
          neighbors.put(id, new LinkedHashSet<>());
        });
    for (List<GeneratedMessage> versions : events.values()) {
      boolean isRepaired = versions.stream().anyMatch(version -> version.action() != 'N');
      for (GeneratedMessage message :
          isRepaired ? versions : List.of(new VersionsTruth(versions).published())) {
        for (List<RowKey> places : candidates.get(message)) {
          for (RowKey parent : places) {
            if (neighbors.containsKey(parent) && !parent.equals(message.key())) {
              neighbors.get(parent).add(message.key());
              neighbors.get(message.key()).add(parent);
              if (!firstSent.get(parent).isAfter(firstSent.get(message.key()))) {
                break;
              }
            }
          }
        }
      }
    }
    Map<RowKey, RowKey> familyOf = new HashMap<>();
    for (RowKey first : neighbors.keySet()) {
      List<RowKey> open = new ArrayList<>(List.of(first));
      while (!open.isEmpty()) {
        RowKey at = open.remove(open.size() - 1);
        if (familyOf.putIfAbsent(at, first) == null) {
          open.addAll(neighbors.get(at));
        }
      }
    }
    return all.stream()
        .collect(
            Collectors.groupingBy(
                message -> familyOf.get(message.key()), LinkedHashMap::new, Collectors.toList()))
        .values();
  }

  /** A fault of an event in one state. */
  private record Fault(RowKey id, String reporter, String status, int tag, String reason) {}

  /** A break in one state. */
  private record Pair(String kind, RowKey id, String reporter, String namedId, String named) {}

  /** A fault from when it was there. */
  private static final class Life {
    final Instant firstSeen;
    final Set<String> named = new TreeSet<>();

    Life(Instant firstSeen) {
      this.firstSeen = firstSeen;
    }
  }

  /** Events that hang together. */
  private final class Family {
    private final Map<RowKey, List<GeneratedMessage>> messages = new LinkedHashMap<>();
    private final Map<Instant, List<GeneratedMessage>> byMoment;
    private final Map<RowKey, VersionsTruth> state = new LinkedHashMap<>();
    private final Map<Fault, Life> open = new LinkedHashMap<>();
    private final Map<Pair, List<String>> seen = new LinkedHashMap<>();
    private final Map<Pair, Instant> gone = new HashMap<>();

    Family(List<GeneratedMessage> all) {
      all.forEach(
          message -> messages.computeIfAbsent(message.key(), id -> new ArrayList<>()).add(message));
      byMoment =
          all.stream()
              .sorted(VersionsTruth.ORDER)
              .collect(
                  Collectors.groupingBy(
                      GeneratedMessage::sent, LinkedHashMap::new, Collectors.toList()));
    }

    void tell() {
      messages.forEach((id, all) -> state.put(id, new VersionsTruth(all)));
      BruteForce now = new BruteForce(reference, state.values(), this::parents);
      Map<RowKey, RowKey> lifecycles = now.lifecycles();
      for (VersionsTruth event : state.values()) {
        if (event.published() != null) {
          tellEvent(event, now, lifecycles);
        }
        if (event.hasHistory()) {
          tellHistory(event);
        }
      }
      if ((long) messages.size() * byMoment.size() > MOST_STATES) {
        messages.keySet().forEach(event -> rows.add(TOO_LARGE, List.of(id(event))));
        // If all was sent by the deadline of reports, what is gone was gone by then.
      } else if (!faults(now).isEmpty() || isSentLater()) {
        state.clear();
        byMoment.keySet().forEach(this::look);
        open.forEach((fault, life) -> close(fault, life, null, ""));
        seen.forEach(this::tellBreak);
      }
    }

    /**
     * The parents that a message means in the state: of each the first that was reported by then.
     */
    private List<RowKey> parents(GeneratedMessage message) {
      return candidates.get(message).stream()
          .map(
              places ->
                  places.stream()
                      .filter(place -> state.containsKey(place) && !place.equals(message.key()))
                      .findFirst()
                      .orElse(places.get(0)))
          .distinct()
          .toList();
    }

    private boolean isSentLater() {
      Instant last = byMoment.keySet().stream().max(Instant::compareTo).orElseThrow();
      return messages.values().stream()
          .anyMatch(event -> last.isAfter(event.get(0).deadline(REPORTED)));
    }

    private void tellEvent(VersionsTruth event, BruteForce now, Map<RowKey, RowKey> lifecycles) {
      GeneratedMessage message = event.published();
      rows.add(
          "events",
          List.of(
              id(message.key()),
              parents(message).stream().map(parent -> id(parent)).collect(Collectors.joining("|")),
              id(now.grandparent(message)),
              id(lifecycles.get(message.key())),
              message.reporter(),
              message.type().name(),
              message.value(55),
              String.join(";", now.errors(message)),
              String.valueOf(event.versions().indexOf(message) + 1),
              message.date()));
    }

    private void tellHistory(VersionsTruth event) {
      List<GeneratedMessage> versions = event.versions();
      for (int i = 0; i < versions.size(); i++) {
        GeneratedMessage version = versions.get(i);
        boolean isChange = i > 0 && version.action() != 'D';
        rows.add(
            "history",
            List.of(
                id(version.key()),
                String.valueOf(i + 1),
                String.valueOf(version.action()),
                NANOS.format(version.sent()),
                version.reporter(),
                String.valueOf(version.equals(event.standing())),
                isChange ? changes(versions.get(i - 1), version) : "",
                version.date()));
      }
    }

    /** Looks at the state after the messages of a moment. */
    private void look(Instant moment) {
      for (GeneratedMessage message : byMoment.get(moment)) {
        List<GeneratedMessage> sent =
            messages.get(message.key()).stream()
                .filter(version -> !version.sent().isAfter(moment))
                .toList();
        state.put(message.key(), new VersionsTruth(sent));
      }
      BruteForce then = new BruteForce(reference, state.values(), this::parents);
      Set<Fault> faults = faults(then);
      for (Fault fault : List.copyOf(open.keySet())) {
        if (!faults.contains(fault)) {
          close(fault, open.remove(fault), moment, repairOf(moment));
        }
      }
      for (Fault fault : faults) {
        open.computeIfAbsent(fault, none -> new Life(moment)).named.addAll(named(fault));
      }
      Map<Pair, List<String>> pairs = breaks(then, faults);
      seen.keySet().stream()
          .filter(pair -> !pairs.containsKey(pair))
          .forEach(pair -> gone.putIfAbsent(pair, moment));
      gone.keySet().removeAll(pairs.keySet());
      seen.putAll(pairs);
    }

    /** All faults of the state but LATE. */
    private Set<Fault> faults(BruteForce then) {
      Set<Fault> faults = new LinkedHashSet<>();
      state.forEach(
          (id, event) -> {
            event
                .withoutOriginal()
                .forEach(firm -> faults.add(new Fault(id, firm, "UNKNOWN_ORIGINAL", 10004, "")));
            GeneratedMessage own = event.published();
            if (own != null) {
              for (BruteForce.Fault each : then.faults(own)) {
                faults.add(new Fault(id, own.reporter(), each.status(), each.tag(), each.reason()));
              }
            }
          });
      return faults;
    }

    private Set<String> named(Fault fault) {
      VersionsTruth event = state.get(fault.id);
      GeneratedMessage own = event.published();
      if (own == null) {
        return Set.of();
      }
      Set<String> firms = new TreeSet<>();
      if (fault.status.equals("ORPHAN") && own.type() == EventType.ACCEPT) {
        firms.add(own.value(115));
      } else if (fault.status.equals("UNACCEPTED")) {
        firms.add(own.value(128));
      } else if (fault.status.equals("DUPLICATE_KEY")) {
        event.others().forEach(other -> firms.add(other.reporter()));
      }
      firms.removeIf(firm -> firm.equals(fault.reporter) || !reference.isParticipant(firm, own));
      return firms;
    }

    private Map<Pair, List<String>> breaks(BruteForce then, Set<Fault> faults) {
      Map<Pair, List<String>> pairs = new LinkedHashMap<>();
      for (VersionsTruth event : state.values()) {
        GeneratedMessage own = event.published();
        if (own != null) {
          for (GeneratedMessage parent : then.reportedParents(own)) {
            if (!parent.reporter().equals(own.reporter())) {
              addMismatches(own, parent, pairs);
            }
          }
        }
      }
      for (Fault fault : faults) {
        VersionsTruth event = state.get(fault.id);
        GeneratedMessage own = event.published();
        if (own == null) {
          continue;
        }
        String id = id(own.key());
        if (fault.status.equals("ORPHAN") && own.type() == EventType.ACCEPT) {
          String sender = own.value(115);
          if (reference.isParticipant(sender, own) && !sender.equals(own.reporter())) {
            String route = id(parents(own).get(0));
            pairs.put(pair("UNLINKED", own, route, sender), values(own, "", "", "", ""));
          }
        } else if (fault.status.equals("UNACCEPTED") && !own.value(128).equals(own.reporter())) {
          pairs.put(pair("UNACCEPTED", own, "", own.value(128)), values(own, "", "", "", ""));
        } else if (fault.status.equals("DUPLICATE_KEY")) {
          for (GeneratedMessage other : event.others()) {
            if (!other.reporter().equals(own.reporter())) {
              pairs.putIfAbsent(
                  pair("DUPLICATE_KEY", own, id, other.reporter()),
                  values(own, other.eventId(), "", "", ""));
            }
          }
        }
      }
      return pairs;
    }

    private static Pair pair(String kind, GeneratedMessage own, String namedId, String named) {
      return new Pair(kind, own.key(), own.reporter(), namedId, named);
    }

    private static List<String> values(
        GeneratedMessage own, String namedEventId, String field, String value, String theirs) {
      return List.of(own.eventId(), namedEventId, field, value, theirs);
    }

    private void addMismatches(
        GeneratedMessage own, GeneratedMessage parent, Map<Pair, List<String>> pairs) {
      String parentId = id(parent.key());
      if (BruteForce.differInSymbol(own, parent)) {
        pairs.put(
            pair("SYMBOL_MISMATCH", own, parentId, parent.reporter()),
            values(own, parent.eventId(), "55", own.value(55), parent.value(55)));
      }
      if (BruteForce.differInSide(own, parent)) {
        pairs.put(
            pair("SIDE_MISMATCH", own, parentId, parent.reporter()),
            values(own, parent.eventId(), "54", own.value(54), parent.value(54)));
      }
    }

    /** What the messages of a moment did. */
    private String repairOf(Instant moment) {
      Set<Character> actions =
          byMoment.get(moment).stream().map(GeneratedMessage::action).collect(Collectors.toSet());
      return actions.contains('C') ? "correction" : actions.contains('D') ? "deletion" : "arrival";
    }

    private void close(Fault fault, Life life, Instant repaired, String repairedBy) {
      GeneratedMessage any = messages.get(fault.id).get(0);
      if (repaired != null && !repaired.isAfter(any.deadline(REPORTED))) {
        return;
      }
      String inTime =
          repaired == null ? "" : String.valueOf(!repaired.isAfter(any.deadline(REPAIRED)));
      List<String> firms = new ArrayList<>(List.of(fault.reporter));
      firms.addAll(life.named);
      for (int i = 0; i < firms.size(); i++) {
        rows.add(
            "errors",
            List.of(
                id(fault.id),
                firms.get(i),
                i == 0 ? "reporter" : "named",
                fault.status,
                i == 0 ? fault.reason : "",
                String.valueOf(fault.tag),
                NANOS.format(life.firstSeen),
                repaired == null ? "" : NANOS.format(repaired),
                repairedBy,
                inTime,
                any.date()));
      }
    }

    private void tellBreak(Pair pair, List<String> values) {
      GeneratedMessage standing = state.get(pair.id).standing();
      Instant until = gone.get(pair);
      if (until == null || until.isAfter(standing.deadline(REPORTED))) {
        rows.add(
            "breaks",
            List.of(
                id(pair.id),
                pair.kind,
                pair.reporter,
                pair.named,
                values.get(0),
                pair.namedId,
                values.get(1),
                values.get(2),
                values.get(3),
                values.get(4),
                until == null ? "open" : "repaired",
                standing.date()));
      }
    }
  }

  /** In what a version differs from the one before, by the first value of each tag. */
  private static String changes(GeneratedMessage before, GeneratedMessage after) {
    Map<Integer, String> old = values(before);
    Map<Integer, String> now = values(after);
    Set<Integer> tags = new TreeSet<>(old.keySet());
    tags.addAll(now.keySet());
    return tags.stream()
        .filter(tag -> !old.getOrDefault(tag, "").equals(now.getOrDefault(tag, "")))
        .map(tag -> tag + ":" + old.getOrDefault(tag, "") + ">" + now.getOrDefault(tag, ""))
        .collect(Collectors.joining("|"));
  }

  private static Map<Integer, String> values(GeneratedMessage message) {
    Map<Integer, String> values = new HashMap<>();
    for (String field : message.content().split("\1", -1)) {
      int equals = field.indexOf('=');
      if (equals > 0) {
        values.merge(
            Integer.valueOf(field.substring(0, equals)),
            field.substring(equals + 1),
            (first, next) -> first + "," + next);
      }
    }
    return values;
  }
}
