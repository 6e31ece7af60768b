package io.daisychain.listen;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a listener allows. Who sends {@code N} and a letter is proven under that letter. */
class ListenerTest {
  private static final ListenerLimits LIMITS =
      new ListenerLimits(4, 2, 8, Duration.ofSeconds(5), 3, 2, Duration.ofSeconds(30));

  private final AtomicLong clock = new AtomicLong();
  private final BlockingQueue<String> refusals = new LinkedBlockingQueue<>();
  private final List<Socket> sockets = new ArrayList<>();
  private final Listener listener;

  ListenerTest() throws IOException {
    listener = new Listener("test", Listening.LOOPBACK, 0, LIMITS, this::serve, clock::get).start();
  }

  @AfterEach
  void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    listener.close();
  }

  private void serve(Connection connection) throws IOException {
    try {
      for (int read = connection.in().read(); read >= 0; read = connection.in().read()) {
        if (read == 'N') {
          connection.prove(Character.toString(connection.in().read()));
        }
        connection.out().write('!');
      }
    } catch (RefusedException e) {
      refusals.add(e.getMessage());
      throw e;
    }
  }

  private Socket connect(String from) throws IOException {
    return connect(from, listener);
  }

  private Socket connect(String from, Listener listener) throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.port()));
    return socket;
  }

  private static int ask(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(US_ASCII));
    return socket.getInputStream().read();
  }

  private static int answer(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read();
    } catch (IOException e) {
      return -1; // reset
    }
  }

  @Test
  void theOldestStrangerOfAnAddressMakesRoom() throws IOException {
    Socket first = connect("127.0.0.1");
    assertEquals('!', ask(first, "x"));
    Socket second = connect("127.0.0.1");
    assertEquals('!', ask(second, "x"));
    Socket third = connect("127.0.0.1");
    assertEquals('!', ask(third, "x"));
    assertEquals(-1, answer(first));
    assertEquals('!', ask(second, "x"));
    assertEquals(2, listener.strangers());
  }

  /** None would be done where each is cut off by the next. */
  @Test
  void whoHasJustBegunTlsIsNotCutOffByOthersOfItsAddress(@TempDir Path folder) throws Exception {
    Path keys = folder.resolve("keys.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> line = new ArrayList<>(List.of(keytool, "-genkeypair", "-keyalg", "EC"));
    line.addAll(List.of("-dname", "CN=test", "-storepass", "password", "-keystore"));
    line.add(keys.toString());
    ProcessBuilder keysOf = new ProcessBuilder(line).redirectErrorStream(true);
    assertEquals(0, keysOf.redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor());
    Listening byTls =
        new Listening(InetAddress.getLoopbackAddress(), new TlsStore(keys, "password"), null);
    try (Listener secured =
        new Listener("tls", byTls, 0, LIMITS, this::serve, clock::get).start()) {
      Socket first = connect("127.0.0.1", secured);
      connect("127.0.0.1", secured);
      assertEquals(-1, answer(connect("127.0.0.1", secured)));
      clock.addAndGet(Duration.ofSeconds(2).toNanos());
      connect("127.0.0.1", secured);
      assertEquals(-1, answer(first));
      assertEquals(2, secured.strangers());
    }
  }

  @Test
  void whenAllPlacesAreTakenTheAddressThatHasMostMakesRoom() throws IOException {
    Socket greedy = connect("127.0.0.2");
    assertEquals('!', ask(greedy, "x"));
    Socket more = connect("127.0.0.2");
    assertEquals('!', ask(more, "x"));
    Socket other = connect("127.0.0.3");
    assertEquals('!', ask(other, "x"));
    Socket another = connect("127.0.0.4");
    assertEquals('!', ask(another, "x"));
    Socket honest = connect("127.0.0.5");
    assertEquals('!', ask(honest, "Na"));
    assertEquals(-1, answer(greedy));
    assertEquals('!', ask(more, "x"));
    assertEquals('!', ask(other, "x"));
  }

  @Test
  void whoIsProvenStaysWhateverComes() throws IOException {
    Socket honest = connect("127.0.0.1");
    assertEquals('!', ask(honest, "Na"));
    for (int i = 0; i < 20; i++) {
      assertEquals('!', ask(connect("127.0.0.1"), "x"));
    }
    assertEquals('!', ask(honest, "many more bytes than eight".substring(0, 1)));
    assertEquals(1, listener.connections());
  }

  @Test
  void aStrangerHasFewBytes() throws Exception {
    Socket stranger = connect("127.0.0.1");
    for (int i = 0; i < 8; i++) {
      assertEquals('!', ask(stranger, "x"));
    }
    stranger.getOutputStream().write('x');
    assertEquals(-1, answer(stranger));
    assertEquals("more than 8 bytes of a stranger", refusals.take());
  }

  @Test
  void aStrangerHasLittleTimeAndWhoIsProvenHasMuch() throws IOException {
    Socket honest = connect("127.0.0.1");
    assertEquals('!', ask(honest, "Na"));
    Socket stranger = connect("127.0.0.1");
    assertEquals('!', ask(stranger, "x"));
    clock.set(Duration.ofSeconds(5).toNanos());
    listener.sweep();
    assertEquals('!', ask(stranger, "x"));
    clock.set(Duration.ofSeconds(5).toNanos() + 1);
    listener.sweep();
    assertEquals(-1, answer(stranger));
    assertEquals('!', ask(honest, "x"));
  }

  @Test
  void namesHaveALimitAndAllTogetherHaveOne() throws Exception {
    assertEquals('!', ask(connect("127.0.0.1"), "Na"));
    assertEquals('!', ask(connect("127.0.0.1"), "Na"));
    connect("127.0.0.1").getOutputStream().write("Na".getBytes(US_ASCII));
    assertEquals("there are 2 connections of a", refusals.take());
    Socket last = connect("127.0.0.1");
    assertEquals('!', ask(last, "Nb"));
    connect("127.0.0.1").getOutputStream().write("Nc".getBytes(US_ASCII));
    assertEquals("there are 3 connections", refusals.take());
    assertEquals(3, listener.connections());
    assertEquals('!', ask(last, "x"));
  }

  @Test
  void nobodyIsServedOnceItEnds() throws IOException {
    Socket honest = connect("127.0.0.1");
    assertEquals('!', ask(honest, "Na"));
    listener.endAccepting();
    assertEquals(-1, answer(connect("127.0.0.1")));
    assertEquals('!', ask(honest, "x"));
    assertThrows(
        IOException.class,
        () -> new Listener("second", Listening.LOOPBACK, listener.port(), LIMITS, this::serve));
  }
}
