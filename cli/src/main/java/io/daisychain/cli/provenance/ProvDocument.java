package io.daisychain.cli.provenance;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A document of the W3C's PROV-DM, to be written as PROV-N (Recommendation of 2013-04-30) or
 * PROV-JSON (Member Submission of 2013-04-24). Names of things are {@code daisychain:KIND/...},
 * times those of XML Schema.
 */
public final class ProvDocument {
  private static final String PREFIX = "daisychain";
  private static final String NAMESPACE = "urn:daisychain:";

  /** What a record says, and by which names PROV-JSON has what it says it of. */
  enum Kind {
    ENTITY("entity", ""),
    ACTIVITY("activity", "startTime endTime"),
    AGENT("agent", ""),
    GENERATED("wasGeneratedBy", "entity activity time"),
    USED("used", "activity entity time"),
    INFORMED("wasInformedBy", "informed informant"),
    INVALIDATED("wasInvalidatedBy", "entity activity time"),
    DERIVED("wasDerivedFrom", "generatedEntity usedEntity activity generation usage"),
    ATTRIBUTED("wasAttributedTo", "entity agent"),
    ASSOCIATED("wasAssociatedWith", "activity agent plan"),
    MEMBER("hadMember", "collection entity");

    private final String word;
    private final String names;

    Kind(String word, String names) {
      this.word = word;
      this.names = names;
    }

    private List<String> names() {
      return names.isEmpty() ? List.of() : List.of(names.split(" ", -1));
    }

    /** Whether records have a name of their own: elements do, relations do not. */
    private boolean isElement() {
      return this == ENTITY || this == ACTIVITY || this == AGENT;
    }
  }

  /** A name: {@code prov:Person}, {@code daisychain:firm/ALFA}. */
  record Name(String text) {
    static Name prov(String local) {
      return new Name("prov:" + local);
    }

    /** The name of a thing, of parts of any text. */
    static Name of(String kind, String... parts) {
      StringBuilder name = new StringBuilder(PREFIX).append(':').append(kind);
      for (String part : parts) {
        name.append('/');
        for (byte each : part.getBytes(UTF_8)) {
          boolean isPlain =
              (each >= '0' && each <= '9')
                  || (each >= 'A' && each <= 'Z')
                  || (each >= 'a' && each <= 'z')
                  || each == '_'
                  || each == '-';
          name.append(isPlain ? "" + (char) each : "%%%02X".formatted(each & 0xff));
        }
      }
      return new Name(name.toString());
    }
  }

  /**
   * A statement.
   *
   * @param name of an element, null of a relation
   * @param of what it says something, names and times, null where that is not known
   * @param attributes by name, each a text or a {@link Name}
   */
  private record Statement(
      Kind kind, Name name, List<Object> of, Map<String, Set<Object>> attributes) {
    Statement with(String attribute, Object value) {
      if (value != null && !value.equals("")) {
        attributes.computeIfAbsent(attribute, none -> new LinkedHashSet<>()).add(value);
      }
      return this;
    }
  }

  /** Takes attributes of a statement. */
  static final class Attributes {
    private final Statement statement;

    private Attributes(Statement statement) {
      this.statement = statement;
    }

    Attributes type(Name type) {
      statement.with("prov:type", type);
      return this;
    }

    Attributes label(String text) {
      statement.with("prov:label", text);
      return this;
    }

    /** One of ours; nothing where the value is null or empty. */
    Attributes with(String name, String value) {
      statement.with(PREFIX + ':' + name, value);
      return this;
    }
  }

  private final Map<String, Statement> elements = new LinkedHashMap<>();
  private final Map<List<Object>, Statement> relations = new LinkedHashMap<>();

  /** An element; the one that is there already if it was made. */
  private Attributes element(Kind kind, Name name, Object... times) {
    return new Attributes(
        elements.computeIfAbsent(
            name.text(),
            none -> new Statement(kind, name, Arrays.asList(times), new LinkedHashMap<>())));
  }

  Attributes entity(Name name) {
    return element(Kind.ENTITY, name);
  }

  Attributes agent(Name name) {
    return element(Kind.AGENT, name);
  }

  /** Something that was done; a time is null where it is not known. */
  Attributes activity(Name name, String start, String end) {
    return element(Kind.ACTIVITY, name, start, end);
  }

  /**
   * That something is so of two things, and when; said once, however often it is told.
   *
   * @param of null where it is not known, as is all that is left out at the end
   */
  Attributes relate(Kind kind, Object... of) {
    List<Object> all = new ArrayList<>(Arrays.asList(of));
    all.addAll(Collections.nCopies(kind.names().size() - of.length, null));
    return new Attributes(
        relations.computeIfAbsent(
            Arrays.asList(kind, all),
            none -> new Statement(kind, null, all, new LinkedHashMap<>())));
  }

  private List<Statement> statements() {
    List<Statement> all = new ArrayList<>(elements.values());
    all.addAll(relations.values());
    return all;
  }

  /** As PROV-JSON. */
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.putObject("prefix").put(PREFIX, NAMESPACE);
    int relation = 0;
    for (Statement statement : statements()) {
      String name = statement.kind().isElement() ? statement.name().text() : "_:r" + ++relation;
      ObjectNode body = document.withObjectProperty(statement.kind().word).putObject(name);
      for (int i = 0; i < statement.kind().names().size(); i++) {
        Object value = statement.of().get(i);
        if (value != null) {
          body.put("prov:" + statement.kind().names().get(i), text(value));
        }
      }
      statement
          .attributes()
          .forEach(
              (attribute, values) -> {
                ArrayNode all = values.size() > 1 ? body.putArray(attribute) : null;
                for (Object value : values) {
                  if (value instanceof Name typed) {
                    ObjectNode node = all == null ? body.putObject(attribute) : all.addObject();
                    node.put("$", typed.text()).put("type", "prov:QUALIFIED_NAME");
                  } else if (all == null) {
                    body.put(attribute, text(value));
                  } else {
                    all.add(text(value));
                  }
                }
              });
    }
    return document;
  }

  /** As PROV-N. */
  public String notation() {
    StringBuilder document = new StringBuilder("document\n");
    document.append("  prefix ").append(PREFIX).append(" <").append(NAMESPACE).append(">\n\n");
    for (Statement statement : statements()) {
      List<String> parts = new ArrayList<>();
      if (statement.kind().isElement()) {
        parts.add(statement.name().text());
      }
      statement.of().forEach(value -> parts.add(value == null ? "-" : text(value)));
      List<String> attributes = new ArrayList<>();
      statement
          .attributes()
          .forEach(
              (name, values) ->
                  values.forEach(value -> attributes.add(name + '=' + literal(value))));
      if (!attributes.isEmpty()) {
        parts.add('[' + String.join(", ", attributes) + ']');
      }
      document.append("  ").append(statement.kind().word);
      document.append('(').append(String.join(", ", parts)).append(")\n");
    }
    return document.append("endDocument\n").toString();
  }

  private static String text(Object value) {
    return value instanceof Name name ? name.text() : value.toString();
  }

  private static String literal(Object value) {
    return value instanceof Name name
        ? '\'' + name.text() + '\''
        : '"'
            + value
                .toString()
                .replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n")
                .replace("\r", "\\r")
            + '"';
  }
}
