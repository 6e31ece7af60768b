package io.daisychain.ingest.repair;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.MessageDraft;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.event.ReadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keys of messages and of the parents that they name. Not thread-safe. */
final class MessageKeys {
  private final EventReader reader;
  private final FixMessage indexed = new FixMessage();

  MessageKeys(EventReader.Rules rules) {
    reader = new EventReader(rules);
  }

  /** The event of a message, valid until the next; none where its identity cannot be read. */
  Optional<OrderEvent> read(FixMessage message) {
    return reader.read(message) == ReadResult.EVENT
        ? Optional.of(reader.event())
        : Optional.empty();
  }

  /** The same of a message that is being changed. */
  Optional<OrderEvent> read(MessageDraft message) {
    byte[] bytes = message.toBytes();
    indexed.index(bytes, 0, bytes.length);
    return read(indexed);
  }

  static List<String> parents(OrderEvent event) {
    List<String> parents = new ArrayList<>();
    for (int i = 0; i < event.parents().count(); i++) {
      parents.add(event.parents().key(i).toString());
    }
    return parents;
  }
}
