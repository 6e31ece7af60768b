package io.daisychain.datagen;

import io.daisychain.model.RowKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What stands of messages of which some correct or delete events, as docs/repairs.md reads: the
 * last action by 52 counts, then by the bytes of the content; what was sent before it is settled.
 * Only for workloads in which nobody reports an event again after an action.
 */
final class StandingMessages {
  private final List<GeneratedMessage> standing = new ArrayList<>();
  private final List<String> history = new ArrayList<>();
  private final List<RowKey> withoutOriginal = new ArrayList<>();

  StandingMessages(List<GeneratedMessage> messages) {
    Map<RowKey, List<GeneratedMessage>> byKey = new LinkedHashMap<>();
    for (GeneratedMessage message : messages) {
      byKey.computeIfAbsent(message.key(), key -> new ArrayList<>()).add(message);
    }
    byKey.values().forEach(this::add);
  }

  private void add(List<GeneratedMessage> versions) {
    if (versions.stream().allMatch(version -> version.value(10004).isEmpty())) {
      standing.addAll(versions);
      return;
    }
    versions.sort(Comparator.comparing(version -> version.value(52)));
    GeneratedMessage last = versions.get(versions.size() - 1);
    for (int i = 0; i < versions.size(); i++) {
      GeneratedMessage version = versions.get(i);
      String action = version.value(10004).isEmpty() ? "N" : version.value(10004);
      history.add(
          String.join(
              ",",
              version.key().toString(),
              Integer.toString(i + 1),
              action,
              published(version.value(52)),
              version.value(49),
              Boolean.toString(i == versions.size() - 1)));
    }
    if (last.value(10004).equals("D")) {
      return;
    }
    GeneratedMessage first = versions.get(0);
    if (!first.value(10004).isEmpty()) {
      withoutOriginal.add(last.key());
    }
    Map<Integer, String> fields = new HashMap<>(last.fields());
    fields.put(52, first.value(52)); // an event is late by when it was first reported
    standing.add(
        new GeneratedMessage(
            last.text(), last.key(), last.type(), last.parents(), last.nanos(), fields));
  }

  /** 52 as tables show times. */
  private static String published(String time) {
    return time.substring(0, 4)
        + "-"
        + time.substring(4, 6)
        + "-"
        + time.substring(6, 8)
        + "T"
        + time.substring(9)
        + "000000Z";
  }

  /** The messages that are published, and those that are at odds with them. */
  List<GeneratedMessage> messages() {
    return standing;
  }

  /** Lines of the versions of all events that have an action. */
  List<String> history() {
    return history;
  }

  /** Events of which nobody reported the original. */
  List<RowKey> withoutOriginal() {
    return withoutOriginal;
  }
}
