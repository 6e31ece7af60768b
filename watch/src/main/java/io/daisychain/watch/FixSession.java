package io.daisychain.watch;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixVersion;
import io.daisychain.reporting.FeedbackLine;
import io.daisychain.reporting.SaveInputLines;
import io.daisychain.watch.session.PossDup;
import java.io.IOException;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import quickfix.FieldException;
import quickfix.MessageStore;

/**
 * One sender's session: what it sends becomes rows, and the sequence number that is expected of it
 * becomes durable with them. What this program sends has no content, so none of it is kept.
 */
@SuppressWarnings("JavaUtilDate") // QuickFIX/J speaks in them
final class FixSession implements MessageSource, MessageStore {
  private static final String EXPECTED = "expected";
  private static final String SENT = "sent";

  /** Numbers of our own messages are taken from the store so many at a time. */
  private static final int RESERVED = 1_000;

  private static final int MANY_FIELDS = 10_000;

  private static final int GENERATION_SHIFT = 40;

  /** FIX 4.2, SessionRejectReason (373): value is incorrect; CompID problem. */
  private static final int INCORRECT = 5;

  private static final int COMP_ID = 9;

  private final FixSenders.Known sender;
  private final MessageSink sink;
  private final SourceReader reader;
  private final String row;
  private final String name;
  private FixMessage message = new FixMessage();
  private final Date created = new Date();
  private long generation;
  private int nextSender;
  private int reserved;
  private int nextTarget;
  private long handedOver;
  private long durable;

  /**
   * A session of a sender. Those of several versions have numbers of their own.
   *
   * @param begin BeginString (8) of its messages
   */
  FixSession(FixSenders.Known sender, String begin, MessageSink sink) throws IOException {
    this.sender = sender;
    this.sink = sink;
    this.reader = sink.reader(this);
    this.row = "fix/" + named(sender.sender(), sender.target(), begin);
    this.name = "fix:" + sender.sender();
    Map<String, String> kept = sink.kept(row);
    nextTarget = Integer.parseInt(kept.getOrDefault(EXPECTED, "1"));
    reserved = Integer.parseInt(kept.getOrDefault(SENT, "1"));
    nextSender = reserved;
    sink.keep(SaveInputLines.rows(name, name, 0)); // lines of feedback are numbers of messages
  }

  /** The name of a session: of FIX 4.2, which once was all, it has no BeginString. */
  static String named(String sender, String target, String begin) {
    String ends = sender + "/" + target;
    return begin.equals(FixVersion.FIX42.label()) ? ends : ends + "/" + begin;
  }

  /** Messages that do not say their version (1128) are of the one that the Logon says (1137). */
  void agree(FixVersion version) {
    reader.messages().agree(version);
  }

  /**
   * Takes a message of the application, whose framing is right.
   *
   * @throws FieldException where it is answered by a Reject
   */
  void take(byte[] bytes, int number) throws IOException {
    if (message.fieldCount() > MANY_FIELDS) {
      message = new FixMessage(); // what it grew to is not kept
    }
    message.index(bytes, 0, bytes.length);
    require(FixTag.SENDER_COMP_ID, sender.mpids().contains(value(FixTag.SENDER_COMP_ID)));
    require(FixTag.TARGET_COMP_ID, sender.target().equals(value(FixTag.TARGET_COMP_ID)));
    byte[] original = PossDup.original(message, bytes);
    List<FeedbackLine> wrong = reader.take(original, name, number, numbered(number));
    if (!wrong.isEmpty()) {
      FeedbackLine first = wrong.get(0);
      boolean isNumber = first.reason().matches("[0-9]+");
      throw new FieldException(
          isNumber ? Integer.parseInt(first.reason()) : INCORRECT, first.text(), first.tag());
    }
  }

  private void require(int tag, boolean right) {
    if (!right) {
      throw new FieldException(COMP_ID, tag);
    }
  }

  private String value(int tag) {
    int field = message.find(tag);
    return field < 0
        ? ""
        : new String(
            message.buffer(),
            message.valueOffset(field),
            message.valueLength(field),
            java.nio.charset.StandardCharsets.ISO_8859_1);
  }

  private synchronized long numbered(int number) {
    handedOver = generation << GENERATION_SHIFT | number;
    return handedOver;
  }

  /** Line of a message in feedback. */
  static long lineOf(long number) {
    return number & (1L << GENERATION_SHIFT) - 1;
  }

  /** All sessions are one queue, as their messages come. */
  @Override
  public Object queue() {
    return FixSession.class;
  }

  @Override
  public synchronized Map<String, Map<String, String>> keep(long number) {
    return number >>> GENERATION_SHIFT == generation
        ? Map.of(row, Map.of(EXPECTED, Long.toString(lineOf(number) + 1)))
        : Map.of();
  }

  @Override
  public synchronized void durable(long number) {
    durable = Math.max(durable, number);
    notifyAll();
  }

  /**
   * Waits until all that was handed over is durable.
   *
   * @throws IllegalStateException where it will never be: nobody must be told that it is
   */
  synchronized void awaitDurable() throws InterruptedException {
    while (durable < handedOver) {
      if (sink.hasFailed()) {
        throw new IllegalStateException("what came before is not durable");
      }
      wait(100);
    }
  }

  @Override
  public boolean set(int sequence, String text) {
    return true;
  }

  @Override
  public void get(int from, int to, Collection<String> messages) {
    messages.clear();
  }

  @Override
  public synchronized int getNextSenderMsgSeqNum() {
    return nextSender;
  }

  @Override
  public synchronized int getNextTargetMsgSeqNum() {
    return nextTarget;
  }

  @Override
  public synchronized void setNextSenderMsgSeqNum(int next) throws IOException {
    nextSender = next;
    if (nextSender > reserved) {
      reserved = nextSender + RESERVED;
      write(Map.of(SENT, Integer.toString(reserved)));
    }
  }

  @Override
  public void setNextTargetMsgSeqNum(int next) throws IOException {
    synchronized (this) {
      nextTarget = next;
      if (handedOver >= (generation << GENERATION_SHIFT | next - 1L)) {
        return;
      }
    }
    reader.mark(numbered(next - 1));
  }

  @Override
  public void incrNextSenderMsgSeqNum() throws IOException {
    setNextSenderMsgSeqNum(getNextSenderMsgSeqNum() + 1);
  }

  @Override
  public void incrNextTargetMsgSeqNum() throws IOException {
    setNextTargetMsgSeqNum(getNextTargetMsgSeqNum() + 1);
  }

  @Override
  public Date getCreationTime() {
    return created;
  }

  /** Numbers begin anew (FIX 4.2, tag 141 = Y). */
  @Override
  public void reset() throws IOException {
    try {
      awaitDurable();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    synchronized (this) {
      generation++;
      nextSender = 1;
      nextTarget = 1;
      reserved = 1 + RESERVED;
      handedOver = generation << GENERATION_SHIFT;
      durable = handedOver;
      write(Map.of(EXPECTED, "1", SENT, Integer.toString(reserved)));
    }
  }

  private void write(Map<String, String> columns) throws IOException {
    sink.keep(Map.of(row, columns));
  }

  @Override
  public void refresh() {}
}
