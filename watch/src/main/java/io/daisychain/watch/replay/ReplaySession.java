package io.daisychain.watch.replay;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.watch.HostPort;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A session of one sender: a thread that writes and one that reads.
 *
 * <p>Whether messages are durable is asked by a TestRequest, which the acceptor answers when all
 * before it is; one at a time is under way. What it has not told of is kept, and sent again where
 * the acceptor asks for it; after a cut the session is logged on again under the next number.
 */
final class ReplaySession implements AutoCloseable {
  private static final int MOST_QUEUED = 20_000;
  private static final int MOST_KEPT = 100_000;
  private static final int GROUP = 500;
  private static final int OUT_BYTES = 128 << 10;
  private static final int HEARTBEAT_SECONDS = 30;
  private static final int ANSWER_MILLIS = 10_000;
  private static final int MOST_UNTOLD = 10_000;
  private static final long WAIT_MILLIS = 1_000;
  private static final long UNRECORDED_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int BEGIN_SEQ_NO = 7;
  private static final int END_SEQ_NO = 16;
  private static final int TEST_REQ_ID = 112;

  private final ReplaySettings settings;
  private final HostPort address;
  private final String sender;
  private final ReplayCounts counts;
  private final ReplayRecord record;
  private final SessionMessage messages;
  private final ArrayDeque<Waiting> queue = new ArrayDeque<>();

  /** What was sent and not told of, in the order of its numbers. */
  private final ArrayDeque<Sent> kept = new ArrayDeque<>();

  /** Held while bytes are written, so that numbers go out in order; taken before this. */
  private final Object writing = new Object();

  private final SessionOpening opening;
  private final Thread writer;
  private Socket socket;
  private OutputStream out;
  private int next = 1;
  private int tested;
  private long lastTest;
  private volatile long lastWrite;
  private boolean loggedOn;
  private boolean isLost;
  private boolean isEnding;
  private boolean saidGoodbye;
  private boolean isOver;
  private String problem = "";
  private String goodbye = "";

  private record Waiting(ReplayItem item, long message, long scheduled) {}

  private record Sent(
      ReplayItem item, int number, String time, long message, long scheduled, long sent) {}

  ReplaySession(
      ReplaySettings settings,
      ReplayItem.SessionName name,
      ReplayCounts counts,
      ReplayRecord record) {
    this.settings = settings;
    this.address = ((ReplaySettings.FixTarget) settings.target()).address();
    this.sender = name.sender();
    this.messages = new SessionMessage(name.begin());
    this.counts = counts;
    this.record = record;
    opening =
        new SessionOpening(this::connect, () -> counts.sent() > 0, SessionOpening.Clock.SYSTEM);
    writer = new Thread(this::run, "daisychain-replay-" + sender);
    writer.setDaemon(true);
    writer.start();
  }

  /** Takes a message; waits while too many wait. */
  synchronized void put(ReplayItem item, long message, long scheduled)
      throws IOException, InterruptedException {
    while (queue.size() >= MOST_QUEUED && !isOver) {
      wait();
    }
    Waiting waiting = new Waiting(item, message, scheduled);
    if (isOver) {
      refuse(waiting);
    } else {
      queue.add(waiting);
      notifyAll();
    }
  }

  private void refuse(Waiting waiting) throws IOException {
    counts.refused(1);
    record.note(
        waiting.message(), sender, 0, waiting.scheduled(), ReplayRecord.NEVER, ReplayRecord.NEVER);
  }

  /** Nothing more comes. */
  synchronized void end() {
    isEnding = true;
    notifyAll();
  }

  void join() throws InterruptedException {
    writer.join();
  }

  /** Why not all was sent and told of; empty where it was. */
  synchronized String problem() {
    return problem;
  }

