package io.daisychain.datagen;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.behaviour.BehaviourKind;
import io.daisychain.datagen.behaviour.BehaviourRates;
import io.daisychain.datagen.lifecycle.Lineage;
import io.daisychain.model.EventType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import quickfix.DataDictionary;
import quickfix.Message;

/** Each behaviour is told from its innocent twin by what its published definition says. */
class BehavioursIT {
  private static final long SEED = 5_210;
  private static final long SECOND = 1_000_000_000L;
  private static final long MINUTE = 60 * SECOND;

  private static WorkloadPlan plan;
  private static final Map<String, ByteArrayOutputStream> FILES = new TreeMap<>();
  private static final Map<String, GeneratedMessage> MESSAGES = new HashMap<>();
  private static final List<Instance> INSTANCES = new ArrayList<>();

  /** Orders of a behaviour or twin, by role, each the events of its lifecycle. */
  private record Instance(
      BehaviourKind kind, String number, boolean innocent, Map<String, List<Order>> orders) {

    List<Order> of(String role) {
      return orders.getOrDefault(role, List.of());
    }

    Order first(String role) {
      return of(role).get(0);
    }

    long last(EventType type) {
      return orders.values().stream()
          .flatMap(List::stream)
          .flatMap(order -> order.events.stream())
          .filter(event -> event.type() == type)
          .mapToLong(GeneratedMessage::nanos)
          .max()
          .orElseThrow();
    }
  }

  private record Order(List<GeneratedMessage> events) {
    GeneratedMessage received() {
      return events.get(0);
    }

    String field(int tag) {
      return received().fields().get(tag);
    }

    List<GeneratedMessage> all(EventType type) {
      return events.stream().filter(event -> event.type() == type).toList();
    }

    GeneratedMessage fillAtVenue() {
      return all(EventType.FILL).get(0);
    }

    boolean isExecuted() {
      return events.stream().anyMatch(event -> event.type().isFill());
    }
  }

