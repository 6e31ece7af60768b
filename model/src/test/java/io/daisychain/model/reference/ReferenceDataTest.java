package io.daisychain.model.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReferenceDataTest {
  private static final String HEADER = "mpid,name,valid_from,valid_to\n";

  @Test
  void whatWasReadLastIsNotReadAgainUnlessItChanged() {
    Map<String, String> texts = new HashMap<>();
    texts.put("participants.csv", HEADER + "AAAA,A,2026-01-01,\n");
    ReferenceData first = ReferenceData.parse(texts);

    assertSame(first, ReferenceData.parse(new HashMap<>(texts)));
    texts.put("participants.csv", HEADER + "AAAA,A,2026-01-01,\nBBBB,B,2026-01-01,\n");
    assertEquals(2, ReferenceData.parse(texts).participants().size());
    assertEquals(1, first.participants().size());
    texts.put("participants.csv", "nothing");
    assertThrows(IllegalArgumentException.class, () -> ReferenceData.parse(texts));
    assertThrows(IllegalArgumentException.class, () -> ReferenceData.parse(texts));
  }
}
