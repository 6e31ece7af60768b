package io.daisychain.explorer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.explorer.picture.EventView;
import io.daisychain.explorer.picture.Frame;
import io.daisychain.explorer.picture.Nearest;
import io.daisychain.explorer.picture.Parameters;
import io.daisychain.explorer.picture.Picture;
import io.daisychain.explorer.picture.PictureBytes;
import io.daisychain.explorer.picture.PointFilter;
import io.daisychain.explorer.picture.Summary;
import io.daisychain.explorer.picture.Timeline;
import io.daisychain.explorer.point.BadParameterException;
import io.daisychain.explorer.point.Kinds;
import io.daisychain.explorer.point.Measure;
import io.daisychain.explorer.point.Points;
import io.daisychain.explorer.point.ShownDates;
import io.daisychain.explorer.point.Values;
import io.daisychain.model.text.TextLines;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** What the page asks for, by the last part of the address. Every request only reads. */
final class PageApi {
  private static final int MOST_PIXELS = 8_192;

  /** Pixels of a picture: each takes memory, and several are asked for at a time. */
  private static final int MOST_AREA = 16 << 20;

  private static final int MOST_ROWS = 500;
  private static final String CSV = "text/csv; charset=utf-8";

  /** What the page asks again and again, of which no answer has an event. */
  private static final Set<String> OF_NO_EVENT = Set.of("state", "about");

  private static final Duration WAIT = Duration.ofSeconds(4);

  /** Answers a request. */
  @FunctionalInterface
  private interface Handler {
    Answer answer(ShownPublication publication, Parameters parameters) throws IOException;
  }

  private record Route(Set<String> parameters, Handler handler) {}

  private final Publications publications;
  private final boolean isLive;
  private final QuestionLog log;
  private final Map<String, Route> routes = new LinkedHashMap<>();
  private final Downloads downloads = new Downloads();

  /**
   * Requests about publications.
   *
   * @param isLive whether what a running watch finds is told beside them
   * @param log hears what of events is asked
   */
  PageApi(Publications publications, boolean isLive, QuestionLog log) {
    this.log = log;
    this.publications = publications;
    this.isLive = isLive;
    routes.put("state", new Route(Set.of(), this::state));
    routes.put("about", new Route(Set.of(), this::about));
    ofView("picture", Set.of("w", "h"), PageApi::picture);
    ofView("summary", Set.of(), PageApi::summary);
    ofView("timeline", Set.of("parts"), PageApi::timeline);
    ofView("near", Set.of("w", "h", "across", "up", "open", "market"), PageApi::near);
    ofView("rows", Set.of("limit"), PageApi::rows);
    ofView("sql", Set.of(), PageApi::sql);
    ofView("events.csv", Set.of(), this::csv);
    ofView("alerts.csv", Set.of("alert"), this::alertsCsv);
    ofView("picture.png", Set.of("w", "h", "dark", "layers"), PageApi::png);
    ofView("alerts", Set.of("alert", "limit"), PageApi::alerts);
    ofView("ticket", Set.of("file", "alert", "w", "h", "dark", "layers"), this::ticket);
    ofView("band", Set.of("w", "h", "candles", "windows"), PageApi::band);
    routes.put("search", new Route(Set.of("q"), PageApi::search));
    routes.put("symbols", new Route(Set.of("q"), PageApi::symbols));
    routes.put("lifecycle", new Route(Set.of("id", "market"), PageApi::lifecycle));
    routes.put("scorecard", new Route(Set.of("reporter"), PageApi::scorecard));
  }

  private void ofView(String name, Set<String> more, Handler handler) {
    Set<String> known = new HashSet<>(EventView.PARAMETERS);
    known.addAll(more);
    routes.put(name, new Route(known, handler));
  }

  /** The file that a ticket is for; empty if there is none, or not any more. */
  Optional<Answer> download(String ticket) throws IOException {
    Optional<Downloads.Request> request = downloads.take(ticket);
    return request.isEmpty()
        ? Optional.empty()
        : answer(request.get().name(), request.get().query());
  }