  @BeforeAll
  static void generate() throws IOException {
    plan =
        WorkloadPlan.of(
            GeneratorSettings.to("unused")
                .withWorkload(100, 60_000)
                .withSeed(SEED)
                .withLineage(Lineage.NATIVE)
                .withErrors(0.02)
                .withBehaviours(BehaviourRates.parse("0.01"))
                .withTruth()
                .withShards(1));
    Generator.generateShard(
        plan, 0, name -> FILES.computeIfAbsent(name, none -> new ByteArrayOutputStream()));
    for (GeneratedMessage message : messages()) {
      MESSAGES.putIfAbsent(message.key().toString(), message);
    }
    List<String> lines = FILES.get(plan.behavioursFile(0)).toString(ISO_8859_1).lines().toList();
    assertEquals("behaviour,instance,innocent,role,id,eventType", lines.get(0));
    Map<String, Instance> byNumber = new TreeMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] values = line.split(",", -1);
      Instance instance =
          byNumber.computeIfAbsent(
              values[1],
              number ->
                  new Instance(
                      BehaviourKind.valueOf(values[0]),
                      number,
                      Boolean.parseBoolean(values[2]),
                      new TreeMap<>()));
      List<Order> orders = instance.orders.computeIfAbsent(values[3], none -> new ArrayList<>());
      GeneratedMessage event = MESSAGES.get(values[4]);
      assertEquals(values[5], event.type().name(), line);
      if (event.type() == EventType.NEW) {
        orders.add(new Order(new ArrayList<>()));
      }
      orders.get(orders.size() - 1).events.add(event);
    }
    INSTANCES.addAll(byNumber.values());
  }

  private static List<GeneratedMessage> messages() {
    List<GeneratedMessage> messages = new ArrayList<>();
    FILES.forEach(
        (name, bytes) -> {
          if (name.endsWith(".fix")) {
            bytes
                .toString(ISO_8859_1)
                .lines()
                .filter(GeneratedMessage::isWhole)
                .map(GeneratedMessage::of)
                .forEach(messages::add);
          }
        });
    return messages;
  }

  @ParameterizedTest
  @EnumSource
  void isToldFromItsInnocentTwin(BehaviourKind kind) {
    Predicate<Instance> rule =
        switch (kind) {
          case WASH_TRADE -> found -> customer(found, "BUYER").equals(customer(found, "SELLER"));
          case LAYERING -> found -> side(found, "LAYER") != side(found, "EXECUTED");
          case SPOOFING -> found -> side(found, "LARGE") != side(found, "EXECUTED");
          case MARKING_THE_CLOSE ->
              found -> found.of("ORDER").stream().allMatch(BehavioursIT::isOfLastMinute);
          case MOMENTUM_IGNITION -> found -> !found.of("REVERSAL").isEmpty();
          case FRONT_RUNNING ->
              found -> found.first("BLOCK").received().nanos() < received(found.first("OWN"));
          case TRADING_AHEAD -> found -> !found.first("CUSTOMER").isExecuted();
          case QUOTE_STUFFING ->
              found -> found.last(EventType.CANCELED) - received(found.first("ORDER")) < 2 * SECOND;
          case OVER_ROUTING -> found -> isRoutedTwice(found.first("ORDER"));
          case LATE_REPORT -> found -> !found.of("OWN").isEmpty();
        };
    int guilty = 0;
    int innocent = 0;
    for (Instance instance : INSTANCES) {
      if (instance.kind == kind) {
        assertEquals(!instance.innocent, rule.test(instance), "seed " + SEED + ": " + instance);
        assertTrue(looksAsItsKind(instance), "seed " + SEED + ": " + instance);
        guilty += instance.innocent ? 0 : 1;
        innocent += instance.innocent ? 1 : 0;
      }
    }
    assertTrue(guilty > 3 && innocent > 3, "seed %d: %d, %d".formatted(SEED, guilty, innocent));
  }

  /** What behaviour and twin have in common. */
  private static boolean looksAsItsKind(Instance found) {
    return switch (found.kind) {
      case WASH_TRADE -> {
        GeneratedMessage bought = found.first("BUYER").fillAtVenue();
        GeneratedMessage sold = found.first("SELLER").fillAtVenue();
        yield bought.nanos() == sold.nanos()
            && List.of(31, 32, 49, 55).stream()
                .allMatch(tag -> bought.fields().get(tag).equals(sold.fields().get(tag)));
      }
      case LAYERING -> found.of("LAYER").size() >= 4 && areCanceled(found.of("LAYER"));
      case SPOOFING -> areCanceled(found.of("LARGE"));
      case MARKING_THE_CLOSE -> found.of("ORDER").size() == 5;
      case MOMENTUM_IGNITION -> found.of("BURST").size() >= 8;
      case FRONT_RUNNING ->
          Long.parseLong(found.first("BLOCK").field(38)) > 10_000
              && found.first("OWN").field(109) == null;
      case TRADING_AHEAD -> found.first("OWN").field(44).equals(found.first("CUSTOMER").field(44));
      case QUOTE_STUFFING -> found.of("ORDER").size() == 40 && areCanceled(found.of("ORDER"));
      case OVER_ROUTING -> found.first("ORDER").isExecuted();
      case LATE_REPORT -> {
        GeneratedMessage report = found.first("TRADE").fillAtVenue();
        Instant happened = Instant.EPOCH.plusNanos(report.nanos());
        yield Duration.between(happened, report.sent()).toMinutes() >= 15;
      }
    };
  }

  private static boolean areCanceled(List<Order> orders) {
    return orders.stream()
        .allMatch(order -> !order.isExecuted() && !order.all(EventType.CANCELED).isEmpty());
  }

  private static boolean isRoutedTwice(Order order) {
    long firstCancel =
        order.all(EventType.CANCEL).stream().mapToLong(GeneratedMessage::nanos).min().orElseThrow();
    return order.all(EventType.ROUTE).stream().filter(route -> route.nanos() < firstCancel).count()
        > 1;
  }

  private static boolean isOfLastMinute(Order order) {
    long close = plan.epochDay(0) * 86_400L * SECOND + plan.day(0).closes(0);
    return order.fillAtVenue().nanos() > close - MINUTE;
  }

  private static long received(Order order) {
    return order.received().nanos();
  }

  private static String customer(Instance found, String role) {
    return found.first(role).field(109);
  }

  private static boolean side(Instance found, String role) {
    return found.first(role).field(54).equals("1");
  }

  @Test
  void messagesAreValidAndLinkAsTheTruthSays() throws Exception {
    Map<String, String> told = new HashMap<>();
    FILES
        .get(plan.truthFile(0))
        .toString(ISO_8859_1)
        .lines()
        .skip(1)
        .forEach(line -> told.put(line.substring(0, 36), line));
    BruteForce bruteForce = new BruteForce(plan, messages());
    for (GeneratedMessage message : bruteForce.published()) {
      String line = bruteForce.line(message);
      assertEquals(line, told.remove(line.substring(0, 36)), "seed " + SEED + message.text());
    }
    assertEquals(Map.of(), told, "seed " + SEED);

    DataDictionary dictionary = Fix42Dictionary.of(Lineage.NATIVE);
    for (Instance instance : INSTANCES) {
      for (List<Order> orders : instance.orders.values()) {
        for (Order order : orders) {
          for (GeneratedMessage event : order.events) {
            dictionary.validate(new Message(event.text(), dictionary, true));
          }
        }
      }
    }
  }

  @Test
  void bothSidesOfATradeStandOnTheTapeOnce() throws IOException {
    WorkloadPlan washed =
        WorkloadPlan.of(
            plan.settings()
                .withMarket()
                .withErrors(0)
                .withBehaviours(BehaviourRates.parse("WASH_TRADE=0.01")));
    Map<String, ByteArrayOutputStream> files = new TreeMap<>();
    Generator.generateShard(
        washed, 0, name -> files.computeIfAbsent(name, none -> new ByteArrayOutputStream()));
    String tape = files.get(washed.tradesFile(0)).toString(ISO_8859_1);
    Map<String, GeneratedMessage> events = new HashMap<>();
    files
        .get(washed.eventsFile(0))
        .toString(ISO_8859_1)
        .lines()
        .map(GeneratedMessage::of)
        .forEach(event -> events.put(event.key().toString(), event));
    int trades = 0;
    for (String line :
        files.get(washed.behavioursFile(0)).toString(ISO_8859_1).lines().skip(1).toList()) {
      String[] values = line.split(",", -1);
      GeneratedMessage event = events.get(values[4]);
      if (values[3].equals("BUYER") && event.type() == EventType.FILL && isVenues(event)) {
        String trade =
            "%s,%d,%s,%s,%s,"
                .formatted(
                    event.fields().get(55),
                    event.nanos(),
                    event.fields().get(49),
                    event.fields().get(31),
                    event.fields().get(32));
        assertEquals(2, tape.split("\n" + trade, -1).length, trade);
        trades++;
      }
    }
    assertTrue(trades > 5, "seed " + SEED + ": " + trades);
  }

  private static boolean isVenues(GeneratedMessage event) {
    return event.fields().get(49).startsWith("X");
  }
}
