package io.daisychain.marketdata.feed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.paritytrading.nassau.soupbintcp.SoupBinTCP;
import com.paritytrading.nassau.soupbintcp.SoupBinTCPServer;
import com.paritytrading.nassau.soupbintcp.SoupBinTCPServerStatusListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of SoupBinTCP by the library's own server, whose connections may end early. */
class SoupBinTcpStreamTest {
  /** A server of one session that cuts connections off after some messages. */
  private static final class Server implements AutoCloseable {
    private final ServerSocketChannel socket =
        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final List<byte[]> messages;
    private final int most;

    /**
     * A server.
     *
     * @param most messages of a connection before it ends
     */
    Server(List<byte[]> messages, int most) throws IOException {
      this.messages = messages;
      this.most = most;
      new Thread(this::serve, "soupbintcp").start();
    }

    String address(String user) throws IOException {
      int port = ((InetSocketAddress) socket.getLocalAddress()).getPort();
      return "soupbintcp://" + user + "@127.0.0.1:" + port;
    }

    private void serve() {
      while (socket.isOpen()) {
        try (SocketChannel connection = socket.accept()) {
          Login login = new Login();
          SoupBinTCPServer server = new SoupBinTCPServer(connection, message -> {}, login);
          while (!login.isOver && server.receive() >= 0) {
            // until it has logged in and been answered
          }
        } catch (ClosedChannelException e) {
          return;
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }

    private final class Login implements SoupBinTCPServerStatusListener {
      private boolean isOver;

      @Override
      public void loginRequest(SoupBinTCPServer of, SoupBinTCP.LoginRequest request)
          throws IOException {
        isOver = true;
        if (!request.getUsername().strip().equals("me")
            || !request.getPassword().strip().equals("secret")) {
          SoupBinTCP.LoginRejected rejected = new SoupBinTCP.LoginRejected();
          rejected.setRejectReasonCode(SoupBinTCP.LOGIN_REJECT_CODE_NOT_AUTHORIZED);
          of.reject(rejected);
          return;
        }
        SoupBinTCP.LoginAccepted accepted = new SoupBinTCP.LoginAccepted();
        accepted.setSession("TODAY");
        accepted.setSequenceNumber(request.getRequestedSequenceNumber());
        of.accept(accepted);
        int from = (int) request.getRequestedSequenceNumber() - 1;
        int to = Math.min(messages.size(), from + most);
        for (byte[] message : messages.subList(from, to)) {
          of.send(ByteBuffer.wrap(message));
        }
        if (to == messages.size() && most > 0) {
          of.endSession();
        }
      }

      @Override
      public void heartbeatTimeout(SoupBinTCPServer of) {
        isOver = true;
      }

      @Override
      public void logoutRequest(SoupBinTCPServer of) {
        isOver = true;
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private static List<byte[]> messages(int count) {
    Random random = new Random(Long.getLong("test.seed", 1));
    List<byte[]> messages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] message = new byte[1 + random.nextInt(60)];
      random.nextBytes(message);
      messages.add(message);
    }
    return messages;
  }

  @ParameterizedTest
  @ValueSource(ints = {100_000, 700})
  void allMessagesComeOnceAndInOrder(int most) throws Exception {
    List<byte[]> messages = messages(5_000);
    try (Server server = new Server(messages, most);
        SoupBinTcpStream in = SoupBinTcpStream.open(server.address("me"), "secret")) {
      for (int i = 0; i < messages.size(); i++) {
        byte[] head = in.readNBytes(2);
        assertEquals(messages.get(i).length, (head[0] << 8) | (head[1] & 0xFF), "message " + i);
        assertArrayEquals(messages.get(i), in.readNBytes(messages.get(i).length), "message " + i);
      }
      assertEquals(-1, in.read());
    }
  }

  @Test
  void whoIsNotKnownIsTold() throws Exception {
    try (Server server = new Server(messages(5), 5);
        SoupBinTcpStream in = SoupBinTcpStream.open(server.address("me"), "wrong")) {
      FeedException refused = assertThrows(FeedException.class, in::read);

      assertTrue(refused.getMessage().endsWith("user and password are not known"));
    }
  }

  @Test
  void connectionsThatBringNothingAreGivenUp() throws Exception {
    try (Server server = new Server(messages(5), 0);
        SoupBinTcpStream in = SoupBinTcpStream.open(server.address("me"), "secret")) {
      FeedException missed = assertThrows(FeedException.class, in::read);

      assertTrue(missed.getMessage().endsWith("10 times; message 1 is the next"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "soupbintcp://127.0.0.1:20000",
        "soupbintcp://@127.0.0.1:20000",
        "soupbintcp://toolong@127.0.0.1:20000",
        "soupbintcp://me@127.0.0.1",
        "soupbintcp://me@127.0.0.1:1",
      })
  void whereNobodyIsIsTold(String address) {
    assertThrows(FeedException.class, () -> SoupBinTcpStream.open(address, ""));
  }
}