  /** The answer to a request; empty if there is no such address. */
  Optional<Answer> answer(String name, String query) throws IOException {
    Route route = routes.get(name);
    if (route == null) {
      return Optional.empty();
    }
    Set<String> known = new HashSet<>(route.parameters());
    known.add("publication");
    Parameters parameters = Parameters.parse(query, known);
    if (!OF_NO_EVENT.contains(name)) {
      log.asked(name, query == null ? "" : URLDecoder.decode(query, StandardCharsets.UTF_8));
    }
    Optional<String> wanted = parameters.one("publication");
    ShownPublication publication =
        wanted.isEmpty()
            ? publications.newest()
            : publications
                .of(wanted.get())
                .orElseThrow(
                    () -> new BadParameterException("that publication is not open any more"));
    return Optional.of(route.handler().answer(publication, parameters));
  }

  /** How far a publication is, and which is the newest. */
  private Answer state(ShownPublication publication, Parameters parameters) throws IOException {
    ObjectNode state = Answer.object();
    state.put("publication", publication.id());
    state.put("newest", publications.newest().id());
    state.put("progress", publication.progress());
    boolean ready = publication.begin().isDone();
    state.put("ready", ready);
    if (ready) {
      publication.points(); // throws what went wrong
    }
    return Answer.json(state);
  }

  /** What does not depend on a view. */
  private Answer about(ShownPublication publication, Parameters parameters) throws IOException {
    Points points = publication.points();
    ShownDates dates = publication.dates();
    ObjectNode about = Answer.object();
    about.put("publication", publication.id());
    about.put("events", points.size());
    about.put("tooMuch", dates.isTooMuch());
    about.put("live", isLive);
    ArrayNode all = about.putArray("dates");
    for (ShownDates.Date date : dates.all()) {
      ObjectNode node = all.addObject();
      node.put("date", date.date());
      node.put("events", date.events());
      node.put("without", date.without());
      node.put("shown", dates.shown().contains(date));
    }
    ArrayNode axis = about.putArray("axis");
    for (int i = 0; i < points.axis.stretches(); i++) {
      axis.addArray().add("" + points.axis.begin(i)).add("" + points.axis.end(i));
    }
    ArrayNode kinds = about.putArray("kinds");
    for (Kinds.Kind kind : points.kinds.all()) {
      kinds.addArray().add(kind.type()).add(kind.side()).add(kind.status());
    }
    about.put("market", MarketQueries.isThere(publication.warehouse));
    about.put("windows", WindowQueries.areThere(publication.warehouse));
    ArrayNode measures = about.putArray("measures");
    for (Measure measure : Measure.values()) {
      ObjectNode node = measures.addObject();
      node.put("y", measure.parameter());
      node.put("words", measure.words());
      node.put("without", measure.without());
    }
    ArrayNode alerts = about.putArray("alerts");
    for (Alert alert : Alert.values()) {
      alerts.addObject().put("alert", alert.parameter()).put("words", alert.words());
    }
    return Answer.json(about);
  }

  /** The points, with ids and all else that is read last: it waits a moment for that. */
  private static Points detailed(ShownPublication publication) throws IOException {
    Points points = publication.points();
    points.awaitDetails(WAIT);
    return points;
  }

  private static Points points(ShownPublication publication, EventView view) throws IOException {
    return view.measure().isDetail() ? detailed(publication) : publication.points();
  }

  private static Frame frame(Points points, EventView view, Parameters parameters) {
    int width = parameters.number("w", 1, MOST_PIXELS, 1000);
    return Frame.of(points, view, width, height(parameters, 1, width, 400));
  }

  private static int height(Parameters parameters, int least, int width, int otherwise) {
    return parameters.number("h", least, Math.min(MOST_PIXELS, MOST_AREA / width), otherwise);
  }

  static void describe(Frame frame, ObjectNode node) {
    node.put("from", TextLines.timeText(frame.from()));
    node.put("to", TextLines.timeText(frame.to()));
    node.put("fromNanos", "" + frame.from());
    node.put("toNanos", "" + frame.to());
    node.put("low", frame.low());
    node.put("high", frame.high());
    node.put("log", frame.log());
    node.put("width", frame.width());
    node.put("height", frame.height());
  }

