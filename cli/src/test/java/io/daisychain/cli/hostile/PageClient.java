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
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page, asked as its script does. */
final class PageClient {
  private static final Pattern ADDRESS =
      Pattern.compile("(http://127\\.0\\.0\\.1:[0-9]+)/\\?token=\\S+");
  private static final Pattern SECRET = Pattern.compile("name=\"secret\" content=\"([0-9a-f]+)\"");

  private final Program.Command explore;
  private final String base;
  private final String cookie;
  private final String secret;

  private PageClient(Program.Command explore, String base, String cookie, String secret) {
    this.explore = explore;
    this.base = base;
    this.cookie = cookie;
    this.secret = secret;
  }

  /** Starts {@code explore} with these options. */
  static PageClient start(Program program, String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of("explore"));
    command.addAll(List.of(options));
    Program.Command explore = program.start(command.toArray(String[]::new));
    assertTrue(explore.awaitThat(() -> explore.hasPrinted("token=")), () -> WatchIT.said(explore));
    Matcher address = ADDRESS.matcher(Files.readString(explore.out()));
    assertTrue(address.find());
    HttpURLConnection entrance =
        (HttpURLConnection) URI.create(address.group()).toURL().openConnection();
    Matcher secret = SECRET.matcher(new String(entrance.getInputStream().readAllBytes(), UTF_8));
    assertTrue(secret.find());
    String cookie = entrance.getHeaderField("Set-Cookie").split(";", 2)[0];
    return new PageClient(explore, address.group(1), cookie, secret.group(1));
  }

  /** The answer to a question; of {@code live} what is known once a watch has told. */
  String ask(String question) throws IOException {
    return ask(question, secret);
  }

  /** The answer to somebody who has the page's cookie, and this secret. */
  String ask(String question, String secret) throws IOException {
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
  Program.Ended end() throws IOException, InterruptedException {
    explore.process().destroy();
    return explore.await();
  }
}
