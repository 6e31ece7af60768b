package io.daisychain.datagen.file;

import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.instrument.OptionContract;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.fix.FixVersion;
import java.nio.charset.StandardCharsets;

/** Writes what a message trades. Firms say of an option which one it is in ways of their own. */
final class InstrumentFields {
  private static final byte SOH = 1;
  private static final int ROOT = 6; // characters of an OSI symbol's root, padded
  private static final byte[] OPTION = "167=OPT\u0001".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] SEVERAL_LEGS = "167=MLEG\u0001".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] OF_EXCHANGE = "22=8\u0001".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] OF_OPRA = "22=J\u0001".getBytes(StandardCharsets.US_ASCII);

  // Of standard options on stocks that are delivered, American.
  private static final byte[] CALL = "OCASPS".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] PUT = "OPASPS".getBytes(StandardCharsets.US_ASCII);

  /** How a firm says which option it is. */
  enum Way {
    /** By maturity, right and strike price. */
    TERMS,
    /** The same, without a SecurityType. */
    TERMS_ALONE,
    /** SecurityID has the OSI symbol. */
    SECURITY_ID,
    /** Symbol has it. */
    SYMBOL;

    private static final Way[] ALL = values();
  }

  private final byte[][] names;
  private final byte[][] symbols;
  private final Way[] ways; // by firm

  InstrumentFields(Market market) {
    names = market.symbolNames;
    symbols = new byte[names.length][];
    for (int i = 0; i < names.length; i++) {
      symbols[i] =
          ("55=" + new String(names[i], StandardCharsets.US_ASCII) + "\u0001")
              .getBytes(StandardCharsets.US_ASCII);
    }
    ways = new Way[market.firmNames.length];
    for (int firm = 0; firm < ways.length; firm++) {
      ways[firm] = Way.ALL[(int) Math.floorMod(RandomSource.mix(firm), (long) Way.ALL.length)];
    }
  }

  /**
   * Appends Symbol, and of an option what else says which one it is; of several legs that it is.
   */
  void write(EventRecord record, FixVersion version, ByteSink sink) {
    OptionContract option = record.option;
    if (option == null) {
      sink.put(symbols[record.symbol]);
      if (record.spread != null && record.leg == 0) {
        sink.put(SEVERAL_LEGS);
      }
      return;
    }
    boolean isOrdered = record.list != null; // members of a group follow in FIX's order
    switch (way(record, version)) {
      case TERMS -> {
        sink.put(symbols[record.symbol]);
        boolean isTold = version != FixVersion.FIX43;
        if (isTold && !isOrdered) {
          sink.put(OPTION);
        }
        terms(option, version, isTold && isOrdered, sink);
      }
      case TERMS_ALONE -> {
        sink.put(symbols[record.symbol]);
        terms(option, version, false, sink);
      }
      case SECURITY_ID -> {
        sink.put(symbols[record.symbol]);
        if (!isOrdered) {
          type(option, version, sink);
        }
        sink.tag(48);
        sink.put(names[record.symbol]);
        sink.put(option.tail);
        sink.put(SOH);
        sink.put(version.compareTo(FixVersion.FIX44) < 0 ? OF_EXCHANGE : OF_OPRA);
        if (isOrdered) {
          type(option, version, sink);
        }
      }
      case SYMBOL -> {
        sink.tag(55);
        osi(record.symbol, option, sink);
        sink.put(SOH);
        type(option, version, sink);
      }
    }
  }

  /** Appends an OSI symbol. */
  private void osi(int symbol, OptionContract option, ByteSink sink) {
    sink.put(names[symbol]);
    for (int i = names[symbol].length; i < ROOT; i++) {
      sink.put(' ');
    }
    sink.put(option.tail);
  }

  /** CFICode of an option. */
  static byte[] cfi(OptionContract option) {
    return option.isPut ? PUT : CALL;
  }

  /** FIX 4.1 has no SecurityID of an exchange. */
  Way way(EventRecord record, FixVersion version) {
    Way usual = ways[record.reporter];
    return version == FixVersion.FIX41 && usual == Way.SECURITY_ID ? Way.TERMS : usual;
  }

  /** That it is an option, which FIX 4.3 has no SecurityType for. */
  private static void type(OptionContract option, FixVersion version, ByteSink sink) {
    if (version == FixVersion.FIX43) {
      ofKind(option, sink);
    } else {
      sink.put(OPTION);
    }
  }

  private static void ofKind(OptionContract option, ByteSink sink) {
    sink.tag(461);
    sink.put(cfi(option));
    sink.put(SOH);
  }

  /**
   * What FIX 4.2 says by MaturityDay and PutOrCall, later ones do by MaturityDate and CFICode.
   *
   * @param withType whether SecurityType is between them
   */
  private static void terms(
      OptionContract option, FixVersion version, boolean withType, ByteSink sink) {
    if (version.compareTo(FixVersion.FIX43) < 0) {
      if (withType) {
        sink.put(OPTION);
      }
      sink.tag(200);
      sink.put(option.month);
      sink.put(SOH);
      sink.tag(205);
      sink.put(option.day);
      sink.put(SOH);
      sink.tag(201);
      sink.put(option.isPut ? '0' : '1');
      sink.put(SOH);
    } else {
      ofKind(option, sink);
      if (withType) {
        sink.put(OPTION);
      }
      sink.tag(541);
      sink.put(option.date);
      sink.put(SOH);
    }
    sink.tag(202);
    sink.put(option.strikePrice);
    sink.put(SOH);
  }
}
