package io.daisychain.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** What is done when, by a clock of the test's. */
class GroupLinkerTest {
  private static final MessageSource NOBODY = number -> {};

  private final RecordingEpochs epochs = new RecordingEpochs();
  private final Queue<CommitGroup> waiting = new ArrayDeque<>();
  private final ReentrantLock writing = new ReentrantLock();
  private final WatchFailure failure = new WatchFailure(cause -> {});
  private final List<Integer> linked = new ArrayList<>();
  private long now = -5; // a clock may begin anywhere
  private int ticks;
  private final GroupLinker linker =
      new GroupLinker(epochs, waiting, writing, failure, () -> ticks++, () -> now);

  private CommitGroup group(int size) {
    PendingMessage message = new PendingMessage(null, NOBODY, 1, 0, 0);
    return new CommitGroup(
        Collections.nCopies(size, message), messages -> linked.add(messages.size()));
  }

  /** A group that is written before it is resolved. */
  private CommitGroup written(int size) {
    epochs.isOpen = true;
    CommitGroup group = group(size);
    group.becameStored();
    group.becameDurable();
    return group;
  }

  private void passAfter(long millis) throws IOException, InterruptedException {
    now += TimeUnit.MILLISECONDS.toNanos(millis);
    linker.pass(null);
  }

  private int count(String asked) {
    return Collections.frequency(epochs.asked, asked);
  }

  @Test
  void aGroupIsHandedOutWhenItIsResolvedAndDurable() throws Exception {
    linker.pass(written(2));
    assertEquals(List.of("resolve", "tell", "resolveDue", "catchUp 32 50"), epochs.asked);
    assertEquals(List.of(2), linked);
    assertEquals(1, ticks);
  }

  @Test
  void aGroupThatIsWrittenMeanwhileIsHandedOutOnce() throws Exception {
    epochs.isOpen = true;
    for (int size : new int[] {1, CommitGroup.MOST_BY_WRITER, CommitGroup.MOST_BY_WRITER + 1}) {
      CommitGroup group = group(size);
      Thread writer =
          new Thread(
              () -> {
                group.becameStored();
                group.becameDurable();
              });
      epochs.meanwhile = writer::start;
      epochs.reads = size == 1;
      linker.pass(group);
      writer.join();
    }
    assertEquals(3, count("tell"));
    assertEquals(List.of(1, 64, 65), linked);
  }

  @Test
  void nothingIsHandedOutThatWillNotBeDurable() {
    epochs.isOpen = true;
    failure.set(new IOException("full"));
    IOException thrown = assertThrows(IOException.class, () -> linker.pass(group(1)));
    assertEquals("the store has failed: full", thrown.getMessage());
    assertEquals(0, count("tell"));
    epochs.reads = true;
    assertThrows(IOException.class, () -> linker.pass(group(1)));
    assertEquals(List.of(), linked);
  }

  @Test
  void whileGroupsWaitNothingElseIsDone() throws Exception {
    waiting.add(written(1));
    linker.pass(written(1));
    assertEquals(List.of("resolve", "tell", "resolveDue"), epochs.asked);
    waiting.clear();
    linker.pass(null);
    assertEquals(List.of("resolveDue", "catchUp 1000 1000"), epochs.asked.subList(3, 5));
  }

  @Test
  void whatWasFoundOutIsWrittenThreeTimesASecond() throws Exception {
    for (int millis = 0; millis < 3_000; millis += 10) {
      passAfter(10);
    }
    assertEquals(10, count("flush"));
  }

  @Test
  void whatCameBeforeItCouldLinkIsLinkedInOneEpoch() throws Exception {
    Deque<CommitGroup> early = new ArrayDeque<>(List.of(written(1), written(2), written(3)));
    waiting.add(written(4));
    epochs.meanwhile = () -> now += TimeUnit.SECONDS.toNanos(GroupLinker.EPOCH_SECONDS);
    linker.linkAll(early);
    assertEquals(List.of(1, 2, 3, 4), linked);
    assertEquals(2, count("resolve"), "all that came before, and what came while it was linked");
    assertEquals(2, count("tell"));
    assertEquals(0, count("end"));
    passAfter(1);
    assertEquals(1, count("end"));
  }

  @Test
  void anEpochEndsWhenNothingMoreComes() throws Exception {
    linker.pass(written(1));
    passAfter(500);
    assertEquals(0, count("end"));
    epochs.hasWaiting = true; // a large lifecycle
    passAfter(1);
    assertEquals(0, count("end"));
    epochs.hasWaiting = false;
    passAfter(0);
    assertEquals(1, count("end"));
    passAfter(10_000); // none is open
    assertEquals(1, count("end"));
    assertFalse(writing.isLocked());
  }

  @Test
  void anEpochEndsInTimeThoughMoreComes() throws Exception {
    for (int second = 0; second <= 63; second++) {
      linker.pass(written(1));
      assertEquals(second <= 30 ? 0 : second <= 62 ? 1 : 2, count("end"), "second " + second);
      now += TimeUnit.SECONDS.toNanos(1);
    }
  }

  @Test
  void anEndIsApproachedAndComesAfterFiveSecondsHoweverMuchIsLeft() throws Exception {
    linker.pass(written(1));
    epochs.isNearEnd = false;
    assertEquals(20, linker.patience());
    passAfter(501);
    assertEquals(1, linker.patience());
    for (int i = 0; i < 50; i++) {
      passAfter(100);
    }
    assertEquals(51, count("approachEnd"));
    assertEquals(0, count("end"));
    passAfter(1);
    assertEquals(1, count("end"));
  }

  @Test
  void groupsThatCameMeanwhileAreLinkedBeforeAnEpochEnds() throws Exception {
    linker.pass(written(1));
    epochs.asked.clear();
    waiting.add(written(3));
    waiting.add(written(4));
    linker.endEpoch();
    assertEquals(
        List.of("resolve", "tell", "resolveDue", "resolve", "tell", "resolveDue", "end"),
        epochs.asked);
    assertEquals(List.of(1, 3, 4), linked);
    assertTrue(waiting.isEmpty());
  }

  @Test
  void noEpochEndsWhileAGroupIsWritten() throws Exception {
    linker.pass(written(1));
    Thread writer = new Thread(writing::lock); // and holds it
    writer.start();
    writer.join();
    passAfter(501);
    assertEquals(0, count("end"));
  }

  @Test
  void theLongestEndIsTold() throws Exception {
    linker.pass(written(1));
    waiting.add(written(1));
    epochs.meanwhile = () -> now += 7;
    linker.endEpoch();
    linker.pass(written(1));
    epochs.meanwhile = () -> {};
    linker.endEpoch();
    assertEquals(7, linker.longestEnd());
  }
}
