package io.daisychain.datagen.lifecycle;

import io.daisychain.datagen.chain.AliasTable;
import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.quote.Quotes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The firms, customers and symbols of a workload. They depend on the seed and the model only, so
 * that all shards have the same market.
 *
 * <p>Numbers of symbols: first the current ones, the most traded first, then the deprecated ones,
 * then some that are in no reference data. Numbers of firms: brokers, venues, then firms that may
 * not report.
 */
public final class Market {
  /** Symbols that are not in the reference data. */
  public static final int UNKNOWN_SYMBOLS = 50;

  /** Firms that may not report: half are no longer valid, half not in the reference data. */
  public static final int UNKNOWN_FIRMS = 8;

  /** Accounts closed before the trade date; their numbers come after those of all others. */
  public static final int CLOSED_ACCOUNTS = 200;

  /** Share of a broker's routes that go to its preferred venue. */
  private static final double PREFERENCE = 0.3;

  /** Factors on the order sizes of the model: a broker draws one of them. */
  private static final int[] ORDER_SIZES = {1, 1, 1, 2, 4};

  private static final String CONSONANTS = "BCDFGHJKLMNPQRSTVWXZ";

  public final int symbols;
  public final int deprecated;
  public final int brokers;
  public final int venues;
  public final byte[][] symbolNames;
  public final byte[][] firmNames;

  /** Resolution of each firm's clock in nanoseconds: 1, 1,000 or 1,000,000. */
  public final int[] clockNanos;

  /** Offset of each firm's clock in nanoseconds, a multiple of its resolution. */
  final long[] clockOffsets;

  /** Factor on the order sizes of each broker's customers. */
  final int[] orderSizes;

  /** First account of each broker, which is its own, before its customers'; one more at the end. */
  public final int[] firstCustomer;

  private final AliasTable byBroker;
  private final AliasTable byVenue;
  private final int[] preferred; // venue, by broker
  final int exchanges;

  public Market(OrderChain.Shape shape, long seed) {
    exchanges = Quotes.exchanges(shape);
    symbols = shape.symbols();
    deprecated = shape.deprecated();
    brokers = shape.brokers();
    venues = shape.venues();
    RandomSource random = new RandomSource();
    random.reset(seed, -1, 0);
    symbolNames = tickers(symbols + deprecated, random);
    firmNames = firms(brokers, venues, random);
    clockNanos = new int[firmNames.length];
    clockOffsets = new long[firmNames.length];
    Arrays.fill(clockNanos, 1);
    for (int i = 0; i < firms(); i++) {
      double draw = random.unit();
      clockNanos[i] = i >= brokers ? (draw < 0.5 ? 1 : 1_000) : draw < 0.6 ? 1_000_000 : 1_000;
      long farthest = i >= brokers ? shape.venueClocks() : shape.brokerClocks();
      clockOffsets[i] = (long) ((2 * random.unit() - 1) * farthest) / clockNanos[i] * clockNanos[i];
    }
    orderSizes = new int[brokers];
    preferred = new int[brokers];
    for (int i = 0; i < brokers; i++) {
      orderSizes[i] = ORDER_SIZES[random.below(ORDER_SIZES.length)];
      preferred[i] = brokers + random.below(venues);
    }
    byBroker = AliasTable.zipf(brokers, shape.firmSizes());
    byVenue = AliasTable.zipf(venues, shape.firmSizes());
    firstCustomer = customers(shape);
  }

  /** Number of brokers and venues. */
  public int firms() {
    return brokers + venues;
  }

  boolean isVenue(int firm) {
    return firm >= brokers && firm < firms();
  }

  boolean isExchange(int firm) {
    return firm >= brokers && firm < brokers + exchanges;
  }

  public int drawBroker(RandomSource random) {
    return byBroker.draw(random);
  }

  /** A venue by size, or the one that {@code sender} prefers. */
  int drawVenue(int sender, RandomSource random) {
    if (sender < brokers && random.chance(PREFERENCE)) {
      return preferred[sender];
    }
    return brokers + byVenue.draw(random);
  }

  /** One of the venues that quote. */
  public int drawExchange(RandomSource random) {
    return brokers + random.below(exchanges);
  }

  /** A customer of a broker; few trade much. */
  public int drawCustomer(int broker, RandomSource random) {
    int first = ownAccount(broker) + 1;
    double u = random.unit();
    return first + (int) ((firstCustomer[broker + 1] - first) * u * u);
  }

  /** The account for which a broker makes a market. */
  public int ownAccount(int broker) {
    return firstCustomer[broker];
  }

  /** The broker whose own account this is; {@link EventRecord#NONE} if it is a customer's. */
  public int ownerOf(int account) {
    int broker = Arrays.binarySearch(firstCustomer, 0, brokers, account);
    return broker < 0 ? EventRecord.NONE : broker;
  }

  /** The account of each broker and its customers, by its size, one at least. */
  private int[] customers(OrderChain.Shape shape) {
    double sum = 0;
    for (int i = 0; i < brokers; i++) {
      sum += StrictMath.pow(i + 1, -shape.firmSizes());
    }
    int[] first = new int[brokers + 1];
    for (int i = 0; i < brokers; i++) {
      double share = StrictMath.pow(i + 1, -shape.firmSizes()) / sum;
      first[i + 1] = first[i] + 1 + Math.max(1, (int) Math.round(share * shape.customers()));
    }
    return first;
  }

  private static byte[][] tickers(int wanted, RandomSource random) {
    Set<String> taken = new HashSet<>();
    byte[][] names = new byte[wanted + UNKNOWN_SYMBOLS][];
    for (int i = 0; i < wanted; i++) {
      int letters = i < 200 ? 3 : wanted < 100_000 ? 4 : 6;
      String name = word(letters, random);
      while (!taken.add(name)) {
        name = word(letters, random);
      }
      names[i] = ascii(name);
    }
    for (int i = 0; i < UNKNOWN_SYMBOLS; i++) {
      names[wanted + i] = ascii("ZZ" + (100 + i)); // known symbols have no digits
    }
    return names;
  }

  private static byte[][] firms(int brokers, int venues, RandomSource random) {
    Set<String> taken = new HashSet<>();
    byte[][] names = new byte[brokers + venues + UNKNOWN_FIRMS][];
    for (int i = 0; i < brokers + venues; i++) {
      String name;
      do {
        name = i < brokers ? consonants(4, random) : "X" + consonants(3, random);
      } while ((i < brokers && name.startsWith("X")) || name.equals("MRP") || !taken.add(name));
      names[i] = ascii(name);
    }
    for (int i = 0; i < UNKNOWN_FIRMS; i++) { // known firms have no digits
      names[brokers + venues + i] = ascii((i % 2 == 0 ? "LFT" : "UNK") + (1 + i / 2));
    }
    return names;
  }

  private static String word(int letters, RandomSource random) {
    char[] word = new char[letters];
    for (int i = 0; i < letters; i++) {
      word[i] = (char) ('A' + random.below(26));
    }
    return new String(word);
  }

  private static String consonants(int letters, RandomSource random) {
    char[] word = new char[letters];
    for (int i = 0; i < letters; i++) {
      word[i] = CONSONANTS.charAt(random.below(CONSONANTS.length()));
    }
    return new String(word);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** A customer's id, C and six digits or more; of a broker's own account the broker's name. */
  public String customerName(int customer) {
    int owner = ownerOf(customer);
    return owner == EventRecord.NONE
        ? "C" + String.format(Locale.ROOT, "%06d", customer)
        : new String(firmNames[owner], StandardCharsets.US_ASCII);
  }
}
