package io.daisychain.datagen.chain;

import io.daisychain.fix.FixVersion;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/**
 * A model of a market's day: the Markov chain that every order walks, and the sizes and
 * distributions around it. Read from YAML by {@link ChainReader}.
 *
 * @param name of the model
 * @param states of the chain
 * @param entries index of the first state for each {@link Entry}
 * @param shape sizes of the market
 * @param day trading hours
 * @param orders distributions of the orders' fields
 * @param instruments what is traded besides shares
 * @param allocations what goes to which accounts at the end of the day
 * @param lists orders that are handed in together
 * @param versions of FIX, with the share of firms that report in each
 */
public record OrderChain(
    String name,
    List<ChainState> states,
    Map<Entry, Integer> entries,
    Shape shape,
    Day day,
    Orders orders,
    Instruments instruments,
    Allocations allocations,
    Lists lists,
    Map<FixVersion, Double> versions) {

  /** The versions of a model that does not say any. */
  static final Map<FixVersion, Double> FIX42 = Map.of(FixVersion.FIX42, 1.0);

  /** Kinds of orders, each with a first state of its own. */
  public enum Entry {
    /** An order of a customer. */
    CUSTOMER,
    /** An order of a customer that is good till canceled. */
    GTC,
    /** An order split off to a desk of the same firm. */
    DESK,
    /** An order that a broker received. */
    BROKER,
    /** An order that a venue received. */
    VENUE,
    /** An aggregate of customers' orders. */
    AGGREGATE,
    /** A customer's order that went into an aggregate. */
    POOLED,
    /** A market maker's order at a venue, once it has traded first; a model may do without. */
    MAKER
  }

  /**
   * Sizes of the market.
   *
   * @param symbols current ones
   * @param deprecated symbols that are no longer valid
   * @param zipf exponent of Zipf's law for the trading in symbols
   * @param brokers that report
   * @param firmSizes exponent of Zipf's law for the sizes of brokers and venues
   * @param venues that report
   * @param customers of all brokers together
   * @param brokerClocks nanoseconds that a broker's clock may be off, either way
   * @param venueClocks the same of a venue's
   * @param trading how its venues trade
   */
  public record Shape(
      int symbols,
      int deprecated,
      double zipf,
      int brokers,
      double firmSizes,
      int venues,
      int customers,
      long brokerClocks,
      long venueClocks,
      Trading trading) {}

  /**
   * How a market trades.
   *
   * @param exchanges of its venues, the first ones, that quote; the others are dark pools and
   *     internalizers
   * @param hidden share of those who take at an exchange that meet an order in the middle of the
   *     quotes which is not displayed
   * @param sweeps share of orders that take at an exchange which are intermarket sweep orders (SEC
   *     Rule 600(b)(38))
   * @param informed share of customers who know where the price goes
   * @param ahead how long before, in nanoseconds
   * @param halts share of symbols that have news of which trading is halted, once a day
   * @param opening share of the background's volume in the opening auction, and in one after a halt
   * @param closing the same at the close
   */
  public record Trading(
      int exchanges,
      double hidden,
      double sweeps,
      double informed,
      long ahead,
      double halts,
      double opening,
      double closing) {

    /** What a model has unless it says otherwise; docs/generator.md has the sources. */
    public static final Trading USUAL =
        new Trading(8, 0.3, 0.45, 0.5, 120_000_000_000L, 0.002, 0.015, 0.075);
  }

  /**
   * What is traded besides shares.
   *
   * @param options share of customers' orders that are in an option on the symbol
   * @param spreads share of them that have several legs, options on the symbol and shares of it
   * @param expiries of each symbol's chain
   * @param strikes of each expiration, around the price; two at least
   */
  public record Instruments(double options, double spreads, int expiries, int strikes) {
    /** Shares alone. */
    public static final Instruments NONE = new Instruments(0, 0, 4, 9);
  }

  /**
   * Allocations of what was executed of customers' orders.
   *
   * @param customers share of them whose orders are allocated
   * @param accounts that an allocation names
   * @param answered share of allocations that are answered
   * @param reports share of the answers that have an id of their own (MsgType AS)
   * @param replaced share of allocations that are replaced
   * @param canceled share of the others that are canceled
   */
  public record Allocations(
      double customers,
      Distribution accounts,
      double answered,
      double reports,
      double replaced,
      double canceled) {
    /** No allocations. */
    public static final Allocations NONE =
        new Allocations(0, Distribution.uniform(1, 5), 0.8, 0.3, 0.1, 0.03);
  }

  /**
   * Orders that customers hand in together, as a New Order List.
   *
   * @param share of the times at which a customer orders, those at which it is a list
   * @param orders of a list
   */
  public record Lists(double share, Distribution orders) {
    /** No lists. */
    public static final Lists NONE = new Lists(0, Distribution.uniform(2, 12));
  }

  /**
   * The trading day.
   *
   * @param zone of its times
   * @param open first orders
   * @param close last orders
   * @param edge how many times busier open and close are than the middle of the day
   */
  public record Day(ZoneId zone, LocalTime open, LocalTime close, double edge) {}

  /**
   * Distributions of the orders' fields and latencies.
   *
   * @param lots size of a customer's order
   * @param quoted size of a market maker's order, if it is not made for one trade
   * @param lotSize shares in a lot
   * @param sides values of FIX tag 54
   * @param types values of FIX tag 40, market or limit
   * @param relays share of routes on which the sender repeats the receiver's reports
   * @param taking share of routes to venues whose limit reaches the other side's best
   * @param link nanoseconds from firm to firm
   * @param desk nanoseconds within a firm
   * @param sending nanoseconds from event to submission
   * @param gtc share of customers' orders that are good till canceled
   * @param depth most firms and desks in a row; deeper orders go to venues
   */
  public record Orders(
      Distribution lots,
      Distribution quoted,
      int lotSize,
      Distribution sides,
      Distribution types,
      double relays,
      double taking,
      Distribution link,
      Distribution desk,
      Distribution sending,
      double gtc,
      int depth) {}

  /** True if all events are of orders in shares, each handed in by itself, in FIX 4.2. */
  public boolean isOfSharesAlone() {
    return instruments.options == 0
        && instruments.spreads == 0
        && allocations.customers == 0
        && lists.share == 0
        && versions.equals(FIX42);
  }

  public int entry(Entry entry) {
    return entries.get(entry);
  }

  /** True where market makers' orders may stay in the book after their first trade. */
  public boolean hasMakers() {
    return entries.containsKey(Entry.MAKER);
  }
}
