package io.daisychain.fix.validate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a reporter reads of an error: what was found, and what would have been right. */
class FieldErrorTextTest {
  private static final String NAMES =
      "1 (BUY), 2 (SELL), 3 (BUY_MINUS), 4 (SELL_PLUS), 5 (SELL_SHORT), 6 (SELL_SHORT_EXEMPT),"
          + " 7 (UNDISCLOSED), 8 (CROSS), 9 (CROSS_SHORT)";

  /** What is replaced in a valid message of this type, by what, and the words. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "D; 38=500; 38=x;      6: incorrect data format for value for tag 38 OrderQty: 'x', should be a"
            + " number, such as 10.25",
        "D; 38=500; 38=0;      5: value is incorrect (out of range) for tag 38 OrderQty: '0', should be"
            + " more than 0",
        "D; 38=500; 38=-5;     5: value is incorrect (out of range) for tag 38 OrderQty: '-5', should"
            + " be 0 or more",
        "D; 34=1;   34=1.5;    6: incorrect data format for value for tag 34 MsgSeqNum: '1.5', should"
            + " be a whole number, such as 100",
        "D; |60=20260316-09:02:00; |60=2026-03-16; 6: incorrect data format for value for tag 60"
            + " TransactTime: '2026-03-16', should be a time of UTC, such as 20260316-13:30:00 or"
            + " 20260316-13:30:00.123",
        "D; |60=20260316; |60=16000316; 5: value is incorrect (out of range) for tag 60 TransactTime:"
            + " '16000316-09:02:00', should be of the years 1677 to 2262",
        "D; 44=10.5; 44=10.5|15=USX; 5: value is incorrect (out of range) for tag 15 Currency: 'USX',"
            + " should be a currency of ISO 4217, such as USD",
        "D; 44=10.5; 44=10.5|64=20260431; 6: incorrect data format for value for tag 64 FutSettDate:"
            + " '20260431', should be a date, such as 20260316",
        "D; 44=10.5; 44=10.5|43=maybe; ORDER: tag specified out of required order for tag 43"
            + " PossDupFlag: 'maybe'",
        "D; 44=10.5; 44=10.5|10001=4711; 6: incorrect data format for value for tag 10001 EventID:"
            + " '4711', should be a UUID, such as 1b4e28ba-2fa1-41d2-883f-0016d3cca427",
        "D; 44=10.5; 44=10.5|10073=2|10887=x; GROUP: repeating group is broken for tag 10073 NoParents:"
            + " '2', should be 1, as many as follow",
        "D; 21=1|; ``;           1: required tag missing for tag 21 HandlInst: not there",
        "D; |44=10.5; ``;        1: required tag missing for tag 44 Price: not there, and required where"
            + " tag 40 OrdType is '2'",
        "D; 44=10.5; 44=10.5|167=OPT|200=202606|205=19|201=1; 1: required tag missing for tag 202"
            + " StrikePrice: not there, and required where tag 167 SecurityType is 'OPT'",
        "D; 44=10.5; 44=10.5|201=1|200=202606|205=19|202=1.0005; 5: value is incorrect (out of range)"
            + " for tag 202 StrikePrice: '1.0005', should be of at most 5 digits before the point and 3"
            + " after it",
        "D; 44=10.5; 44=10.5|96=abc; 2: tag not defined for this message type for tag 96 RawData: 'abc'",
        "D; 44=10.5; 44=10.5|354=7|355=abc; CONSISTENCY: value contradicts another field for tag 354"
            + " EncodedTextLen: '7', should be 3, the number of bytes of tag 355 EncodedText",
        "D; 44=10.5; 44=10.5|355=abc; 1: required tag missing for tag 354 EncodedTextLen: not there,"
            + " and required right before tag 355 EncodedText",
        "8; 151=300; 151=200;  CONSISTENCY: value contradicts another field for tag 151 LeavesQty:"
            + " '200', where tag 38 OrderQty is '500', tag 14 CumQty is '200' and tag 39 OrdStatus is"
            + " '1', should be 300",
        "8; |39=1; |39=2;       CONSISTENCY: value contradicts another field for tag 151 LeavesQty:"
            + " '300', where tag 38 OrderQty is '500', tag 14 CumQty is '200' and tag 39 OrdStatus is"
            + " '2', should be 0",
        "8; |39=1|55=AAPL|54=1|38=500; |39=4|55=AAPL|54=1|38=400; CONSISTENCY: value contradicts"
            + " another field for tag 151 LeavesQty: '300', where tag 38 OrderQty is '400', tag 14"
            + " CumQty is '200' and tag 39 OrdStatus is '4', should be no more than 200",
      })
  void saysWhatWouldBeRight(String type, String from, String to, String words) {
    String body = type.equals("D") ? Messages.ORDER : Messages.REPORT;

    assertEquals(words, text(Messages.framed(body.replace(from, to))));
  }

  @Test
  void namesTheValuesThatAreAllowedAndOfManyTheFirst() {
    assertEquals(
        "5: value is incorrect (out of range) for tag 54 Side: 'X' is not one of " + NAMES,
        text(Messages.framed(Messages.ORDER.replace("54=1", "54=X"))));
    assertEquals(
        "5: value is incorrect (out of range) for tag 18 ExecInst: '1 Z' has a value that is not one"
            + " of 1 (NOT_HELD), 2 (WORK), 3 (GO_ALONG), 4 (OVER_THE_DAY), 5 (HELD),"
            + " 6 (PARTICIPATE_DONT_INITIATE), 7 (STRICT_SCALE), 8 (TRY_TO_SCALE),"
            + " 9 (STAY_ON_BIDSIDE), 0 (STAY_ON_OFFERSIDE), A (NO_CROSS), B (OK_TO_CROSS) and 17"
            + " more, with a space between",
        text(Messages.framed(Messages.ORDER.replace("21=1", "21=1|18=1 Z"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "9=115; 9=100; 9 BodyLength: '100', should be 115",
        "|10=009; |10=001; 10 CheckSum: '001', should be 009",
        "|10=009; |10=9; 10 CheckSum: '9', should be 009",
        "|10=009|; ``; 10 CheckSum: not there as the last field",
        "8=FIX.4.2; 8=FIX.4.5; 8 BeginString: 'FIX.4.5', should be FIX.4.0 to FIX.4.4 or FIXT.1.1",
        "9=115|; ``; 9 BodyLength: not there as the second field",
        "9=115|35=D|; 9=110|; 35 MsgType: not there as the third field",
      })
  void saysWhatLengthAndSumShouldBe(String from, String to, String words) {
    String message = new String(Messages.framed(Messages.ORDER), ISO_8859_1).replace('\1', '|');

    String text = text(Messages.fix(message.replace(from, to)));

    assertEquals("FRAMING: message is not framed as FIX for tag " + words, text);
  }

  @Test
  void showsOfAValueNoMoreThanFitsALine() {
    assertEquals(
        "0: invalid tag number: 'x=\u00e9?'",
        text(Messages.framed(Messages.ORDER + "x=\u00e9\0|")));
    assertEquals(
        "4: tag specified without a value for tag 6005: ''",
        text(Messages.framed(Messages.ORDER + "6005=|")));
    assertEquals(
        "6: incorrect data format for value for tag 38 OrderQty: '"
            + "y".repeat(40)
            + "...', should be a number, such as 10.25",
        text(Messages.framed(Messages.ORDER.replace("38=500", "38=" + "y".repeat(41)))));
  }

  /** The first error of a message in words. */
  private static String text(byte[] bytes) {
    FixMessage message = new FixMessage();
    message.index(bytes, 0, bytes.length);
    ValidationResult result = new ValidationResult();
    new MessageChecker().check(message, FixVersion.FIX42, result);
    return result.text(0, message);
  }
}