  private void run() {
    try {
      opening.first();
      boolean goesOn = true;
      while (goesOn) {
        goesOn = step();
      }
      logOut();
    } catch (IOException e) {
      fail(sender + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(sender + ": interrupted");
    } finally {
      finish();
    }
  }

  private synchronized void fail(String why) {
    problem = goodbye.isEmpty() ? why : why + " (" + goodbye + ")";
  }

  /** What was not sent, or not told of, is noted as such. */
  private synchronized void finish() {
    isOver = true;
    try {
      for (Sent sent : kept) {
        record.note(
            sent.message(),
            sender,
            sent.number(),
            sent.scheduled(),
            sent.sent(),
            ReplayRecord.NEVER);
      }
      if (!kept.isEmpty() && problem.isEmpty()) {
        problem = sender + ": of " + kept.size() + " messages it was not told that they are taken";
      }
      for (Waiting waiting : queue) {
        refuse(waiting);
      }
    } catch (IOException e) {
      problem = String.valueOf(e.getMessage());
    }
    queue.clear();
    closeSocket();
    notifyAll();
  }

  /** Writes what there is to write; false when all is done. */
  private boolean step() throws IOException, InterruptedException {
    synchronized (this) {
      while (!isLost && !canWrite() && !wantsTest() && !isDone() && !isHeartbeatDue()) {
        wait(WAIT_MILLIS);
      }
      if (isDone() && !isLost) {
        return false;
      }
    }
    if (isLost()) {
      opening.again();
      return true;
    }
    synchronized (writing) {
      try {
        writeGroup();
        if (beginsTest()) {
          session("1", "112=" + next + "|");
        } else if (isHeartbeatDue()) {
          session("0", "");
        }
        out.flush();
      } catch (IOException e) {
        lose();
      }
    }
    return true;
  }

  private void writeGroup() throws IOException {
    for (int i = 0; i < GROUP; i++) {
      Waiting waiting;
      synchronized (this) {
        if (!canWrite()) {
          return;
        }
        waiting = queue.poll();
        notifyAll();
      }
      write(waiting);
    }
  }

  private synchronized boolean beginsTest() {
    if (wantsTest()) {
      lastTest = System.nanoTime();
      tested = next;
      return true;
    }
    return false;
  }

  private synchronized void lose() {
    isLost = true;
    notifyAll();
  }

  private synchronized boolean isLost() {
    return isLost;
  }

  private boolean canWrite() {
    return !queue.isEmpty() && kept.size() < MOST_KEPT;
  }

  private boolean isDone() {
    return isEnding && queue.isEmpty() && kept.isEmpty();
  }

  private boolean wantsTest() {
    return tested == 0
        && !kept.isEmpty()
        && (record.isWritten()
            || isEnding
            || kept.size() >= MOST_UNTOLD
            || System.nanoTime() - lastTest > UNRECORDED_NANOS);
  }

  private boolean isHeartbeatDue() {
    return System.nanoTime() - lastWrite > TimeUnit.SECONDS.toNanos(HEARTBEAT_SECONDS);
  }

  private void write(Waiting waiting) throws IOException {
    String time = settings.now() ? SessionMessage.now() : null;
    int number = next++;
    byte[] bytes = messages.recorded(waiting.item().bytes(), number, time);
    long now = System.nanoTime();
    synchronized (this) {
      kept.add(new Sent(waiting.item(), number, time, waiting.message(), waiting.scheduled(), now));
    }
    counts.sent(1);
    lastWrite = now;
    out.write(bytes); // what a cut takes is asked for again
  }

  private void session(String type, String fields) throws IOException {
    lastWrite = System.nanoTime();
    out.write(messages.session(type, next++, sender, settings.receiver(), fields));
  }

  /**
   * Connects and logs on.
   *
   * @param first true to begin with number 1 on both sides
   */
  private void connect(boolean first) throws IOException, InterruptedException {
    Socket fresh = address.connect();
    synchronized (writing) {
      synchronized (this) {
        closeSocket();
        socket = fresh;
        loggedOn = false;
        isLost = false;
        tested = 0;
      }
      if (first) {
        next = 1;
      }
      out = new BufferedOutputStream(fresh.getOutputStream(), OUT_BYTES);
      try {
        session(
            "A",
            "98=0|108=" + HEARTBEAT_SECONDS + "|" + (first ? "141=Y|" : "") + messages.agreed());
        out.flush();
      } catch (IOException e) {
        String why = "its Logon to " + address + " could not be written: " + e.getMessage();
        throw new HostPort.HandshakeCutException(why, e);
      }
    }
    Thread reader = new Thread(() -> read(fresh), "daisychain-replay-answers-" + sender);
    reader.setDaemon(true);
    reader.start();
    synchronized (this) {
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ANSWER_MILLIS);
      while (!loggedOn && !isLost && System.nanoTime() - end < 0) {
        wait(WAIT_MILLIS);
      }
      if (!loggedOn) {
        String why = "its Logon to " + address + " was not answered";
        boolean wasClosed = isLost;
        isLost = true;
        closeSocket();
        throw wasClosed ? new SessionOpening.ClosedException(why) : new IOException(why);
      }
    }
  }

