package io.daisychain.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.RowKey;
import io.daisychain.model.reference.ValidityTable;
import io.daisychain.reporting.FeedbackFolder;
import io.daisychain.store.RowBatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is durable when a group is. */
class GroupWriterTest {
  private static final MessageSource NOBODY = number -> {};

  @TempDir private Path folder;
  private final RecordingEpochs epochs = new RecordingEpochs();
  private final List<String> heard = new ArrayList<>();
  private GroupWriter writer;

  @BeforeEach
  void open() {
    LatencyListener latencies =
        new LatencyListener() {
          @Override
          public void durable(List<PendingMessage> group, long now) {
            heard.add(group.size() + " durable at " + now);
          }

          @Override
          public void linked(List<PendingMessage> group, long now) {}
        };
    FeedbackFolder feedback = new FeedbackFolder(folder.toString(), ValidityTable.absent());
    writer = new GroupWriter(epochs, feedback, latencies, () -> 42);
  }

  private CommitGroup group(byte[]... rows) {
    List<PendingMessage> messages = new ArrayList<>();
    for (byte[] row : rows) {
      messages.add(new PendingMessage(row, NOBODY, 1, 0, 0));
    }
    return new CommitGroup(messages, linked -> heard.add(linked.size() + " linked"));
  }

  private static byte[] row(int date) {
    RowBatch.Writer row = new RowBatch.Writer(date);
    row.row(new byte[RowKey.LENGTH], 0);
    return row.take();
  }

  @Test
  void anEpochBeginsWhereNoneIsOpen() throws IOException {
    writer.prepare();
    writer.prepare();
    assertEquals(List.of("begin"), epochs.asked);
  }

  @Test
  void rowsGoByDateAndThenAllIsDurable() throws Exception {
    byte[] late = row(20260317);
    byte[] early = row(20260316);
    CommitGroup group = group(late, null, early);
    writer.write(group);
    assertSame(early, epochs.rows.get(0));
    assertSame(late, epochs.rows.get(1));
    assertEquals(2, epochs.rows.size());
    assertTrue(group.isDurable(0));
    assertEquals(List.of("3 durable at 42"), heard);
  }

  @Test
  void whatIsResolvedIsHandedOutAtOnceIfItIsLittle() throws Exception {
    CommitGroup little = group(row(20260316));
    little.becameResolved(() -> heard.add("told"));
    writer.write(little);
    assertEquals(List.of("1 durable at 42", "told", "1 linked"), heard);
    assertTrue(little.isSettled(0));
    little.handOutLeft(() -> heard.add("told again"));
    assertEquals(3, heard.size());

    CommitGroup much = group(new byte[CommitGroup.MOST_BY_WRITER + 1][]);
    much.becameResolved(() -> heard.add("told"));
    assertFalse(much.isSettled(0));
    writer.write(much);
    assertEquals(List.of("65 durable at 42"), heard.subList(3, heard.size()));
    assertTrue(much.isSettled(0)); // by the other thread
    much.handOutLeft(() -> heard.add("left"));
    assertEquals(List.of("left", "65 linked"), heard.subList(4, heard.size()));
  }

  @Test
  void nothingIsDurableThatCouldNotBeWritten() throws Exception {
    epochs.failure = new IOException("full");
    CommitGroup group = group(row(20260316));
    group.becameResolved(() -> heard.add("told"));
    assertSame(epochs.failure, assertThrows(IOException.class, () -> writer.write(group)));
    assertFalse(group.isDurable(0));
    assertEquals(List.of(), heard);
  }
}
