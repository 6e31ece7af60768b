package io.daisychain.cli.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.Program;
import io.daisychain.cli.watch.WatchIT;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page of one firm, asked as its script does. */
final class FirmPageClient {
  private static final Pattern ADDRESS =
      Pattern.compile("(http://127\\.0\\.0\\.1:[0-9]+)/\\?token=\\S+");
  private static final Pattern SECRET = Pattern.compile("name=\"secret\" content=\"([0-9a-f]+)\"");

  private final Program.Command explore;
  private final String base;
  private final String cookie;
  private final String secret;

  private FirmPageClient(Program.Command explore, String base, String cookie, String secret) {
    this.explore = explore;
    this.base = base;
    this.cookie = cookie;
    this.secret = secret;
  }

  /** Starts the page of a firm, with the alerts that it may see of a watch. */
  static FirmPageClient start(Program program, String firm, int watch, String bearer)
      throws Exception {
    Program.Command explore =
        program.start(
            "explore",
            "--as=" + firm,
            "--entitlements=who.csv",
            "--warehouse=duckdb:daisychain-data/warehouse.duckdb",
            "--live=127.0.0.1:" + watch,
            "--tls=" + bearer + ".p12");
    assertTrue(explore.awaitThat(() -> explore.hasPrinted("token=")), () -> WatchIT.said(explore));
    Matcher address = ADDRESS.matcher(Files.readString(explore.out()));
    assertTrue(address.find());
    HttpURLConnection entrance =
        (HttpURLConnection) URI.create(address.group()).toURL().openConnection();
    Matcher secret = SECRET.matcher(new String(entrance.getInputStream().readAllBytes(), UTF_8));
    assertTrue(secret.find());
    String cookie = entrance.getHeaderField("Set-Cookie").split(";", 2)[0];
    return new FirmPageClient(explore, address.group(1), cookie, secret.group(1));
  }

  /** The answer to a question; of {@code live} what is known once a watch has told. */
  String ask(String question) throws IOException {
    HttpURLConnection asked =
        (HttpURLConnection) URI.create(base + "/api/" + question).toURL().openConnection();
    asked.setRequestProperty("Cookie", cookie);
    asked.setRequestProperty("X-Daisychain", secret);
    try (InputStream in =
        asked.getResponseCode() < 400 ? asked.getInputStream() : asked.getErrorStream()) {
      if (!question.equals("live")) {
        return asked.getResponseCode() + " " + new String(in.readAllBytes(), UTF_8);
      }
      BufferedReader events = new BufferedReader(new InputStreamReader(in, UTF_8));
      String line = events.readLine();
      while (line != null && !line.contains("\"state\":\"live\"")) {
        line = events.readLine();
      }
      return String.valueOf(line).replaceFirst("data: ", "");
    }
  }

  /** Ends the page. */
  void end() throws IOException, InterruptedException {
    explore.process().destroy();
    explore.await();
  }
}
