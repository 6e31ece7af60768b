package io.daisychain.reporting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.reporting.FaultCauses.Fault;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What has to be mended among faults that hang together. */
class FaultCausesTest {
  private static Fault own(String event, String status, String... parents) {
    return new Fault(event, status, List.of(parents), false);
  }

  private static Fault between(String event, String status, String... parents) {
    return new Fault(event, status, List.of(parents), true);
  }

  /** Each cause as {@code event: faults}, with a mark where the event was never reported. */
  private static List<String> causes(Fault... faults) {
    return FaultCauses.of(List.of(faults)).stream()
        .map(cause -> cause.event() + (cause.isMissing() ? " (missing): " : ": ") + cause.faults())
        .toList();
  }

  @Test
  void orphansGoWithTheRejectedMessageThatIsTheirParent() {
    assertEquals(
        List.of("o1: [1, 0, 2]", "x: [3]"),
        causes(
            own("r1", "ORPHAN", "o1"),
            own("o1", "REJECTED"),
            own("e1", "ORPHAN", "o1"),
            own("x", "ORPHAN", "o2")));
  }

  @Test
  void orphansOfOneParentAreOneMissingMessage() {
    assertEquals(
        List.of("o1 (missing): [0, 1]", "e3: [2]"),
        causes(own("e1", "ORPHAN", "o1"), own("e2", "ORPHAN", "o1"), own("e3", "ORPHAN", "o2")));
  }

  @Test
  void anotherFirmsParentIsNotOursToReport() {
    assertEquals(
        List.of("a1: [0]", "a2: [1]"),
        causes(between("a1", "ORPHAN", "r1"), between("a2", "ORPHAN", "r1")));
  }

  @Test
  void whoDisagreesWithMostIsWrong() {
    assertEquals(
        List.of("p: [1, 2, 0, 3]"),
        causes(
            own("g", "SYMBOL_MISMATCH"),
            own("p", "SYMBOL_MISMATCH", "g"),
            own("p", "SYMBOL_MISMATCH", "g"),
            own("c", "SYMBOL_MISMATCH", "p")));
  }

  @Test
  void ofTwoTheChildIsWrongUnlessTheOthersSymbolIsNoneAtAll() {
    assertEquals(
        List.of("c: [1, 0]"), causes(own("p", "SIDE_MISMATCH"), own("c", "SIDE_MISMATCH", "p")));
    assertEquals(
        List.of("p: [0, 1]", "p: [2]"),
        causes(
            own("p", "SYMBOL_MISMATCH"),
            own("c", "SYMBOL_MISMATCH", "p"),
            own("p", "UNKNOWN_SYMBOL")));
  }

  @Test
  void whatTwoFirmsDisagreeInStaysForEach() {
    assertEquals(
        List.of("c: [2, 1]", "p: [0]"),
        causes(
            between("p", "SIDE_MISMATCH"),
            own("p", "SIDE_MISMATCH"),
            own("c", "SIDE_MISMATCH", "p")));
  }

  @Test
  void severalAheadOfOneParentAreItsTime() {
    assertEquals(
        List.of("o: [0, 1]", "y: [2]"),
        causes(
            own("e1", "OUT_OF_SEQUENCE", "o"),
            own("e2", "OUT_OF_SEQUENCE", "o"),
            own("y", "OUT_OF_SEQUENCE", "z")));
  }

  @Test
  void everyFaultHasOneCause() {
    List<Fault> faults =
        List.of(
            own("a", "STRUCTURE"),
            own("a", "STRUCTURE"),
            own("a", "ORPHAN", "m", "n"),
            own("b", "ORPHAN", "n", "m"),
            own("c", "OVERFILL"));

    assertEquals(
        List.of(0, 1, 2, 3, 4),
        FaultCauses.of(faults).stream().flatMap(c -> c.faults().stream()).sorted().toList());
  }
}
