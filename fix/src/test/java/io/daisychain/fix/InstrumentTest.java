package io.daisychain.fix;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstrumentTest {
  private static final String CALL = "IBM   260619C00150000";

  private final Instrument instrument = new Instrument();

  private Instrument read(String fields) {
    byte[] bytes = ("35=D|" + fields + "|").replace('|', '\u0001').getBytes(ISO_8859_1);
    FixMessage message = new FixMessage();
    message.index(bytes, 0, bytes.length);
    return instrument.read(message);
  }

  @ParameterizedTest
  @CsvSource({
    "35=AB|55=IBM, true",
    "35=AC|55=IBM, true",
    "35=D|55=IBM|167=MLEG, true",
    "35=8|55=IBM|442=3, true",
    "35=8|55=IBM|167=MLEG|442=2, false",
    "35=8|55=IBM|442=1, false",
    "35=A|55=IBM|167=MLE, false",
    "35=D|55=IBM|167=OPT, false",
  })
  void anOrderOfSeveralLegsAsAWholeIsNoInstrument(String fields, boolean expected) {
    byte[] bytes = (fields + "|").replace('|', '\u0001').getBytes(ISO_8859_1);
    FixMessage message = new FixMessage();
    message.index(bytes, 0, bytes.length);
    assertEquals(expected, Instrument.isOfSeveralLegs(message));
  }

  private static String text(Instrument of) {
    return new String(of.buffer(), of.offset(), of.length(), ISO_8859_1);
  }

  private static String parts(Instrument of) {
    return new String(of.maturity(), 0, of.maturityLength(), ISO_8859_1)
        + (of.putOrCall() == 0 ? "" : " " + (char) of.putOrCall())
        + (of.strikeLength() == 0
            ? ""
            : " " + new String(of.strikePrice(), 0, of.strikeLength(), ISO_8859_1));
  }

  private static List<Integer> missing(Instrument of) {
    List<Integer> tags = new ArrayList<>();
    for (int i = 0; i < of.missingCount(); i++) {
      tags.add(of.missing(i));
    }
    return tags;
  }

  @ParameterizedTest
  @CsvSource({
    "55=IBM|167=OPT|200=202606|205=19|201=1|202=150",
    "55=IBM|201=1|200=202606|205=19|202=150.000",
    "55= IBM |461=OCASPS|200=20260619|202=150",
    "55=IBM|167=OPT|541=20260619|201=1|202=0150",
    "55=IBM|167=OPT|541=20260619|200=209901|201=1|202=150",
    "55=IBM|167=OPT|48=IBM260619C00150000",
    "55=X|167=OPT|48=IBM   260619C00150000|22=J|201=0|202=7",
    "55=IBM   260619C00150000|167=OPT",
    "55=IBM 260619C00150000|201=1",
    "55=IBM|167=OPT|48=459200101|22=1|200=202606|205=19|201=1|202=150"
  })
  void readsOptionsOfEachForm(String fields) {
    assertEquals(CALL, text(read(fields)));
    assertEquals("20260619 C 150", parts(instrument));
    assertEquals(List.of(), missing(instrument));
  }

  @ParameterizedTest
  @CsvSource({
    "2.5, X     260605P00002500, 2.5",
    "0.005, X     260605P00000005, 0.005",
    "99999.99, X     260605P99999990, 99999.99",
    "1200, X     260605P01200000, 1200"
  })
  void writesStrikesInThousandths(String strike, String symbol, String published) {
    read("55=X|167=OPT|200=202606|205=5|201=0|202=" + strike);
    assertEquals(symbol, text(instrument));
    assertEquals("20260605 P " + published, parts(instrument));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "167=OPT; 200 201 202",
        "167=OPT|200=202606; 205 201 202",
        "201=1|202=5; 200",
        "461=OPASPS|202=5; 200",
        "167=OPT|201=1|541=20260619; 202"
      })
  void namesWhatHalfAnOptionLacks(String fields, String tags) {
    read("55=IBM|" + fields);
    assertEquals("", text(instrument));
    assertEquals("[" + tags.replace(" ", ", ") + "]", missing(instrument).toString());
  }

  @Test
  void takesAnOpraSymbolOfAnotherForm() {
    assertEquals("IBMFE", text(read("55=IBM|167=OPT|22=J|48=IBMFE")));
    assertEquals(List.of(), missing(instrument));
  }

  @Test
  void leavesOutStrikesOfTooManyDigits() {
    for (String strike : List.of("100000", "1.0001", "123456789012345678")) {
      read("55=IBM|167=OPT|200=202606|205=19|201=1|202=" + strike);
      assertEquals("", text(instrument), strike);
      assertEquals(true, instrument.isStrikeLong(), strike);
    }
  }

  @Test
  void leavesMalformedPartsToTheDictionary() {
    for (String fields :
        List.of(
            "200=202613|205=19|201=1|202=5",
            "200=202606|205=31|201=1|202=5",
            "200=202606|205=19|201=2|202=5",
            "200=202606|205=19|201=1|202=-5",
            "541=20260231|201=1|202=5")) {
      read("55=IBM|167=OPT|" + fields);
      assertEquals("", text(instrument), fields);
      assertEquals(List.of(), missing(instrument), fields);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "55=ES|167=FUT|200=202606, ES202606, 202606",
    "55=ES|167=FUT|200=202606|205=9, ES20260609, 20260609",
    "55=ES|461=FFIXSX|541=20260609, ES20260609, 20260609",
    "55=ESM6|167=FUT, ESM6, ''"
  })
  void readsFutures(String fields, String name, String maturity) {
    assertEquals(name, text(read(fields)));
    assertEquals(maturity, parts(instrument));
    assertEquals(List.of(), missing(instrument));
  }

  @ParameterizedTest
  @CsvSource({
    "55=IBM, IBM",
    "55=IBM|167=CS|202=5|200=202606, IBM",
    "55=IBM   260619C00150000, IBM   260619C00150000",
    "11=7, ''"
  })
  void isTheSymbolOtherwise(String fields, String name) {
    assertEquals(name, text(read(fields)));
    assertEquals("", parts(instrument));
  }

  @Test
  void aFutureWithoutARootHasNoName() {
    assertEquals("IBM", text(read("55=IBM")));
    assertEquals("", text(read("167=FUT|200=202606")));
    assertEquals("202606", parts(instrument));
  }

  @Test
  void whateverIsReadLiesInItsArrayAndDoesNotDependOnTheMessageBefore() {
    String[] tags = {"22", "48", "55", "167", "200", "201", "202", "205", "461", "541"};
    String[] values = {
      "J",
      "OPT",
      "FUT",
      "0",
      "1",
      "19",
      "150",
      "0.0005",
      "-1",
      "IBM",
      "VODAFONE",
      " ",
      "OC",
      "FX",
      "202606",
      "202613",
      "20260619",
      "20260631",
      "IBM260619C00150000",
      "IBM   260619C00150000"
    };
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < 50_000; i++) {
      StringBuilder fields = new StringBuilder("11=x");
      for (int field = random.nextInt(8); field > 0; field--) {
        fields.append('|').append(tags[random.nextInt(tags.length)]).append('=');
        fields.append(values[random.nextInt(values.length)]);
      }
      String message = fields.toString();
      String found = text(read(message)) + parts(instrument) + missing(instrument);
      Instrument fresh = new InstrumentTest().read(message);
      assertEquals(
          text(fresh) + parts(fresh) + missing(fresh),
          found,
          () -> "seed " + seed + ": " + message);
    }
  }

  @Test
  void rootsOfMoreThanSixCharactersStandWhole() {
    read("55=VODAFONE|167=OPT|200=202606|205=19|201=0|202=1.5");
    assertEquals("VODAFONE260619P00001500", text(instrument));
    assertEquals("20260619 P 1.5", parts(instrument));
  }
}
