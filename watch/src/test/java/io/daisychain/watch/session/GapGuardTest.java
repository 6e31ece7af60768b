package io.daisychain.watch.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What comes behind a gap. */
class GapGuardTest {
  private final GapGuard guard = new GapGuard();

  @Test
  void theFirstBehindAGapIsAskedForAndTheOthersComeAgain() {
    assertEquals(GapGuard.Verdict.TAKE, guard.look(5, 5, 100));
    assertEquals(GapGuard.Verdict.TAKE, guard.look(8, 6, 100));
    assertEquals(GapGuard.Verdict.DROP, guard.look(9, 6, 100));
    assertEquals(GapGuard.Verdict.DROP, guard.look(10, 6, 100));
    assertEquals(GapGuard.Verdict.TAKE, guard.look(6, 6, 100));
    assertEquals(GapGuard.Verdict.TAKE, guard.look(7, 7, 100));
    assertEquals(GapGuard.Verdict.TAKE, guard.look(8, 9, 100)); // the session had it already
    assertEquals(GapGuard.Verdict.TAKE, guard.look(9, 9, 100));
  }

  @Test
  void aSeriesThatBeginsAnewIsAskedForAnew() {
    assertEquals(GapGuard.Verdict.TAKE, guard.look(8, 6, 100));
    assertEquals(GapGuard.Verdict.DROP, guard.look(9, 6, 100));
    // 6 was damaged once more
    assertEquals(GapGuard.Verdict.TAKE, guard.look(7, 6, 100));
    assertEquals(GapGuard.Verdict.DROP, guard.look(8, 6, 100));
    assertEquals(GapGuard.Verdict.DROP, guard.look(9, 6, 100));
    assertEquals(GapGuard.Verdict.TAKE, guard.look(6, 6, 100));
  }

  @Test
  void neitherManySeriesNorManyBytesAreHeld() {
    GapGuard.Verdict verdict = GapGuard.Verdict.TAKE;
    int number = 1_000_000;
    for (; verdict == GapGuard.Verdict.TAKE; number--) {
      verdict = guard.look(number, 6, 100);
    }
    assertEquals(GapGuard.Verdict.END, verdict);
    assertEquals(1_000_000 - 101, number);
    GapGuard other = new GapGuard();
    assertEquals(GapGuard.Verdict.TAKE, other.look(100, 6, 4 << 20));
    assertEquals(GapGuard.Verdict.END, other.look(99, 6, 1));
  }
}
