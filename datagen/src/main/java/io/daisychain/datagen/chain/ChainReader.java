package io.daisychain.datagen.chain;

import io.daisychain.datagen.chain.ChainState.From;
import io.daisychain.datagen.chain.OrderChain.Allocations;
import io.daisychain.datagen.chain.OrderChain.Day;
import io.daisychain.datagen.chain.OrderChain.Entry;
import io.daisychain.datagen.chain.OrderChain.Instruments;
import io.daisychain.datagen.chain.OrderChain.Lists;
import io.daisychain.datagen.chain.OrderChain.Orders;
import io.daisychain.datagen.chain.OrderChain.Shape;
import io.daisychain.datagen.chain.OrderChain.Trading;
import io.daisychain.fix.FixVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.beam.sdk.io.FileSystems;

/**
 * Reads a model from YAML and checks it.
 *
 * <p>Refused are unknown keys, states and actions, probabilities of a state that do not sum to 1,
 * states that no walk reaches, and states from which no walk ends. Every message names the file,
 * the line and the state.
 */
public final class ChainReader {
  /** Rounding error of a sum of probabilities that are written in decimals. */
  private static final double SUM_TOLERANCE = 1e-9;

  private static final long MAX_CLOCK_NANOS = 24_000_000L;
  private static final double USUAL_TAKING = 0.75;

  /** The largest of 72 brokers then has an eighth. */
  private static final double USUAL_FIRM_SIZES = 0.8;

  private static final int USUAL_DEPTH = 8;
  private static final int MAX_DEPTH = 60;

  private static final Set<String> STATE_KEYS =
      Set.of("action", "delay", "at", "count", "fraction", "to", "next");

  private final ModelNode root;
  private final List<ModelNode> models; // this one, what it is like, and so on
  private final Map<String, Integer> indices = new LinkedHashMap<>();

  private ChainReader(ModelNode root) {
    this.root = root;
    models = new ArrayList<>(List.of(root));
    for (ModelNode at = root; at.has("like"); ) {
      at = base(at);
      models.add(at);
    }
  }

  /** YAML of a file. */
  public static String file(String path) {
    try (InputStream in =
        Channels.newInputStream(FileSystems.open(FileSystems.matchNewResource(path, false)))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException("--model=" + path + ": cannot be read: " + e, e);
    }
  }

  /** The model that {@code yaml} describes; {@code source} names it in messages. */
  public static OrderChain read(String source, String yaml) {
    return new ChainReader(ModelNode.read(source, yaml)).chain();
  }

  private OrderChain chain() {
    root.allowOnly(
        Set.of(
            "name",
            "like",
            "market",
            "day",
            "orders",
            "entries",
            "states",
            "instruments",
            "allocations",
            "lists",
            "versions"));
    ModelNode states = section("states");
    for (String name : states.keys()) {
      indices.put(name, indices.size());
    }
    List<ChainState> read = new ArrayList<>();
    for (String name : indices.keySet()) {
      read.add(state(name, states.child(name)));
    }
    Map<Entry, Integer> entries = entries();
    refuseUnreachable(read, entries.values());
    refuseEndless(read);
    return new OrderChain(
        root.text("name"),
        List.copyOf(read),
        entries,
        shape(),
        day(),
        orders(),
        instruments(),
        allocations(),
        lists(),
        versions());
  }

  /** What a model says, or else the built-in one that it is like. */
  private ModelNode section(String key) {
    return model(key).child(key);
  }

  /** The first of the models that has a section; the first of all where none has. */
  private ModelNode model(String key) {
    return models.stream().filter(model -> model.has(key)).findFirst().orElse(root);
  }

  private static ModelNode base(ModelNode model) {
    String name = model.text("like");
    if (!BuiltInModels.has(name)) {
      throw model.error("like", "is " + name + ", known are " + BuiltInModels.all());
    }
    return ModelNode.read(BuiltInModels.source(name), BuiltInModels.yaml(name));
  }

