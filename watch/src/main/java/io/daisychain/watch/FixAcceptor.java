package io.daisychain.watch;

import io.daisychain.fix.FixVersion;
import io.daisychain.listen.Connection;
import io.daisychain.listen.Listener;
import io.daisychain.listen.ListenerLimits;
import io.daisychain.listen.Listening;
import io.daisychain.listen.RefusedException;
import io.daisychain.listen.SessionLog;
import io.daisychain.watch.session.FirmPace;
import io.daisychain.watch.session.FixConnection;
import io.daisychain.watch.session.FixFrameReader;
import io.daisychain.watch.session.ReceivedMessage;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.UnsupportedEncodingException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.quickfixj.CharsetSupport;
import quickfix.Application;
import quickfix.ConfigError;
import quickfix.DefaultSessionFactory;
import quickfix.FieldNotFound;
import quickfix.Group;
import quickfix.Log;
import quickfix.Message;
import quickfix.MessageFactory;
import quickfix.MessageStore;
import quickfix.RejectLogon;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.field.BeginString;
import quickfix.field.DefaultApplVerID;
import quickfix.field.MsgSeqNum;
import quickfix.field.MsgType;
import quickfix.field.Password;
import quickfix.field.SenderCompID;
import quickfix.field.TargetCompID;
import quickfix.field.Username;

/**
 * Takes submissions over sessions of FIX 4.0 to 4.4 and FIXT.1.1. The session layer is
 * QuickFIX/J's, without its dictionary and without its connections: these are of {@link Listener},
 * so that a stranger has little and nothing waits without a limit. The messages' bytes go through
 * the checks of ingest.
 */
final class FixAcceptor implements Application, AutoCloseable {
  private static final int MOST_SESSIONS = 512;

  /** For the other ends to answer a Logout. */
  private static final long LOGOUT_MILLIS = 2_000;

  /** Long messages of all sessions have this part of the heap together. */
  private static final int HEAP_PART = 8;

  private static final String OWN_VERSION = Character.toString(FixVersion.FIX50SP2.applVerId());

  private static final String NEVER = "1000000";

  private final FixSenders senders;
  private final MessageSink sink;
  private final SessionLog sessionLog;
  private final Listener listener;
  private final SessionFactory sessions;
  private final Semaphore room =
      new Semaphore((int) Math.min(1 << 30, Runtime.getRuntime().maxMemory() / HEAP_PART));
  private final Map<SessionID, FixSession> open = new ConcurrentHashMap<>();
  private final Map<SessionID, Session> known = new ConcurrentHashMap<>();
  private volatile boolean ending;

  FixAcceptor(
      FixSenders senders, MessageSink sink, Listening where, int port, SessionLog sessionLog)
      throws IOException {
    this.sessionLog = sessionLog;
    this.senders = senders;
    this.sink = sink;
    try {
      CharsetSupport.setCharset("ISO-8859-1"); // bytes are bytes
    } catch (UnsupportedEncodingException e) {
      throw new IOException(e.getMessage(), e);
    }
    sessions = new DefaultSessionFactory(this, this::store, id -> new NoLog(), new PlainMessages());
    var limits = ListenerLimits.of(FixFrameReader.LONGEST_LOGON, MOST_SESSIONS).provenOfName(1);
    listener = new Listener("fix", where, port, limits, this::serve);
  }

  private static SessionSettings settings(SessionID id) {
    SessionSettings settings = new SessionSettings();
    settings.setString("ConnectionType", "acceptor");
    settings.setString(Session.SETTING_NON_STOP_SESSION, "Y");
    settings.setString(Session.SETTING_USE_DATA_DICTIONARY, "N");
    settings.setString(Session.SETTING_RESET_ON_LOGON, "N");
    settings.setString(Session.SETTING_CHECK_LATENCY, "N");
    settings.setString(Session.SETTING_CHECK_COMP_ID, "N");
    settings.setString(Session.SETTING_PERSIST_MESSAGES, "N");
    settings.setString(Session.SETTING_REQUIRES_ORIG_SENDING_TIME, "N");
    settings.setString(Session.SETTING_REJECT_INVALID_MESSAGE, "N");
    // What a GapGuard hands on is asked for; who sends nothing is cut by the connection, which
    // knows whether it is this end that has not read.
    settings.setString(Session.SETTING_SEND_REDUNDANT_RESEND_REQUEST, "Y");
    settings.setString(Session.SETTING_HEARTBEAT_TIMEOUT_MULTIPLIER, NEVER);
    settings.setString(id, "ConnectionType", "acceptor");
    if (id.isFIXT()) { // of our own messages, which are all of the session
      settings.setString(id, Session.SETTING_DEFAULT_APPL_VER_ID, OWN_VERSION);
    }
    return settings;
  }

  void start() {
    listener.start();
  }

  int port() {
    return listener.port();
  }

  /** How much firms have sent that are proven. */
  Collection<FirmPace> paces() {
    return senders.paces();
  }

  /** Sessions that are logged on. */
  long sessions() {
    return known.values().stream().filter(Session::isLoggedOn).count();
  }

