package io.daisychain.watch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.listen.Listening;
import io.daisychain.listen.TlsStore;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.UnsupportedEncodingException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.quickfixj.CharsetSupport;
import quickfix.Acceptor;
import quickfix.Application;
import quickfix.ConfigError;
import quickfix.DefaultSessionFactory;
import quickfix.FieldNotFound;
import quickfix.FixVersions;
import quickfix.Group;
import quickfix.Log;
import quickfix.LogFactory;
import quickfix.Message;
import quickfix.MessageFactory;
import quickfix.MessageStore;
import quickfix.MessageStoreFactory;
import quickfix.RejectLogon;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.ThreadedSocketAcceptor;
import quickfix.field.BeginString;
import quickfix.field.MsgSeqNum;
import quickfix.field.MsgType;
import quickfix.mina.SessionConnector;
import quickfix.mina.acceptor.AcceptorSessionProvider;
import quickfix.mina.ssl.SSLSupport;

/**
 * Takes submissions over FIX 4.2 sessions: the session layer is QuickFIX/J's, without its
 * dictionary; the messages' bytes go through the checks of ingest.
 */
final class FixAcceptor implements Application, AcceptorSessionProvider, AutoCloseable {
  private static final String TEMPLATE = "TEMPLATE";

  private final FixSenders senders;
  private final StoreTable table;
  private final Intake intake;
  private final ThreadedSocketAcceptor acceptor;
  private final SessionFactory sessions;
  private final Map<SessionID, FixSession> open = new ConcurrentHashMap<>();
  private final Map<SessionID, Session> known = new ConcurrentHashMap<>();
  private final String host;
  private final TlsStore tls;
  private final String tlsType;
  private final int port;
  private volatile boolean ending;

  FixAcceptor(FixSenders senders, StoreTable table, Intake intake, Listening listening, int wanted)
      throws IOException {
    this.senders = senders;
    this.table = table;
    this.intake = intake;
    this.host = listening.address().getHostAddress();
    this.tls = listening.tls();
    this.tlsType = tls == null ? "" : tls.type();
    try {
      CharsetSupport.setCharset("ISO-8859-1"); // bytes are bytes
    } catch (UnsupportedEncodingException e) {
      throw new IOException(e.getMessage(), e);
    }
    this.port = wanted == 0 ? freePort(listening.at(0)) : wanted;
    try {
      SessionID template = new SessionID(FixVersions.BEGINSTRING_FIX42, TEMPLATE, TEMPLATE);
      SessionSettings settings = settings(template);
      settings.setString(template, Acceptor.SETTING_ACCEPTOR_TEMPLATE, "Y");
      MessageStoreFactory stores = this::store;
      LogFactory logs = id -> new NoLog();
      MessageFactory messages = new PlainMessages();
      sessions = new DefaultSessionFactory(this, stores, logs, messages);
      acceptor = new ThreadedSocketAcceptor(this, stores, settings, logs, messages);
      acceptor.setSessionProvider(listening.at(port), this);
    } catch (ConfigError e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static int freePort(InetSocketAddress address) throws IOException {
    try (ServerSocket free = new ServerSocket()) {
      free.bind(address);
      return free.getLocalPort();
    }
  }

  private SessionSettings settings(SessionID id) throws ConfigError {
    SessionSettings settings = new SessionSettings();
    settings.setString("ConnectionType", "acceptor");
    settings.setString(Acceptor.SETTING_SOCKET_ACCEPT_ADDRESS, host);
    settings.setLong(Acceptor.SETTING_SOCKET_ACCEPT_PORT, port);
    settings.setString("SocketTcpNoDelay", "Y");
    settings.setString("SocketReuseAddress", "Y");
    settings.setString(Session.SETTING_NON_STOP_SESSION, "Y");
    settings.setString(Session.SETTING_USE_DATA_DICTIONARY, "N");
    settings.setString(Session.SETTING_RESET_ON_LOGON, "N");
    settings.setString(Session.SETTING_CHECK_LATENCY, "N");
    settings.setString(Session.SETTING_CHECK_COMP_ID, "N");
    settings.setString(Session.SETTING_PERSIST_MESSAGES, "N");
    settings.setString(Session.SETTING_REQUIRES_ORIG_SENDING_TIME, "N");
    settings.setString(Session.SETTING_REJECT_INVALID_MESSAGE, "N");
    settings.setString(id, "ConnectionType", "acceptor");
    if (tls != null) {
      settings.setString(SSLSupport.SETTING_USE_SSL, "Y");
      settings.setString(SSLSupport.SETTING_KEY_STORE_NAME, tls.file().toString());
      settings.setString(SSLSupport.SETTING_KEY_STORE_PWD, tls.password());
      settings.setString(SSLSupport.SETTING_KEY_STORE_TYPE, tlsType);
    }
    return settings;
  }

  void start() throws IOException {
    try {
      acceptor.start();
    } catch (ConfigError | RuntimeException e) {
      throw new IOException("port " + port + ": " + e.getMessage(), e);
    }
  }

  int port() {
    return port;
  }

  /** Sessions that are logged on. */
  long sessions() {
    return known.values().stream().filter(Session::isLoggedOn).count();
  }

  private MessageStore store(SessionID id) {
    try {
      FixSession session =
          new FixSession(
              senders.of(id.getTargetCompID(), id.getSenderCompID()).orElseThrow(), table, intake);
      open.put(id, session);
      return session;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The session of a Logon; null for an unknown sender, who gets no answer. */
  @Override
  public synchronized Session getSession(SessionID id, SessionConnector connector) {
    Session session = known.get(id);
    Optional<FixSenders.Known> sender = senders.of(id.getTargetCompID(), id.getSenderCompID());
    boolean isOurs = id.getBeginString().equals(FixVersions.BEGINSTRING_FIX42);
    if (session == null && sender.isPresent() && isOurs && !ending) {
      try {
        session = sessions.create(id, settings(id));
        connector.addDynamicSession(session);
        known.put(id, session);
      } catch (ConfigError e) {
        throw new IllegalStateException(e);
      }
    }
    return session;
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
          .take(
              message.toRawString().getBytes(ISO_8859_1),
              message.getHeader().getInt(MsgSeqNum.FIELD));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes no Logon and no message any more. */
  void endReading() {
    ending = true;
  }

  /** Logs all sessions out. */
  @Override
  public void close() {
    ending = true;
    acceptor.stop();
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

  /** What comes and goes is not logged. */
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
