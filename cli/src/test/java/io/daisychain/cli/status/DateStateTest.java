package io.daisychain.cli.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.store.dates.StoredDate;
import io.daisychain.store.dates.StoredDate.Change;
import io.daisychain.store.dates.StoredDate.Kind;
import io.daisychain.warehouse.PublishedDay;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DateStateTest {
  private static final Change INGEST = new Change(1, Kind.INGEST, "20261126T080000Z-0a1b2c3d", 500);
  private static final Change LINK = new Change(2, Kind.LINK, "20261126T090000Z-0a1b2c3d", 500);
  private static final Change LATE = new Change(3, Kind.INGEST, "20261127T100000Z-0a1b2c3d", 7);

  private static DateState state(long linked, long published, Change... changes) {
    long version = changes[changes.length - 1].version();
    StoredDate date =
        new StoredDate(20_000, version, linked == 0 ? 0 : 500, linked, "", "", List.of(changes));
    return new DateState(
        date,
        published == 0
            ? Optional.empty()
            : Optional.of(new PublishedDay(20_000, "s", published, "", "r")));
  }

  @Test
  void aDateGoesFromStoredToPublished() {
    assertEquals("not linked", state(0, 0, INGEST).state(true));
    assertEquals("not published", state(1, 0, INGEST, LINK).state(true));
    assertEquals("published", state(1, 2, INGEST, LINK).state(true));
    assertEquals("linked", state(1, 0, INGEST, LINK).state(false));
    assertEquals("news for link", state(1, 2, INGEST, LINK, LATE).state(true));
    assertEquals("news for publish", state(3, 2, INGEST, LINK, LATE).state(true));
  }

  @Test
  void newsAreCountedWhereTheyAreKnown() {
    assertEquals(500, state(0, 0, INGEST).news(500));
    assertEquals(500, state(0, 0, INGEST).about());
    assertEquals(0, state(1, 2, INGEST, LINK).news(500));
    assertEquals(7, state(1, 2, INGEST, LINK, LATE).news(507));
    Change killed = new Change(4, Kind.INGEST, "x", -1);
    assertEquals(507, state(1, 2, INGEST, LINK, LATE, killed).news(507));
    assertTrue(state(1, 2, INGEST, LINK, new Change(3, Kind.BASIS, "x", 0)).isNewsWhole());
  }

  /** Since the first change that is not published, whoever made it. */
  @Test
  void waitsSinceWhatIsNotPublishedCame() {
    assertEquals(
        Optional.of(Instant.parse("2026-11-26T08:00:00Z")), state(1, 0, INGEST, LINK).waitsSince());
    assertEquals(
        Optional.of(Instant.parse("2026-11-27T10:00:00Z")),
        state(1, 2, INGEST, LINK, LATE).waitsSince());
    assertEquals(Optional.empty(), state(1, 2, INGEST, LINK).waitsSince());
    assertEquals(
        Optional.empty(), state(0, 0, new Change(1, Kind.BASIS, "reopen", 0)).waitsSince());
  }

  @Test
  void whatHelpsIsNamedOnce() {
    List<DateState> all = List.of(state(0, 0, INGEST), state(1, 0, INGEST, LINK));
    assertEquals(
        Optional.of("not linked since the last change: 20241004, run link"),
        DateState.unlinked(all));
    assertEquals(
        Optional.of("not published since the last change: 20241004, run publish"),
        DateState.unpublished(all));
    assertFalse(DateState.unlinked(List.of(state(1, 2, INGEST, LINK))).isPresent());
  }
}
