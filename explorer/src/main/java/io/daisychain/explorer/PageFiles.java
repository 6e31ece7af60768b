package io.daisychain.explorer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The pages: these files and no others, out of jars. */
public final class PageFiles {
  private static final String OURS = "/io/daisychain/explorer/page/";
  private static final String SCRIPT = "text/javascript; charset=utf-8";

  private record Source(String resource, String type) {}

  private static final Map<String, Source> FILES =
      Map.ofEntries(
          Map.entry("/", new Source(OURS + "index.html", "text/html; charset=utf-8")),
          Map.entry("/style.css", new Source(OURS + "style.css", "text/css; charset=utf-8")),
          Map.entry("/palette.json", new Source(OURS + "palette.json", "application/json")),
          Map.entry("/icon.svg", new Source(OURS + "icon.svg", "image/svg+xml")),
          Map.entry("/enter.js", new Source(OURS + "enter.js", SCRIPT)),
          Map.entry("/first.js", new Source(OURS + "first.js", SCRIPT)),
          Map.entry("/decimal.js", new Source(OURS + "decimal.js", SCRIPT)),
          Map.entry("/page.js", new Source(OURS + "page.js", SCRIPT)),
          Map.entry("/view.js", new Source(OURS + "view.js", SCRIPT)),
          Map.entry("/server.js", new Source(OURS + "server.js", SCRIPT)),
          Map.entry("/words.js", new Source(OURS + "words.js", SCRIPT)),
          Map.entry("/axes.js", new Source(OURS + "axes.js", SCRIPT)),
          Map.entry("/candles.js", new Source(OURS + "candles.js", SCRIPT)),
          Map.entry("/marks.js", new Source(OURS + "marks.js", SCRIPT)),
          Map.entry("/picture.js", new Source(OURS + "picture.js", SCRIPT)),
          Map.entry("/timeline.js", new Source(OURS + "timeline.js", SCRIPT)),
          Map.entry("/filters.js", new Source(OURS + "filters.js", SCRIPT)),
          Map.entry("/search.js", new Source(OURS + "search.js", SCRIPT)),
          Map.entry("/alerts.js", new Source(OURS + "alerts.js", SCRIPT)),
          Map.entry("/live.js", new Source(OURS + "live.js", SCRIPT)),
          Map.entry("/quotes.js", new Source(OURS + "quotes.js", SCRIPT)),
          Map.entry("/path.js", new Source(OURS + "path.js", SCRIPT)),
          Map.entry("/lifecycle.js", new Source(OURS + "lifecycle.js", SCRIPT)),
          Map.entry(
              "/d3.js", new Source("/META-INF/resources/webjars/d3/7.9.0/dist/d3.min.js", SCRIPT)));

  /** The operator's page, which has some of the explorer's. */
  private static final String OPERATOR = "/io/daisychain/explorer/operator/";

  private static final Map<String, Source> OPERATOR_FILES =
      Map.ofEntries(
          Map.entry("/", new Source(OPERATOR + "index.html", "text/html; charset=utf-8")),
          Map.entry(
              "/operator.css", new Source(OPERATOR + "operator.css", "text/css; charset=utf-8")),
          Map.entry("/operator.js", new Source(OPERATOR + "operator.js", SCRIPT)),
          Map.entry("/charts.js", new Source(OPERATOR + "charts.js", SCRIPT)),
          Map.entry("/enter.js", FILES.get("/enter.js")),
          Map.entry("/words.js", FILES.get("/words.js")),
          Map.entry("/decimal.js", FILES.get("/decimal.js")),
          Map.entry("/icon.svg", FILES.get("/icon.svg")));

  private static final Map<String, byte[]> READ = new ConcurrentHashMap<>();

  private PageFiles() {}

  /** A file of the page by its path; empty if there is none of exactly this name. */
  static Optional<Answer> of(String path) throws IOException {
    return of(FILES, path);
  }

  /** The same of the operator's page. */
  public static Optional<Answer> ofOperator(String path) throws IOException {
    return of(OPERATOR_FILES, path);
  }

  private static Optional<Answer> of(Map<String, Source> files, String path) throws IOException {
    Source source = files.get(path);
    if (source == null) {
      return Optional.empty();
    }
    return Optional.of(new Answer(200, source.type(), read(source.resource()), Optional.empty()));
  }

  /**
   * The page that keeps the secret and goes on to {@code /} by itself, with the fragment of its
   * address.
   */
  public static Answer entrance(String secret) throws IOException {
    String page = new String(read(OURS + "enter.html"), UTF_8).replace("$SECRET", secret);
    return new Answer(200, "text/html; charset=utf-8", page.getBytes(UTF_8), Optional.empty());
  }

  /** A resource, which is unpacked once and changed by nobody. */
  public static byte[] read(String resource) throws IOException {
    byte[] read = READ.get(resource);
    if (read != null) {
      return read;
    }
    try (InputStream in = PageFiles.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("there is no " + resource + " in the program");
      }
      byte[] all = in.readAllBytes();
      READ.put(resource, all);
      return all;
    }
  }
}
