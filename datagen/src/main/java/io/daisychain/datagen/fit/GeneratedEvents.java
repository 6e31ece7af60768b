package io.daisychain.datagen.fit;

import io.daisychain.datagen.Generator;
import io.daisychain.datagen.GeneratorSettings;
import io.daisychain.datagen.WorkloadPlan;
import io.daisychain.model.EventType;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lifecycles that a model makes, read from its messages in tagged lineage. */
final class GeneratedEvents {
  private static final Set<String> TAGS =
      Set.of("11 20 32 35 38 40 49 52 54 55 59 60 109 115 128 150 151 10001 10073".split(" "));

  /** By ExecType (tag 150), a hexadecimal digit. */
  private static final EventType[] REPORTS = new EventType[15];

  static {
    for (int i = 0; i < REPORTS.length; i++) {
      REPORTS[i] = EventType.ofCode(EventType.ACK.code() + i);
    }
  }

  private final Map<String, List<FitEvent>> lifecycles = new HashMap<>();
  private final Map<String, Long> days = new HashMap<>();

  private GeneratedEvents() {}

  /** Of a model in YAML, so many events, in one shard. */
  static Collection<List<FitEvent>> of(String yaml, long events, long seed) {
    GeneratorSettings settings =
        GeneratorSettings.to("memory").withWorkload(100, events).withSeed(seed).withShards(1);
    GeneratedEvents made = new GeneratedEvents();
    WorkloadPlan plan = WorkloadPlan.of(settings, "the fitted model", yaml);
    try {
      Generator.generateShard(plan, 0, made.new Lines(), OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return made.lifecycles.values();
  }

  private final class Lines extends OutputStream {
    private String begun = "";

    @Override
    public void write(int value) {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      String text = begun + new String(bytes, from, length, StandardCharsets.ISO_8859_1);
      int at = 0;
      for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
        add(text.substring(at, end));
        at = end + 1;
      }
      begun = text.substring(at);
    }
  }

  private void add(String message) {
    Map<String, String> fields = new HashMap<>();
    List<String> parents = new ArrayList<>();
    for (int at = 0; at < message.length(); ) {
      int equals = message.indexOf('=', at);
      int end = message.indexOf('\u0001', equals);
      String tag = message.substring(at, equals);
      if (tag.equals("10003")) {
        parents.add(message.substring(equals + 1, end));
      } else if (TAGS.contains(tag)) {
        fields.put(tag, message.substring(equals + 1, end));
      }
      at = end + 1;
    }
    String order = fields.get("11"); // shard, lifecycle, number
    lifecycles
        .computeIfAbsent(order.substring(0, order.lastIndexOf('-')), any -> new ArrayList<>())
        .add(event(fields, parents));
  }

  private FitEvent event(Map<String, String> fields, List<String> parents) {
    return new FitEvent(
        fields.get("10001"),
        parents,
        type(fields, !parents.isEmpty()),
        nanos(fields.get("60")),
        nanos(fields.get("52")),
        fields.get("49"),
        fields.get("128"),
        fields.get("55"),
        fields.get("54"),
        fields.get("40"),
        fields.get("59"),
        number(fields.get("38")),
        number(fields.get("32")),
        number(fields.get("151")),
        fields.get("109"));
  }

  private static EventType type(Map<String, String> fields, boolean hasParent) {
    return switch (fields.get("35")) {
      case "F" -> EventType.CANCEL;
      case "G" -> EventType.REPLACE;
      case "9" -> EventType.CANCEL_REJECT;
      case "8" ->
          switch (fields.get("20")) {
            case "1" -> EventType.BUST;
            case "2" -> EventType.CORRECT;
            default -> REPORTS[Character.digit(fields.get("150").charAt(0), 16)];
          };
      default ->
          fields.containsKey("10073")
              ? EventType.AGGREGATE
              : fields.containsKey("128")
                  ? EventType.ROUTE
                  : fields.containsKey("115")
                      ? EventType.ACCEPT
                      : hasParent ? EventType.INTERNAL : EventType.NEW;
    };
  }

  private static double number(String text) {
    return text == null ? 0 : Double.parseDouble(text);
  }

  /** UTC as YYYYMMDD-HH:MM:SS with or without a fraction. */
  private long nanos(String text) {
    long day = days.computeIfAbsent(text.substring(0, 8), GeneratedEvents::epochDay);
    long seconds =
        (day * 24 + digits(text, 9, 2)) * 3_600 + digits(text, 12, 2) * 60 + digits(text, 15, 2);
    long fraction = text.length() < 19 ? 0 : digits(text, 18, text.length() - 18);
    for (int i = Math.max(18, text.length()); i < 27; i++) {
      fraction *= 10;
    }
    return seconds * 1_000_000_000L + fraction;
  }

  private static long epochDay(String date) {
    return LocalDate.parse(date, DateTimeFormatter.BASIC_ISO_DATE).toEpochDay();
  }

  private static long digits(String text, int at, int length) {
    return Long.parseLong(text, at, at + length, 10);
  }
}
