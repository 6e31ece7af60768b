package io.daisychain.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who may open a session. */
class FixSendersTest {
  @Test
  void sendersMaySendForOthers() {
    FixSenders senders =
        FixSenders.listed(List.of("sender,target,mpids", "BUREAU,MRP,AAA|BBB", "CCC,MRP"));
    assertEquals(Set.of("AAA", "BBB"), senders.of("BUREAU", "MRP").orElseThrow().mpids());
    assertEquals(Set.of("CCC"), senders.of("CCC", "MRP").orElseThrow().mpids());
    assertTrue(senders.of("AAA", "MRP").isEmpty());
    assertTrue(senders.of("CCC", "ELSE").isEmpty());
    assertThrows(IllegalArgumentException.class, () -> FixSenders.listed(List.of("alone")));
  }
}
