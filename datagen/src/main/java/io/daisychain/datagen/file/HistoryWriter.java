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

  /**
   * Writes the versions of an event that was corrected or deleted.
   *
   * @param changes how often a trade of CAT was reported once more after that, since it was busted
   *     or corrected
   */
  public void write(EventRecord record, int changes) throws IOException {
    int version = 1;
    if (!record.unknownOriginal) {
      line(record, version++, 'N', record.firstSendTime(), false);
    }
    if (record.action != 0) {
      line(record, version++, (char) record.action, record.sendTime, changes == 0);
    }
    for (int left = changes; left > 0; left--) {
      line(record, version++, 'C', record.sendTime, left == 1);
    }
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
    // A record's time of sending is its file's date and its place there.
    String sentTime = record.inCat ? "" : TextLines.timeText(midnight + sent);
    String rest = "," + version + "," + action + "," + sentTime + ",";
    sink.put(rest.getBytes(StandardCharsets.US_ASCII));
    sink.put(market.firmNames[record.reporter]);
    sink.put((standing ? ",true\n" : ",false\n").getBytes(StandardCharsets.US_ASCII));
  }

  public void flush() throws IOException {
    sink.flush();
  }
}
