package io.daisychain.datagen.file;

import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.model.text.TextLines;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the versions that events with several or with an action must have, a line each. */
public final class HistoryWriter {
  private static final byte[] HEADER =
      "id,version,action,sentTime,ReporterId,standing\n".getBytes(StandardCharsets.US_ASCII);

  private final ByteSink sink;
  private final Market market;
  private final long midnight;

  public HistoryWriter(OutputStream out, Market market, int epochDay) {
    sink = new ByteSink(out);
    this.market = market;
    midnight = epochDay * TradingDay.NANOS_PER_DAY;
    sink.put(HEADER);
  }

  /** Writes the versions of an event that was corrected or deleted. */
  public void write(EventRecord record) throws IOException {
    if (record.unknownOriginal) {
      line(record, 1, (char) record.action, record.sendTime, true);
      return;
    }
    line(record, 1, 'N', record.originalSendTime, false);
    line(record, 2, (char) record.action, record.sendTime, true);
  }

  /** Writes both contents of an event of which the later one is a DUPLICATE_KEY. */
  public void writeDuplicate(EventRecord first, EventRecord second) throws IOException {
    line(first, 1, 'N', first.sendTime, true);
    line(second, 2, 'N', second.sendTime, false);
  }

  private void line(EventRecord record, int version, char action, long sent, boolean standing)
      throws IOException {
    sink.makeRoom();
    sink.uuid(record.high, record.low);
    String rest = "," + version + "," + action + "," + TextLines.timeText(midnight + sent) + ",";
    sink.put(rest.getBytes(StandardCharsets.US_ASCII));
    sink.put(market.firmNames[record.reporter]);
    sink.put((standing ? ",true\n" : ",false\n").getBytes(StandardCharsets.US_ASCII));
  }

  public void flush() throws IOException {
    sink.flush();
  }
}
