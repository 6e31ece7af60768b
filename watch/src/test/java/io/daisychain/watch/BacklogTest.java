package io.daisychain.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose message is next, and when there is no more room. */
class BacklogTest {
  private static final MessageSource FILES = number -> {};
  private static final MessageSource SESSION = number -> {};

  @Test
  void takesOfEachSourceInTurn() throws InterruptedException {
    Backlog backlog = new Backlog(100, 1_000);
    for (int i = 0; i < 10; i++) {
      assertTrue(backlog.offer(message(FILES, i), 1));
    }
    assertTrue(backlog.offer(message(SESSION, 100), 1));
    assertTrue(backlog.offer(message(SESSION, 101), 1));
    assertEquals(List.of(0L, 100L, 1L, 101L, 2L), drained(backlog, 5));
    assertTrue(backlog.offer(message(SESSION, 102), 1));
    assertEquals(List.of(3L, 102L, 4L, 5L, 6L, 7L, 8L, 9L), drained(backlog, 100));
    assertEquals(List.of(), drained(backlog, 100));
    assertEquals(0, backlog.size());
  }

  @Test
  void hasRoomForSoManyAlone() throws InterruptedException {
    Backlog backlog = new Backlog(2, 1_000);
    assertTrue(backlog.offer(message(FILES, 1), 1));
    assertTrue(backlog.offer(message(FILES, 2), 1));
    assertFalse(backlog.offer(message(SESSION, 3), 1));
    assertEquals(List.of(1L), drained(backlog, 1));
    assertTrue(backlog.offer(message(SESSION, 3), 1));
    assertFalse(backlog.offer(message(FILES, 4), 1));
    assertEquals(2, backlog.size());
  }

  @Test
  void hasRoomForSoManyBytesAlone() throws InterruptedException {
    Backlog backlog = new Backlog(100, 1_000);
    assertTrue(backlog.offer(message(FILES, 1, 900), 1));
    assertTrue(backlog.offer(message(FILES, 2, 5_000), 1));
    assertFalse(backlog.offer(message(SESSION, 3, 1), 1));
    assertEquals(List.of(1L), drained(backlog, 100));
    assertFalse(backlog.offer(message(SESSION, 3, 1), 1));
    assertEquals(List.of(2L), drained(backlog, 100));
    for (int i = 0; i < 9; i++) {
      assertTrue(backlog.offer(message(SESSION, i, 100), 1));
    }
    assertEquals(List.of(0L, 1L, 2L), drained(backlog, 100));
    assertEquals(6, backlog.size());
  }

  private static PendingMessage message(MessageSource source, long number, int length) {
    return new PendingMessage(new byte[length], source, number, 0, 0);
  }

  private static PendingMessage message(MessageSource source, long number) {
    return new PendingMessage(null, source, number, 0, 0);
  }

  private static List<Long> drained(Backlog backlog, int count) throws InterruptedException {
    List<PendingMessage> group = new ArrayList<>();
    backlog.drainTo(group, count, 1);
    return group.stream().map(PendingMessage::number).toList();
  }
}