  private static Answer picture(ShownPublication publication, Parameters parameters)
      throws IOException {
    EventView view = EventView.of(parameters);
    Points points = points(publication, view);
    Frame frame = frame(points, view, parameters);
    Picture picture = Picture.of(points, view, frame);
    ObjectNode node = Answer.object();
    describe(frame, node);
    node.put("drawn", picture.drawn);
    node.put("above", picture.above);
    node.put("below", picture.below);
    node.put("without", picture.without);
    if (picture.marks == null) {
      return Answer.picture(node, PictureBytes.of(picture));
    }
    Values values = view.measure().of(points);
    ArrayNode marks = node.putArray("marks");
    for (int event : picture.marks) {
      marks
          .add((float) frame.across(points.time[event]))
          .add((float) frame.shareOf(values.at(event)))
          .add(points.kind.at(event));
    }
    return Answer.picture(node, new byte[0]);
  }

  private static Answer summary(ShownPublication publication, Parameters parameters)
      throws IOException {
    EventView view = EventView.of(parameters);
    Points points = points(publication, view);
    Summary summary = Summary.of(points, view);
    ObjectNode node = Answer.object();
    node.put("events", summary.events);
    node.put("faulty", summary.faulty(points.kinds));
    FacetJson.put(node, points, summary, view);
    ObjectNode alerts = node.putObject("alerts");
    for (Alert alert : Alert.values()) {
      alert
          .count(publication, points, view, summary)
          .ifPresent(n -> alerts.put(alert.parameter(), n));
    }
    node.put("looking", publication.isLooking());
    return Answer.json(node);
  }

  private static Answer timeline(ShownPublication publication, Parameters parameters)
      throws IOException {
    EventView view = EventView.of(parameters);
    Points points = points(publication, view);
    int parts = parameters.number("parts", 1, 4096, 300);
    Timeline timeline = Timeline.of(points, view, parts);
    ObjectNode node = Answer.object();
    ArrayNode counts = node.putArray("counts");
    ArrayNode faulty = node.putArray("faulty");
    for (int i = 0; i < parts; i++) {
      counts.add(timeline.counts()[i]);
      faulty.add(timeline.faulty()[i]);
    }
    return Answer.json(node);
  }

  private static Answer near(ShownPublication publication, Parameters parameters)
      throws IOException {
    Points points = detailed(publication);
    EventView view = EventView.of(parameters);
    Frame frame = frame(points, view, parameters);
    double across = parameters.decimal("across").map(BigDecimal::doubleValue).orElse(0.0);
    double up = parameters.decimal("up").map(BigDecimal::doubleValue).orElse(0.0);
    Nearest nearest = Nearest.of(points, view, frame, across, up);
    ObjectNode node = Answer.object();
    node.put("count", nearest.count());
    ArrayNode events = node.putArray("events");
    for (int event : nearest.events()) {
      EventJson.put(events.addObject(), points, event);
    }
    // A click wants the lifecycle of the first: it is sent along.
    if (parameters.isGiven("open", "yes") && !nearest.events().isEmpty()) {
      Optional<ObjectNode> found =
          LifecycleJson.of(
              publication, points, points.id(nearest.events().get(0)), isQuoted(parameters));
      found.ifPresent(lifecycle -> node.set("lifecycle", lifecycle));
    }
    return Answer.json(node);
  }

  private static Answer rows(ShownPublication publication, Parameters parameters)
      throws IOException {
    Points points = detailed(publication);
    PointFilter filter = new PointFilter(points, EventView.of(parameters));
    int limit = parameters.number("limit", 1, MOST_ROWS, 100);
    ObjectNode node = Answer.object();
    ArrayNode events = node.putArray("events");
    for (int i = filter.from; i < filter.to && events.size() < limit; i++) {
      if (filter.passes(i)) {
        EventJson.put(events.addObject(), points, i);
      }
    }
    return Answer.json(node);
  }

  private static Answer sql(ShownPublication publication, Parameters parameters)
      throws IOException {
    publication.points();
    return Answer.text(200, ViewRows.sql(EventView.of(parameters), publication.dates()));
  }

  private Answer csv(ShownPublication publication, Parameters parameters) throws IOException {
    EventRows rows = new EventRows(publication, EventView.of(parameters));
    return Answer.file(CSV, downloads.counted(rows::print), "events.csv");
  }

  private Answer alertsCsv(ShownPublication publication, Parameters parameters) throws IOException {
    Alert alert = Alert.parse(parameters.required("alert"));
    detailed(publication);
    EventRows rows = EventRows.ofAlert(publication, EventView.of(parameters), alert);
    return Answer.file(CSV, downloads.counted(rows::print), alert.parameter() + ".csv");
  }

