package io.daisychain.datagen.option;

import io.daisychain.datagen.file.ByteSink;
import io.daisychain.datagen.instrument.Spread;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.EventRecorder;
import io.daisychain.datagen.lifecycle.Market;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the rows that the table of legs must have, a leg of a version of an order a line. */
public final class LegWriter {
  private static final byte[] HEADER =
      "id,leg,symbol,instrument,side,ratio,refId\n".getBytes(StandardCharsets.US_ASCII);
  private static final int ROOT = 6; // characters of an OSI symbol's root, padded

  private final ByteSink sink;
  private final byte[][] names;

  public LegWriter(OutputStream out, Market market) {
    sink = new ByteSink(out);
    names = market.symbolNames;
    sink.put(HEADER);
  }

  /** Writes the legs of a version of an order that stands. */
  public void write(EventRecord record) throws IOException {
    boolean isBuy = EventRecorder.isBuy(record.side);
    byte[] symbol = names[record.symbol];
    for (int l = 0; l < record.spread.legs().size(); l++) {
      Spread.Leg leg = record.spread.legs().get(l);
      sink.makeRoom();
      sink.uuid(record.high, record.low);
      sink.put(',');
      sink.number(l + 1);
      sink.put(',');
      sink.put(symbol);
      sink.put(',');
      sink.put(symbol);
      if (leg.option() != null) {
        for (int i = symbol.length; i < ROOT; i++) {
          sink.put(' ');
        }
        sink.put(leg.option().tail);
      }
      sink.put(',');
      sink.put(leg.side(isBuy));
      sink.put(',');
      sink.number(leg.ratio());
      sink.put(',');
      sink.put('L');
      sink.number(l + 1);
      sink.put('\n');
    }
  }

  public void flush() throws IOException {
    sink.flush();
  }
}
