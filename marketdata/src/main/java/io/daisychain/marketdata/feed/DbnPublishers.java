package io.daisychain.marketdata.feed;

import io.daisychain.warehouse.column.TextCodes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The exchanges that the publishers of a DBN file stand for, and the book of each. Not thread-safe.
 *
 * <p>A dataset of one publisher is an exchange's own, named by its first part ({@code XNAS.ITCH}:
 * {@code XNAS}). In a consolidated one each publisher is an exchange, named by its market
 * identifier code (ISO 10383) where Databento's list of publishers has it, else by the dataset's
 * first part and the publisher's number.
 */
final class DbnPublishers {
  /** Datasets of several publishers, each with its number and exchange. */
  private static final String CONSOLIDATED =
      """
      OPRA.PILLAR 20 AMXO 21 XBOX 22 XCBO 23 EMLD 24 EDGO 25 GMNI 26 XISX 27 MCRY 28 XMIO 29 ARCO \
      30 OPRA 31 MPRL 32 XNDQ 33 XBXO 34 C2OX 35 XPHL 36 BATO 37 MXOP 61 SPHR
      DBEQ.BASIC 39 XCHI 40 XCIS 41 IEXG 42 EPRL 59 DBEQ
      EQUS.PLUS 48 XCHI 49 XCIS 50 IEXG 51 EPRL 52 XNAS 53 XNYS 54 FINN 55 FINY 56 FINC 60 EQUS
      EQUS.ALL 62 XCHI 63 XCIS 64 IEXG 65 EPRL 66 XNAS 67 XNYS 68 FINN 69 FINY 70 FINC 71 BATS \
      72 BATY 73 EDGA 74 EDGX 75 XBOS 76 XPSX 77 MEMX 78 XASE 79 ARCX 80 LTSE 94 EQUS
      XNAS.BASIC 81 XNAS 82 FINN 83 FINC 88 XBOS 89 XPSX 93 EQUS
      XNAS.NLS 17 FINN 18 FINC 47 XNAS 86 XBOS 87 XPSX
      XNYS.TRADES 19 FINY 45 XNYS 96 EQUS
      IFEU.IMPACT 57 IFEU 84 XOFF
      NDEX.IMPACT 58 NDEX 85 XOFF
      IFUS.IMPACT 97 IFUS 98 XOFF
      """;

  private static final Map<Integer, String> EXCHANGES = new HashMap<>();
  private static final Set<String> DATASETS = new HashSet<>();

  static {
    for (String line : CONSOLIDATED.lines().toList()) {
      String[] words = line.split(" ");
      DATASETS.add(words[0]);
      for (int i = 1; i < words.length; i += 2) {
        EXCHANGES.put(Integer.valueOf(words[i]), words[i + 1]);
      }
    }
  }

  /**
   * What a publisher's records are of.
   *
   * @param exchange its code
   * @param book of the orders that stand there
   */
  record Venue(int exchange, OrderBook book) {}

  private final RecordSink sink;
  private final String firstPart;
  private final boolean isConsolidated;
  private final Map<Integer, Venue> venues = new HashMap<>();

  /** The publisher of the last record, which mostly is that of the next. */
  private int last = -1;

  private Venue lastVenue;

  DbnPublishers(String dataset, RecordSink sink) {
    this.sink = sink;
    firstPart = dataset.replaceFirst("\\..*", "");
    isConsolidated = DATASETS.contains(dataset);
  }

  /** The exchange of a publisher's number. */
  Venue of(int publisher) {
    if (publisher != last) {
      lastVenue = venues.get(publisher);
      if (lastVenue == null) {
        String exchange = exchange(publisher);
        TextCodes texts = sink.texts();
        lastVenue = new Venue(texts.code(exchange), new OrderBook(sink, exchange));
        venues.put(publisher, lastVenue);
      }
      last = publisher;
    }
    return lastVenue;
  }

  private String exchange(int publisher) {
    if (!isConsolidated && venues.isEmpty()) {
      return firstPart;
    }
    String known = EXCHANGES.get(publisher);
    return known == null ? firstPart + "-" + publisher : known;
  }
}
