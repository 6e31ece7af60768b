package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What link tells reporters, on Bigtable's emulator. */
class LinkFeedbackIT {
  @TempDir Path rejects;

  @Test
  void everyReporterHearsOfTheirContentsAndOfWhatTheyNamed() throws Exception {
    try (EmulatedStore store = EmulatedStore.start()) {
      store.create("t");
      String shared = Messages.tagged("X", 5, "11=k1|55=A");
      store.report(
          "t",
          Messages.of(
              shared,
              // Another firm with the same 10001, sent earlier: it is published in ALFA's place.
              shared.replace("49=ALFA", "49=BRVO").replace("09:00:05", "09:00:04"),
              shared.replace("55=A", "55=B"),
              Messages.tagged("Y", 6, "11=k2|55=A|10003=" + Messages.id("never")),
              new String(Messages.order(1, "C", "20260316", "|55=A|10887=P1|10835=SRCE"), US_ASCII),
              new String(
                  Messages.order(2, "M", "20260316", "|55=A|10073=2|10887=C1|10887=gone"),
                  US_ASCII)));

      store.link("t", 0, rejects);

      assertEquals(
          List.of(
              "k1 DUPLICATE_KEY 10001 2 other contents of ALFA under this id; this one is published"),
          feedback("BRVO"));
      assertEquals(
          List.of(
              "C1 ORPHAN 10887 10887=P1 of ALFA from SRCE on 20260316 was not reported: ALFA has"
                  + " not handed in that order",
              "M2 ORPHAN 10887 10887=gone of ALFA on 20260316 was not reported: ALFA has not"
                  + " handed in that order",
              "k1 DUPLICATE_KEY 10001 another content of BRVO under this id is published; this"
                  + " one is in duplicates",
              "k1 DUPLICATE_KEY 10001 another content of BRVO under this id is published; this"
                  + " one is in duplicates",
              "k2 ORPHAN 10003 10003="
                  + Messages.id("never")
                  + " was not reported: no event has that 10001"),
          feedback("ALFA"));
    }
  }

  /** Id, status, tag and text of each line; none of them has a comma in its text. */
  private List<String> feedback(String reporter) throws IOException {
    return Files.readAllLines(rejects.resolve("feedback-" + reporter + ".link.csv"), UTF_8).stream()
        .skip(1)
        .map(line -> line.split(",", 11))
        .map(cells -> cells[5] + " " + cells[7] + " " + cells[9] + " " + cells[10])
        .sorted()
        .toList();
  }
}
