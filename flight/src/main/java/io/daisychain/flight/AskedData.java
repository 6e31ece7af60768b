package io.daisychain.flight;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.MarketRequest;
import io.daisychain.marketdata.QuantCloudRequest;
import io.daisychain.marketdata.window.OutlierRule;
import io.daisychain.marketdata.window.WindowRequest;
import io.daisychain.marketdata.window.WindowShape;
import io.daisychain.marketdata.window.WindowValue;
import io.daisychain.model.access.AllowedDates;
import io.daisychain.model.access.AllowedNames;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * What somebody asks for, in a descriptor or a ticket: an object of JSON with what {@code
 * marketdata get} and {@code marketdata windows} have as options.
 *
 * @param symbols wanted
 * @param kinds wanted, one for windows and where all symbols are wanted
 * @param dates trade dates that are wanted; null for all that who asks may see
 * @param from first nanosecond since 1970
 * @param to the nanosecond after the last
 * @param shape of windows; null for the rows themselves
 * @param fit degree of the polynomial of windows, 0 for none
 * @param outliers what windows leave out; null for nothing
 */
record AskedData(
    AllowedNames symbols,
    Set<MarketKind> kinds,
    AllowedDates dates,
    long from,
    long to,
    WindowShape shape,
    int fit,
    OutlierRule outliers) {
  private static final String OUTLIERS = "outliers";
  private static final Set<String> NAMES =
      Set.of(
          "symbols", "types", "dates", "from", "to", "window", "slide", "fit", OUTLIERS, "request");
  private static final int MOST_FIT = 5;
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonParser.Feature.INCLUDE_SOURCE_IN_LOCATION)
          .build();

  /** All rows of a kind and a trade date that one may see. */
  static byte[] wholeDate(MarketKind kind, int epochDay) {
    ObjectNode json = JSON.createObjectNode();
    json.putArray("symbols").add(AllowedNames.ALL);
    json.putArray("types").add(kind.word());
    json.put("dates", LocalDate.ofEpochDay(epochDay).toString());
    return json.toString().getBytes(UTF_8);
  }

  /** Reads what a client sent. */
  static AskedData parse(byte[] bytes) throws RefusedRequestException {
    try {
      JsonNode json = JSON.readTree(new String(bytes, UTF_8));
      if (json == null || !json.isObject()) {
        throw new IllegalArgumentException(
            "a request is an object such as {\"symbols\":[\"AAPL\"],\"types\":[\"nbbo\"]}");
      }
      return of(json);
    } catch (JsonProcessingException e) {
      throw RefusedRequestException.malformed(
          "a request is an object of JSON: " + e.getOriginalMessage(), e);
    } catch (IllegalArgumentException e) {
      throw RefusedRequestException.malformed(e.getMessage(), e);
    }
  }

  private static AskedData of(JsonNode json) {
    for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!NAMES.contains(name)) {
        throw new IllegalArgumentException(
            "'" + name + "' is none of " + String.join(", ", new TreeSet<>(NAMES)));
      }
    }
    List<String> symbols = texts(json, "symbols");
    if (symbols.isEmpty()) {
      throw new IllegalArgumentException(
          "symbols is missing: a list of them, or [\"*\"] for all that you may see");
    }
    AllowedDates dates = json.has("dates") ? AllowedDates.of(texts(json, "dates")) : null;
    if (json.has("request")) {
      requireAlone(json);
      QuantCloudRequest request = QuantCloudRequest.parse(text(json, "request"), symbols);
      return new AskedData(
          AllowedNames.of(symbols),
          EnumSet.copyOf(request.kinds()),
          dates,
          request.from(),
          request.to(),
          null,
          0,
          null);
    }
    AskedData asked =
        new AskedData(
            AllowedNames.of(symbols),
            kinds(json),
            dates,
            json.has("from") ? MarketRequest.moment(text(json, "from")) : Long.MIN_VALUE,
            json.has("to") ? MarketRequest.moment(text(json, "to")) : Long.MAX_VALUE,
            json.has("window") || json.has("slide")
                ? WindowShape.parse(text(json, "window"), text(json, "slide"))
                : null,
            json.has("fit") ? fit(json.get("fit")) : 0,
            json.has(OUTLIERS) ? OutlierRule.parse(text(json, OUTLIERS)) : null);
    asked.check();
    return asked;
  }

  private void check() {
    if (isOfWindows()) {
      if (kinds.size() != 1 || kinds.contains(MarketKind.QUOTE)) {
        throw new IllegalArgumentException("windows are of one type, trade or nbbo");
      }
      if (from != Long.MIN_VALUE || to != Long.MAX_VALUE) {
        throw new IllegalArgumentException("windows are of whole dates: leave from and to out");
      }
      if (outliers != null && symbols.all()) {
        throw new IllegalArgumentException("outliers are left out of symbols that are named");
      }
    } else if (fit > 0) {
      throw new IllegalArgumentException("fit is of windows: window and slide are missing");
    } else if (outliers != null) {
      throw new IllegalArgumentException("outliers is of windows: window and slide are missing");
    } else if (symbols.all() && kinds.size() != 1) {
      throw new IllegalArgumentException("all symbols can be had of one type at a time");
    }
  }

  private static void requireAlone(JsonNode json) {
    for (String name : List.of("types", "from", "to", "window", "slide", "fit", OUTLIERS)) {
      if (json.has(name)) {
        throw new IllegalArgumentException("request says types and times: leave " + name + " out");
      }
    }
  }

  private static Set<MarketKind> kinds(JsonNode json) {
    List<String> types =
        json.has("types") ? texts(json, "types") : List.of("quote", "nbbo", "trade");
    Set<MarketKind> kinds = EnumSet.noneOf(MarketKind.class);
    for (String type : types) {
      kinds.add(MarketKind.parse(type.strip().toLowerCase(Locale.ROOT)));
    }
    if (kinds.isEmpty()) {
      throw new IllegalArgumentException("types is empty: quote, nbbo, trade");
    }
    return kinds;
  }

  private static int fit(JsonNode json) {
    if (!json.isInt() || json.asInt() < 1 || json.asInt() > MOST_FIT) {
      throw new IllegalArgumentException("fit is a number from 1 to " + MOST_FIT);
    }
    return json.asInt();
  }

  private static String text(JsonNode json, String name) {
    JsonNode value = json.path(name);
    if (!value.isTextual() && !value.isIntegralNumber()) {
      throw new IllegalArgumentException(name + " is missing, or no text");
    }
    return value.asText();
  }

  /** A list of texts, or one with commas between them. */
  private static List<String> texts(JsonNode json, String name) {
    JsonNode value = json.path(name);
    List<String> texts = new ArrayList<>();
    if (value.isTextual()) {
      texts.addAll(List.of(value.asText().split(",", -1)));
    } else if (value.isArray()) {
      for (JsonNode one : value) {
        if (!one.isTextual()) {
          throw new IllegalArgumentException(name + " has something that is no text: " + one);
        }
        texts.add(one.asText());
      }
    } else if (!value.isMissingNode()) {
      throw new IllegalArgumentException(name + " is no list of texts");
    }
    texts.removeIf(String::isEmpty);
    return texts;
  }

  boolean isOfWindows() {
    return shape != null;
  }

  /** The same of these symbols. */
  MarketRequest request(Set<String> these) {
    return new MarketRequest(these, from, to, kinds);
  }

  /**
   * Windows of these symbols, of best bids and offers with the average price of trades or without.
   */
  WindowRequest windows(Set<String> these, boolean withTrades) {
    WindowValue value = WindowValue.of(kinds.iterator().next());
    return new WindowRequest(these, value, shape, fit, outliers, withTrades);
  }
}
