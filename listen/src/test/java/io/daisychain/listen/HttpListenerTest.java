package io.daisychain.listen;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests and what is none. {@code /known} proves who asks. */
class HttpListenerTest {
  private HttpListener listener;

  @BeforeEach
  void start() throws IOException {
    listener = new HttpListener("test", Listening.LOOPBACK, 0, 4);
    listener.start(HttpListenerTest::answer);
  }

  @AfterEach
  void stop() {
    listener.close();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    if (exchange.getRequestURI().getPath().equals("/known")) {
      HttpCall.prove(exchange, "known");
    }
    byte[] body =
        (exchange.getRequestMethod() + " " + exchange.getRequestURI()).getBytes(ISO_8859_1);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), listener.port());
  }

  private String all(String request) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    } catch (IOException e) {
      return ""; // reset
    }
  }

  @Test
  void answersAndClosesToAStranger() throws IOException {
    String reply = all("GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n");
    assertTrue(reply.startsWith("HTTP/1.1 200 OK\r\nDate: "), reply);
    assertTrue(reply.contains("\r\nConnection: close\r\n"), reply);
    assertTrue(reply.endsWith("\r\n\r\nGET /a?b=c"), reply);
  }

  @Test
  void goesOnWithWhomItKnows() throws IOException {
    String reply =
        all(
            "GET /known HTTP/1.1\r\n\r\n".repeat(2)
                + "GET /known HTTP/1.1\r\nConnection: close\r\n\r\n");
    assertEquals(4, reply.split("GET /known", -1).length, reply);
    assertEquals(2, all("GET /known HTTP/1.0\r\n\r\n").split("GET /known", -1).length);
  }

  @Test
  void whatIsNoRequestIsToldSo() throws IOException {
    List<String> wrong =
        List.of(
            "GET /\r\n\r\n",
            "GET  / HTTP/1.1\r\n\r\n",
            "GET / HTTP/2.0\r\n\r\n",
            "GET mailto:x HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nno header\r\n\r\n",
            "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
            "GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n",
            "GET / HTTP/1.1\r\nA: b\rc\r\n\r\n",
            "GET /%zz HTTP/1.1\r\n\r\n");
    for (String request : wrong) {
      String reply = all(request);
      assertTrue(reply.startsWith("HTTP/1.1 400 Bad Request"), request + reply);
    }
    assertTrue(
        all("GET / HTTP/1.1\r\n" + "A: b\r\n".repeat(101) + "\r\n").startsWith("HTTP/1.1 431"));
  }

  @Test
  void otherProtocolsGetNoAnswer() throws IOException {
    assertEquals("", all("8=FIX.4.2\0019=5\001"));
    assertEquals("", all("\026\003\001"));
    assertEquals("", all("{\"table\":\"alerts\"}\n"));
  }

  @Test
  void aLineWithoutAnEndIsNotHeld() throws IOException {
    String reply = all("GET /" + "a".repeat(1 << 20));
    assertTrue(reply.isEmpty() || reply.startsWith("HTTP/1.1 431"), reply);
  }

  @Test
  void aBodyIsNotReadAsARequest() throws IOException {
    String reply =
        all("POST /known HTTP/1.1\r\nContent-Length: 29\r\n\r\nGET /known HTTP/1.1\r\n\r\n");
    assertEquals(2, reply.split("/known", -1).length, reply);
  }

  @Test
  void halfRequestsShutNobodyOut() throws IOException {
    List<Socket> half = new ArrayList<>();
    try {
      for (int i = 0; i < 300; i++) {
        Socket socket = connect();
        half.add(socket);
        socket.getOutputStream().write("GET / HTT".getBytes(ISO_8859_1));
        if (i % 50 == 49) {
          assertTrue(all("GET /known HTTP/1.1\r\nConnection: close\r\n\r\n").contains("200 OK"));
        }
      }
    } finally {
      for (Socket socket : half) {
        socket.close();
      }
    }
  }
}
