package io.daisychain.datagen;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * The firms, customers, symbols and prices of a workload. They follow from the seed and the model's
 * sizes alone, so that every shard trades in the same market.
 *
 * <p>Symbols are numbered: first the current ones by how much they are traded, then the deprecated
 * ones, then some that are in no reference data. Firms are numbered too: brokers, then venues.
 */
final class Market {
  /** Symbols that nobody knows. */
  static final int UNKNOWN_SYMBOLS = 50;

  private static final int MINUTES = 24 * 60;
  private static final double FIRM_SIZES = 0.8; // exponent: the largest of 72 has an eighth
  private static final String CONSONANTS = "BCDFGHJKLMNPQRSTVWXZ";

  final int symbols;
  final int deprecated;
  final int brokers;
  final int venues;
  final byte[][] symbolNames;
  final byte[][] firmNames;

  /** Nanoseconds to which a firm's clock is read: 1, 1,000 or 1,000,000. */
  final int[] clockNanos;

  /** First customer of each broker; one more at the end. */
  final int[] firstCustomer;

  private final AliasTable bySymbol;
  private final AliasTable byBroker;
  private final AliasTable byVenue;
  private final int[] basePrices; // cents
  private final byte[][] walks; // by symbol: steps of the price, a minute each
  private final long seed;

  Market(OrderChain.Shape shape, long seed) {
    this.seed = seed;
    symbols = shape.symbols();
    deprecated = shape.deprecated();
    brokers = shape.brokers();
    venues = shape.venues();
    Dice dice = new Dice();
    dice.reset(seed, -1, 0);
    symbolNames = tickers(symbols + deprecated, dice);
    firmNames = firms(brokers, venues, dice);
    clockNanos = new int[brokers + venues];
    for (int i = 0; i < clockNanos.length; i++) {
      double draw = dice.unit();
      clockNanos[i] = i >= brokers ? (draw < 0.5 ? 1 : 1_000) : draw < 0.6 ? 1_000_000 : 1_000;
    }
    bySymbol = AliasTable.zipf(symbols, shape.zipf());
    byBroker = AliasTable.zipf(brokers, FIRM_SIZES);
    byVenue = AliasTable.zipf(venues, FIRM_SIZES);
    firstCustomer = customers(shape.customers());
    basePrices = new int[symbolNames.length];
    for (int i = 0; i < basePrices.length; i++) {
      basePrices[i] = (int) Math.round(StrictMath.exp(StrictMath.log(500) + 4.5 * dice.unit()));
    }
    walks = new byte[symbols][];
  }

  /** Number of brokers and venues. */
  int firms() {
    return brokers + venues;
  }

  int drawSymbol(Dice dice) {
    return bySymbol.draw(dice);
  }

  int drawBroker(Dice dice) {
    return byBroker.draw(dice);
  }

  int drawVenue(Dice dice) {
    return brokers + byVenue.draw(dice);
  }

  /** A customer of a broker; few trade much. */
  int drawCustomer(int broker, Dice dice) {
    int own = firstCustomer[broker + 1] - firstCustomer[broker];
    double u = dice.unit();
    return firstCustomer[broker] + (int) (own * u * u);
  }

  /** Price of a current symbol at a time of the day, in cents: a random walk by ticks. */
  int price(int symbol, long nanosOfDay, Dice dice) {
    byte[] walk = walks[symbol];
    if (walk == null) {
      walk = walk(symbol);
      walks[symbol] = walk;
    }
    int minute = (int) (nanosOfDay / 60_000_000_000L);
    int base = basePrices[symbol];
    int tick = Math.max(1, base / 4_000);
    int price = base + walk[Math.min(minute, MINUTES - 1)] * tick + dice.below(3) - 1;
    return Math.max(1, price);
  }

  /** Position of the walk at each minute, in ticks; it turns back at the edge of a byte. */
  private byte[] walk(int symbol) {
    Dice dice = new Dice();
    dice.reset(seed, -2, symbol);
    byte[] walk = new byte[MINUTES];
    int at = 0;
    for (int i = 0; i < MINUTES; i++) {
      at = Math.max(-120, Math.min(120, at + dice.below(5) - 2));
      walk[i] = (byte) at;
    }
    return walk;
  }

  /** Customers of each broker by its size, one at least. */
  private int[] customers(int wanted) {
    double sum = 0;
    for (int i = 0; i < brokers; i++) {
      sum += StrictMath.pow(i + 1, -FIRM_SIZES);
    }
    int[] first = new int[brokers + 1];
    for (int i = 0; i < brokers; i++) {
      double share = StrictMath.pow(i + 1, -FIRM_SIZES) / sum;
      first[i + 1] = first[i] + Math.max(1, (int) Math.round(share * wanted));
    }
    return first;
  }

  private static byte[][] tickers(int wanted, Dice dice) {
    Set<String> taken = new HashSet<>();
    byte[][] names = new byte[wanted + UNKNOWN_SYMBOLS][];
    for (int i = 0; i < wanted; i++) {
      int letters = i < 200 ? 3 : wanted < 100_000 ? 4 : 6;
      String name = word(letters, dice);
      while (!taken.add(name)) {
        name = word(letters, dice);
      }
      names[i] = ascii(name);
    }
    for (int i = 0; i < UNKNOWN_SYMBOLS; i++) {
      names[wanted + i] = ascii("ZZ" + (100 + i)); // known symbols have no digits
    }
    return names;
  }

  private static byte[][] firms(int brokers, int venues, Dice dice) {
    Set<String> taken = new HashSet<>();
    byte[][] names = new byte[brokers + venues][];
    for (int i = 0; i < names.length; i++) {
      String name;
      do {
        name = i < brokers ? consonants(4, dice) : "X" + consonants(3, dice);
      } while ((i < brokers && name.startsWith("X")) || name.equals("MRP") || !taken.add(name));
      names[i] = ascii(name);
    }
    return names;
  }

  private static String word(int letters, Dice dice) {
    char[] word = new char[letters];
    for (int i = 0; i < letters; i++) {
      word[i] = (char) ('A' + dice.below(26));
    }
    return new String(word);
  }

  private static String consonants(int letters, Dice dice) {
    char[] word = new char[letters];
    for (int i = 0; i < letters; i++) {
      word[i] = CONSONANTS.charAt(dice.below(CONSONANTS.length()));
    }
    return new String(word);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** A customer's id: C and six digits or more. */
  static String customerName(int customer) {
    String digits = Integer.toString(1_000_000 + customer);
    return "C" + (customer < 1_000_000 ? digits.substring(1) : Integer.toString(customer));
  }
}
