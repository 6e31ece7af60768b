package io.daisychain.linkage;

import io.daisychain.model.EventType;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Small random sets of events that know no decency: parents that are missing, of any type, in any
 * order of time, in cycles.
 */
public final class RandomMarket {
  private static final EventType[] TYPES = {
    EventType.NEW,
    EventType.AGGREGATE,
    EventType.ROUTE,
    EventType.ACCEPT,
    EventType.INTERNAL,
    EventType.REPLACE,
    EventType.REPLACE,
    EventType.CANCEL,
    EventType.CANCEL_REJECT,
    EventType.ACK,
    EventType.PARTIAL_FILL,
    EventType.FILL,
    EventType.FILL,
    EventType.BUST,
    EventType.CORRECT,
    EventType.CORRECT,
    EventType.REJECTED,
    EventType.CANCELED,
    EventType.RESTATED,
    EventType.ALLOCATION,
    EventType.ALLOCATION,
    EventType.ALLOCATION_STATUS
  };
  private static final String[] SYMBOLS = {"AAPL", "AAPL", "AAPL", "IBM", ""};
  private static final String[] OPTIONS = {"C150", "C150", "P150", "C90", ReportedEvent.HALF, ""};
  private static final String[] LEGS = {"A", "A", "B", "C", ""};
  private static final String[] SIDES = {"1", "3", "1", "1", "2", "5", "7", ""};
  private static final String[] REPORTERS = {"ALFA", "BRVO", "XVNA"};
  private static final String[] DESTINATIONS = {"BRVO", "XVNA", "NOBODY"};
  private static final String[] STATUSES = {"0", "1", "2", "7", "8", ""};

  private static final long DAY = 86_400_000_000_000L;

  private final Random random;

  public RandomMarket(long seed) {
    random = new Random(seed);
  }

  List<ReportedEvent> events() {
    int count = 1 + random.nextInt(24);
    boolean cyclic = random.nextInt(3) == 0;
    boolean uniform = random.nextBoolean();
    boolean withOptions = random.nextInt(3) == 0;
    boolean withLegs = random.nextInt(3) == 0;
    boolean isAllocated = random.nextInt(4) == 0;
    List<ReportedEvent> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      // Few different keys' beginnings, so that ties in time are decided late in the key.
      events.add(new ReportedEvent(new UUID(random.nextInt(3) - 1L, random.nextLong())));
    }
    for (int i = 0; i < count; i++) {
      fill(events.get(i), uniform, withOptions);
      if (isAllocated) {
        allocate(events, i);
        continue;
      }
      if (withLegs) {
        addLegs(events.get(i));
      }
      chooseParents(events, i, cyclic);
    }
    return events;
  }

  /** The same over one to six trade dates, of which some messages name one (10836). */
  public List<ReportedEvent> eventsOverDates() {
    List<ReportedEvent> events = events();
    int dates = 1 + random.nextInt(6);
    Map<UUID, ReportedEvent> byId = new TreeMap<>();
    for (int i = 0; i < events.size(); i++) {
      ReportedEvent event = events.get(i);
      byId.put(event.id, event);
      int date = random.nextInt(4) == 0 ? random.nextInt(dates) : i * dates / events.size();
      event.time += date * DAY;
    }
    for (ReportedEvent event : events) {
      ReportedEvent parent = event.parents.isEmpty() ? null : byId.get(event.parents.get(0));
      if (random.nextInt(3) == 0) {
        LocalDate any = event.date().plusDays(random.nextInt(5) - 2);
        event.parentDate = parent == null || random.nextInt(4) == 0 ? any : parent.date();
      }
    }
    return events;
  }

  private void fill(ReportedEvent event, boolean uniform, boolean withOptions) {
    event.type = pick(TYPES);
    event.time = 1_773_655_200_000_000_000L + random.nextInt(8) * 40_000_000L + random.nextInt(3);
    event.symbol = uniform ? "AAPL" : pick(SYMBOLS);
    event.option = withOptions ? pick(OPTIONS) : "";
    event.side = uniform ? "1" : pick(SIDES);
    event.reporter = pick(REPORTERS);
    event.destination = pick(DESTINATIONS);
    event.orderQty = random.nextInt(6) == 0 ? -1 : 100 * random.nextInt(6);
    event.lastShares = random.nextInt(6) == 0 ? -1 : 100 * random.nextInt(5);
    event.ordStatus = pick(STATUSES);
  }

  /** A few orders, a fill of each, and allocations of several of them, which compete for fills. */
  private void allocate(List<ReportedEvent> events, int i) {
    ReportedEvent event = events.get(i);
    int orders = Math.min(1 + events.size() / 4, 4);
    event.time = 1_773_655_200_000_000_000L + i * 1_000L;
    event.ordStatus = "1";
    event.type = EventType.NEW;
    if (i >= orders && i < 2 * orders) {
      event.type = EventType.FILL;
      event.lastShares = 100 * (1 + random.nextInt(2));
      event.parents.add(events.get(i - orders).id);
    } else if (i >= orders) {
      event.type = EventType.ALLOCATION;
      event.orderQty = 100 * (1 + random.nextInt(2));
      for (int order = 0; order < orders; order++) {
        if (random.nextInt(2) == 0) {
          event.parents.add(events.get(order).id);
        }
      }
    }
  }

  private void addLegs(ReportedEvent event) {
    boolean isOrder = event.type.isOrder() || event.type == EventType.REPLACE;
    if (isOrder && random.nextInt(4) > 0) {
      event.legs.put("A", 1 + random.nextInt(2));
      event.legs.put("B", 1 + random.nextInt(2));
      if (random.nextInt(4) == 0) {
        event.legs.remove("A");
      }
    } else if (event.type.isReport() && random.nextInt(4) > 0) {
      event.leg = pick(LEGS);
    }
  }

  private void chooseParents(List<ReportedEvent> events, int i, boolean cyclic) {
    ReportedEvent event = events.get(i);
    int wanted =
        event.type == EventType.AGGREGATE || event.type == EventType.ALLOCATION
            ? random.nextInt(5)
            : random.nextInt(8) == 0 ? 0 : 1;
    for (int p = 0; p < wanted; p++) {
      int reach = cyclic ? events.size() : i;
      if (reach == 0 || random.nextInt(12) == 0) {
        event.parents.add(new UUID(7, random.nextInt(4))); // never reported, sometimes by several
      } else {
        event.parents.add(events.get(random.nextInt(reach)).id);
      }
    }
  }

  private <T> T pick(T[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
