package io.daisychain.model.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.model.Events;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.Uuids;
import java.util.ArrayList;
import java.util.List;

/** What a message is read as, beside what it should be. */
final class ReadEvents {
  private ReadEvents() {}

  /**
   * Reads a message and compares.
   *
   * @param key as {@link Events#keys} takes it
   * @param parents their keys, and {@code broken} for one that cannot be read, with commas; null
   *     for none
   */
  static void check(
      EventReader reader, String fields, String type, String key, String relation, String parents) {
    assertEquals(ReadResult.EVENT, reader.read(Events.indexed(fields)), fields);
    OrderEvent event = reader.event();
    List<String> expected = expected(parents);
    boolean broken = expected.remove("broken");
    assertEquals(type, event.type().name(), fields);
    assertEquals(Uuids.of(Events.keys(key)), event.key(), fields);
    assertEquals(expected, keys(event.parents()), fields);
    assertEquals(broken, event.brokenParent(), fields);
    assertEquals(relation, event.relation().name(), fields);
  }

  static List<String> expected(String parents) {
    List<String> keys = new ArrayList<>();
    for (String parent : parents == null ? new String[0] : parents.split(",", -1)) {
      boolean broken = parent.equals("broken");
      keys.add(broken ? parent : Uuids.of(Events.keys(parent)).toString());
    }
    return keys;
  }

  static List<String> keys(ParentReferences refs) {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < refs.count(); i++) {
      keys.add(refs.key(i).toString());
    }
    return keys;
  }
}
