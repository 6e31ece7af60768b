package io.daisychain.watch.session;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.validate.ValidationResult;
import io.daisychain.listen.Connection;
import io.daisychain.listen.Listener;
import io.daisychain.listen.RefusedException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import quickfix.FieldException;
import quickfix.FieldNotFound;
import quickfix.IncorrectDataFormat;
import quickfix.IncorrectTagValue;
import quickfix.InvalidMessage;
import quickfix.Message;
import quickfix.RejectLogon;
import quickfix.RuntimeError;
import quickfix.Session;
import quickfix.UnsupportedMessageType;
import quickfix.field.BeginString;
import quickfix.field.HeartBtInt;
import quickfix.field.MsgSeqNum;
import quickfix.field.MsgType;
import quickfix.field.Text;

/**
 * A FIX connection from its Logon to its end: messages go to its session one after the other, by
 * the thread that reads them; another sends.
 */
public final class FixConnection implements AutoCloseable {
  /** Intervals without a byte; after one and a half QuickFIX/J has sent a TestRequest. */
  private static final long MOST_MISSED = 3;

  /** For the rest of a message that has begun to come. */
  private static final long MESSAGE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Between two looks whether a session that waits for its turn has ended. */
  private static final long PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** For what was said last to be read. */
  private static final long END_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Seconds of HeartBtInt (108): with longer ones a session that is dead goes unnoticed. */
  private static final int LONGEST_HEARTBEAT = 300;

  private static final Logger LOG = LoggerFactory.getLogger(FixConnection.class);

  private final Connection connection;
  private final FixFrameReader frames;
  private final FixPeer peer;
  private final FixMessage index = new FixMessage();
  private final ValidationResult faults = new ValidationResult();
  private final GapGuard gaps = new GapGuard();
  private boolean wasSlowed;

  /**
   * A connection.
   *
   * @param room bytes that long messages of all connections may take together
   */
  public FixConnection(Connection connection, Semaphore room) {
    this.connection = connection;
    this.frames = new FixFrameReader(connection.in(), room);
    this.peer = new FixPeer(connection);
  }

  /**
   * The first message; null where none came.
   *
   * @throws RefusedException where what comes is none
   */
  public ReceivedMessage logon() throws IOException {
    byte[] frame;
    ReceivedMessage message;
    try {
      frame = frames.next();
      message = frame == null ? null : ReceivedMessage.of(frame, index, faults);
    } catch (IOException e) {
      throw connection.refused(String.valueOf(e.getMessage()));
    }
    if (frame != null && message == null) {
      throw connection.refused("its first message is damaged");
    }
    return message;
  }

  /** Seconds of HeartBtInt (108) of a Logon; 0 where there is none or it is no number. */
  private static int heartbeat(Message logon) {
    try {
      return logon.isSetField(HeartBtInt.FIELD) ? logon.getInt(HeartBtInt.FIELD) : 0;
    } catch (FieldNotFound | FieldException e) {
      return 0;
    }
  }

  /**
   * Serves a session until it ends.
   *
   * @param pace of the one who sends
   * @param goesOn false when nothing can be taken any more
   */
  public void run(Session session, ReceivedMessage logon, FirmPace pace, BooleanSupplier goesOn)
      throws IOException, InterruptedException {
    frames.trust();
    int interval = heartbeat(logon);
    session.setHeartBeatInterval(interval);
    session.setResponder(peer);
    Thread writer = Listener.start("daisychain-fix-writer", () -> write(session));
    String end = "";
    try {
      if (interval < 1 || interval > LONGEST_HEARTBEAT) {
        // Before 141=Y costs the store anything.
        logout(session, "HeartBtInt (108) is not from 1 to " + LONGEST_HEARTBEAT);
      } else {
        next(session, logon);
      }
      if (session.isLoggedOn()) {
        LOG.info("fix: {} from {} has logged on", connection.name(), connection.peer());
      }
      read(session, TimeUnit.SECONDS.toNanos(MOST_MISSED * interval), pace, goesOn);
    } catch (IOException e) {
      end = connection.reason().isEmpty() ? String.valueOf(e.getMessage()) : connection.reason();
      throw connection.refused(end);
    } finally {
      end(session);
      connection.expectWithin(END_NANOS);
      writer.join();
      LOG.info("fix: {} from {} has ended {}", connection.name(), connection.peer(), end);
    }
  }

