package io.daisychain.fix.validate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.MessageFinder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageCheckerTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        Messages.ORDER,
        Messages.REPLACE,
        Messages.CANCEL,
        Messages.REPORT,
        Messages.CANCEL_REJECT
      })
  void findsNoErrorInAValidMessage(String body) {
    assertEquals(List.of(), Messages.errors(Messages.framed(body)));
  }

  /**
   * Each line of cases.csv: the message type, what is replaced in the valid message of this type,
   * what by, and the errors of the outcome, as reason and tag with commas between. Where nothing is
   * to be replaced, the new text goes to the end of the body.
   */
  @ParameterizedTest
  @CsvFileSource(resources = "cases.csv", delimiter = ';', numLinesToSkip = 1)
  void reports(String type, String from, String to, String expected, String why) {
    String body =
        switch (type) {
          case "D" -> Messages.ORDER;
          case "G" -> Messages.REPLACE;
          case "F" -> Messages.CANCEL;
          case "8" -> Messages.REPORT;
          default -> Messages.CANCEL_REJECT;
        };
    String text = to == null ? "" : to;
    String changed = from == null ? body + text : body.replace(from, text);
    assertFalse(changed.equals(body), "nothing replaced");

    List<String> result = Messages.errors(Messages.framed(changed));

    assertEquals(expected == null ? "" : expected, String.join(",", result), why);
  }

  @Test
  void reportsEveryErrorOfAMessage() {
    String body =
        "35=D|34=1|49=ALFA|56=MRP|52=20261316-09:02:00|11=A|11=B|54=X|x|55=|60=now|40=2|56=Z|";

    assertEquals(
        List.of(
            "6 52",
            "5 54",
            "0 0",
            "4 55",
            "6 60",
            "ORDER 56",
            "REPEATED 11",
            "REPEATED 56",
            "1 21",
            "1 44"),
        Messages.errors(Messages.framed(body)));
  }

  @Test
  void namesTheErrorNearestTheFrontAndPutsMissingTagsAtTheEnd() {
    FixMessage message = index(Messages.ORDER.replace("21=1|", "").replace("54=1", "54=X"));
    ValidationResult result = new ValidationResult();

    new MessageChecker().check(message, FixVersion.FIX42, result);

    assertEquals(54, result.tag(result.nearestFront()));
    assertEquals(Messages.ORDER.indexOf("54=1") - 5 + 16, result.offset(result.nearestFront()));
    assertEquals(21, result.tag(1));
    assertEquals(message.end(), result.offset(1));
    assertFalse(result.framingError());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "D 11 A1",
        "D 49 ALFA",
        "D 56 MRP",
        "D 55 AAPL",
        "G 41 A1",
        "8 37 O1",
        "8 17 E1",
        "8 11 A1"
      })
  void aNameOfMoreThanAThousandBytesIsOutOfRange(String place) {
    String[] words = place.split(" ", -1);
    String body =
        switch (words[0]) {
          case "D" -> Messages.ORDER;
          case "G" -> Messages.REPLACE;
          default -> Messages.REPORT;
        };
    String field = "|" + words[1] + "=";
    String longest = body.replace(field + words[2] + "|", field + "x".repeat(1_000) + "|");
    assertEquals(List.of(), Messages.errors(Messages.framed(longest)));

    String longer = longest.replace(field, field + "x");

    assertEquals(List.of("5 " + words[1]), Messages.errors(Messages.framed(longer)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"19", "30", "109", "115", "128", "10835", "10887"})
  void anAddedNameOfMoreThanAThousandBytesIsOutOfRange(String tag) {
    String body = tag.equals("19") || tag.equals("30") ? Messages.REPORT : Messages.ORDER;
    String[] fields = {tag + "=" + "x".repeat(1_000) + "|", tag + "=" + "x".repeat(1_001) + "|"};

    for (int i = 0; i < fields.length; i++) {
      List<String> result = Messages.errors(Messages.framed(body + fields[i]));
      assertEquals(i == 1, result.contains("5 " + tag), () -> tag + ": " + result);
    }
  }

  @Test
  void aNumberOfMoreThanAThousandBytesIsNone() {
    String longest = Messages.ORDER.replace("38=500", "38=" + "0".repeat(988) + "5".repeat(12));
    assertEquals(List.of(), Messages.errors(Messages.framed(longest)));
    String longer = longest.replace("38=", "38=0").replace("44=10.5", "44=" + "0".repeat(300_000));

    assertEquals(List.of("6 38", "6 44"), Messages.errors(Messages.framed(longer)));
    assertEquals(
        "6: incorrect data format for value for tag 38 OrderQty: '"
            + "0".repeat(40)
            + "...', longer than 1000 bytes",
        text(longest.replace("38=", "38=0")));
  }

  @Test
  void otherTextsMayBeLong() {
    String long58 = "58=" + "x".repeat(500_000) + "|";
    assertEquals(List.of(), Messages.errors(Messages.framed(Messages.ORDER + long58)));
  }

  @Test
  void forgetsTheMessageBefore() {
    MessageChecker checker = new MessageChecker();
    ValidationResult result = new ValidationResult();
    checker.check(index("35=D|10073=9|" + "54=|".repeat(100)), FixVersion.FIX42, result);
    assertTrue(result.count() > 100);

    checker.check(index(Messages.ORDER), FixVersion.FIX42, result);

    assertEquals(0, result.count());
    assertEquals(ValidationResult.NONE, result.nearestFront());
  }

  @ParameterizedTest
  @ValueSource(strings = {"examples/native.fix", "examples/tagged.fix"})
  void findsNoErrorInTheExamples(String name) throws IOException {
    assertEquals(List.of(), errorsOf(name));
  }

  @Test
  void findsOneCutMessageInTheRealLog() throws IOException {
    List<String> result = errorsOf("real/fixclient/t_gate_raw_driver.log");

    assertEquals(List.of(), result.stream().filter(error -> !error.startsWith("FRAMING")).toList());
    assertEquals(1, result.size(), result::toString);
  }

  /** Errors of a shared file: framing alone for messages of the types that are not stored. */
  private static List<String> errorsOf(String name) throws IOException {
    Path file = Path.of(System.getProperty("shared", "../../shared"), name);
    Assumptions.assumeTrue(Files.exists(file), () -> "not here: " + file);
    byte[] bytes = Files.readAllBytes(file);
    MessageFinder finder = new MessageFinder();
    FixMessage message = new FixMessage();
    MessageChecker checker = new MessageChecker();
    ValidationResult result = new ValidationResult();
    List<String> all = new ArrayList<>();
    for (int from = 0, to; from < bytes.length; from = to + 1) {
      to = from;
      while (to < bytes.length && bytes[to] != '\n') {
        to++;
      }
      finder.line(bytes, from, to);
      while (finder.next(message) == MessageFinder.Found.MESSAGE) {
        checker.check(message, FixVersion.FIX42, result);
        if (result.count() > 0 && result.reason(0) == Reason.INVALID_MSG_TYPE) {
          continue;
        }
        for (int i = 0; i < result.count(); i++) {
          all.add(result.text(i, message));
        }
      }
    }
    return all;
  }

  private static FixMessage index(String body) {
    byte[] bytes = Messages.framed(body);
    FixMessage message = new FixMessage();
    message.index(bytes, 0, bytes.length);
    return message;
  }

  private static String text(String body) {
    FixMessage message = index(body);
    ValidationResult result = new ValidationResult();
    new MessageChecker().check(message, FixVersion.FIX42, result);
    assertEquals(1, result.count());
    return result.text(0, message);
  }

  @ParameterizedTest
  @CsvSource({
    "167=OPT|200=202606|205=19|201=1|202=150, ''",
    "167=OPT|200=202606|201=1|202=150, 1 205",
    "167=OPT, '1 200,1 201,1 202'",
    "167=OPT|200=|201=1|202=150, 4 200",
    "201=0|202=150, 1 200",
    "167=OPT|48=IBM260619C00150000, ''",
    "167=OPT|200=202606|205=19|201=1|202=100000, 5 202",
    "167=FUT|202=150, ''"
  })
  void asksForTheOtherHalfOfAnOption(String fields, String expected) {
    List<String> result = Messages.errors(Messages.framed(Messages.ORDER + fields + "|"));

    assertEquals(expected, String.join(",", result));
  }

  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "11=L1|, GROUP 67", // an instance begins with it
    "11=L2|, ",
    "67=2|, 1 67",
    "'11=L2|67=2|55=AAPL|54=2|', GROUP 73",
    "'55=AAPL|54=2|', 1 54"
  })
  void asksEachOrderOfAListForWhatItMustHave(String without, String expected) {
    String list = "66=L|394=3|68=2|73=2|11=L1|67=1|55=IBM|54=1|11=L2|67=2|55=AAPL|54=2|";
    byte[] body = Messages.fix("35=E|" + Messages.HEADER + list.replace(without, ""));
    MessageChecker checker = new MessageChecker();
    FixMessage message = new FixMessage();
    for (int round = 0; round < 2; round++) {
      List<String> found = found(checker, message, FixVersion.FIX42, body);
      assertTrue(expected == null || String.join(",", found).contains(expected), found::toString);
      assertEquals(without.isEmpty(), found.isEmpty(), found::toString);
    }
  }

  @Test
  void checksMultilegOrdersByTheirTypeOfTwoLetters() {
    String legs = "555=2|600=IBM|623=1|624=1|600=AAPL|623=2|624=2|";
    String order =
        Messages.HEADER + "11=M1|21=1|54=1|55=IBM|" + legs + "60=20260316-09:02:00|40=2|";

    assertEquals(List.of("1 44"), later("35=AB|" + order));
    assertEquals(List.of("1 41", "1 44"), later("35=AC|" + order));
    assertEquals(List.of(), later("35=AB|" + order + "44=1|"));
    assertEquals(List.of("GROUP 555"), later("35=AB|" + order.replace("555=2", "555=3") + "44=1|"));
    assertEquals(List.of("11 35"), later("35=AD|" + order));
    assertEquals(List.of("11 35"), later("35=ABC|" + order));
    assertEquals(List.of("11 35"), Messages.errors(Messages.framed("35=AB|" + order)));
  }

  @ParameterizedTest
  @CsvSource({
    "623=2, '', ",
    "623=2, 623=0.0|, 5 623",
    "623=2, 623=-1|, 5 623",
    "623=2, 623=x|, 6 623",
    "654=B, 654=A|, CONSISTENCY 654",
    "600=AAPL, 600=AAPL|609=OPT|, '1 610,1 608,1 612'",
    "600=AAPL, 600=AAPL|608=OCASPS|610=202606|611=20260619|612=150|, ",
    "600=AAPL, 600=AAPL|608=OCASPS|610=202606|612=150|, 1 611",
    "600=AAPL, 600=AAPL|608=OCASPS|610=20260619|612=150000|, 5 612",
    "600=AAPL, 600=AAPL|602=AAPL260619C00150000|609=OPT|, ",
    "555=2, 555=3|, GROUP 555",
    "600=AAPL, '', 'GROUP 623,GROUP 555'"
  })
  void holdsLegsAgainstEachOther(String field, String by, String expected) {
    String legs = "555=2|600=IBM|624=1|654=A|600=AAPL|623=2|624=2|654=B|";
    String order = Messages.HEADER + "11=M1|21=1|54=1|55=IBM|" + legs;
    String body = (order + "60=20260316-09:02:00|40=1|").replace(field + "|", by);

    List<String> found = later("35=AB|" + body);

    String first = String.join(",", found.subList(0, Math.min(found.size(), 2)));
    boolean all = expected == null || expected.split(",").length != 2;
    assertEquals(expected == null ? "" : expected, all ? String.join(",", found) : first);
  }

  private static List<String> later(String body) {
    return Messages.errors(Messages.framed(FixVersion.FIX44, Messages.fix(body)));
  }

  @Test
  void remembersOfATemplateWhatEachVersionSays() {
    String order = "35=D|49=ALFA|56=MRP|34=1|52=20260316-09:02:00|11=A1|55=AAPL|54=1|";
    byte[] plain = Messages.fix(order + "60=20260316-09:02:00|38=500|40=1|");
    MessageChecker checker = new MessageChecker();
    FixMessage message = new FixMessage();
    String parties = "60=20260316-09:02:00|38=500|40=1|453=%d|448=C|447=D|452=3|802=1|523=x|803=1|";
    byte[] grouped = Messages.fix(order + parties.formatted(1));
    byte[] miscounted = Messages.fix(order + parties.formatted(2));
    for (int round = 0; round < 3; round++) {
      assertEquals(List.of("1 21"), found(checker, message, FixVersion.FIX42, plain));
      assertEquals(List.of(), found(checker, message, FixVersion.FIX44, plain));
      assertEquals(List.of(), found(checker, message, FixVersion.FIX50SP2, plain));
      assertEquals(List.of(), found(checker, message, FixVersion.FIX44, grouped));
      assertEquals(
          List.of("0 802", "0 803", "1 21"),
          lacking(found(checker, message, FixVersion.FIX42, grouped)));
      assertEquals(List.of("GROUP 453"), found(checker, message, FixVersion.FIX44, miscounted));
    }
  }

  /** The errors of tags that FIX 4.2 lacks and those that are missing. */
  private static List<String> lacking(List<String> errors) {
    return errors.stream().filter(error -> error.matches("0 80[23]|1 .*")).toList();
  }

  private static List<String> found(
      MessageChecker checker, FixMessage message, FixVersion version, byte[] body) {
    ValidationResult result = new ValidationResult();
    byte[] bytes = Messages.framed(version, body);
    message.index(bytes, 0, bytes.length);
    checker.check(message, FixVersion.of(message, version), result);
    List<String> found = new ArrayList<>();
    for (int i = 0; i < result.count(); i++) {
      found.add(result.reason(i).code() + " " + result.tag(i));
    }
    return found;
  }
}
