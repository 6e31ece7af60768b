package io.daisychain.datagen;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.quote.Quotes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Reads what a shard writes, line by line, and holds its executions at venues beside its tape: each
 * has its trade there, which another report shares or none; both sides say the same to the end, no
 * price is beyond a limit or outside what was quoted.
 */
final class TradesCheck {
  private static final long DAY = 86_400_000_000_000L;

  /** Where a trade was, at which price and of what size. */
  private record Place(String symbol, long nanos, String venue, String price, String size) {}

  /** An execution or what changes one: its side, and price and size as they are then. */
  private record Fill(String execution, String side, String stands) {
    boolean buys() {
      return side.equals("1") || side.equals("3");
    }
  }

  private final WorkloadPlan plan;
  private final String what;
  private final Market market;
  private final Quotes quotes;
  private final int epochDay;
  private final Set<String> venues = new HashSet<>();
  private final Map<String, Integer> symbols = new HashMap<>();
  private final Map<Place, Integer> tape = new HashMap<>();
  private final Map<Place, List<Fill>> fills = new HashMap<>();
  private final Map<String, Fill> changes = new HashMap<>(); // by the execution that is changed
  private long messages;
  private long sweeps;

  /**
   * What was found.
   *
   * @param messages read
   * @param shared trades of which two reports are the sides
   * @param alone trades with the background
   * @param sweeps through the best, of many shares
   */
  record Counts(long messages, long shared, long alone, long sweeps) {
    Counts plus(Counts other) {
      return new Counts(
          messages + other.messages,
          shared + other.shared,
          alone + other.alone,
          sweeps + other.sweeps);
    }

    /** Share of the executions at venues whose other side is a report too. */
    double sharedFills() {
      return 2.0 * shared / (2 * shared + alone);
    }
  }

  private TradesCheck(WorkloadPlan plan, int shard) {
    this.plan = plan;
    what = plan.modelName() + ", seed " + plan.settings().seed() + ", shard " + shard;
    market = plan.market();
    quotes = plan.quotes(shard);
    epochDay = plan.epochDay(shard);
    for (int i = market.brokers; i < market.firms(); i++) {
      venues.add(new String(market.firmNames[i], ISO_8859_1));
    }
    for (int i = 0; i < market.symbols; i++) {
      symbols.put(new String(market.symbolNames[i], ISO_8859_1), i);
    }
  }

  /** Generates a shard, and fails on what must not be. */
  static Counts of(WorkloadPlan plan, int shard) throws IOException {
    TradesCheck check = new TradesCheck(plan, shard);
    Generator.generateShard(
        plan,
        shard,
        name ->
            name.endsWith(".fix")
                ? new Lines(check::message)
                : name.startsWith("trades")
                    ? new Lines(check::trade)
                    : OutputStream.nullOutputStream());
    return check.compare();
  }

  /** Splits what is written into lines. */
  private static final class Lines extends OutputStream {
    private final Consumer<String> target;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    Lines(Consumer<String> target) {
      this.target = target;
    }

    @Override
    public void write(int value) {
      if (value == '\n') {
        target.accept(line.toString(ISO_8859_1));
        line.reset();
      } else {
        line.write(value);
      }
    }
  }

  private void trade(String line) {
    String[] values = line.split(",", -1);
    if (venues.contains(values[2])) {
      Place place =
          new Place(values[0], Long.parseLong(values[1]), values[2], values[3], values[4]);
      tape.merge(place, 1, Integer::sum);
    }
  }

  private void message(String line) {
    messages++;
    if (!line.contains("\u000135=8\u0001") || line.contains("\u0001128=")) {
      return; // no report, or of a route
    }
    Map<Integer, String> fields = new TreeMap<>();
    for (String field : line.split("\u0001", -1)) {
      int equals = field.indexOf('=');
      if (equals > 0) {
        fields.putIfAbsent(Integer.parseInt(field.substring(0, equals)), field.substring(equals + 1));
      }
    }
    if (!venues.contains(fields.get(49))) {
      return;
    }
    String stands = fields.get(32) + " at " + fields.get(31);
    Fill fill = new Fill(fields.get(17), fields.get(54), stands);
    if (!fields.get(20).equals("0")) {
      changes.put(fields.get(19), fill);
    } else if (Set.of("1", "2").contains(fields.get(150))) {
      fill(fields, fill);
    }
  }

