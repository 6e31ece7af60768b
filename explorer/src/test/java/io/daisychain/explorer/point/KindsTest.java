package io.daisychain.explorer.point;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class KindsTest {
  @Test
  void aCorrectMayStandAsAnExecutionOfItsOwn() {
    Kinds kinds =
        new Kinds(
            List.of(
                new Kinds.Kind("NEW", "1", null),
                new Kinds.Kind("FILL", "1", null),
                new Kinds.Kind("PARTIAL_FILL", "2", "LATE"),
                new Kinds.Kind("CORRECT", null, null),
                new Kinds.Kind(null, null, null)));
    assertArrayEquals(new boolean[] {false, true, true, false, false}, kinds.fills());
    assertArrayEquals(new boolean[] {false, true, true, true, false}, kinds.executions());
  }
}
