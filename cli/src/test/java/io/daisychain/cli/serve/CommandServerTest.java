package io.daisychain.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.terminal.Bounds;
import io.daisychain.cli.terminal.LargeWorkException;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.listen.Listening;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CommandServerTest {
  private static final String TOKEN = "0123456789abcdef0123456789abcdef";

  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private volatile boolean watching;
  private volatile boolean parts;
  private volatile boolean leftThreads;
  private CommandServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        new CommandServer(
            TOKEN,
            Map.of(),
            this::run,
            new CommandServer.Owner() {
              @Override
              public boolean isWatching() {
                return watching;
              }

              @Override
              public boolean hasParts() {
                return parts;
              }

              @Override
              public boolean hasLeftThreads() {
                return leftThreads;
              }

              @Override
              public void breakOff() {
                told.add("broken off");
              }

              @Override
              public void end() {
                told.add("end");
              }
            });
  }

  @AfterEach
  void end() {
    server.close();
  }

  /** Stands in the place of the program's commands. */
  private int run(String... words) {
    switch (words[words.length - 1]) {
      case "lines" -> {
        Terminal.result("first");
        Terminal.note("between");
        Terminal.result("second");
        Terminal.out().print("rest");
        Terminal.out().flush();
        return 0;
      }
      case "long" -> {
        Terminal.out().print("x".repeat(100_000) + "\n\0");
        Terminal.out().flush();
        return 0;
      }
      case "large" -> {
        try {
          Bounds.requireEvents(1e9);
        } catch (LargeWorkException e) {
          return LargeWorkException.EXIT_CODE;
        }
        throw new AssertionError();
      }
      case "columns" -> {
        return Terminal.columns();
      }
      case "waits" -> {
        begun.countDown();
        try {
          mayEnd.await();
          return 0;
        } catch (InterruptedException e) {
          told.add("interrupted");
          return 1;
        }
      }
      default -> {
        return 1;
      }
    }
  }

  @Test
  void whatACommandSaysComesLineByLineInOrder() throws IOException {
    assertEquals(
        List.of("o first", "e between", "o second", "p rest", "x 0"), command("days", "lines"));
  }

  @Test
  void theTerminalIsThatOfWhoGaveTheCommand() throws IOException {
    assertEquals(List.of("x 77"), command(Map.of("DAISYCHAIN_COLUMNS", "77"), "days", "columns"));
    assertEquals(List.of("x 0"), command("days", "columns"));
  }

  @Test
  void whatIsLongOrNoTextComesOnAConnectionOfItsOwn() throws IOException {
    try (Socket socket = connect(TOKEN);
        BufferedReader lines = reader(socket)) {
      send(socket, Map.of(), "days", "long");
      String raw = lines.readLine();
      assertTrue(raw.matches("raw [0-9]+"), raw);
      try (Socket second = connect(TOKEN)) {
        second.getOutputStream().write((raw.substring(4) + "\0").getBytes(UTF_8));
        assertEquals(
            "x".repeat(100_000) + "\n\0",
            new String(second.getInputStream().readAllBytes(), UTF_8));
      }
      assertEquals("x 0", lines.readLine());
    }
  }

  @Test
  void whatIsNotForThisProcessIsSaid() throws IOException {
    assertEquals(List.of("alone it does no such command"), command("watch"));
    assertEquals(
        List.of("alone about 1,000,000,000 events are read as a whole"), command("link", "large"));
    assertTrue(told.isEmpty(), told::toString);
  }

  @Test
  void whoDoesNotKnowTheSecretHearsNothing() throws IOException {
    List<String> heard = List.of();
    try (Socket socket = connect(TOKEN.replace('0', '1'));
        BufferedReader lines = reader(socket)) {
      send(socket, Map.of(), "days", "columns");
      heard = lines.lines().toList();
    } catch (IOException | UncheckedIOException e) {
      // It was closed while this end still wrote.
    }
    assertEquals(List.of(), heard);
    assertEquals(List.of("x 0"), command("days", "columns"));
  }

  @Test
  void aChangingCommandWhoseClientGoesEndsTheProcess() throws Exception {
    try (Socket socket = connect(TOKEN)) {
      send(socket, Map.of(), "ingest", "waits");
      begun.await();
    }

    assertEquals("broken off", told.take());
    mayEnd.countDown();
  }

  @Test
  void aQueryWhoseClientGoesIsInterrupted() throws Exception {
    try (Socket socket = connect(TOKEN)) {
      send(socket, Map.of(), "sql", "waits");
      begun.await();
    }

    assertEquals("interrupted", told.take());
    assertEquals(List.of("x 0"), command("days", "columns"));
    assertTrue(told.isEmpty(), told::toString);
  }

  @Test
  void whereOthersUseItNobodyIsCutOff() throws Exception {
    parts = true;
    try (Socket socket = connect(TOKEN)) {
      send(socket, Map.of(), "publish", "waits");
      begun.await();
    }
    mayEnd.countDown();

    assertEquals(List.of("x 0"), command("days", "columns"));
    assertTrue(told.isEmpty(), told::toString);
  }

  @Test
  void besideAWatchNoCommandChangesEvents() throws Exception {
    watching = true;

    assertEquals(List.of("alone it watches"), command("link", "columns"));
    assertEquals(List.of("x 0"), command("publish", "columns"));
  }

  @Test
  void afterAJobThatFailedTheProcessBeginsAnew() throws Exception {
    assertEquals(List.of("x 1"), command("link", "fails"));
    assertTrue(told.isEmpty(), told::toString);
    leftThreads = true;
    assertEquals(List.of("x 1"), command("link", "fails"));

    assertEquals("broken off", told.take());
    assertTrue(told.isEmpty(), told::toString);
  }

  @Test
  void whoStopsItIsTold() throws Exception {
    try (Socket socket = connect(TOKEN)) {
      socket.getOutputStream().write("stop\0".getBytes(UTF_8));
      assertEquals("end", told.take());
    }
  }

  private List<String> command(String... words) throws IOException {
    return command(Map.of(), words);
  }

  private List<String> command(Map<String, String> variables, String... words) throws IOException {
    try (Socket socket = connect(TOKEN);
        BufferedReader lines = reader(socket)) {
      send(socket, variables, words);
      return lines.lines().toList();
    }
  }

  private Socket connect(String token) throws IOException {
    Socket socket = new Socket();
    socket.connect(Listening.LOOPBACK.at(server.port()));
    socket.getOutputStream().write((token + "\0").getBytes(UTF_8));
    return socket;
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  private static void send(Socket socket, Map<String, String> variables, String... words)
      throws IOException {
    List<String> items = new ArrayList<>(List.of("command", Path.of("").toAbsolutePath() + ""));
    items.add("" + variables.size());
    variables.forEach((name, value) -> items.add(name + "=" + value));
    items.add("" + words.length);
    items.addAll(List.of(words));
    OutputStream out = socket.getOutputStream();
    out.write((String.join("\0", items) + "\0").getBytes(UTF_8));
  }
}
