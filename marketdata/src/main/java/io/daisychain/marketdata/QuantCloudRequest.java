package io.daisychain.marketdata;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * A request for market data as QuantCloud takes it, in XML: a file of symbols, types of messages
 * and a range of times, which are UTC here. The service and the database are QuantCloud's own and
 * say nothing here; what this class does not know is refused, since it might say what is wanted.
 *
 * @param symbols wanted
 * @param kinds wanted
 * @param from first nanosecond since 1970
 * @param to the nanosecond after the last
 */
public record QuantCloudRequest(List<String> symbols, List<MarketKind> kinds, long from, long to) {
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("yyyyMMdd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  /**
   * Reads a request; the file of symbols lies where the request says, from the request's folder.
   *
   * @throws IllegalArgumentException with a sentence for the user if it is none
   * @throws IOException if a file cannot be read
   */
  public static QuantCloudRequest read(Path file) throws IOException {
    Element message = message(Files.readString(file), file.toString());
    Element universe = only(message, "universe_file", file.toString());
    Path folder = file.toAbsolutePath().getParent().resolve(universe.getAttribute("location"));
    return of(message, file.toString(), symbols(folder.resolve(universe.getAttribute("name"))));
  }

  /**
   * Reads a request whose file of symbols is not looked for.
   *
   * @param symbols those of that file
   * @throws IllegalArgumentException with a sentence for the user if it is none
   */
  public static QuantCloudRequest parse(String xml, List<String> symbols) {
    String name = "the request";
    Element message = message(xml, name);
    only(message, "universe_file", name);
    return of(message, name, symbols);
  }

  private static QuantCloudRequest of(Element message, String file, List<String> symbols) {
    Element types = only(message, "msg_types", file);
    Element range = only(message, "time_range", file);
    List<MarketKind> kinds = new ArrayList<>();
    for (String type : types.getAttribute("value").split(",", -1)) {
      kinds.add(
          switch (type.strip().toLowerCase(Locale.ROOT)) {
            case "trade" -> MarketKind.TRADE;
            case "bbo", "nbbo" -> MarketKind.NBBO;
            case "quote" -> MarketKind.QUOTE;
            default ->
                throw new IllegalArgumentException(
                    file + ": msg_types '" + type.strip() + "' is none of Trade, BBO, Quote");
          });
    }
    return new QuantCloudRequest(
        symbols, kinds, time(range, "from", file), time(range, "to", file));
  }

  /** The symbols of a file: one a line, or several with commas between them. */
  public static List<String> symbols(Path file) throws IOException {
    List<String> symbols = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      for (String symbol : line.split("[,\\s]+", -1)) {
        if (!symbol.isEmpty()) {
          symbols.add(symbol);
        }
      }
    }
    return symbols;
  }

  private static Element message(String xml, String file) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      // A request names no other files than that of its symbols.
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setExpandEntityReferences(false);
      var builder = factory.newDocumentBuilder();
      builder.setErrorHandler(null);
      Document document = builder.parse(new InputSource(new StringReader(xml)));
      requireKnown(document.getDocumentElement(), file);
      return document.getDocumentElement();
    } catch (ParserConfigurationException | IOException e) {
      throw new IllegalStateException(e);
    } catch (SAXException e) {
      throw new IllegalArgumentException(file + " is no request in XML: " + e.getMessage(), e);
    }
  }

  /** Elements and attributes by the name of the element that they stand in; those of the root. */
  private static final Map<String, Set<String>> KNOWN =
      Map.of(
          "service", Set.of("name"),
          "db_name", Set.of("value"),
          "universe_file", Set.of("name", "location"),
          "msg_types", Set.of("value"),
          "time_range", Set.of("from", "to"));

  private static void requireKnown(Element message, String file) {
    for (Node child = message.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element) {
        String name = element.getTagName();
        Set<String> attributes = KNOWN.get(name);
        if (attributes == null) {
          throw new IllegalArgumentException(
              "%s has an element %s, which is none of %s"
                  .formatted(file, name, String.join(", ", new TreeSet<>(KNOWN.keySet()))));
        }
        NamedNodeMap given = element.getAttributes();
        for (int i = 0; i < given.getLength(); i++) {
          if (!attributes.contains(given.item(i).getNodeName())) {
            throw new IllegalArgumentException(
                file
                    + ": "
                    + name
                    + " has an attribute "
                    + given.item(i).getNodeName()
                    + ", which is none of "
                    + String.join(", ", new TreeSet<>(attributes)));
          }
        }
        if (element.getElementsByTagName("*").getLength() > 0) {
          throw new IllegalArgumentException(file + ": " + name + " has elements of its own");
        }
      }
    }
  }

  private static Element only(Element message, String name, String file) {
    NodeList found = message.getElementsByTagName(name);
    if (found.getLength() != 1) {
      throw new IllegalArgumentException(
          file + " has " + found.getLength() + " elements " + name + ", not one");
    }
    return (Element) found.item(0);
  }

  private static long time(Element range, String name, String file) {
    String text = range.getAttribute(name);
    try {
      Instant time = LocalDateTime.parse(text.strip(), TIME).toInstant(ZoneOffset.UTC);
      return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          file + ": time_range " + name + "='" + text + "' is not as 20141001 09:30:00.000", e);
    }
  }
}
