package io.daisychain.datagen.file;

import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.instrument.OptionContract;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.Market;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes what a message trades. Firms say of an option which one it is in ways of their own. */
final class InstrumentFields {
  private static final byte SOH = 1;
  private static final int ROOT = 6; // characters of an OSI symbol's root, padded
  private static final byte[] OPTION = "167=OPT\u0001".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] OF_EXCHANGE = "22=8\u0001".getBytes(StandardCharsets.US_ASCII);

  /** How a firm says which option it is. */
  private enum Way {
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

  /** Appends Symbol, and of an option what else says which one it is. */
  void write(EventRecord record, ByteSink sink) {
    if (record.option == null) {
      sink.put(symbols[record.symbol]);
      return;
    }
    switch (ways[record.reporter]) {
      case TERMS -> {
        sink.put(symbols[record.symbol]);
        sink.put(OPTION);
        terms(record.option, sink);
      }
      case TERMS_ALONE -> {
        sink.put(symbols[record.symbol]);
        terms(record.option, sink);
      }
      case SECURITY_ID -> {
        sink.put(symbols[record.symbol]);
        sink.put(OPTION);
        sink.tag(48);
        sink.put(names[record.symbol]);
        sink.put(record.option.tail);
        sink.put(SOH);
        sink.put(OF_EXCHANGE);
      }
      case SYMBOL -> {
        sink.tag(55);
        byte[] root = Arrays.copyOf(names[record.symbol], ROOT);
        Arrays.fill(root, names[record.symbol].length, ROOT, (byte) ' ');
        sink.put(root);
        sink.put(record.option.tail);
        sink.put(SOH);
        sink.put(OPTION);
      }
    }
  }

  private static void terms(OptionContract option, ByteSink sink) {
    sink.tag(200);
    sink.put(Arrays.copyOf(option.date, 6));
    sink.put(SOH);
    sink.tag(205);
    sink.put(Arrays.copyOfRange(option.date, 6, 8));
    sink.put(SOH);
    sink.tag(201);
    sink.put(option.isPut ? '0' : '1');
    sink.put(SOH);
    sink.tag(202);
    sink.put(option.strikePrice);
    sink.put(SOH);
  }
}
