package io.daisychain.cli.watch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.audit.Sha256;
import io.daisychain.cli.testing.FixClient;
import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What the audit log has of those whom a command serves that goes on. */
@ExtendWith(SharedStore.class)
class AuditedSessionsIT {
  @Test
  void whoComesIsEnteredBeforeItIsAnswered(RunningStore store, @TempDir Path folder)
      throws Exception {
    Program program = new Program(folder);
    String table = "--table=audited";
    String address = "--store=" + store.address();
    Files.createDirectory(folder.resolve("in"));
    Files.createDirectory(folder.resolve("reference"));
    Files.writeString(
        folder.resolve("reference/participants.csv"),
        "mpid,name,valid_from,valid_to\nFIRM,A firm,,\n");
    program.succeed("audit", "--begin");
    Program.Command watch =
        program.start(
            "watch", "--input=in", "--fix=0", "--serve=0", "--reference=reference", table, address);
    assertTrue(watch.awaitThat(() -> watch.hasPrinted("watch ready")), () -> WatchIT.said(watch));

    try (Socket subscriber =
        new Socket(InetAddress.getLoopbackAddress(), WatchFixIT.port(watch, "serve"))) {
      subscriber
          .getOutputStream()
          .write("{\"table\":\"alerts\",\"symbols\":[\"AAPL\"]}\n".getBytes(UTF_8));
      new BufferedReader(new InputStreamReader(subscriber.getInputStream(), UTF_8)).readLine();
      entered(folder, "\"kind\":\"subscribe\"", "\"wanted\":\"{\\\"table\\\":\\\"alerts\\\"");
    }
    try (FixClient firm = new FixClient(WatchFixIT.port(watch, "fix"), "FIRM", 1)) {
      firm.logOn();
      assertTrue(firm.receive("A").contains("|49=MRP|"));
      entered(
          folder,
          "\"kind\":\"fix\"",
          "\"sender\":\"FIRM\",\"target\":\"MRP\",\"version\":\"FIX.4.2\"",
          "\"address\":\"127.0.0.1:",
          "\"expected\":\"1\"",
          "\"name\":\"believed\"");
      firm.send("D", WatchFixIT.order("a1"));
      firm.send("1", "112=ALL|");
      assertTrue(firm.receive("0").contains("|112=ALL|"));
    }
    String line =
        FixLine.of("35=D|34=1|49=FIRM|56=MRP|52=20260316-10:00:00.000|" + WatchFixIT.order("b1"));
    Path file = Files.writeString(folder.resolve("in/a.fix"), line + "\nnoise\n", ISO_8859_1);
    Path done = folder.resolve("in/a.fix.done");
    assertTrue(watch.awaitThat(() -> Files.exists(done)), () -> WatchIT.said(watch));
    entered(
        folder,
        "\"entry\":\"handed in\"",
        "\"path\":\"" + file,
        "\"read\":2,\"stored\":1,\"skipped\":1,\"rejected\":0",
        "\"sha256\":\"" + Sha256.of(file));
    watch.process().destroy();
    assertEquals(0, watch.await().exitCode(), () -> WatchIT.said(watch));

    entered(folder, "\"entry\":\"session ended\"", "\"expected\":\"4\"");
    program.succeed("publish", "--files=none", table, address);
    explore(program, folder);
    Program.Ended verified = program.run("verify", table, address);
    assertEquals(0, verified.exitCode(), verified::toString);
    assertTrue(!verified.err().contains("has no end"), verified::toString);
    assertTrue(verified.out().contains("files    1 handed in"), verified::toString);
    assertTrue(verified.out().contains("asked    1 questions, 2 sessions"), verified::toString);
  }

  private static void explore(Program program, Path folder) throws Exception {
    Program.Command explore = program.start("explore");
    assertTrue(explore.awaitThat(() -> explore.hasPrinted("http://")), () -> WatchIT.said(explore));
    URI page = URI.create(Files.readString(explore.out()).strip());
    String entrance = get(page, "/?" + page.getQuery(), "");
    String headers =
        "Cookie: %s\r\nX-Daisychain: %s\r\n"
            .formatted(
                found("(?i)set-cookie: ([^;]+)", entrance),
                found("name=\"secret\" content=\"(\\w+)\"", entrance));
    assertTrue(get(page, "/api/state", headers).contains(" 200 "));
    get(page, "/api/search?q=a1%20b", headers);
    entered(folder, "\"entry\":\"question\"", "\"page\":\"search\"", "\"query\":\"q=a1 b\"");
    assertTrue(entries(folder).stream().noneMatch(entry -> entry.contains("\"page\":\"state\"")));
    explore.process().destroy();
    assertEquals(0, explore.await().exitCode());
  }

  private static String get(URI page, String path, String headers) throws IOException {
    try (Socket socket = new Socket(page.getHost(), page.getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET %s HTTP/1.1\r\nHost: %s:%d\r\n%sConnection: close\r\n\r\n"
                  .formatted(path, page.getHost(), page.getPort(), headers)
                  .getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  private static String found(String pattern, String text) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    assertTrue(found.find(), text);
    return found.group(1);
  }

  private static List<String> entries(Path folder) throws IOException {
    return Files.readAllLines(folder.resolve("daisychain-data/audit/audit.jsonl"));
  }

  /** One entry has all of these. */
  private static void entered(Path folder, String... parts) throws IOException {
    List<String> entries = entries(folder);
    assertEquals(
        1,
        entries.stream().filter(entry -> List.of(parts).stream().allMatch(entry::contains)).count(),
        () -> String.join("\n", entries));
  }
}
