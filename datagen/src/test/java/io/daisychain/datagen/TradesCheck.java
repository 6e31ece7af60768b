package io.daisychain.datagen;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.quote.BackgroundTrades;
import io.daisychain.datagen.quote.Quotes;
import io.daisychain.model.EventType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Reads what a shard writes, line by line, and holds the executions at its venues beside one
 * another and beside its tape: each has its other side, which says the same to the end, and both
 * are there once, beside the trades of the background and nothing else; none is beyond its limit,
 * none is outside what the exchanges quoted unless it is a sweep so large that it may go through
 * the best, and none is while trading is halted.
 */
final class TradesCheck {
  private static final long DAY = 86_400_000_000_000L;

  /** Times the usual depth, above which an order may go through the best. */
  private static final long LARGE = 20;

  /** Where a trade was, at which price and of what size. */
  private record Place(String symbol, long nanos, String venue, String price, String size) {}

  /** An execution or what changes one, with quantity and price as they are then. */
  private record Fill(String execution, boolean buys, long ordered, String stands) {}

  private final WorkloadPlan plan;
  private final String what;
  private final Market market;
  private final Quotes quotes;
  private final int epochDay;
  private final Set<String> venues = new HashSet<>();
  private final Map<String, Integer> symbols = new HashMap<>();
  private final Map<Place, Integer> missing = new HashMap<>(); // trades less those reported
  private final Map<Place, List<Fill>> fills = new HashMap<>();
  private final Set<Place> swept = new HashSet<>(); // as the tape says
  private final Map<String, Fill> changes = new HashMap<>(); // by the execution that is changed
  private long messages;
  private long executions;
  private long changed;
  private long sweeps;
  private long background;
  private long passedOver;
  private long tardy;
  private long halted;
  private final WrittenQuotes written = new WrittenQuotes();

  /**
   * What was found.
   *
   * @param executions at venues, each with its other side
   * @param changed of those, later busted or corrected
   * @param sweeps of those, outside what was quoted
   * @param tardy of those, outside while an exchange was tardy
   * @param background trades of no reported order
   * @param passedOver such trades that did not happen: a reported order showed a better price
   * @param halted symbols of which trading was halted
   */
  record Counts(
      long messages,
      long executions,
      long changed,
      long sweeps,
      long tardy,
      long background,
      long passedOver,
      long halted) {}

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

  /** Each built-in model: {@code EVENTS SEED}. */
  public static void main(String[] arguments) throws IOException {
    for (String model : BuiltInModels.NAMES) {
      long seed = Long.parseLong(arguments[1]);
      Counts counts = of(model, Long.parseLong(arguments[0]), seed);
      System.out.printf(
          Locale.ROOT,
          "%-14s seed %d, %,d messages: %,d executions at venues, each with its other side, on the"
              + " tape once and within its limit; %,d busted or corrected, on both sides; %,d outside"
              + " the best, all of them large sweeps, and %,d where an exchange was tardy; %,d trades of"
              + " the background, and %,d that better prices of reported orders prevented; none in"
              + " the halts of %,d symbols%n",
          model,
          seed,
          counts.messages,
          counts.executions,
          counts.changed,
          counts.sweeps,
          counts.tardy,
          counts.background,
          counts.passedOver,
          counts.halted);
    }
  }

  /** Generates a workload, and fails on what must not be. */
  static Counts of(String model, long events, long seed) throws IOException {
    GeneratorSettings settings =
        GeneratorSettings.to("unused")
            .withWorkload(100, events)
            .withModel(model)
            .withSeed(seed)
            .withMarket();
    WorkloadPlan plan = WorkloadPlan.of(settings);
    Counts sum = new Counts(0, 0, 0, 0, 0, 0, 0, 0);
    for (int shard = 0; shard < plan.shards(); shard++) {
      TradesCheck check = new TradesCheck(plan, shard);
      check.generate(shard);
      sum =
          new Counts(
              sum.messages + check.messages,
              sum.executions + check.executions,
              sum.changed + check.changed,
              sum.sweeps + check.sweeps,
              sum.tardy + check.tardy,
              sum.background + check.background,
              sum.passedOver + check.passedOver,
              sum.halted + check.halted);
    }
    return sum;
  }

  private void generate(int shard) throws IOException {
    Generator.generateShard(
        plan,
        shard,
        name ->
            name.endsWith(".fix")
                ? new Lines(this::message)
                : name.startsWith("trades")
                    ? new Lines(this::trade)
                    : name.startsWith("quotes")
                        ? new Lines(written::line)
                        : OutputStream.nullOutputStream());
    BackgroundTrades background = plan.backgroundTrades(shard, quotes);
    IntPredicate isQuoted = plan.quotedSymbols(shard);
    for (String symbol : symbols.keySet()) {
      if (isQuoted.test(symbols.get(symbol))) {
        checkHalt(symbol, symbols.get(symbol));
        background.forEach(symbols.get(symbol), trade -> background(symbol, trade));
      }
    }
    fills.forEach(this::compareSides);
    require(missing.isEmpty(), "trades without an execution, or executions without", missing);
  }

