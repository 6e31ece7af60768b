package io.daisychain.jmh.latency;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import quickfix.Acceptor;
import quickfix.Application;
import quickfix.ApplicationAdapter;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.FixVersions;
import quickfix.LogFactory;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.ScreenLogFactory;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionNotFound;
import quickfix.SessionSettings;
import quickfix.ThreadedSocketAcceptor;

/** QuickFIX/J's acceptor, as watch sets it up, with an application that sends back what comes. */
final class QuickFixEcho extends ApplicationAdapter implements EchoBench.Peer {
  private final int port;
  private final Acceptor acceptor;

  QuickFixEcho() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    SessionID id = new SessionID(FixVersions.BEGINSTRING_FIX42, "ECHO", "CLIENT");
    SessionSettings settings = new SessionSettings();
    settings.setString("ConnectionType", "acceptor");
    settings.setString(Acceptor.SETTING_SOCKET_ACCEPT_ADDRESS, "127.0.0.1");
    settings.setLong(Acceptor.SETTING_SOCKET_ACCEPT_PORT, port);
    settings.setString("SocketTcpNoDelay", "Y");
    settings.setString(Session.SETTING_NON_STOP_SESSION, "Y");
    settings.setString(Session.SETTING_USE_DATA_DICTIONARY, "N");
    settings.setString(Session.SETTING_CHECK_LATENCY, "N");
    settings.setString(Session.SETTING_PERSIST_MESSAGES, "N");
    settings.setString(id, "ConnectionType", "acceptor");
    LogFactory logs = new ScreenLogFactory(false, false, false);
    Application application = this;
    try {
      acceptor =
          new ThreadedSocketAcceptor(
              application, new MemoryStoreFactory(), settings, logs, new DefaultMessageFactory());
      acceptor.start();
    } catch (ConfigError e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public void fromApp(Message message, SessionID id) {
    try {
      Session.sendToTarget(message, id);
    } catch (SessionNotFound e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    acceptor.stop(true);
  }
}