  private Instruments instruments() {
    Instruments none = Instruments.NONE;
    if (!model("instruments").has("instruments")) {
      return none;
    }
    ModelNode node = section("instruments");
    node.allowOnly(Set.of("options", "spreads", "expiries", "strikes"));
    double options = node.probability("options", none.options());
    double spreads = node.probability("spreads", none.spreads());
    if (options + spreads > 1) {
      throw node.error("spreads", "and options are more than 1");
    }
    return new Instruments(
        options,
        spreads,
        node.has("expiries") ? node.count("expiries", 1) : none.expiries(),
        node.has("strikes") ? node.count("strikes", 2) : none.strikes());
  }

  private Allocations allocations() {
    Allocations none = Allocations.NONE;
    if (!model("allocations").has("allocations")) {
      return none;
    }
    ModelNode node = section("allocations");
    node.allowOnly(Set.of("customers", "accounts", "answered", "reports", "replaced", "canceled"));
    return new Allocations(
        node.probability("customers", none.customers()),
        node.has("accounts") ? least(node, "accounts", 1) : none.accounts(),
        node.probability("answered", none.answered()),
        node.probability("reports", none.reports()),
        node.probability("replaced", none.replaced()),
        node.probability("canceled", none.canceled()));
  }

  private Lists lists() {
    Lists none = Lists.NONE;
    if (!model("lists").has("lists")) {
      return none;
    }
    ModelNode node = section("lists");
    node.allowOnly(Set.of("share", "orders"));
    return new Lists(
        node.probability("share", none.share()),
        node.has("orders") ? least(node, "orders", 1) : none.orders());
  }

  private Map<FixVersion, Double> versions() {
    if (!model("versions").has("versions")) {
      return OrderChain.FIX42;
    }
    ModelNode node = section("versions");
    Map<FixVersion, Double> versions = new EnumMap<>(FixVersion.class);
    double sum = 0;
    for (String label : node.keys()) {
      FixVersion version = FixVersion.ofLabel(label);
      if (version == null) {
        List<String> known = Arrays.stream(FixVersion.values()).map(FixVersion::label).toList();
        throw node.error(label, "is no version; known are " + known);
      }
      double share = node.probability(label, 0);
      versions.put(version, share);
      sum += share;
    }
    if (Math.abs(sum - 1) > SUM_TOLERANCE) {
      throw model("versions").error("versions", "sums to " + sum + " instead of 1");
    }
    return Collections.unmodifiableMap(versions);
  }

  private Map<Entry, Integer> entries() {
    ModelNode node = section("entries");
    Map<Entry, Integer> entries = new EnumMap<>(Entry.class);
    List<String> known = new ArrayList<>();
    for (Entry entry : Entry.values()) {
      String key = entry.name().toLowerCase(Locale.ROOT);
      known.add(key);
      // Without an entry of their own, good-till-cancel orders begin as other customers' orders,
      // and makers' orders have no more than they trade.
      boolean same = entry == Entry.GTC && !node.has(key);
      if (entry != Entry.MAKER || node.has(key)) {
        entries.put(entry, same ? entries.get(Entry.CUSTOMER) : index(node, key, node.text(key)));
      }
    }
    node.allowOnly(Set.copyOf(known));
    return entries;
  }

  private ChainState state(String name, ModelNode node) {
    node.allowOnly(STATE_KEYS);
    ChainAction action = action(node);
    Distribution delay = node.has("delay") ? least(node, "delay", 0) : Distribution.constant(0);
    boolean fansOut =
        action == ChainAction.ROUTE || action == ChainAction.INTERNAL || action == ChainAction.POOL;
    Distribution count =
        fansOut && node.has("count") ? least(node, "count", 1) : Distribution.constant(1);
    Distribution fraction =
        action == ChainAction.PARTIAL_FILL ? least(node, "fraction", 0) : Distribution.constant(1);
    return withNext(name, node, action, delay, count, fraction);
  }