  /** While trading is halted nothing is quoted. */
  private void checkHalt(String symbol, int number) {
    long halt = quotes.haltOf(number, 0);
    if (halt != Quotes.NEVER) {
      halted++;
      long from = halt + epochDay * DAY;
      long to = Quotes.haltEnds(halt) + epochDay * DAY - 1;
      WrittenQuotes.Range best = written.range(symbol, from, to);
      require(best.bid() == 0 && best.ask() == 0, "quoted while trading is halted " + best, symbol);
    }
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
    if (!symbols.containsKey(values[0])) {
      return; // the header
    }
    long at = Long.parseLong(values[1]);
    Place place = new Place(values[0], at, values[2], values[3], values[4]);
    long halt = quotes.haltOf(symbols.get(values[0]), at - epochDay * DAY);
    long time = at - epochDay * DAY;
    require(time < halt || time >= Quotes.haltEnds(halt), "while trading is halted", place);
    if (values[5].startsWith(BackgroundTrades.SWEEP)) {
      swept.add(place);
    }
    if (venues.contains(values[2])) {
      count(place, 1);
    }
  }

  private void background(String symbol, BackgroundTrades.Trade trade) {
    long at = trade.time() + epochDay * DAY;
    WrittenQuotes.Range best = written.range(symbol, at, at);
    boolean isOutside = trade.price() < 100 * best.bid() || trade.price() > 100 * best.ask();
    if (isOutside && !trade.isAuction()) {
      passedOver++;
      return;
    }
    background++;
    String venue = new String(market.firmNames[market.brokers + trade.venue()], ISO_8859_1);
    BigDecimal price =
        BigDecimal.valueOf(trade.price(), 4).setScale(trade.price() % 100 == 0 ? 2 : 4);
    count(new Place(symbol, at, venue, price.toPlainString(), Long.toString(trade.size())), -1);
  }

  private void compareSides(Place place, List<Fill> sides) {
    List<String> bought = new ArrayList<>();
    List<String> sold = new ArrayList<>();
    for (Fill side : sides) {
      String stands = standing(side);
      changed += stands.equals(side.stands) ? 0 : 1;
      (side.buys ? bought : sold).add(stands);
    }
    Collections.sort(bought);
    Collections.sort(sold);
    require(bought.equals(sold), bought + " was bought, and sold " + sold, place);
    checkMarket(place, sides);
  }

  /** Quantity and price of an execution in the end. */
  private String standing(Fill fill) {
    Fill last = fill;
    for (Fill next = last; next != null; next = changes.get(next.execution)) {
      last = next;
    }
    return last.stands;
  }

  private void count(Place place, int by) {
    missing.merge(place, by, (one, other) -> one + other == 0 ? null : one + other);
  }

  private void message(String line) {
    messages++;
    if (!line.contains("\u000135=8\u0001") || line.contains("\u0001128=")) {
      return; // no report, or of a route
    }
    GeneratedMessage report = GeneratedMessage.of(line);
    EventType type = report.type();
    boolean isFill = type == EventType.FILL || type == EventType.PARTIAL_FILL;
    boolean isChange = type == EventType.BUST || type == EventType.CORRECT;
    if (!(isFill || isChange) || !venues.contains(report.value(49))) {
      return;
    }
    boolean buys = Set.of("1", "3").contains(report.value(54));
    String stands = report.value(32) + " at " + report.value(31);
    Fill fill = new Fill(report.value(17), buys, report.number(38), stands);
    if (isFill) {
      execution(report, fill);
    } else {
      changes.put(report.value(19), fill);
    }
  }

  private void execution(GeneratedMessage fill, Fill side) {
    executions++;
    long nanos = fill.nanos();
    Place place = new Place(fill.value(55), nanos, fill.value(49), fill.value(31), fill.value(32));
    int cents = WrittenQuotes.cents(place.price);
    if (fill.value(40).equals("2")) {
      int limit = WrittenQuotes.cents(fill.value(44));
      require(side.buys ? cents <= limit : cents >= limit, "beyond its limit", place);
    }
    fills.computeIfAbsent(place, key -> new ArrayList<>(2)).add(side);
    if (side.buys && plan.hasDate((int) (nanos / DAY))) {
      count(place, -1);
    }
  }

  /**
   * The venue's clock may be off, reports take their turn, and exchanges follow a moment later; of
   * a symbol of several shards, another may have written the quotes.
   */
  private void checkMarket(Place place, List<Fill> sides) {
    if (!written.has(place.symbol) || !plan.hasDate((int) (place.nanos / DAY))) {
      return;
    }
    long off = plan.chain().shape().venueClocks();
    long from = place.nanos - 3 * off - Quotes.SETTLES_NANOS;
    long to = place.nanos + off;
    int cents = WrittenQuotes.cents(place.price);
    if (written.range(place.symbol, from, to + Quotes.SETTLES_NANOS).has(cents)) {
      return;
    }
    long ordered = sides.stream().mapToLong(Fill::ordered).max().orElseThrow();
    WrittenQuotes.Range best = written.range(place.symbol, from, to + Quotes.LONGEST_NANOS);
    if (swept.contains(place) && ordered > LARGE * quotes.depth(symbols.get(place.symbol))) {
      sweeps += sides.size();
    } else {
      require(best.has(cents), ordered + " ordered, outside " + best, place);
      tardy += sides.size();
    }
  }

  private void require(boolean holds, String fault, Object at) {
    if (!holds) {
      throw new AssertionError(what + ": " + fault + ": " + at);
    }
  }
}
