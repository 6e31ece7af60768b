package io.daisychain.watch.replay;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.marketdata.feed.Feed;
import io.daisychain.watch.HostPort;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session against an acceptor that asks, cuts and refuses. */
class ReplaySessionTest {
  private static final ReplayItem.SessionName OF_A = new ReplayItem.SessionName("A", "FIX.4.2");

  private final SessionMessage messages = new SessionMessage("FIX.4.2");
  private final ReplayCounts counts = new ReplayCounts();
  private ServerSocket listener;
  private Socket socket;
  private int next;

  @TempDir private Path folder;

  @BeforeEach
  void listen() throws IOException {
    listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    listener.close();
    if (socket != null) {
      socket.close();
    }
  }

  @Test
  void sendsAgainWhatIsAskedForAndGoesOnAfterACut() throws Exception {
    Path file = folder.resolve("record.csv");
    try (ReplayRecord record = new ReplayRecord(file);
        ReplaySession session = new ReplaySession(settings(), OF_A, counts, record)) {
      accept();
      assertTrue(receive().contains("|35=A|34=1|49=A|56=MRP|"), "a Logon");
      answer("A", "98=0|108=30|141=Y|");
      session.put(order("a"), 1, 0);
      assertTrue(receive().contains("|34=2|"), "an order");
      assertTrue(receive().contains("|35=1|34=3|"), "a TestRequest");
      session.put(order("b"), 2, 0);
      assertTrue(receive().contains("|34=4|"), "an order");

      answer("2", "7=1|16=0|");
      assertTrue(receive().contains("|35=4|34=1|"), "the Logon is passed over");
      String again = receive();
      assertTrue(again.contains("|35=D|43=Y|34=2|") && again.contains("|11=a|"), again);
      assertTrue(receive().contains("|35=4|34=3|"), "the TestRequest is passed over");
      assertTrue(receive().contains("|34=4|"), "the second order again");
      String test = receive();
      assertTrue(test.contains("|35=1|34=5|"), test);

      socket.close();
      accept();
      String logon = receive();
      assertTrue(logon.contains("|35=A|34=6|"), logon);
      assertFalse(logon.contains("|141="), logon);
      answer("A", "98=0|108=30|");
      String more = receive();
      assertTrue(more.contains("|35=1|34=7|") && more.contains("|112=7|"), more);
      answer("0", "112=7|");
      session.end();
      assertTrue(receive().contains("|35=5|34=8|"), "a Logout");
      answer("5", "");
      socket.close();
      session.join();
      assertEquals("", session.problem());
    }
    assertEquals(2, counts.sums().told());
    List<String> lines = Files.readAllLines(file);
    assertEquals("message,sender,number,scheduled,sent,told", lines.get(0));
    assertTrue(lines.get(1).matches("1,A,2,\\d+,\\d+,\\d+"), lines.get(1));
    assertTrue(lines.get(2).matches("2,A,4,\\d+,\\d+,\\d+"), lines.get(2));
  }

  @Test
  void saysWhatWasRefused() throws Exception {
    try (ReplayRecord record = new ReplayRecord(folder.resolve("record.csv"));
        ReplaySession session = new ReplaySession(settings(), OF_A, counts, record)) {
      session.put(order("a"), 1, 0);
      for (int logon = 0; logon < 3; logon++) {
        accept();
        socket.close();
      }
      session.join();
      session.put(order("b"), 2, 0);
      assertTrue(session.problem().startsWith("A: its Logon"), session::problem);
    }
    assertEquals(new Replay.Sums(0, 0, 0, 2, java.util.Map.of()), counts.sums());
  }

  @Test
  void aLogonThatWasCutOffIsSentAgainUnderItsNumber() throws Exception {
    try (ReplayRecord record = new ReplayRecord(folder.resolve("record.csv"));
        ReplaySession session = new ReplaySession(settings(), OF_A, counts, record)) {
      accept();
      assertTrue(receive().contains("|35=A|34=1|"), "a Logon");
      socket.close();
      accept();
      String again = receive();
      assertTrue(again.contains("|35=A|34=1|") && again.contains("|141=Y|"), again);
      answer("A", "98=0|108=30|141=Y|");
      session.end();
      assertTrue(receive().contains("|35=5|34=2|"), "a Logout");
      answer("5", "");
      socket.close();
      session.join();
      assertEquals("", session.problem());
    }
  }

  private ReplaySettings settings() {
    return new ReplaySettings(
        List.of(),
        1,
        0,
        new ReplaySettings.FixTarget(new HostPort("127.0.0.1", listener.getLocalPort())),
        false,
        null,
        "MRP",
        Feed.CSV);
  }

  private ReplayItem order(String id) {
    return new ReplayItem(messages.session("D", 1, "A", "MRP", "11=" + id + "|"), 0, OF_A, false);
  }

  private void accept() throws IOException {
    socket = listener.accept();
  }

  private void answer(String type, String fields) throws IOException {
    socket.getOutputStream().write(messages.session(type, ++next, "MRP", "A", fields));
  }

  private String receive() throws IOException {
    StringBuilder message = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (!message.toString().matches("(?s).*\u000110=\\d{3}\u0001")) {
      message.append(new String(in.readNBytes(1), ISO_8859_1));
    }
    return message.toString().replace('\u0001', '|');
  }
}