  private ChainState withNext(
      String name,
      ModelNode node,
      ChainAction action,
      Distribution delay,
      Distribution count,
      Distribution fraction) {
    ModelNode row = node.has("next") ? node.child("next") : null;
    int transitions = row == null ? 0 : row.keys().size();
    int[] next = new int[transitions];
    double[] cumulative = new double[transitions];
    double sum = 0;
    int i = 0;
    for (String to : row == null ? Set.<String>of() : row.keys()) {
      double probability = row.number(to);
      if (!(probability > 0 && probability <= 1)) {
        throw row.error(to, "is no probability: " + probability);
      }
      sum += probability;
      next[i] = index(row, to, to);
      cumulative[i++] = sum;
    }
    if (next.length > 0 && Math.abs(sum - 1) > SUM_TOLERANCE) {
      throw node.error("next", "sums to " + sum + " instead of 1");
    }
    boolean toVenue = action != ChainAction.ROUTE || toVenue(node);
    return new ChainState(
        name, action, delay, from(node), count, fraction, toVenue, next, cumulative);
  }

  private static From from(ModelNode node) {
    if (!node.has("at")) {
      return From.BEFORE;
    }
    return switch (node.text("at")) {
      case "close" -> From.CLOSE;
      case "open" -> From.OPEN;
      case "move" -> From.MOVE;
      default ->
          throw node.error("at", "is " + node.text("at") + ", known are close, open and move");
    };
  }

  private static boolean toVenue(ModelNode node) {
    String to = node.text("to");
    if (!to.equals("venue") && !to.equals("broker")) {
      throw node.error("to", "is " + to + ", must be venue or broker");
    }
    return to.equals("venue");
  }

  private static ChainAction action(ModelNode node) {
    String name = node.has("action") ? node.text("action") : ChainAction.NONE.name();
    for (ChainAction action : ChainAction.values()) {
      if (action.name().equals(name)) {
        return action;
      }
    }
    throw node.error("action", "is unknown: " + name);
  }

  private int index(ModelNode node, String key, String state) {
    Integer index = indices.get(state);
    if (index == null) {
      throw node.error(key, "names the state " + state + ", which does not exist");
    }
    return index;
  }

  private void refuseUnreachable(List<ChainState> states, Collection<Integer> entries) {
    boolean[] reached = new boolean[states.size()];
    List<Integer> open = new ArrayList<>(entries);
    while (!open.isEmpty()) {
      int at = open.remove(open.size() - 1);
      if (!reached[at]) {
        reached[at] = true;
        for (int i = 0; i < states.get(at).transitions(); i++) {
          open.add(states.get(at).next(i));
        }
      }
    }
    for (int i = 0; i < reached.length; i++) {
      if (!reached[i]) {
        throw section("states").error(states.get(i).name, "is reached from no entry");
      }
    }
  }

  private void refuseEndless(List<ChainState> states) {
    boolean[] ends = new boolean[states.size()];
    boolean changed = true;
    while (changed) { // each round finds at least one more state
      changed = false;
      for (int i = 0; i < ends.length; i++) {
        ChainState state = states.get(i);
        if (!ends[i] && (state.isFinal() || leadsTo(state, ends))) {
          ends[i] = true;
          changed = true;
        }
      }
    }
    List<String> endless = new ArrayList<>();
    for (int i = 0; i < ends.length; i++) {
      if (!ends[i]) {
        endless.add(states.get(i).name);
      }
    }
    if (!endless.isEmpty()) {
      throw section("states")
          .error(endless.get(0), "is one of those from which no walk ends: " + endless);
    }
  }

  private static boolean leadsTo(ChainState state, boolean[] ends) {
    for (int i = 0; i < state.transitions(); i++) {
      if (ends[state.next(i)]) {
        return true;
      }
    }
    return false;
  }

  private Shape shape() {
    ModelNode node = section("market");
    node.allowOnly(
        Set.of(
            "symbols",
            "deprecated",
            "zipf",
            "brokers",
            "firmSizes",
            "venues",
            "customers",
            "clocks",
            "trading"));
    long[] clocks = clocks(node);
    return new Shape(
        node.count("symbols", 2),
        node.count("deprecated", 1),
        node.number("zipf"),
        node.count("brokers", 2),
        node.number("firmSizes", USUAL_FIRM_SIZES),
        node.count("venues", 1),
        node.count("customers", 1),
        clocks[0],
        clocks[1],
        trading(node));
  }