  /** The session may be another connection's from now on. */
  private void end(Session session) throws IOException {
    if (session.getResponder() == peer) {
      session.disconnect("the connection has ended", false);
    }
    peer.disconnect();
    connection.giveUpName();
  }

  private void write(Session session) {
    try {
      peer.write(
          () -> {
            if (session.getResponder() == peer && session.isLoggedOn()) {
              session.next();
            }
          });
    } catch (IOException e) {
      connection.close(); // who is gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      connection.close();
    }
  }

  private void read(Session session, long idleNanos, FirmPace pace, BooleanSupplier goesOn)
      throws IOException, InterruptedException {
    while (!peer.isEnding() && goesOn.getAsBoolean()) {
      connection.expectWithin(frames.isWithin() ? MESSAGE_NANOS : idleNanos);
      byte[] frame = frames.next();
      if (frame == null) {
        return;
      }
      connection.expectNothing();
      peer.awaitRoom();
      await(pace.read(frame.length), goesOn);
      take(session, frame, pace);
    }
    if (peer.isEnding() && !connection.isClosed()) {
      end(session);
      connection.expectWithin(END_NANOS);
      connection.in().transferTo(OutputStream.nullOutputStream()); // nobody's any more
    }
  }

  /** Waits where a firm sends more than it may; meanwhile it is sent heartbeats. */
  private void await(long nanos, BooleanSupplier goesOn) throws InterruptedException {
    if (nanos > 0 && !wasSlowed) {
      wasSlowed = true;
      LOG.info("fix: {} sends more than it may a second: it is read later", connection.name());
    }
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0 && goesOn.getAsBoolean(); left = end - System.nanoTime()) {
      if (peer.isEnding() || connection.isClosed()) {
        return;
      }
      TimeUnit.NANOSECONDS.sleep(Math.min(left, PACE_NANOS));
    }
  }

  private void take(Session session, byte[] frame, FirmPace pace) throws IOException {
    ReceivedMessage message;
    try {
      message = ReceivedMessage.of(frame, index, faults);
    } catch (IOException e) {
      logout(session, e.getMessage());
      return;
    }
    if (message == null) {
      return; // damaged: it is asked for again
    }
    switch (verdict(message, session)) {
      case TAKE -> take(session, message, pace);
      case END -> logout(session, "too many gaps");
      default -> LOG.debug("fix: {} sends again what follows", connection.name());
    }
  }

  private void take(Session session, ReceivedMessage message, FirmPace pace) throws IOException {
    if (message.isAdmin() || pace.takeOfDay()) {
      next(session, message);
    } else {
      logout(session, "it has sent its " + pace.limitOfDay());
    }
  }

  private GapGuard.Verdict verdict(ReceivedMessage message, Session session) {
    try {
      GapGuard.Verdict verdict =
          gaps.look(
              message.getHeader().getInt(MsgSeqNum.FIELD),
              session.getExpectedTargetNum(),
              message.bytes().length);
      String type = message.getHeader().getString(MsgType.FIELD);
      boolean isDone = // whatever its number
          type.equals(MsgType.LOGOUT)
              || type.equals(MsgType.RESEND_REQUEST)
              || type.equals(MsgType.SEQUENCE_RESET);
      return verdict == GapGuard.Verdict.DROP && isDone ? GapGuard.Verdict.TAKE : verdict;
    } catch (FieldNotFound e) {
      return GapGuard.Verdict.TAKE; // it ends the session
    }
  }

  /** Ends the session, and says why. */
  private void logout(Session session, String why) throws IOException {
    Message logout = new Message();
    logout.getHeader().setString(BeginString.FIELD, session.getSessionID().getBeginString());
    logout.getHeader().setString(MsgType.FIELD, MsgType.LOGOUT);
    logout.setString(Text.FIELD, why);
    session.send(logout);
    session.disconnect(why, false);
    LOG.info("fix: {} from {} is logged out: {}", connection.name(), connection.peer(), why);
  }

  private static void next(Session session, ReceivedMessage message) throws IOException {
    try {
      session.next(message);
    } catch (FieldNotFound
        | RejectLogon
        | IncorrectDataFormat
        | IncorrectTagValue
        | UnsupportedMessageType
        | InvalidMessage
        | RuntimeError e) {
      LOG.debug("{}", session.getSessionID(), e); // it is asked for again
    }
  }

  /** Gives back what it holds. */
  @Override
  public void close() {
    frames.release();
  }
}