  /** A ticket for a file, once it is certain that it can be written; what is wrong is told here. */
  private Answer ticket(ShownPublication publication, Parameters parameters) throws IOException {
    String file = parameters.required("file");
    EventView view = EventView.of(parameters);
    Points points = points(publication, view);
    ObjectNode node = Answer.object();
    switch (file) {
      case "events.csv" -> node.put("events", Summary.of(points, view).events);
      case "alerts.csv" ->
          node.put(
              "events",
              EventRows.ofAlert(publication, view, Alert.parse(parameters.required("alert")))
                  .size());
      case "picture.png" -> node.put("events", Summary.of(points, view.withoutBrush()).events);
      default ->
          throw new BadParameterException("file must be events.csv, alerts.csv or picture.png");
    }
    downloads.await();
    Set<String> known = new HashSet<>(routes.get(file).parameters());
    known.add("publication");
    String query = parameters.query(known);
    node.put("address", Downloads.PATH + downloads.ticket(new Downloads.Request(file, query)));
    return Answer.json(node);
  }

  private static Answer png(ShownPublication publication, Parameters parameters)
      throws IOException {
    int width = parameters.number("w", 320, MOST_PIXELS, 1920);
    int height = height(parameters, 240, width, 1080);
    boolean dark = parameters.one("dark").isPresent();
    EventView view = EventView.of(parameters);
    points(publication, view);
    byte[] image = PictureImage.png(publication, view, layers(parameters), width, height, dark);
    return Answer.file("image/png", image, "events.png");
  }

  /** What of the market is shown behind prices: bid and ask where nothing is said. */
  static Set<String> layers(Parameters parameters) {
    return new HashSet<>(List.of(parameters.one("layers").orElse("quotes").split(",")));
  }

  private static Answer alerts(ShownPublication publication, Parameters parameters)
      throws IOException {
    Points points = detailed(publication);
    Alert alert = Alert.parse(parameters.required("alert"));
    int limit = parameters.number("limit", 1, MOST_ROWS, 200);
    return Answer.json(alert.list(publication, points, EventView.of(parameters), limit));
  }

  private static Answer band(ShownPublication publication, Parameters parameters)
      throws IOException {
    EventView view = EventView.of(parameters);
    Points points = points(publication, view);
    if (view.symbols().size() != 1 || view.symbols().get(0).isEmpty()) {
      throw new BadParameterException("the market of one symbol can be shown, not of several");
    }
    Frame frame = frame(points, view, parameters);
    boolean candles = parameters.one("candles").isPresent();
    String symbol = view.symbols().get(0);
    ObjectNode band = MarketQueries.band(publication.warehouse, symbol, frame, candles);
    Optional<String> windows = parameters.one("windows");
    if (windows.isPresent()) {
      WindowQueries.add(band, publication.warehouse, symbol, frame, windows.get());
    }
    return Answer.json(band);
  }

  private static Answer search(ShownPublication publication, Parameters parameters)
      throws IOException {
    return Answer.json(
        EventFinder.find(publication, detailed(publication), parameters.required("q").strip()));
  }

  private static Answer symbols(ShownPublication publication, Parameters parameters)
      throws IOException {
    return Answer.json(
        EventFinder.symbols(publication.points(), parameters.one("q").orElse("").strip()));
  }

  private static Answer lifecycle(ShownPublication publication, Parameters parameters)
      throws IOException {
    UUID id = parameters.id("id");
    Optional<ObjectNode> found =
        LifecycleJson.of(publication, detailed(publication), id, isQuoted(parameters));
    return found.map(Answer::json).orElse(Answer.text(404, "no event " + id + " was published"));
  }

  /** Quotes of events are a join of their own: who does not wait for them asks a second time. */
  private static boolean isQuoted(Parameters parameters) {
    return !parameters.isGiven("market", "later");
  }

  private static Answer scorecard(ShownPublication publication, Parameters parameters)
      throws IOException {
    publication.points();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ViewRows.scorecard(
        publication.warehouse, publication.dates(), parameters.required("reporter"), out);
    return new Answer(
        200,
        "application/json",
        out.toString(StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8),
        Optional.empty());
  }

  /** Addresses that there are, for tests. */
  List<String> names() {
    return List.copyOf(routes.keySet());
  }
}
