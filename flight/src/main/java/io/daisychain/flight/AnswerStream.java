package io.daisychain.flight;

import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.FoundSymbols;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.window.WindowRequest;
import io.daisychain.model.access.Entitlement;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.memory.BufferAllocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An answer on its way to a client: parts are read and sent while the client takes them, in the
 * turns of its user. One that does not keep up is not worked for until it does.
 */
final class AnswerStream implements FairQueue.Work {
  private static final Logger LOG = LoggerFactory.getLogger(AnswerStream.class);

  /** Rows that are sent at once: some 1.2 MB of quotes. */
  static final int SENT_ROWS = 1 << 14;

  private final Entitlement who;
  private final AskedData asked;
  private final MarketFolder market;
  private final ServerStreamListener client;
  private final BufferAllocator memory;
  private final FoundSymbols found;
  private final HeldDates held;
  private final FairQueue queue;
  private final UserAnswers answers;
  private final long asOf;

  private AnswerRows rows;
  private ColumnBatch batch;
  private SentVectors vectors;
  private boolean isComplete;
  private int sent;

  /** Whether it is in the queue or being worked on; then whether it was woken meanwhile. */
  private boolean isActive;

  private boolean isWoken;

  /** Before it has begun it is nobody's work, whatever the client does. */
  private boolean isBegun;

  private boolean isEnded;
  private volatile boolean isCancelled;

  /**
   * An answer that {@link #begin} begins.
   *
   * @param asOf {@link System#nanoTime} of the request
   */
  AnswerStream(
      Entitlement who,
      AskedData asked,
      MarketFolder market,
      ServerStreamListener client,
      BufferAllocator memory,
      FoundSymbols found,
      HeldDates held,
      FairQueue queue,
      UserAnswers answers,
      long asOf) {
    this.who = who;
    this.asked = asked;
    this.market = market;
    this.client = client;
    this.memory = memory;
    this.found = found;
    this.held = held;
    this.queue = queue;
    this.answers = answers;
    this.asOf = asOf;
  }

  /** The columns of an answer. */
  static List<ColumnBatch.Column> columns(AskedData asked) throws IOException {
    if (asked.isOfWindows()) {
      return WindowsAnswer.columns(asked.windows(asked.symbols().names(), false));
    }
    return ColumnBatch.Column.of(asked.request(asked.symbols().names()).columns());
  }

  void begin() {
    synchronized (this) {
      isBegun = true;
    }
    wake();
  }

  void cancel() {
    isCancelled = true;
    wake();
  }

  /** There may be something to do. */
  void wake() {
    synchronized (this) {
      if (isEnded || !isBegun) {
        return;
      }
      if (isActive) {
        isWoken = true;
        return;
      }
      isActive = true;
    }
    queue.add(answers.user(), this);
  }

  @Override
  public boolean run() {
    synchronized (this) {
      isWoken = false;
    }
    boolean goesOn = false;
    try {
      goesOn = part();
    } catch (RefusedRequestException e) {
      answers.times().refused();
      end(() -> client.error(e.forClient()));
    } catch (IOException | RuntimeException e) {
      LOG.error("{}: an answer has failed", who, e);
      answers.times().broken();
      end(
          () ->
              client.error(
                  CallStatus.INTERNAL
                      .withDescription("the answer has failed; the server's log says why")
                      .toRuntimeException()));
    }
    synchronized (this) {
      isActive = !isEnded && (goesOn || isWoken);
      return isActive;
    }
  }

  /** Does a part; false if the client has to take something first, or all is done. */
  private boolean part() throws IOException, RefusedRequestException {
    if (isCancelled || client.isCancelled()) {
      answers.times().broken();
      end(() -> {});
      return false;
    }
    if (rows == null) {
      open();
      return true;
    }
    if (!client.isReady()) {
      return false;
    }
    int left = batch.rows() - sent;
    if (left >= SENT_ROWS || (left > 0 && (isComplete || batch.isEnded()))) {
      send(Math.min(left, SENT_ROWS));
      return true;
    }
    if (isComplete) {
      answers.times().answered(System.nanoTime() - asOf);
      end(client::completed);
      return false;
    }
    if (sent == batch.rows()) {
      batch.clear();
      sent = 0;
    } else if (sent > 0) {
      send(left);
      return true;
    }
    isComplete = !rows.next(batch);
    return true;
  }

  private void open() throws IOException, RefusedRequestException {
    SortedMap<Integer, DayFiles> days = Rights.days(who, asked, market);
    held.keepLatest(market);
    List<ColumnBatch.Column> columns = columns(asked);
    if (asked.isOfWindows()) {
      WindowRequest windows =
          asked.windows(
              asked.symbols().all() ? who.symbols().names() : asked.symbols().names(),
              Rights.sees(who, MarketKind.TRADE));
      rows = new WindowsAnswer(windows, days.values());
    } else if (asked.symbols().all() && who.symbols().all()) {
      rows =
          new WholeDatesAnswer(
              asked.kinds().iterator().next(), asked.from(), asked.to(), days.values(), held);
    } else {
      rows =
          new SymbolRowsAnswer(
              asked.request(
                  asked.symbols().all() ? who.symbols().names() : asked.symbols().names()),
              days,
              found,
              held);
    }
    batch = new ColumnBatch(columns);
    vectors = new SentVectors(ColumnBatch.schema(columns), memory);
    client.setUseZeroCopy(true);
    client.start(vectors.sent());
  }

  private void send(int count) {
    vectors.take(batch, sent, count);
    client.putNext();
    sent += count;
    answers.times().sent(count);
  }

  /** Lets go of everything, then of the client. */
  private void end(Runnable last) {
    synchronized (this) {
      isEnded = true;
    }
    try {
      if (rows != null) {
        rows.close();
      }
    } catch (IOException e) {
      LOG.warn("a file of market data was not closed", e);
    }
    try {
      last.run();
    } catch (RuntimeException e) {
      LOG.debug("{} has gone", who, e);
    } finally {
      if (vectors != null) {
        batch.clear();
        vectors.close();
      }
      answers.end();
    }
  }
}