  /** Price and size of an execution in the end. */
  private String standing(Fill fill) {
    Fill last = fill;
    for (Fill next = last; next != null; next = changes.get(next.execution)) {
      last = next;
    }
    return last.stands;
  }

  private void fill(Map<Integer, String> fields, Fill fill) {
    long nanos = nanos(fields.get(60));
    Place place = new Place(fields.get(55), nanos, fields.get(49), fields.get(31), fields.get(32));
    int cents = cents(fields.get(31));
    if (fields.get(40).equals("2")) {
      int limit = cents(fields.get(44));
      require(fill.buys() ? cents <= limit : cents >= limit, "beyond its limit", place);
    }
    if (plan.hasDate((int) (nanos / DAY))) {
      fills.computeIfAbsent(place, key -> new ArrayList<>(2)).add(fill);
    }
  }

  private Counts compare() {
    long shared = 0;
    long alone = 0;
    for (Map.Entry<Place, List<Fill>> entry : fills.entrySet()) {
      Place place = entry.getKey();
      List<Fill> sides = entry.getValue();
      int trades = tape.getOrDefault(place, 0);
      tape.remove(place);
      int buys = (int) sides.stream().filter(Fill::buys).count();
      int sells = sides.size() - buys;
      boolean isOnce = trades >= Math.max(buys, sells) && trades <= sides.size();
      require(isOnce, "on the tape " + trades + " times", place);
      boolean isShared = trades == 1 && sides.size() == 2;
      if (isShared) {
        require(
            standing(sides.get(0)).equals(standing(sides.get(1))), "ends differently", place);
      }
      checkMarket(place, isShared);
      shared += sides.size() - trades;
      alone += 2L * trades - sides.size();
    }
    require(tape.isEmpty(), "trades that nobody reports", tape.keySet());
    return new Counts(messages, shared, alone, sweeps);
  }

  /** The venue's clock may be off, and reports take their turn. */
  private void checkMarket(Place place, boolean isShared) {
    int bid = Integer.MAX_VALUE;
    int ask = 0;
    int symbol = symbols.get(place.symbol);
    long at = place.nanos - epochDay * DAY;
    long off = plan.chain().shape().venueClocks();
    for (int tenth = -10; tenth <= 30; tenth++) {
      quotes.settle(symbol, at - off * tenth / 10);
      bid = Math.min(bid, quotes.bid);
      ask = Math.max(ask, quotes.ask);
    }
    int cents = cents(place.price);
    if (cents < bid || cents > ask) {
      boolean isLarge = Long.parseLong(place.size) > 20L * quotes.depth(symbol);
      require(!isShared && isLarge, "outside " + bid + " x " + ask, place);
      sweeps++;
    }
  }

  private void require(boolean holds, String fault, Object at) {
    if (!holds) {
      throw new AssertionError(what + ": " + fault + ": " + at);
    }
  }

  private static int cents(String dollars) {
    return Integer.parseInt(dollars.replace(".", ""));
  }

  /** Nanoseconds since 1970 of a UTCTimestamp. */
  private static long nanos(String time) {
    long day =
        LocalDate.of(
                Integer.parseInt(time.substring(0, 4)),
                Integer.parseInt(time.substring(4, 6)),
                Integer.parseInt(time.substring(6, 8)))
            .toEpochDay();
    long seconds =
        Integer.parseInt(time.substring(9, 11)) * 3600L
            + Integer.parseInt(time.substring(12, 14)) * 60L
            + Integer.parseInt(time.substring(15, 17));
    String fraction = (time.substring(18) + "000000000").substring(0, 9);
    return day * DAY + seconds * 1_000_000_000L + Integer.parseInt(fraction);
  }
}
