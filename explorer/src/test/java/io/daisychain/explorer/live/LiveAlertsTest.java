package io.daisychain.explorer.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

/** What a program that says it is a watch can make the explorer hold. */
class LiveAlertsTest {
  private static final String SNAPSHOT = "{\"op\":\"snapshot\",\"id\":\"%s\",\"symbol\":\"%s\"}\n";

  /** What is known once something of it is another than before. */
  private static LiveRows.Known next(LiveAlerts alerts, long seen) throws InterruptedException {
    LiveRows.Known known = alerts.await(seen, 1_000);
    while (known.version() == seen) {
      known = alerts.await(seen, 1_000);
    }
    return known;
  }

  @Test
  void anEndlessLineIsPassedOverAndAllThatComesIsBounded() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      LiveSource source =
          new LiveSource(
              "test",
              () -> new Socket(server.getInetAddress(), server.getLocalPort()),
              (table, symbols) -> "{}");
      try (LiveAlerts alerts = new LiveAlerts(source)) {
        alerts.start();
        Socket watch = server.accept();
        OutputStream out = watch.getOutputStream();
        out.write(SNAPSHOT.formatted("a", "IBM").getBytes(UTF_8));
        byte[] piece = "x".repeat(1 << 20).getBytes(UTF_8);
        for (int i = 0; i < 64; i++) {
          out.write(piece);
        }
        out.write('\n');
        out.write("{\"op\":\"ready\"}\n".getBytes(UTF_8));
        LiveRows.Known known = next(alerts, 1);
        assertEquals("live", known.rows().get("state").asText());
        assertEquals(1, known.rows().get("count").asInt());
        String symbol = "y".repeat(BoundedLines.LONGEST - 200);
        for (int i = 0; i < 600; i++) {
          out.write(
              SNAPSHOT.replace("snapshot", "change").formatted("b" + i, symbol).getBytes(UTF_8));
        }
        out.write("{\"op\":\"gone\",\"id\":\"b599\"}\n".getBytes(UTF_8));
        out.write("{\"op\":\"change\",\"id\":\"last\"}\n".getBytes(UTF_8));
        while (!known.rows().get("alerts").path(0).path("id").asText().equals("last")) {
          known = next(alerts, known.version());
        }
        int kept = known.rows().get("count").asInt();
        assertTrue(kept > 100 && kept < 400, "kept " + kept);
        assertTrue(known.rows().get("more").asBoolean());
      }
    }
  }

  @Test
  void linesAreReadToTheirEnd() throws IOException {
    String long1 = "z".repeat(BoundedLines.LONGEST + 1);
    InputStream in =
        new java.io.ByteArrayInputStream(
            ("a\n\n" + long1 + "\n" + long1.substring(1) + "\nü").getBytes(UTF_8));
    BoundedLines lines = new BoundedLines(in);
    assertEquals("a", lines.next());
    assertEquals("", lines.next());
    assertEquals("", lines.next());
    assertEquals(long1.substring(1), lines.next());
    assertEquals("ü", lines.next());
    assertEquals(null, lines.next());
  }
}
