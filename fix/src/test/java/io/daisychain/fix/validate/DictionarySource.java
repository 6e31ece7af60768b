package io.daisychain.fix.validate;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import quickfix.fix42.NewOrderSingle;

/**
 * Writes QuickFIX/J's FIX42.xml in the format of our own dictionary file, which was made this way.
 * Run {@link #main} with the name of a file to make it again.
 */
final class DictionarySource {
  private static final Set<String> MESSAGES = Set.of("D", "F", "G", "8", "9");

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<Element> fields;
  private final Document document;

  DictionarySource() throws Exception {
    try (InputStream xml = NewOrderSingle.class.getResourceAsStream("/FIX42.xml")) {
      document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(xml);
    }
    fields = children(only("fields"));
    for (Element field : fields) {
      numbers.put(field.getAttribute("name"), Integer.valueOf(field.getAttribute("number")));
    }
  }

  public static void main(String[] args) throws Exception {
    Files.write(Path.of(args[0]), new DictionarySource().lines(), StandardCharsets.US_ASCII);
  }

  /** The dictionary without its comments. */
  List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("header" + members(only("header")));
    lines.add("trailer" + members(only("trailer")));
    for (Element message : children(only("messages"))) {
      String type = message.getAttribute("msgtype");
      if (MESSAGES.contains(type)) {
        lines.add("message " + type + " " + message.getAttribute("name") + members(message));
      }
    }
    fields.sort(Comparator.comparing(field -> numbers.get(field.getAttribute("name"))));
    for (Element field : fields) {
      StringBuilder line = new StringBuilder("field ");
      line.append(field.getAttribute("number")).append(' ').append(field.getAttribute("name"));
      line.append(' ').append(field.getAttribute("type"));
      for (Element value : children(field)) {
        line.append(' ').append(value.getAttribute("enum"));
        line.append('=').append(name(value));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  /** As FIX 4.2 has it: QuickFIX/J calls Side 7, which is undisclosed, {@code D}. */
  private static String name(Element value) {
    String name = value.getAttribute("description");
    return name.equals("D") ? "UNDISCLOSED" : name;
  }

  private String members(Element parent) {
    StringBuilder text = new StringBuilder();
    for (Element member : children(parent)) {
      text.append(' ').append(numbers.get(member.getAttribute("name")));
      text.append(member.getAttribute("required").equals("Y") ? "!" : "");
      if (member.getTagName().equals("group")) {
        text.append('(').append(members(member).trim()).append(')');
      } else if (!member.getTagName().equals("field")) {
        throw new IllegalStateException("no format for " + member.getTagName());
      }
    }
    return text.toString();
  }

  private Element only(String name) {
    for (Element child : children(document.getDocumentElement())) {
      if (child.getTagName().equals(name)) {
        return child;
      }
    }
    throw new IllegalStateException("no " + name);
  }

  private static List<Element> children(Element parent) {
    List<Element> children = new ArrayList<>();
    for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }
}
