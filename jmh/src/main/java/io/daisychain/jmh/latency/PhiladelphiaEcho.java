package io.daisychain.jmh.latency;

import com.paritytrading.philadelphia.FIXConfig;
import com.paritytrading.philadelphia.FIXConnection;
import com.paritytrading.philadelphia.FIXConnectionStatusListener;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Philadelphia's connection, read by a thread of its own, which sends back what comes. */
final class PhiladelphiaEcho implements EchoBench.Peer, FIXConnectionStatusListener {
  /** Fields that the engine writes itself: 8, 9, 35, 34, 49, 56, 52, 10. */
  private static final java.util.Set<Integer> OWN = java.util.Set.of(8, 9, 35, 34, 49, 56, 52, 10);

  private final ServerSocketChannel listener;
  private FIXConnection connection;
  private FIXMessage echo;

  PhiladelphiaEcho() throws IOException {
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread thread = new Thread(this::serve, "philadelphia-echo");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public int port() {
    return listener.socket().getLocalPort();
  }

  private void serve() {
    try (SocketChannel channel = listener.accept()) {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      FIXConfig config =
          FIXConfig.newBuilder()
              .setVersion(FIXVersion.FIX_4_2)
              .setSenderCompID("ECHO")
              .setTargetCompID("CLIENT")
              .build();
      connection = new FIXConnection(channel, config, this::sendBack, this, 0);
      echo = connection.create();
      int read = 0;
      while (read >= 0) {
        connection.setCurrentTimeMillis(System.currentTimeMillis());
        read = connection.receive();
      }
    } catch (IOException e) {
      Thread.currentThread().interrupt(); // the client is gone
    }
  }

  private void sendBack(FIXMessage message) throws IOException {
    connection.prepare(echo, message.getMsgType().asChar());
    for (int i = 0; i < message.getFieldCount(); i++) {
      if (!OWN.contains(message.tagAt(i))) {
        echo.addField(message.tagAt(i)).set(message.valueAt(i));
      }
    }
    connection.send(echo);
  }

  @Override
  public void logon(FIXConnection from, FIXMessage message) throws IOException {
    from.sendLogon(true);
  }

  @Override
  public void logout(FIXConnection from, FIXMessage message) throws IOException {
    from.sendLogout();
  }

  @Override
  public void close(FIXConnection from, String reason) throws IOException {
    throw new IOException(reason);
  }

  @Override
  public void tooLowMsgSeqNum(FIXConnection from, long received, long expected) throws IOException {
    throw new IOException("number " + received + " instead of " + expected);
  }

  @Override
  public void reject(FIXConnection from, FIXMessage message) throws IOException {
    throw new IOException(message.toString());
  }

  @Override
  public void sequenceReset(FIXConnection from) {
    from.setInMsgSeqNum(1);
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
