package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
              "k1 DUPLICATE_KEY 10001 2 other contents of ALFA under this id; this one is published"
                  + " reporter ALFA"),
          feedback("BRVO"));
      assertEquals(
          List.of(
              "C1 ORPHAN 10887 10887=P1 of ALFA from SRCE on 20260316 was not reported: ALFA has"
                  + " not handed in that order reporter ",
              "M2 ORPHAN 10887 10887=gone of ALFA on 20260316 was not reported: ALFA has not"
                  + " handed in that order reporter ",
              "k1 DUPLICATE_KEY 10001 another content of BRVO under this id is published; this"
                  + " one is in duplicates named BRVO",
              "k1 DUPLICATE_KEY 10001 another content of BRVO under this id is published; this"
                  + " one is in duplicates named BRVO",
              "k2 ORPHAN 10003 10003="
                  + Messages.id("never")
                  + " was not reported: no event has that 10001 reporter "),
          feedback("ALFA"));
    }
  }

  /**
   * Of an error between two firms both get a line, and the named one hears no more than it must.
   */
  @Test
  void bothFirmsHearOfABreakBetweenThem() throws Exception {
    try (EmulatedStore store = EmulatedStore.start()) {
      store.create("t");
      store.report(
          "t",
          Messages.of(
              // ALFA has reported neither route: named. BRVO names a stranger, and itself.
              of("BRVO", "a1", "115=ALFA|55=IBM|54=1|38=77"),
              Messages.tagged("T", 1, "115=XVNA|11=a2|10003=" + Messages.id("never")),
              of("BRVO", "a3", "115=NOBODY|55=IBM|54=1"),
              of("BRVO", "a4", "115=BRVO|55=IBM|54=1"),
              // An orphan of another type names nobody.
              of("BRVO", "a5", "115=ALFA|55=IBM|54=1")
                  .replace("35=D", "35=G")
                  .replace("115=", "41=a0|115="),
              // BRVO is named by a route that it did not accept; a venue that is none is not.
              of("ALFA", "r1", "128=BRVO|55=FB|54=1|38=99"),
              of("ALFA", "r2", "128=VENUE|55=FB|54=1"),
              of("ALFA", "r3", "128=ALFA|55=FB|54=1"),
              // Both see the other's symbol and side, and BRVO that the route is later.
              of("ALFA", "m1", "128=BRVO|55=FB|54=1|38=55")
                  .replace("60=20260316-09:00:00", "60=20260316-09:00:01"),
              of("BRVO", "m1", "115=ALFA|55=GE|54=2|38=66")));

      store.link("t", 0, rejects);

      String never = "10003=" + Messages.id("never") + " was not reported: no event has that 10001";
      assertEquals(
          List.of(
              "a1 ORPHAN 11 ACCEPT a1 of BRVO: 11=a1 of ALFA to BRVO on 20260316 was not"
                  + " reported: ALFA has not handed in that route named BRVO",
              "a2 ORPHAN 10003 " + never + " reporter XVNA",
              "m1 SIDE_MISMATCH 54 54=1 here and 54=2 in its child ACCEPT m1 of BRVO"
                  + " reporter BRVO",
              "m1 SYMBOL_MISMATCH 55 55=FB here and 55=GE in its child ACCEPT m1 of BRVO"
                  + " reporter BRVO",
              "r1 UNACCEPTED 128 BRVO did not report that it accepted: no order of it"
                  + " with 115=ALFA and 11=r1 reporter BRVO",
              "r3 UNACCEPTED 128 ALFA did not report that it accepted: no order of it"
                  + " with 115=ALFA and 11=r3 reporter "),
          feedback("ALFA"));
      assertEquals(
          List.of("a2 ORPHAN 10003 ACCEPT a2 of ALFA: " + never + " named ALFA"), feedback("XVNA"));
      assertEquals(
          List.of(
              "a1 ORPHAN 11 11=a1 of ALFA to BRVO on 20260316 was not reported: ALFA has"
                  + " not handed in that route reporter ALFA",
              "a3 ORPHAN 11 11=a3 of NOBODY to BRVO on 20260316 was not reported: NOBODY"
                  + " has not handed in that route reporter NOBODY",
              "a4 ORPHAN 11 11=a4 of BRVO to BRVO on 20260316 was not reported: BRVO has"
                  + " not handed in that route reporter ",
              "a5 ORPHAN 41 41=a0 of BRVO from ALFA on 20260316 was not reported: BRVO"
                  + " has not handed in that order reporter ",
              "m1 OUT_OF_SEQUENCE 11 earlier than its parent ROUTE m1 of ALFA by"
                  + " 1.000000000 s reporter ALFA",
              "m1 SIDE_MISMATCH 11 54=2 here and 54=1 in its parent ROUTE m1 of ALFA"
                  + " reporter ALFA",
              "m1 SYMBOL_MISMATCH 11 55=GE here and 55=FB in its parent ROUTE m1 of ALFA"
                  + " reporter ALFA",
              "r1 UNACCEPTED 128 ROUTE r1 of ALFA: BRVO did not report that it accepted:"
                  + " no order of it with 115=ALFA and 11=r1 named ALFA"),
          feedback("BRVO"));
      assertEquals(Set.of("ALFA", "BRVO", "XVNA"), firms());
      assertEquals(
          List.of(
              "ALFA,ORPHAN,1,reporter",
              "ALFA,ORPHAN,1,named",
              "ALFA,SIDE_MISMATCH,1,reporter",
              "ALFA,SYMBOL_MISMATCH,1,reporter",
              "ALFA,UNACCEPTED,2,reporter"),
          Files.readAllLines(rejects.resolve("summary.link.csv"), UTF_8).stream()
              .filter(line -> line.startsWith("ALFA,"))
              .toList());
    }
  }

  /** Who has a file of feedback. */
  private Set<String> firms() throws IOException {
    try (Stream<Path> files = Files.list(rejects)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".link.csv") && name.startsWith("feedback-"))
          .map(name -> name.substring("feedback-".length(), name.indexOf('.')))
          .collect(Collectors.toSet());
    }
  }

  private static String of(String firm, String id, String fields) {
    return "8=FIX.4.2|9=0|35=D|49="
        + firm
        + "|56=MRP|52=20260316-09:00:00|60=20260316-09:00:00|11="
        + id
        + "|"
        + fields
        + "|10=000|";
  }

  /** Id, status, tag, text, role and counterparty of each line. */
  private List<String> feedback(String reporter) throws IOException {
    return Files.readAllLines(rejects.resolve("feedback-" + reporter + ".link.csv"), UTF_8).stream()
        .skip(1)
        .map(line -> line.split(",", -1))
        .map(
            cells ->
                cells[5]
                    + " "
                    + cells[7]
                    + " "
                    + cells[9]
                    + " "
                    + String.join(" ", cells[10], cells[11], cells[12]))
        .sorted()
        .toList();
  }
}
