package io.daisychain.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.EventVersions.Version;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What stands of the versions of an event, and which contents are duplicates. */
class EventVersionsTest {

  @Test
  void theFirstContentStandsAndOthersAreDuplicates() {
    assertChosen("N1", 0, 0, List.of());
    assertChosen("N1 N2 N3", 0, 0, List.of(1, 2));
  }

  @Test
  void theLastCorrectionSettlesWhatWasSentBeforeIt() {
    assertChosen("N1 C2", 1, 1, List.of());
    assertChosen("N1 C2 C1", 2, 2, List.of());
    assertChosen("N1 N2 C3", 2, 2, List.of());
    assertChosen("N1 C2 N3", 1, 1, List.of(2));
    assertChosen("C2 N1", 0, 0, List.of(1));
    assertChosen("C1 N1", 0, 0, List.of());
  }

  @Test
  void onlyACorrectionRevivesWhatWasDeleted() {
    assertChosen("N1 D0", EventVersions.NONE, 1, List.of());
    assertChosen("N1 D0 N2", EventVersions.NONE, 1, List.of());
    assertChosen("N1 D0 C2", 2, 2, List.of());
    assertChosen("N1 D0 C2 N3", 2, 2, List.of(3));
    assertChosen("N1 C2 D0", EventVersions.NONE, 2, List.of());
  }

  @Test
  void reportersCountForThemselves() {
    assertChosen("N1 bN2", 0, 0, List.of(1));
    assertChosen("N1 bN2 C3", 2, 2, List.of(1));
    assertChosen("N1 bN2 D0 C3", 3, 3, List.of(1));
    assertChosen("C1 bN2 N3", 1, 1, List.of(0, 2));
    assertChosen("N1 bN2 D0", 1, 1, List.of());
    assertChosen("N1 bD0", 0, 0, List.of());
    assertChosen("N1 bC2", 0, 0, List.of(1));
    assertChosen("N1 bN2 D0 bD0", EventVersions.NONE, 2, List.of());
    assertChosen("N1 bN2 bD0 D0", EventVersions.NONE, 3, List.of());
  }

  @Test
  void anActionWaitsForWhatItsReporterReportsAsNew() {
    EventVersions versions = new EventVersions(parse("C1 bN2 bD0 cD0"));

    assertEquals(List.of(0, 3), versions.withoutOriginal());
    assertFalse(versions.hasOriginal(0));
    assertTrue(versions.hasOriginal(2));
    assertEquals(1, versions.firstNew(2));
  }

  @Test
  void whatWasSentUntilAMomentIsLookedAtAlone() {
    List<Version> versions = parse("N1 C2 D0");

    for (int sent = 0; sent <= 3; sent++) {
      EventVersions until = new EventVersions(versions, sent);
      assertEquals(sent, until.count());
      assertEquals(sent == 3 || sent == 0 ? EventVersions.NONE : sent - 1, until.published());
    }
  }

  private static void assertChosen(
      String versions, int published, int standing, List<Integer> others) {
    EventVersions chosen = new EventVersions(parse(versions));
    assertEquals(published, chosen.published(), versions);
    assertEquals(standing, chosen.standing(), versions);
    assertEquals(others, chosen.others(), versions);
  }

  /** Versions a nanosecond apart: reporter, ALFA for none, action and content. */
  private static List<Version> parse(String text) {
    List<Version> versions = new ArrayList<>();
    for (String word : text.split(" ", -1)) {
      int at = word.length() - 2;
      versions.add(
          new Version(
              Action.ofCode(word.charAt(at)),
              versions.size() + 1,
              at == 0 ? "ALFA" : word.substring(0, at),
              new RowKey(0, word.charAt(at + 1))));
    }
    return versions;
  }
}
