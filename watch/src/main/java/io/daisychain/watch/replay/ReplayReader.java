package io.daisychain.watch.replay;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.MessageFinder;
import io.daisychain.fix.validate.Framing;
import io.daisychain.fix.validate.ValidationResult;
import io.daisychain.ingest.file.SubmissionLines;
import io.daisychain.marketdata.load.MarketFile;
import io.daisychain.marketdata.load.QuoteFeed;
import io.daisychain.watch.ticks.QuoteTick;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Reads files as what their target takes. Not thread-safe. */
final class ReplayReader {
  private static final String SESSION_TYPES = "012345A";

  private final ReplaySettings settings;
  private final ReplayCounts counts;
  private final Taker taker;
  private final MessageFinder finder = new MessageFinder();
  private final FixMessage message = new FixMessage();
  private final ValidationResult faults = new ValidationResult();

  /** By SenderCompID: the version that the file's last Logon says (1137). */
  private final Map<String, FixVersion> agreed = new HashMap<>();

  /** Takes what was read. */
  interface Taker {
    void take(ReplayItem item) throws IOException;
  }

  ReplayReader(ReplaySettings settings, ReplayCounts counts, Taker taker) {
    this.settings = settings;
    this.counts = counts;
    this.taker = taker;
  }

  /** Reads a file to its end. */
  void read(MarketFile file) throws IOException {
    try {
      if (settings.target() instanceof ReplaySettings.TicksTarget) {
        readMarket(file);
      } else {
        readLines(file);
      }
    } catch (IOException e) {
      String said = String.valueOf(e.getMessage());
      throw said.contains(file.name()) ? e : new IOException(file.name() + ": " + said, e);
    }
  }

  private void readLines(MarketFile file) throws IOException {
    boolean whole = settings.target() instanceof ReplaySettings.FolderTarget;
    String path = file.resource() == null ? "-" : file.resource().toString();
    try (SubmissionLines lines = SubmissionLines.open(path)) {
      while (lines.next()) {
        if (whole) {
          takeLine(lines);
        } else {
          takeMessages(lines);
        }
      }
    }
  }

  /** A line as it is; of its messages the first one's time. */
  private void takeLine(SubmissionLines lines) throws IOException {
    long time = ReplayItem.NO_TIME;
    byte[] line = Arrays.copyOfRange(lines.buffer(), lines.from(), lines.to());
    if (!lines.isContinuation()) {
      counts.read();
    }
    if (settings.now() || settings.speed() > 0) {
      finder.line(line, 0, line.length);
      if (finder.next(message) == MessageFinder.Found.MESSAGE) {
        time = time();
      }
    }
    byte[] bytes = line;
    if (!lines.isOpen()) {
      bytes = Arrays.copyOf(line, line.length + 1);
      bytes[line.length] = '\n';
    }
    taker.take(new ReplayItem(bytes, time, null, lines.isOpen()));
  }

  /** The messages of a line that a session can carry. */
  private void takeMessages(SubmissionLines lines) throws IOException {
    finder.line(lines.buffer(), lines.from(), lines.to());
    for (MessageFinder.Found found = finder.next(message);
        found != MessageFinder.Found.END;
        found = finder.next(message)) {
      counts.read();
      String sender = value(FixTag.SENDER_COMP_ID);
      faults.clear();
      if (found == MessageFinder.Found.MESSAGE) {
        Framing.check(message, faults);
      }
      if (found != MessageFinder.Found.MESSAGE || faults.count() > 0) {
        counts.leftOut("damaged, or no message");
      } else if (!FixVersion.isKnown(message)) {
        counts.leftOut("of a version that is not read");
      } else if (SESSION_TYPES.contains(value(FixTag.MSG_TYPE))) {
        counts.leftOut("messages of a session");
        agree(sender);
      } else if (sender.isEmpty()) {
        counts.leftOut("without 49");
      } else if (FixVersion.of(message, agreed.getOrDefault(sender, SessionMessage.AGREED))
          != FixVersion.of(message, SessionMessage.AGREED)) {
        counts.leftOut("without 1128, in a session of another version than replay's (1137)");
      } else {
        byte[] bytes = Arrays.copyOfRange(message.buffer(), finder.from(), finder.to());
        var session = new ReplayItem.SessionName(sender, value(FixTag.BEGIN_STRING));
        taker.take(new ReplayItem(bytes, time(), session, false));
      }
    }
  }

  /** A recorded Logon of FIXT.1.1 says which version its sender's messages are of. */
  private void agree(String sender) {
    FixVersion said = FixVersion.named(message, FixTag.DEFAULT_APPL_VER_ID);
    if (said != null) {
      agreed.put(sender, said);
    }
  }

  private long time() {
    int field = message.find(FixTag.SENDING_TIME);
    long time =
        field < 0
            ? FixValue.INVALID
            : FixValue.timestamp(
                message.buffer(), message.valueOffset(field), message.valueLength(field));
    return time == FixValue.INVALID ? ReplayItem.NO_TIME : time;
  }

  private String value(int tag) {
    int field = message.find(tag);
    return field < 0
        ? ""
        : new String(
            message.buffer(),
            message.valueOffset(field),
            message.valueLength(field),
            StandardCharsets.ISO_8859_1);
  }

  private void readMarket(MarketFile file) throws IOException {
    QuoteFeed.Sums sums = QuoteFeed.read(file, settings.feed(), this::takeQuote, this::takeTrade);
    counts.read(sums.skipped() + sums.rejected());
    counts.leftOut("neither quotes nor trades", sums.skipped());
    counts.leftOut("damaged, or no message", sums.rejected());
  }

  private void takeQuote(
      byte[] symbol,
      long time,
      byte[] exchange,
      long bid,
      long bidSize,
      long ask,
      long askSize,
      boolean isCounted)
      throws IOException {
    if (!canTell(symbol, exchange)) {
      return;
    }
    byte[] tick = new byte[QuoteTick.LENGTH];
    QuoteTick.write(
        tick,
        0,
        QuoteTick.number(symbol),
        0,
        time,
        QuoteTick.number(exchange),
        bid != QuoteFeed.NONE,
        bid,
        bidSize,
        ask != QuoteFeed.NONE,
        ask,
        askSize,
        isCounted);
    taker.take(new ReplayItem(tick, time, null, false));
  }

  private void takeTrade(
      byte[] symbol, long time, byte[] exchange, long price, long size, boolean isCounted)
      throws IOException {
    if (!canTell(symbol, exchange)) {
      return;
    }
    byte[] tick = new byte[QuoteTick.LENGTH];
    long of = QuoteTick.number(symbol);
    long at = QuoteTick.number(exchange);
    QuoteTick.writeTrade(tick, 0, of, 0, time, at, price, size, isCounted);
    taker.take(new ReplayItem(tick, time, null, false));
  }

  private boolean canTell(byte[] symbol, byte[] exchange) {
    counts.read();
    boolean fits = QuoteTick.fits(symbol) && QuoteTick.fits(exchange);
    if (!fits) {
      counts.leftOut("symbol or exchange of more than 8 characters");
    }
    return fits;
  }
}