  private MessageStore store(SessionID id) {
    try {
      FixSession session =
          new FixSession(
              senders.of(id.getTargetCompID(), id.getSenderCompID()).orElseThrow(),
              id.getBeginString(),
              sink);
      open.put(id, session);
      return session;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A connection from its first byte to its last. */
  private void serve(Connection connection) throws IOException, InterruptedException {
    try (FixConnection fix = new FixConnection(connection, room)) {
      ReceivedMessage logon = fix.logon();
      if (logon != null) {
        Map<String, String> about = new TreeMap<>();
        SessionID id = admit(logon, connection, about);
        Session session = session(id);
        FixSession kept = open.get(id);
        if (id.isFIXT()) {
          kept.agree(version(logon));
        }
        about.put("expected", "" + kept.getNextTargetMsgSeqNum());
        Closeable noted =
            sessionLog.begin(
                "fix", about, () -> Map.of("expected", "" + kept.getNextTargetMsgSeqNum()));
        try (noted) {
          fix.run(session, logon, senders.pace(id.getTargetCompID()), () -> !sink.hasFailed());
        }
      }
    }
  }

  /**
   * Finds out who connects, and proves the connection under its CompIDs.
   *
   * @param about gets what there is to note of it
   * @throws RefusedException for somebody unknown, who gets no answer
   */
  private SessionID admit(ReceivedMessage logon, Connection connection, Map<String, String> about)
      throws RefusedException {
    try {
      Message.Header header = logon.getHeader();
      String sender = header.getString(SenderCompID.FIELD);
      String target = header.getString(TargetCompID.FIELD);
      if (!header.getString(MsgType.FIELD).equals(MsgType.LOGON)) {
        throw connection.refused("its first message is no Logon");
      }
      Optional<FixSenders.Known> known = senders.of(sender, target);
      if (ending || known.isEmpty()) {
        throw connection.refused("nobody knows " + sender + " to " + target);
      }
      String username = value(logon, Username.FIELD);
      String password = value(logon, Password.FIELD);
      String proven =
          senders
              .proven(known.get(), connection.certificate(), username, password)
              .orElseThrow(
                  () -> connection.refused(sender + " is not proven by certificate or secret"));
      SessionID id = new SessionID(header.getString(BeginString.FIELD), target, sender);
      if (id.isFIXT() && version(logon) == null) {
        throw connection.refused("its Logon names no version in DefaultApplVerID (1137)");
      }
      connection.prove(FixSession.named(sender, target, id.getBeginString()));
      about.put("address", connection.peer());
      about.put("name", proven);
      about.put("sender", sender);
      about.put("target", target);
      about.put("version", id.getBeginString());
      return id;
    } catch (FieldNotFound e) {
      throw connection.refused("its Logon has no tag " + e.field);
    }
  }

  /** The version of messages that do not say their own; null where the Logon names none. */
  private static FixVersion version(Message logon) {
    String said = logon.getOptionalString(DefaultApplVerID.FIELD).orElse("");
    return said.length() == 1 ? FixVersion.ofApplVerId(said.charAt(0)) : null;
  }

  private static String value(Message message, int tag) throws FieldNotFound {
    return message.isSetField(tag) ? message.getString(tag) : "";
  }

  /** Sessions of several senders begin at once: each asks the store for its numbers. */
  private Session session(SessionID id) {
    return known.computeIfAbsent(
        id,
        none -> {
          try {
            return sessions.create(id, settings(id));
          } catch (ConfigError e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Override
  public void onCreate(SessionID id) {}

  @Override
  public void onLogon(SessionID id) {}

  @Override
  public void onLogout(SessionID id) {}

  @Override
  public void toAdmin(Message message, SessionID id) {}

  @Override
  public void toApp(Message message, SessionID id) {}

  /**
   * Whoever asks whether all is there, or says that this was all, hears of it when it is durable.
   */
  @Override
  public void fromAdmin(Message message, SessionID id) throws FieldNotFound, RejectLogon {
    String type = message.getHeader().getString(MsgType.FIELD);
    if (type.equals(MsgType.LOGON) && ending) {
      throw new RejectLogon("this end is going down");
    }
    if (type.equals(MsgType.TEST_REQUEST) || type.equals(MsgType.LOGOUT)) {
      try {
        open.get(id).awaitDurable();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void fromApp(Message message, SessionID id) throws FieldNotFound {
    if (ending) {
      throw new IllegalStateException("nothing more is taken");
    }
    try {
      open.get(id)
          .take(((ReceivedMessage) message).bytes(), message.getHeader().getInt(MsgSeqNum.FIELD));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes no Logon and no message any more. */
  void endReading() {
    ending = true;
    listener.endAccepting();
  }

  /** Logs all sessions out. */
  @Override
  public void close() {
    endReading();
    for (Session session : known.values()) {
      session.logout();
    }
    try {
      listener.awaitNone(LOGOUT_MILLIS); // the writers' next look has the Logouts sent
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    listener.close();
  }

  /** Session messages as they are, of no classes of their own. */
  private static final class PlainMessages implements MessageFactory {
    @Override
    public Message create(String beginString, String type) {
      Message message = new Message();
      message.getHeader().setString(BeginString.FIELD, beginString);
      message.getHeader().setString(MsgType.FIELD, type);
      return message;
    }

    @Override
    public Group create(String beginString, String type, int field) {
      return null;
    }
  }

  /** Each connection is logged, and what it ends for; no message is. */
  private static final class NoLog implements Log {
    @Override
    public void clear() {}

    @Override
    public void onIncoming(String message) {}

    @Override
    public void onOutgoing(String message) {}

    @Override
    public void onEvent(String text) {}

    @Override
    public void onErrorEvent(String text) {}
  }
}