  private static Trading trading(ModelNode market) {
    Trading usual = Trading.USUAL;
    if (!market.has("trading")) {
      return usual;
    }
    ModelNode node = market.child("trading");
    node.allowOnly(
        Set.of(
            "exchanges", "hidden", "sweeps", "informed", "ahead", "halts", "opening", "closing"));
    int exchanges = node.has("exchanges") ? node.count("exchanges", 1) : usual.exchanges();
    if (exchanges > usual.exchanges()) {
      throw node.error("exchanges", "is " + exchanges + ", at most " + usual.exchanges());
    }
    Trading trading =
        new Trading(
            exchanges,
            node.probability("hidden", usual.hidden()),
            node.probability("sweeps", usual.sweeps()),
            node.probability("informed", usual.informed()),
            Math.round(node.number("ahead", (double) usual.ahead())),
            node.probability("halts", usual.halts()),
            node.probability("opening", usual.opening()),
            node.probability("closing", usual.closing()));
    if (trading.ahead() < 0) {
      throw node.error("ahead", "may be below 0");
    }
    if (trading.opening() + trading.closing() > 0.9) {
      throw node.error("closing", "and opening are more than 0.9");
    }
    return trading;
  }

  /** The largest offsets of the clocks of brokers and of venues, in nanoseconds. */
  private static long[] clocks(ModelNode node) {
    if (!node.has("clocks")) {
      return new long[2];
    }
    ModelNode clocks = node.child("clocks");
    clocks.allowOnly(Set.of("brokers", "venues"));
    long[] nanos = {
      Math.round(clocks.number("brokers", 0)), Math.round(clocks.number("venues", 0))
    };
    if (Math.min(nanos[0], nanos[1]) < 0 || Math.max(nanos[0], nanos[1]) > MAX_CLOCK_NANOS) {
      // With larger offsets events would be OUT_OF_SEQUENCE without --errors.
      throw clocks.error("", "must be 0 to 24ms: the tolerance between two clocks is 50ms");
    }
    return nanos;
  }

  private Day day() {
    ModelNode node = section("day");
    node.allowOnly(Set.of("zone", "open", "close", "edge"));
    double edge = node.number("edge");
    if (!(edge >= 1)) {
      throw node.error("edge", "must be at least 1");
    }
    try {
      Day day =
          new Day(
              ZoneId.of(node.text("zone")),
              LocalTime.parse(node.text("open")),
              LocalTime.parse(node.text("close")),
              edge);
      if (!day.open().isBefore(day.close())) {
        throw node.error("close", "must come after open");
      }
      return day;
    } catch (DateTimeException e) {
      throw node.error("", "cannot be read: " + e.getMessage());
    }
  }

  private Orders orders() {
    ModelNode node = section("orders");
    node.allowOnly(
        Set.of(
            "lots", "quoted", "lotSize", "sides", "types", "relays", "taking", "link", "desk",
            "sending", "gtc", "depth"));
    double relays = node.probability("relays", 1);
    int depth = node.has("depth") ? node.count("depth", 1) : USUAL_DEPTH;
    if (depth > MAX_DEPTH) {
      throw node.error("depth", "is " + depth + ", at most " + MAX_DEPTH + " firms and desks");
    }
    return new Orders(
        least(node, "lots", 1),
        least(node, node.has("quoted") ? "quoted" : "lots", 1),
        node.count("lotSize", 1),
        digits(node, "sides", "1234569"),
        digits(node, "types", "12"),
        relays,
        node.probability("taking", USUAL_TAKING),
        least(node, "link", 0),
        least(node, "desk", 0),
        least(node, "sending", 0),
        node.probability("gtc", 0),
        depth);
  }

  private static Distribution least(ModelNode node, String key, double least) {
    Distribution distribution = node.distribution(key);
    if (distribution.lowest() < least) {
      throw node.error(key, "may be below " + least);
    }
    return distribution;
  }

  /** A distribution over values of one digit. */
  private static Distribution digits(ModelNode node, String key, String allowed) {
    for (String value : node.child(key).child("weights").keys()) {
      if (value.length() != 1 || allowed.indexOf(value.charAt(0)) < 0) {
        throw node.error(key, "has " + value + ", known are " + allowed);
      }
    }
    return node.distribution(key);
  }
}
