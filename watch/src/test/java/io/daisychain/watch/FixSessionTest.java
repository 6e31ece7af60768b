package io.daisychain.watch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daisychain.watch.session.FixClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import quickfix.FieldException;

/** Which numbers a session expects and sends, and what it answers for. */
class FixSessionTest {
  static final String ORDER = "11=c1|21=1|55=IBM|54=1|60=20260316-10:00:00|38=5|40=1|";
  private static final FixSenders.Known SENDER =
      new FixSenders.Known("FIRM", "MRP", Set.of("FIRM", "ALFA"));
  private static final String ROW = "fix/FIRM/MRP";

  @TempDir private Path folder;
  private RecordingSink sink;
  private FixSession session;

  @BeforeEach
  void open() throws IOException {
    sink = new RecordingSink(folder);
    session = new FixSession(SENDER, "FIX.4.2", sink);
  }

  private void take(String sender, int number, String fields) throws IOException {
    session.take(FixClient.text(sender, "D", number, fields).getBytes(ISO_8859_1), number);
  }

  @Test
  void theNumberThatIsExpectedIsKeptWithWhatIsDurable() throws Exception {
    assertEquals(1, session.getNextTargetMsgSeqNum());
    take("FIRM", 2, ORDER);
    take("ALFA", 3, ORDER);
    List<PendingMessage> taken = sink.take(2);
    assertNotNull(taken.get(0).block());
    sink.acknowledge(taken.subList(0, 1));
    assertEquals("3", sink.kept(ROW).get("expected"));
    sink.acknowledge(taken.subList(1, 2));
    session.awaitDurable();
    assertEquals(4, new FixSession(SENDER, "FIX.4.2", sink).getNextTargetMsgSeqNum());
  }

  @Test
  void messagesOfTheSessionItselfMoveTheNumberToo() throws Exception {
    take("FIRM", 1, ORDER);
    session.setNextTargetMsgSeqNum(2); // of the order, which is counted
    session.setNextTargetMsgSeqNum(9); // of a SequenceReset
    List<PendingMessage> taken = sink.take(2);
    assertEquals(0, sink.size());
    assertNull(taken.get(1).block());
    sink.acknowledge(taken);
    assertEquals(9, new FixSession(SENDER, "FIX.4.2", sink).getNextTargetMsgSeqNum());
  }

  @Test
  void nothingIsWaitedForThatWillNeverBeDurable() throws Exception {
    session.awaitDurable(); // nothing was handed over
    take("FIRM", 1, ORDER);
    sink.fail(new IOException("full"));
    assertThrows(IllegalStateException.class, session::awaitDurable);
    assertThrows(IllegalStateException.class, session::reset);
  }

  @Test
  void numbersThatBeginAnewAreNotThoseOfBefore() throws Exception {
    take("FIRM", 1, ORDER);
    take("FIRM", 2, ORDER);
    List<PendingMessage> before = sink.take(2);
    sink.acknowledge(before);
    session.reset();
    assertEquals(1, session.getNextTargetMsgSeqNum());
    assertEquals("1", sink.kept(ROW).get("expected"));
    sink.acknowledge(before.subList(1, 2)); // late
    assertEquals("1", sink.kept(ROW).get("expected"));
    take("FIRM", 1, ORDER);
    PendingMessage first = sink.take(1).get(0);
    assertEquals(1, FixSession.lineOf(first.number()));
    sink.acknowledge(List.of(first));
    session.awaitDurable();
    assertEquals("2", sink.kept(ROW).get("expected"));
  }

  @Test
  void numbersThatWereSentAreNotSentAgain() throws IOException {
    for (int i = 0; i < 1_500; i++) {
      session.incrNextSenderMsgSeqNum();
    }
    int next = session.getNextSenderMsgSeqNum();
    assertEquals(1_501, next);
    int again = new FixSession(SENDER, "FIX.4.2", sink).getNextSenderMsgSeqNum();
    assertEquals(Integer.toString(again), sink.kept(ROW).get("sent"));
    assertEquals(true, again >= next && again <= next + 1_000, () -> "goes on at " + again);
  }

  @Test
  void whatIsWrongIsAnsweredAndCounts() throws Exception {
    FieldException unknown = assertThrows(FieldException.class, () -> take("OTHER", 1, ORDER));
    assertEquals(List.of(9, 49), List.of(unknown.getSessionRejectReason(), unknown.getField()));
    assertEquals(0, sink.size());
    FieldException id =
        assertThrows(FieldException.class, () -> take("FIRM", 1, ORDER.replace("11=c1|", "")));
    assertEquals(11, id.getField());
    assertEquals(1, id.getSessionRejectReason()); // required tag missing
    sink.acknowledge(1);
    assertEquals(2, new FixSession(SENDER, "FIX.4.2", sink).getNextTargetMsgSeqNum());
  }

  @Test
  void feedbackOfItIsByTheNumbersOfItsMessages() {
    assertEquals(
        List.of(Map.of("name", "fix:FIRM", "lines@0", "0")),
        sink.kept.entrySet().stream()
            .filter(row -> row.getKey().startsWith("file/"))
            .map(Map.Entry::getValue)
            .toList());
  }
}
