package io.daisychain.datagen.file;

import io.daisychain.datagen.instrument.OptionContract;
import io.daisychain.datagen.instrument.Spread;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.EventRecorder;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.fix.FixVersion;
import java.nio.charset.StandardCharsets;

/** Writes group 555: the legs of an order, or the one that a report is of. */
final class LegFields {
  private static final byte SOH = 1;
  private static final byte[] SHARES = "609=CS\u0001".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] OPTION = "609=OPT\u0001".getBytes(StandardCharsets.US_ASCII);

  private final byte[][] names;
  private final InstrumentFields instruments;
  private ByteSink sink;

  LegFields(Market market, InstrumentFields instruments) {
    names = market.symbolNames;
    this.instruments = instruments;
  }

  /** Appends the legs of an order. */
  void all(EventRecord record, FixVersion version, ByteSink target) {
    sink = target;
    boolean isBuy = EventRecorder.isBuy(record.side);
    int count = record.spread.legs().size();
    number(555, count);
    for (int l = 0; l < count; l++) {
      Spread.Leg leg = record.spread.legs().get(l);
      instrument(record, leg.option(), version);
      if (leg.ratio() > 1) { // else it need not be said
        number(623, leg.ratio());
      }
      sink.tag(624);
      sink.put(leg.side(isBuy));
      sink.put(SOH);
      refId(l + 1);
    }
  }

  /** Appends which leg a report is of. */
  void one(EventRecord record, ByteSink target) {
    sink = target;
    number(555, 1);
    symbol(record);
    refId(record.leg);
  }

  private void instrument(EventRecord record, OptionContract option, FixVersion version) {
    if (option == null) {
      symbol(record);
      sink.put(SHARES);
      return;
    }
    switch (instruments.way(record, version)) {
      case TERMS -> {
        symbol(record);
        cfi(option);
        sink.put(OPTION);
        terms(option);
      }
      case TERMS_ALONE -> {
        symbol(record);
        cfi(option);
        terms(option);
      }
      case SECURITY_ID, SYMBOL -> {
        symbol(record);
        sink.tag(602);
        sink.put(names[record.symbol]);
        sink.put(option.tail);
        sink.put(SOH);
        sink.tag(603);
        sink.put(version.compareTo(FixVersion.FIX44) < 0 ? '8' : 'J');
        sink.put(SOH);
        sink.put(OPTION);
      }
    }
  }

  private void symbol(EventRecord record) {
    sink.tag(600);
    sink.put(names[record.symbol]);
    sink.put(SOH);
  }

  private void cfi(OptionContract option) {
    sink.tag(608);
    sink.put(InstrumentFields.cfi(option));
    sink.put(SOH);
  }

  private void terms(OptionContract option) {
    sink.tag(611);
    sink.put(option.date);
    sink.put(SOH);
    sink.tag(612);
    sink.put(option.strikePrice);
    sink.put(SOH);
  }

  private void refId(int leg) {
    sink.tag(654);
    sink.put('L');
    sink.number(leg);
    sink.put(SOH);
  }

  private void number(int tag, long value) {
    sink.tag(tag);
    sink.number(value);
    sink.put(SOH);
  }
}
