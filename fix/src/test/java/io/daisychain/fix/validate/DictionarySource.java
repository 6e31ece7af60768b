package io.daisychain.fix.validate;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import quickfix.fix42.NewOrderSingle;

/**
 * Writes the dictionaries of QuickFIX/J in the format of our own dictionary files, which were made
 * this way. {@link #main} makes all of them again in a folder.
 *
 * <p>What a component or a group requires is decided as QuickFIX/J does when it loads them.
 */
final class DictionarySource {
  static final List<String> NAMES =
      List.of(
          "FIX40", "FIX41", "FIX42", "FIX43", "FIX44", "FIX50", "FIX50SP1", "FIX50SP2", "FIXT11");
  private static final String FIRST = "FIX40";
  private static final String SESSION = "FIXT11";

  private static final Set<String> MESSAGES =
      Set.of("D", "F", "G", "8", "9", "E", "AB", "AC", "J", "P", "AS");
  private static final int FIRST_USER_DEFINED = 5000;

  /** Read more often than others, so a file that is whole. */
  private static final String WHOLE = "FIX42";

  private static final String COMMENT =
      """
      # What %s says of the messages that submissions are made of, and of every field there is, as
      # DictionaryFile says. Made from the %s.xml of QuickFIX/J 2.3.2, under the QuickFIX Software
      # License: This product includes software developed by quickfixengine.org
      # (http://www.quickfixengine.org/). A test compares the two.
      """;

  private final String name;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Map<String, Element> components = new HashMap<>();
  private final Map<Integer, Element> fields = new TreeMap<>();
  private final Set<Integer> members = new HashSet<>();
  private final Document document;

  DictionarySource(String name) throws Exception {
    this.name = name;
    try (InputStream xml = NewOrderSingle.class.getResourceAsStream("/" + name + ".xml")) {
      document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(xml);
    }
    for (Element field : children(only("fields"))) {
      int number = Integer.parseInt(field.getAttribute("number"));
      numbers.put(field.getAttribute("name"), number);
      fields.put(number, field);
    }
    Element known = find("components");
    for (Element component : known == null ? List.<Element>of() : children(known)) {
      components.put(component.getAttribute("name"), component);
    }
  }

  /** The argument is the folder of the files. */
  public static void main(String[] args) throws Exception {
    Map<String, String> before = Map.of();
    for (String name : NAMES) {
      DictionarySource source = new DictionarySource(name);
      Map<String, String> lines = source.lines();
      List<String> file = new ArrayList<>();
      file.add(COMMENT.formatted(source.version(), name).stripTrailing());
      if (name.equals(FIRST) || name.equals(WHOLE) || name.equals(SESSION)) {
        file.addAll(lines.values());
      } else {
        file.addAll(changes(NAMES.get(NAMES.indexOf(name) - 1), before, lines));
      }
      Files.write(Path.of(args[0], DictionaryFile.of(name)), file, StandardCharsets.US_ASCII);
      before = lines;
    }
  }

  private static List<String> changes(
      String name, Map<String, String> before, Map<String, String> after) {
    List<String> changes = new ArrayList<>();
    changes.add("extends " + name);
    for (String key : before.keySet()) {
      if (!after.containsKey(key)) {
        changes.add("without " + key);
      }
    }
    after.forEach(
        (key, line) -> {
          if (!line.equals(before.get(key))) {
            changes.add(line);
          }
        });
    return changes;
  }

  private String version() {
    return name.equals(SESSION) ? "FIXT.1.1" : "FIX " + name.charAt(3) + "." + name.substring(4);
  }

  /** What {@link DictionaryFile#lines} is to say. */
  Map<String, String> lines() {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("header", "header" + text(plain(only("header"), true)));
    lines.put("trailer", "trailer" + text(plain(only("trailer"), true)));
    for (Element message : children(only("messages"))) {
      String type = message.getAttribute("msgtype");
      if (MESSAGES.contains(type)) {
        String key = "message " + type;
        lines.put(key, key + " " + message.getAttribute("name") + text(plain(message, true)));
      }
    }
    for (Map.Entry<Integer, Element> entry : fields.entrySet()) {
      if (entry.getKey() < FIRST_USER_DEFINED) {
        lines.put("field " + entry.getKey(), field(entry.getKey(), entry.getValue()));
      }
    }
    return lines;
  }

  private String field(int number, Element field) {
    StringBuilder line = new StringBuilder("field ");
    line.append(number).append(' ').append(field.getAttribute("name"));
    if (!members.contains(number)) {
      return line.toString();
    }
    line.append(' ').append(field.getAttribute("type"));
    if (!field.getAttribute("allowOtherValues").equals("true")) {
      for (Element value : children(field)) {
        line.append(' ').append(value.getAttribute("enum")).append('=').append(name(value));
      }
    }
    return line.toString();
  }

  /** As FIX 4.2 has it: QuickFIX/J calls Side 7, which is undisclosed, {@code D}. */
  private static String name(Element value) {
    String name = value.getAttribute("description");
    return name.equals("D") ? "UNDISCLOSED" : name;
  }

  /** A field, with the members of an instance where it counts a group. */
  private record Member(int tag, boolean required, List<Member> group) {}

  /** Members of a message, a header, a component or a group's instance. */
  private List<Member> plain(Element parent, boolean isRequired) {
    List<Member> list = new ArrayList<>();
    for (Element member : children(parent)) {
      boolean own = member.getAttribute("required").equals("Y");
      switch (member.getTagName()) {
        case "field" -> list.add(new Member(tag(member), own && isRequired, null));
        case "group" -> list.add(new Member(tag(member), own && isRequired, plain(member, own)));
        case "component" -> list.addAll(plain(component(member), own));
        default -> throw new IllegalStateException("no format for " + member.getTagName());
      }
    }
    return list;
  }

  private int tag(Element member) {
    int tag = numbers.get(member.getAttribute("name"));
    members.add(tag);
    return tag;
  }

  private Element component(Element reference) {
    return components.get(reference.getAttribute("name"));
  }

  private String text(List<Member> list) {
    StringBuilder text = new StringBuilder();
    for (Member member : list) {
      text.append(' ').append(member.tag()).append(member.required() ? "!" : "");
      if (member.group() != null) {
        text.append('(').append(text(member.group()).trim()).append(')');
      }
    }
    return text.toString();
  }

  private Element only(String name) {
    Element found = find(name);
    if (found == null) {
      throw new IllegalStateException("no " + name);
    }
    return found;
  }

  private Element find(String name) {
    for (Element child : children(document.getDocumentElement())) {
      if (child.getTagName().equals(name)) {
        return child;
      }
    }
    return null;
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
