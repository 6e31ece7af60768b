package io.daisychain.watch.subscribe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.model.ErrorStatus;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a subscriber wants: a line of JSON with the names of the components.
 *
 * @param table whose rows
 * @param symbols of which one event at least; any where none is named
 * @param reporters of whom one event at least; any where none is named
 * @param statuses of which one event at least has one; any where none is named
 * @param fields that are sent; all where none is named
 * @param asker who wants it
 */
public record Subscription(
    String table,
    Set<String> symbols,
    Set<String> reporters,
    Set<String> statuses,
    Set<String> fields,
    Asker asker) {
  /** Name of the table of lifecycles. */
  public static final String LIFECYCLES = "lifecycles";

  public static final String ALERTS = "alerts";

  /** Name of the table of best bids and offers. */
  public static final String NBBO = "nbbo";

  /** Name of the table of windows. */
  public static final String WINDOWS = "windows";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The line that asks for it. */
  public String toJson() {
    ObjectNode json = JSON.createObjectNode().put("table", table);
    put(json, "symbols", symbols);
    put(json, "reporters", reporters);
    put(json, "statuses", statuses);
    put(json, "fields", fields);
    asker.put(json);
    return json.toString();
  }

  /** The same, for logs. */
  Subscription withoutSecret() {
    Asker known = new Asker(asker.name(), "", asker.as());
    return new Subscription(table, symbols, reporters, statuses, fields, known);
  }

  private static void put(ObjectNode json, String name, Collection<String> values) {
    values.forEach(json.putArray(name)::add);
  }

  /**
   * Reads what {@link #toJson} wrote.
   *
   * @throws IllegalArgumentException in plain words
   */
  static Subscription parse(String line) {
    try {
      JsonNode json = JSON.readTree(line);
      if (json == null || !json.isObject()) {
        throw new IllegalArgumentException("a subscription is one line with a JSON object");
      }
      Subscription wanted =
          new Subscription(
              json.path("table").asText(LIFECYCLES),
              texts(json, "symbols"),
              texts(json, "reporters"),
              texts(json, "statuses"),
              texts(json, "fields"),
              Asker.of(json));
      wanted.check();
      return wanted;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a subscription is one line with a JSON object", e);
    }
  }

  private static Set<String> texts(JsonNode json, String name) {
    Set<String> texts = new TreeSet<>();
    json.path(name).forEach(text -> texts.add(text.asText()));
    return texts;
  }

  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException naming what there is none of
   */
  public void check() {
    List<String> columns = HandOut.columns(table);
    for (String field : fields) {
      if (!columns.contains(field) && !field.equals("id")) {
        throw new IllegalArgumentException(
            "there is no field " + field + " in " + table + ": " + String.join(", ", columns));
      }
    }
    if (isOfQuotes(table) && !(reporters.isEmpty() && statuses.isEmpty())) {
      throw new IllegalArgumentException(table + " has no reporters and no statuses");
    }
    statusMask();
  }

  /** Whether a table's rows are made of quotes, and belong to a symbol alone. */
  static boolean isOfQuotes(String table) {
    return table.equals(NBBO) || table.equals(WINDOWS);
  }

  /** How many names it holds. */
  int names() {
    return symbols.size() + reporters.size() + statuses.size() + fields.size();
  }

  /** Mask of the statuses; 0 for none. */
  int statusMask() {
    int mask = 0;
    for (String status : statuses) {
      if (status.equals(HandOut.TRADE_THROUGH) && table.equals(ALERTS)) {
        mask |= HandOut.TRADE_THROUGH_BIT;
        continue;
      }
      try {
        mask |= ErrorStatus.valueOf(status).bit();
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "there is no status " + status + ": " + List.of(ErrorStatus.values()), e);
      }
    }
    return mask;
  }
}
