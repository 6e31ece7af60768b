package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.fault.ErrorRates;
import io.daisychain.datagen.lifecycle.DateChoices;
import io.daisychain.datagen.lifecycle.Days;
import io.daisychain.datagen.lifecycle.Lineage;
import io.daisychain.model.EventType;
import io.daisychain.model.RowKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Workloads of several trade dates, with orders that are good till cancel. */
class GeneratedDatesIT {
  /** A Thursday: a weekend lies between the second date and the third. */
  private static final GeneratorSettings SETTINGS =
      GeneratorSettings.to("unused")
          .withWorkload(100, 12_000)
          .withTradeDate(LocalDate.of(2026, 3, 19))
          .withTruth();

  private static final List<String> DATES = List.of("20260319", "20260320", "20260323");

  /** What a workload wrote, by file. */
  private record Written(Map<String, String> files, ShardSummary summary) {
    static Written of(GeneratorSettings settings) {
      WorkloadPlan plan = WorkloadPlan.of(settings);
      Map<String, ByteArrayOutputStream> streams = new TreeMap<>();
      ShardSummary summary = ShardSummary.EMPTY;
      for (int shard = 0; shard < plan.shards(); shard++) {
        try {
          ShardSummary one =
              Generator.generateShard(
                  plan,
                  shard,
                  name -> {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    assertEquals(null, streams.put(name, bytes), name + " is opened twice");
                    return bytes;
                  });
          summary = summary.plus(one);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      assertTrue(plan.files().containsAll(streams.keySet()), streams.keySet().toString());
      Map<String, String> files = new TreeMap<>();
      streams.forEach((name, bytes) -> files.put(name, bytes.toString(StandardCharsets.US_ASCII)));
      return new Written(files, summary);
    }

    List<GeneratedMessage> messages(String prefix) {
      List<GeneratedMessage> messages = new ArrayList<>();
      files.forEach(
          (name, text) -> {
            if (name.startsWith(prefix) && name.endsWith(".fix")) {
              text.lines()
                  .filter(GeneratedMessage::isWhole)
                  .flatMap(GeneratedMessage::events)
                  .forEach(messages::add);
            }
          });
      return messages;
    }

    /** Lines of all files of a kind by id. */
    Map<String, String> truth(String prefix) {
      Map<String, String> lines = new HashMap<>();
      files.forEach(
          (name, text) -> {
            if (name.startsWith(prefix)) {
              text.lines()
                  .skip(1)
                  .forEach(
                      line -> assertEquals(null, lines.put(line.substring(0, 36), line), line));
            }
          });
      return lines;
    }
  }

  /** Model, lineage, share of errors, and seed; a failure names the seed. */
  @ParameterizedTest
  @CsvSource({
    "equities, NATIVE, 0, 51",
    "equities, NATIVE, 0.3, 52",
    "equities, TAGGED, 0.3, 53",
    "market-maker, NATIVE, 0.1, 54",
    "institutional, NATIVE, 0.1, 55",
    "institutional, TAGGED, 0, 56",
    "stress, NATIVE, 0.1, 57",
    "equities, NATIVE, 0.3, 58",
    "market-maker, TAGGED, 0.1, 59",
    "institutional, NATIVE, 0.1, 63",
    "stress, NATIVE, 0.1, 61"
  })
  void haveTheTruthThatBruteForceFindsInTheMessages(
      String model, Lineage lineage, double errors, long seed) {
    GeneratorSettings settings =
        SETTINGS
            .withWorkload(100, 6_000)
            .withDays(new Days(3, 0.3, 5, 0.05))
            .withModel(model)
            .withLineage(lineage)
            .withErrors(errors)
            .withSeed(seed);
    Written written = Written.of(settings);
    WorkloadPlan plan = WorkloadPlan.of(settings);
    List<GeneratedMessage> messages = written.messages("");

    List<GeneratedMessage> searched = lineage == Lineage.NATIVE ? search(messages) : messages;
    compare(new BruteForce(plan, searched), written.truth("truth"), "seed " + seed);
    if (lineage == Lineage.NATIVE) {
      compare(new BruteForce(plan, messages), written.truth("gtc0-truth"), "gtc0, seed " + seed);
    }
    DateCounts counts = written.summary().dates();
    assertTrue(counts.undated() > 0 && counts.later() > 3 * counts.undated(), counts.toString());
  }

  private static void compare(BruteForce bruteForce, Map<String, String> told, String seed) {
    int found = 0;
    for (GeneratedMessage message : bruteForce.published()) {
      String line = bruteForce.line(message);
      assertEquals(line, told.get(line.substring(0, 36)), seed + ": " + message.text());
      found++;
    }
    assertEquals(found, told.size(), seed);
  }

  /** Parents that are not reported on the day that is named are looked for on seven days before. */
  private static List<GeneratedMessage> search(List<GeneratedMessage> messages) {
    Set<RowKey> reported = new HashSet<>();
    messages.forEach(message -> reported.add(message.key()));
    List<GeneratedMessage> searched = new ArrayList<>();
    for (GeneratedMessage message : messages) {
      List<RowKey> parents = new ArrayList<>(message.parents());
      boolean isDated = message.text().contains("\u000110836=");
      for (int back = 1; back <= 7 && !isDated && !reported.containsAll(parents); back++) {
        LocalDate date = date(message.value(60)).minusDays(back);
        List<RowKey> earlier = onDate(message, date).parents();
        for (int p = 0; p < parents.size(); p++) {
          if (!reported.contains(parents.get(p)) && reported.contains(earlier.get(p))) {
            parents.set(p, earlier.get(p));
          }
        }
      }
      searched.add(message.withParents(parents));
    }
    return searched;
  }

  /** The same message as if its parents' date were in it. */
  private static GeneratedMessage onDate(GeneratedMessage message, LocalDate date) {
    String tag = "10836=" + date.format(DateTimeFormatter.BASIC_ISO_DATE) + "\u0001";
    String text = message.text();
    return GeneratedMessage.of(
        message.type() == EventType.AGGREGATE
            ? text.replaceAll("\u000110887=[^\u0001]*\u0001", "$0" + tag)
            : text.replace("\u000110=", "\u0001" + tag + "10="));
  }

  private static LocalDate date(String time) {
    return LocalDate.parse(time.substring(0, 8), DateTimeFormatter.BASIC_ISO_DATE);
  }

  @ParameterizedTest
  @ValueSource(longs = {61, 62})
  void keepEachMessageInTheFileOfItsTradeDate(long seed) {
    Written written =
        Written.of(
            SETTINGS
                .withDays(new Days(3, 0.3, 5, 0.1))
                .withSeed(seed)
                .withShards(2)
                .withErrors(ErrorRates.parse("LATE=0.02,REPEAT=0.02")));
    Set<String> dates = new TreeSet<>();
    Set<RowKey> ids = new HashSet<>();
    written
        .files()
        .forEach(
            (name, text) -> {
              if (name.endsWith(".fix")) {
                String date = name.replaceAll("^(events|late)-([0-9]{8})-.*", "$2");
                boolean isLate = name.startsWith("late-");
                dates.add(date);
                for (String line : text.lines().toList()) {
                  GeneratedMessage message = GeneratedMessage.of(line);
                  ids.add(message.key());
                  assertTrue(message.value(60).startsWith(date), name + ": " + line);
                  boolean sentThen = message.value(52).startsWith(date);
                  assertTrue(sentThen || isLate, name + ", seed " + seed + ": " + line);
                }
              }
            });
    assertEquals(new TreeSet<>(DATES), dates, "no order lives past the last date");
    assertEquals(written.summary().events(), ids.size(), "ids are unique over the dates");
    assertEquals(dates, byDate(written).keySet());
    assertEquals(
        written.summary().events(), byDate(written).values().stream().mapToLong(n -> n).sum());
    double late = written.messages("late-").size() / (double) written.summary().lines();
    assertEquals(0.1 + 0.025 * 0.9, late, 0.015, "late ones, and those sent after the deadline");
  }

  private static Map<String, Long> byDate(Written written) {
    Map<String, Long> byDate = new TreeMap<>();
    written
        .summary()
        .dates()
        .events()
        .forEach((date, n) -> byDate.put(date.format(DateTimeFormatter.BASIC_ISO_DATE), n));
    return byDate;
  }

  @ParameterizedTest
  @EnumSource(Lineage.class)
  void nameTheDateOfParentsOfAnotherDateInFourOfFiveMessages(Lineage lineage) {
    Set<EventType> carried = EnumSet.noneOf(EventType.class);
    int dated = 0;
    int undated = 0;
    for (String model : List.of("equities", "institutional")) {
      List<GeneratedMessage> messages =
          Written.of(
                  SETTINGS
                      .withWorkload(100, 40_000)
                      .withDays(new Days(3, 0.8, 5, 0))
                      .withModel(model)
                      .withSeed(71)
                      .withLineage(lineage))
              .messages("events-");
      Map<RowKey, String> dateOf = new HashMap<>();
      messages.forEach(message -> dateOf.put(message.key(), tradeDate(message)));
      for (GeneratedMessage message : lineage == Lineage.NATIVE ? search(messages) : messages) {
        Set<String> dates = new TreeSet<>();
        message.parents().forEach(parent -> dates.add(dateOf.get(parent)));
        dates.remove(tradeDate(message));
        Set<String> named = named(message);
        if (dates.isEmpty()) {
          assertEquals(Set.of(), named, message.text());
          continue;
        }
        carried.add(message.type());
        // Cancels and their rejects do not say it; a trade is amended on its other side too.
        boolean isAmended = Set.of(EventType.BUST, EventType.CORRECT).contains(message.type());
        assertTrue(isAmended || Set.of("", "1").contains(message.value(59)), message.text());
        if (named.isEmpty()) {
          undated++;
        } else {
          assertEquals(dates, named, message.text());
          dated++;
        }
      }
    }
    double share = undated / (double) (dated + undated);
    assertEquals(DateChoices.UNDATED, share, 0.03, undated + " and " + dated);
    Set<EventType> missing =
        EnumSet.of(
            EventType.ROUTE,
            EventType.INTERNAL,
            EventType.AGGREGATE,
            EventType.REPLACE,
            EventType.CANCEL,
            EventType.PARTIAL_FILL,
            EventType.FILL,
            EventType.DONE_FOR_DAY,
            EventType.BUST,
            EventType.CORRECT);
    missing.removeAll(carried);
    assertEquals(Set.of(), missing, "types that name a parent of another date");
  }

  private static String tradeDate(GeneratedMessage message) {
    return message.value(60).substring(0, 8);
  }

  /** All values of tag 10836. */
  private static Set<String> named(GeneratedMessage message) {
    Set<String> named = new TreeSet<>();
    for (String field : message.text().split("\u0001", -1)) {
      if (field.startsWith("10836=")) {
        named.add(field.substring(6));
      }
    }
    return named;
  }

  @Test
  void dealTheEventsEvenlyAndStayApartWithoutOrdersThatAreGoodTillCancel() {
    Written written =
        Written.of(SETTINGS.withDays(new Days(3, 0, 5, 0)).withLineage(Lineage.NATIVE));

    for (Map.Entry<String, Long> date : byDate(written).entrySet()) {
      assertEquals(4_000, date.getValue(), 40, date.getKey());
    }
    assertEquals(0, written.summary().dates().gtcLifecycles());
    assertEquals(0, written.summary().dates().later());
    for (GeneratedMessage message : written.messages("events-")) {
      assertFalse(message.text().contains("\u000110836="), message.text());
    }
    assertEquals(Map.of(), written.truth("gtc0-truth"));
  }

  /** A lifecycle has at most the nights of the span; most of those that live on have one. */
  @Test
  void carryLifecyclesForNoMoreNightsThanTheSpan() {
    GeneratorSettings settings = SETTINGS.withSeed(81).withLineage(Lineage.NATIVE);
    for (int span : new int[] {1, 2, Days.LONGEST_SPAN}) {
      // Twelve weekdays: the longest spans have two weekends in them.
      Written written = Written.of(settings.withDays(new Days(12, 1, span, 0)));
      List<String> dates = List.copyOf(byDate(written).keySet());
      assertEquals(12, dates.size());
      Map<String, Set<Integer>> nights = new HashMap<>();
      for (GeneratedMessage message : written.messages("events-")) {
        if (message.value(59).equals("0")) {
          continue; // of those who trade with such orders
        }
        nights
            .computeIfAbsent(
                message.value(11).replaceAll("-[^-]*$", ""), lifecycle -> new TreeSet<>())
            .add(dates.indexOf(tradeDate(message)));
      }
      int[] byNights = new int[span + 1];
      nights.forEach(
          (lifecycle, days) -> {
            TreeSet<Integer> sorted = new TreeSet<>(days);
            byNights[sorted.last() - sorted.first()]++; // beyond the span it fails
          });
      assertTrue(byNights[1] > nights.size() / 4, byNights[1] + " of " + nights.size());
      int several = Arrays.stream(byNights).skip(2).sum();
      assertTrue(several < byNights[1], several + " of " + nights.size() + ", span " + span);
      assertTrue(span == 1 || several > 0, "span " + span);
    }
  }

  @Test
  void areTheSameMarketWhateverIsHandedInLate() {
    GeneratorSettings settings = SETTINGS.withSeed(91).withLineage(Lineage.NATIVE);
    Written inTime = Written.of(settings.withDays(new Days(3, 0.3, 5, 0)));
    Written late = Written.of(settings.withDays(new Days(3, 0.3, 5, 0.2)));

    assertEquals(Set.copyOf(content(inTime)), Set.copyOf(content(late)));
    assertEquals(inTime.truth("truth"), late.truth("truth"));
    assertEquals(inTime.truth("gtc0"), late.truth("gtc0"));
    assertTrue(inTime.messages("late-").isEmpty());
    Set<RowKey> lateKeys = new HashSet<>();
    late.messages("late-").forEach(message -> lateKeys.add(message.key()));
    long parents =
        late.messages("events-").stream()
            .filter(message -> message.parents().stream().anyMatch(lateKeys::contains))
            .count();
    assertTrue(parents > 100, "children that were handed in before their parents: " + parents);
  }

  /** Messages without length, checksum and MsgSeqNum, which go by the order of the lines. */
  private static List<String> content(Written written) {
    return written.messages("").stream()
        .map(message -> message.text().replaceAll("(^|\u0001)(9|10|34)=[^\u0001]*", ""))
        .toList();
  }

  @Test
  void beginOnAMondayWhereTheFirstDateIsOnAWeekend() {
    Written written =
        Written.of(
            SETTINGS.withTradeDate(LocalDate.of(2026, 3, 21)).withDays(new Days(2, 0, 5, 0)));

    assertEquals(Set.of("20260323", "20260324"), byDate(written).keySet());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 5, 0, --days=0: must be 1 to 2000",
    "3, 1.5, 5, 0, --gtc=1.5: must be 0 to 1",
    "1, 0.5, 5, 0, --gtc=0.5: needs --days: no order lives past the last of them",
    "3, 0.5, 9, 0, --gtcSpan=9: must be 1 to 8",
    "3, 0.5, 5, -0.1, --late=-0.1: must be 0 to 1"
  })
  void nameEveryErrorOfTheSettings(int days, double gtc, int span, double late, String told) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> new Days(days, gtc, span, late));

    assertEquals(told, refused.getMessage());
  }
}
