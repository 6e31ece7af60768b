package io.daisychain.watch.subscribe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.listen.Listening;
import io.daisychain.listen.SessionLog;
import io.daisychain.model.access.Entitlements;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is served, whoever else has come. */
class SubscriptionServerTest {
  private static final String ALERTS = "{\"table\":\"alerts\"}\n";

  private SubscriptionServer server;

  @BeforeEach
  void start() throws IOException {
    HandOut handOut = new HandOut(5);
    handOut.loaded();
    server =
        new SubscriptionServer(
            handOut, null, Listening.LOOPBACK, 0, UnaryOperator.identity(), SessionLog.NONE);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Socket connect(String text) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.getOutputStream().write(text.getBytes(UTF_8));
    return socket;
  }

  /** The first line; null where the connection was closed. */
  private static String answer(Socket socket) {
    try {
      return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();
    } catch (IOException e) {
      return null; // reset
    }
  }

  @Test
  void muteConnectionsShutNobodyOut() throws IOException {
    List<Socket> mute = new ArrayList<>();
    try {
      for (int i = 0; i < 300; i++) {
        mute.add(connect(i % 2 == 0 ? "" : "{\"table\":"));
      }
      try (Socket honest = connect(ALERTS)) {
        assertEquals("{\"op\":\"ready\"}", answer(honest));
        assertEquals(1, server.connections());
      }
    } finally {
      for (Socket socket : mute) {
        socket.close();
      }
    }
  }

  @Test
  void whatIsNoSubscriptionIsToldSoOrGetsNoAnswer() throws IOException {
    try (Socket page = connect("GET / HTTP/1.1\r\n\r\n");
        Socket list = connect("{\"table\":\"lists\"}\n");
        Socket half = connect("{\"table\"\n")) {
      assertEquals(null, answer(page));
      assertTrue(answer(list).startsWith("{\"op\":\"error\""));
      assertTrue(answer(half).startsWith("{\"op\":\"error\""));
    }
  }

  @Test
  void whoIsNotNotedIsNotAnswered() throws IOException {
    server.close();
    HandOut handOut = new HandOut(5);
    handOut.loaded();
    List<String> noted = new ArrayList<>();
    server =
        new SubscriptionServer(
            handOut,
            null,
            Listening.LOOPBACK,
            0,
            UnaryOperator.identity(),
            (kind, about, atEnd) -> {
              noted.add(kind + " " + about.get("name") + " " + about.get("wanted"));
              throw new IOException("no space left on device");
            });
    try (Socket socket = connect(ALERTS)) {
      assertEquals(null, answer(socket));
    }
    assertEquals(
        List.of(
            "subscribe 127.0.0.1 {\"table\":\"alerts\",\"symbols\":[],\"reporters\":[],"
                + "\"statuses\":[],\"fields\":[]}"),
        noted);
  }

  @Test
  void whereWhoIsWhoIsKnownNobodyIsBelieved() throws IOException {
    server.close();
    String csv =
        "name,reporters,symbols,tables,secret\nfirm,FIRM,*,lifecycles,"
            + "pbkdf2-sha256:100000:MDEyMzQ1Njc4OWFiY2RlZg==:hLne8TouGCTQgICXM2UlnguGPFJk6wzUwaafCbSR+18="
            + "\ndesk,*,*,*,"
            + "pbkdf2-sha256:100000:ZmVkY2JhOTg3NjU0MzIxMA==:NAzw1PCr94n69UyNlqeg+nVUsWUKp1irCELWJUx3aYo="
            + "\n";
    HandOut handOut = new HandOut(5);
    handOut.loaded();
    server =
        new SubscriptionServer(
            handOut,
            Entitlements.parse("who.csv", csv, List.of("lifecycles")),
            Listening.LOOPBACK,
            0,
            UnaryOperator.identity(),
            SessionLog.NONE);
    String firm = "\"name\":\"firm\",\"secret\":\"correct horse battery\"";
    String desk = "\"name\":\"desk\",\"secret\":\"another horse battery\"";
    for (String refused :
        List.of(
            "{}",
            "{\"as\":\"firm\"}",
            "{" + firm.replace("correct", "wrong") + "}",
            "{" + desk.replace("desk", "firm") + "}",
            "{\"table\":\"alerts\"," + firm + "}",
            "{\"as\":\"desk\"," + firm + "}",
            "{\"table\":\"alerts\",\"as\":\"firm\"," + desk + "}")) {
      try (Socket socket = connect(refused + "\n")) {
        String told = answer(socket);
        assertTrue(told.startsWith("{\"op\":\"error\""), refused + ": " + told);
        assertTrue(!told.contains("horse"), told);
      }
    }
    for (String answered :
        List.of("{" + firm + "}", "{\"as\":\"firm\"," + firm + "}", "{" + desk + "}")) {
      try (Socket socket = connect(answered + "\n")) {
        assertEquals("{\"op\":\"ready\"}", answer(socket), answered);
      }
    }
  }

  @Test
  void aLineHasALimit() throws IOException {
    try (Socket socket = connect("{\"symbols\":[\"" + "x".repeat(70_000))) {
      String told = answer(socket);
      assertTrue(told == null || told.contains("64 kB"), told);
    }
  }

  @Test
  void namesOfAllSubscribersHaveALimit() throws IOException {
    List<Socket> greedy = new ArrayList<>();
    try {
      StringBuilder line = new StringBuilder("{\"symbols\":[\"a\"");
      for (int i = 0; line.length() < 64_000; i++) {
        line.append(",\"").append(Integer.toString(i, 36)).append('"');
      }
      String told = "";
      while (told.isEmpty() || told.contains("ready")) {
        Socket socket = connect(line + "]}\n");
        greedy.add(socket);
        told = answer(socket);
      }
      assertTrue(told.contains("too many names"), told);
      assertTrue(greedy.size() > 5 && greedy.size() < 20, () -> "after " + greedy.size());
      try (Socket honest = connect(ALERTS)) {
        assertEquals("{\"op\":\"ready\"}", answer(honest));
      }
    } finally {
      for (Socket socket : greedy) {
        socket.close();
      }
    }
  }
}