  private void closeSocket() {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException e) {
      isLost = true;
    }
  }

  private void read(Socket from) {
    FixMessage answer = new FixMessage();
    try {
      InputStream in = new java.io.BufferedInputStream(from.getInputStream());
      while (true) {
        byte[] bytes = SessionMessage.read(in);
        answer.index(bytes, 0, bytes.length);
        take(answer);
      }
    } catch (IOException e) {
      synchronized (this) {
        if (from == socket) {
          isLost = true;
          notifyAll();
        }
      }
    }
  }

  private static String value(FixMessage message, int tag) {
    int field = message.find(tag);
    return field < 0
        ? ""
        : new String(
            message.buffer(), message.valueOffset(field), message.valueLength(field), ISO_8859_1);
  }

  private void take(FixMessage answer) throws IOException {
    switch (value(answer, FixTag.MSG_TYPE)) {
      case "A" -> logOn();
      case "0" -> told(value(answer, TEST_REQ_ID));
      case "1" -> answer("0", "112=" + value(answer, TEST_REQ_ID) + "|");
      case "2" -> resend(number(value(answer, BEGIN_SEQ_NO)), number(value(answer, END_SEQ_NO)));
      case "5" -> goodbye(value(answer, FixTag.TEXT));
      default -> {
        // A Reject says what is wrong in the message: it counts as taken, and is in the feedback.
      }
    }
  }

  private synchronized void logOn() {
    loggedOn = true;
    notifyAll();
  }

  private void answer(String type, String fields) throws IOException {
    synchronized (writing) {
      session(type, fields);
      out.flush();
    }
  }

  private void goodbye(String text) throws IOException {
    boolean answers;
    synchronized (this) {
      goodbye = text;
      answers = !saidGoodbye;
    }
    if (answers) {
      answer("5", "");
    }
  }

  private static int number(String digits) {
    return digits.matches("[0-9]{1,9}") ? Integer.parseInt(digits) : 0;
  }

  private synchronized void told(String id) throws IOException {
    if (tested == 0 || number(id) != tested) {
      return;
    }
    long now = System.nanoTime();
    long count = 0;
    while (!kept.isEmpty() && kept.peek().number() < tested) {
      Sent sent = kept.poll();
      record.note(sent.message(), sender, sent.number(), sent.scheduled(), sent.sent(), now);
      count++;
    }
    counts.told(count);
    tested = 0;
    notifyAll();
  }

  /** Sends again what is asked for; messages of the session itself are passed over. */
  private void resend(int from, int to) throws IOException {
    synchronized (writing) {
      int end = to == 0 ? next - 1 : Math.min(to, next - 1);
      List<Sent> asked = new ArrayList<>();
      synchronized (this) {
        kept.stream()
            .filter(sent -> sent.number() >= from && sent.number() <= end)
            .forEach(asked::add);
        if (tested > 0 && from <= tested) {
          tested = 0; // the TestRequest is passed over
        }
      }
      int number = from;
      for (Sent sent : asked) {
        fill(number, sent.number());
        out.write(messages.again(sent.item().bytes(), sent.number(), sent.time()));
        number = sent.number() + 1;
      }
      fill(number, end + 1);
      lastWrite = System.nanoTime();
      out.flush();
    }
    wake();
  }

  private synchronized void wake() {
    notifyAll();
  }

  /** SequenceReset-GapFill (FIX 4.2, 35 = 4 with 123 = Y). */
  private void fill(int from, int to) throws IOException {
    if (from < to) {
      out.write(
          messages.session(
              "4",
              from,
              sender,
              settings.receiver(),
              "43=Y|122=" + SessionMessage.now() + "|123=Y|36=" + to + "|"));
    }
  }

  private void logOut() throws InterruptedException {
    synchronized (this) {
      saidGoodbye = true;
    }
    try {
      answer("5", "");
    } catch (IOException e) {
      return; // cut, when all was told
    }
    synchronized (this) {
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ANSWER_MILLIS);
      while (!isLost && System.nanoTime() - end < 0) {
        wait(WAIT_MILLIS); // the acceptor closes when it has answered
      }
    }
  }

  @Override
  public void close() {
    writer.interrupt();
    synchronized (this) {
      closeSocket();
    }
  }
}
