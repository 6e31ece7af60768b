package io.daisychain.cat;

import io.daisychain.cat.Field.Kind;
import io.daisychain.cat.Field.Need;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A record without a fault, of any type of a version: as JSON and as CSV. */
public final class RandomRecord {
  private final EventSchema schema;
  private final Random random;
  private final String date;

  /** By field: its value as JSON; and as CSV. */
  public final Map<String, String> json = new LinkedHashMap<>();

  private final Map<String, String> csv = new LinkedHashMap<>();

  /** Makes one. */
  public RandomRecord(String version, String type, String date, Random random) {
    this.schema = CatSchemas.schema(version, type);
    this.random = random;
    this.date = date;
    for (Field field : schema.fields()) {
      if (field.need() == Need.REQUIRED || random.nextInt(3) == 0) {
        add(field);
      }
    }
    remove("errorROEID");
    // What hangs together.
    for (String of : List.of("ask", "bid")) {
      both(of + "Price", of + "Qty");
    }
    both("manualOrderID", "manualOrderKeyDate");
    if ("true".equals(json.get("cancelFlag"))) {
      both("cancelFlag", "cancelTimestamp");
    }
    if (!"\"E\"".equals(json.get("destinationType"))) {
      remove("exchOriginCode");
    }
    if (json.containsKey("tapeTradeID")) {
      remove("reportingExceptionCode");
    }
    if (json.containsKey("leavesQty")) {
      replace("quantity", "2");
      replace("leavesQty", "1");
    }
    switch (json.getOrDefault("sideDetailsInd", "")) {
      case "\"BUY\"" -> {
        both("sideDetailsInd", "buyDetails");
        remove("sellDetails");
      }
      case "\"SELL\"" -> {
        both("sideDetailsInd", "sellDetails");
        remove("buyDetails");
      }
      default -> {}
    }
    if (json.containsKey("netPrice")) {
      replace("price", "0");
    }
    replace("senderIMID", "\"S\"");
    replace("destination", "\"D\"");
    replace("receiverIMID", "\"R\"");
    replace("priorRoutedOrderID", "\"prior\"");
    replace("priorDeskOrderID", "\"prior\"");
  }

  private void remove(String name) {
    json.remove(name);
    csv.remove(name);
  }

  private void replace(String name, String value) {
    if (json.containsKey(name)) {
      json.put(name, value);
      csv.put(name, value.replace("\"", ""));
    }
  }

  private void both(String a, String b) {
    for (String name : List.of(a, b)) {
      int position = schema.position(name);
      if ((json.containsKey(a) || json.containsKey(b))
          && position >= 0
          && !json.containsKey(name)) {
        add(schema.fields().get(position));
      }
    }
  }

  private void add(Field field) {
    String name = field.name();
    if (field.kind() == Kind.NOTHING) {
      return;
    }
    String[] value =
        switch (name) {
          case "actionType" -> text("NEW");
          case "type" -> text(schema.type());
          case "firmROEID" -> text(date + "_" + random.nextInt(1_000_000));
          case "eventTimestamp" -> text(date + "T" + time());
          default -> value(field);
        };
    json.put(name, value[0]);
    csv.put(name, value[1]);
  }

  private static String[] text(String value) {
    return new String[] {"\"" + value + "\"", value};
  }

  private String time() {
    return "1%d3%d1%d.%03d"
        .formatted(random.nextInt(6), random.nextInt(10), random.nextInt(10), random.nextInt(1000));
  }

