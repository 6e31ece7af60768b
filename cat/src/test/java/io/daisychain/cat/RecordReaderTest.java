package io.daisychain.cat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordReaderTest {
  private static final Map<String, String> DATES =
      Map.of("4.0.0", "20240315", "4.1.0", "20250314", "4.2.0", "20260914");

  private final RecordReader reader = new RecordReader(CatSchemas.Versions.ANNOUNCED);
  private final CatRecord record = new CatRecord();
  private final RecordFaults faults = new RecordFaults();

  private String read(boolean isJson, String text) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    if (!reader.read(isJson, bytes, 0, bytes.length, record)) {
      return reader.code();
    }
    new RecordCheck().check(record, faults);
    return faults.codes();
  }

  private String kept() {
    CanonicalText text = new CanonicalText().of(record);
    return new String(text.bytes(), 0, text.length(), ISO_8859_1);
  }

  @Test
  void eachTypeOfEachVersionIsTheSameAsJsonAndAsCsv() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int types = 0;
    for (String version : CatSchemas.versions()) {
      for (String type : CatSchemas.types(version)) {
        types++;
        for (int i = 0; i < 20; i++) {
          RandomRecord made = new RandomRecord(version, type, DATES.get(version), random);
          String where = "seed " + seed + ": " + made.asJson() + "\n" + made.asCsv();
          assertEquals("", read(true, made.asJson()), () -> where + faults.all());
          assertEquals(version, record.version(), where);
          String json = kept();
          long time = record.eventTime();
          assertEquals("", read(false, made.asCsv()), () -> where + faults.all());
          assertEquals(json, kept(), where);
          assertEquals(time, record.eventTime(), where);
        }
      }
    }
    assertEquals(88 + 99 + 88, types);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'symbol':'A','symbol':'B'",
        "'symbol':null,'symbol':'B'",
        "'symbol':'A','side':'B','symbol':null",
        "'none':1,'none':2",
        "'timeInForce':{'GTC':true,'GTC':true}",
        "'type':'MENO'",
        "'':1,'':2"
      })
  void aNameThatComesTwiceIsUnreadable(String fields) {
    String head = "{'type':'MENO','eventTimestamp':1773667800000000000,";
    assertEquals("2134", read(true, (head + fields + "}").replace('\'', '"')));
    String unknown = "{'type':'NONE','type':'MENO'}";
    assertEquals("2134", read(true, unknown.replace('\'', '"')));
  }

  @Test
  void whateverIsDoneToARecordItIsReadOrRefused() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      RandomRecord made =
          new RandomRecord("4.2.0", List.of("MENO", "MEOT", "MLNO").get(i % 3), "20260914", random);
      boolean isJson = random.nextBoolean();
      StringBuilder text = new StringBuilder(isJson ? made.asJson() : made.asCsv());
      for (int change = 0; change <= random.nextInt(3); change++) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(3)) {
          case 0 -> text.deleteCharAt(at);
          case 1 -> text.insert(at, (char) random.nextInt(256));
          default -> text.setCharAt(at, "{}[]\",:|@=\\0".charAt(random.nextInt(12)));
        }
      }
      String changed = text.toString();
      try {
        read(isJson, changed);
        if (record.schema != null) {
          kept();
        }
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + changed, e);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "orderID; ''; 2061",
        "orderID; 5; 2061",
        "orderID; \"a,b\"; 2061",
        "side; \"X\"; 2095",
        "quantity; 1234567890123; 2076",
        "quantity; 1.1234567; 2076",
        "quantity; 1e2; 2076",
        "quantity; \"1\"; 2076",
        "price; 12345678901; 2067",
        "solicitationFlag; \"true\"; 2186",
        "timeInForce; \"{'DAY': 20230210}\"; 2101",
        "timeInForce; {\"DAX\":1}; 2101",
        "timeInForce; {\"DAY\":20230230}; 2101",
        "orderKeyDate; \"yesterday\"; 2063",
        "errorROEID; 5; 2026",
        "actionType; \"RPR\"; 2026",
        "actionType; \"OLD\"; 2002",
        "firmROEID; \"20200101_1\"; 2033",
        "manualOrderID; \"M\"; 2042",
        "aggregatedOrders; {}; 2004",
        "aggregatedOrders; [{\"orderID\":\"1\"}]; 2166",
        "aggregatedOrders; [{\"orderID\":\"1\",\"orderKeyDate\":\"20260914T101010\",\"x\":1}];"
            + " 2133",
        "surprise; 1; 2133",
        "eventTimestamp; \"20260308T023000\"; 2027",
        "eventTimestamp; ''; 2027",
        "type; \"MENX\"; 2105",
      })
  void aFaultHasCatsCode(String field, String value, String code) {
    RandomRecord made = new RandomRecord("4.2.0", "MENO", "20260914", new Random(1));
    for (String optional :
        List.of("manualOrderID", "manualOrderKeyDate", "aggregatedOrders", "minQty")) {
      made.json.remove(optional);
    }
    assertEquals("", read(true, made.asJson()));
    if (value.isEmpty()) {
      made.json.remove(field);
    } else {
      made.json.put(field, value);
    }

    assertEquals(code, read(true, made.asJson()), () -> faults.all().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "MEOT; sideDetailsInd; 'BUY'; buyDetails; -; 2108",
        "MEOT; sideDetailsInd; 'SELL'; sellDetails; -; 2115",
        "MEOR; senderIMID; '7:D'; destination; '8:D'; 2189",
        "MEOA; senderIMID; 'R'; receiverIMID; 'R'; 2189",
        "MEMR; routedOrderID; 'r'; priorRoutedOrderID; 'r'; 2209",
        "MLNO; legDetails; [{'legRefID':'1','symbol':'A','openCloseIndicator':'Open','side':'B',"
            + "'legRatioQuantity':1}]; numberOfLegs; 1; 2221",
        "MEOF; firmDetails; [{'orderID':'1','orderKeyDate':'20260914T101010','side':'B',"
            + "'firmDesignatedID':'F'}]; quantity; 1; 2223",
        "MEMR; netPrice; 5; price; 5; 2226",
        "MEMR; netPrice; 5; price; 0; -",
        "MEOA; senderIMID; 'R'; receiverIMID; 'Q'; -",
      })
  void aRuleBetweenFieldsHasCatsCode(
      String type, String a, String valueOfA, String b, String valueOfB, String code) {
    RandomRecord made = new RandomRecord("4.2.0", type, "20260914", new Random(2));
    made.json.remove("buyDetails");
    made.json.remove("sellDetails");
    made.json.remove("sideDetailsInd");
    made.json.put(a, valueOfA.replace('\'', '"'));
    made.json.put(b, valueOfB.replace('\'', '"'));
    made.json.values().removeIf("-"::equals);

    assertEquals(
        code.replace("-", ""), read(true, made.asJson()), () -> faults.all() + made.asJson());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"MENO\",\"type\":\"MENO\"}",
        "{\"a\":{\"b\":1,\"b\":1}}",
        "{\"a\":[[[[[[[[[[1]]]]]]]]]]}",
        "{\"a\":01}",
        "{\"a\":1",
        "{\"a\":1} x",
        "{\"a\":\"\\q\"}",
        "[]",
        "",
      })
  void whatIsNoObjectIsRefused(String text) {
    assertEquals(RecordReader.UNREADABLE, read(true, text));
  }

  @Test
  void aNumberOfAMillionDigitsIsAFaultAndCostsNoMore() {
    RandomRecord made = new RandomRecord("4.2.0", "MENO", "20260914", new Random(1));
    made.json.put("quantity", "9".repeat(1_000_000));

    assertEquals("2132|2076", read(true, made.asJson()));
  }

  @Test
  void noMoreThanEightFaultsAreTold() {
    String bare =
        "{\"type\":\"MENO\",\"firmROEID\":\"20260914_1\",\"eventTimestamp\":\"20260914T101010\"}";

    assertTrue(read(true, bare).endsWith("|2999"));
    assertEquals(9, faults.all().size());
    assertEquals("", read(true, bare.replace("{", "{\"actionType\":\"DEL\",")));
  }

  @Test
  void aSideOfATradeHasOneSetOfDetails() {
    RandomRecord made = new RandomRecord("4.2.0", "MEOT", "20260914", new Random(1));
    String side = "{\"orderID\":\"1\",\"orderKeyDate\":\"20260914T101010\",\"side\":\"B\"}";
    made.json.put("buyDetails", "[" + side + "," + side + "]");

    assertEquals("2273", read(true, made.asJson()));
  }

  @Test
  void namesOfElementsAreCountedFromNought() {
    RandomRecord made = new RandomRecord("4.2.0", "MENO", "20260914", new Random(1));
    String order = "{\"orderID\":\"1\",\"orderKeyDate\":\"20260914T101010\"}";
    made.json.put("aggregatedOrders", "[" + order + "," + order.replace("\"1\"", "1") + "]");

    assertEquals("2165", read(true, made.asJson()));
    assertEquals("aggregatedOrders[1].orderID", faults.all().get(0).field());
  }

  @Test
  void aTimeIsOfNewYorkOrNanoseconds() {
    NewYorkTime times = new NewYorkTime();
    long noon =
        LocalDate.of(2026, 9, 14).toEpochDay() * 86_400_000_000_000L + 16 * 3_600_000_000_000L;
    for (String text : List.of("20260914T120000", "20260914 120000.000", String.valueOf(noon))) {
      byte[] bytes = text.getBytes(ISO_8859_1);
      assertEquals(noon, times.of(bytes, 0, bytes.length, false), text);
    }
    // Of the hour that comes twice the first: four hours behind UTC, not five.
    byte[] twice = "20261101T013000".getBytes(ISO_8859_1);
    long day = LocalDate.of(2026, 11, 1).toEpochDay() * 86_400_000_000_000L;
    assertEquals(day + 5 * 3_600_000_000_000L + 1_800_000_000_000L, times.of(twice, 0, 15, false));
    for (String text : List.of("20260308T023000", "20260914T240000", "20260231T120000", "x")) {
      byte[] bytes = text.getBytes(ISO_8859_1);
      assertEquals(NewYorkTime.INVALID, times.of(bytes, 0, bytes.length, false), text);
    }
  }

  @Test
  void aTypeThatADatesVersionLacksIsReadByTheNearestThatHasIt() {
    RandomRecord made = new RandomRecord("4.1.0", "MONQ", "20260914", new Random(1));

    assertFalse(read(true, made.asJson()).contains("2105"));
    assertEquals("4.1.0", record.version());
  }
}