  private String[] value(Field field) {
    switch (field.kind()) {
      case NUMBER -> {
        String whole = String.valueOf(1 + random.nextInt(9_999));
        boolean fraction = field.decimals() > 0 && random.nextBoolean();
        return new String[] {fraction ? whole + ".5" : whole, fraction ? whole + ".50" : whole};
      }
      case BOOLEAN -> {
        boolean is = random.nextBoolean();
        return new String[] {is ? "true" : "false", is ? "TRUE" : "false"};
      }
      case TIME -> {
        if (random.nextInt(4) == 0) {
          return new String[] {"1678890000123456789", "1678890000123456789"};
        }
        return text(date + (random.nextBoolean() ? "T" : " ") + time());
      }
      case DATE -> {
        return new String[] {date, date};
      }
      case OBJECT -> {
        return pairs(field);
      }
      case ARRAY -> {
        return array(field);
      }
      default -> {
        if (!field.choices().isEmpty()) {
          List<String> choices = new ArrayList<>(field.choices());
          return text(choices.get(random.nextInt(choices.size())));
        }
        String letters = "AB-c_9:.";
        StringBuilder value = new StringBuilder();
        int length = 1 + random.nextInt(field.digits() == 0 ? 4 : field.digits());
        while (value.length() < length) {
          value.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text(value.toString());
      }
    }
  }

  private String[] pairs(Field field) {
    if (field.pairs().isEmpty()) {
      return new String[] {"{\"A\":\"1\"}", "A=1"};
    }
    Map<String, String[]> chosen = new LinkedHashMap<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      Field name = field.pairs().get(random.nextInt(field.pairs().size()));
      if (name.kind() == Kind.BOOLEAN) {
        chosen.put(name.name(), new String[] {"true", null});
      } else if (name.kind() != Kind.ARRAY) {
        chosen.put(name.name(), value(name));
      }
    }
    if (chosen.isEmpty()) {
      return pairs(field);
    }
    List<String> asJson = new ArrayList<>();
    List<String> asCsv = new ArrayList<>();
    chosen.forEach(
        (name, value) -> {
          asJson.add("\"" + name + "\":" + value[0]);
          asCsv.add(value[1] == null ? name : name + "=" + value[1]);
        });
    return new String[] {"{" + String.join(",", asJson) + "}", String.join("|", asCsv)};
  }

  private String[] array(Field field) {
    List<String> asJson = new ArrayList<>();
    List<String> asCsv = new ArrayList<>();
    int most = CatSchemas.limit(field.name()) == null ? 3 : 1;
    for (int i = 0; i <= random.nextInt(most); i++) {
      if (field.elements().isEmpty()) {
        String[] value = text("T" + random.nextInt(10));
        asJson.add(value[0]);
        asCsv.add(value[1]);
        continue;
      }
      List<String> inJson = new ArrayList<>();
      List<String> inCsv = new ArrayList<>();
      for (Field element : field.elements()) {
        boolean isThere =
            element.kind() != Kind.NOTHING
                && (element.need() == Need.REQUIRED || random.nextBoolean())
                && !isForbidden(field.name(), element.name(), inJson);
        String[] value = isThere ? value(element) : new String[] {"", ""};
        if (isThere) {
          inJson.add("\"" + element.name() + "\":" + value[0]);
        }
        inCsv.add(value[1]);
      }
      if (inJson.isEmpty()) {
        i--;
        continue;
      }
      asJson.add("{" + String.join(",", inJson) + "}");
      asCsv.add(String.join("@", inCsv));
    }
    return new String[] {"[" + String.join(",", asJson) + "]", String.join("|", asCsv)};
  }

  private static boolean isForbidden(String array, String name, List<String> before) {
    String by =
        switch (array + "." + name) {
          case "legDetails.openCloseIndicator" -> "\"symbol\"";
          case "firmDetails.firmDesignatedID" -> "\"orderID\"";
          default -> "none";
        };
    return before.stream().anyMatch(member -> member.startsWith(by));
  }

  public String asJson() {
    List<String> members = new ArrayList<>();
    json.forEach((name, value) -> members.add("\"" + name + "\": " + value));
    return "{" + String.join(", ", members) + "}";
  }

  public String asCsv() {
    List<String> values = new ArrayList<>();
    for (Field field : schema.fields()) {
      values.add(csv.getOrDefault(field.name(), ""));
    }
    return String.join(",", values);
  }
}
