package io.daisychain.cat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordTreeTest {
  private final RecordReader reader = new RecordReader(CatSchemas.Versions.ANNOUNCED);
  private final CatRecord record = new CatRecord();

  private boolean read(boolean isJson, String text) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    return reader.read(isJson, bytes, 0, bytes.length, record);
  }

  @Test
  void jsonAndCsvGiveTheSameValues() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (String type : CatSchemas.types("4.2.0")) {
      for (int i = 0; i < 5; i++) {
        RandomRecord made = new RandomRecord("4.2.0", type, "20260914", random);
        assertTrue(read(true, made.asJson()));
        Map<String, Object> json = plain(RecordTree.of(record));
        assertTrue(read(false, made.asCsv()));
        assertEquals(json, plain(RecordTree.of(record)), "seed " + seed + ": " + made.asCsv());
      }
    }
  }

  /** Numbers without zeros that say nothing; of CSV a time in digits is a text. */
  private static Map<String, Object> plain(Map<?, ?> values) {
    Map<String, Object> plain = new TreeMap<>();
    values.forEach((name, value) -> plain.put(name.toString(), plainValue(value)));
    return plain;
  }

  private static Object plainValue(Object value) {
    if (value instanceof BigDecimal number) {
      return number.stripTrailingZeros();
    }
    if (value instanceof String text && text.matches("\\d{19}")) {
      return new BigDecimal(text).stripTrailingZeros();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(RecordTreeTest::plainValue).toList();
    }
    return value instanceof Map<?, ?> map ? plain(map) : value;
  }

  @Test
  void whatWasRefusedForItsTimeHasItsValuesToo() {
    assertFalse(read(false, "NEW,,20260914_1,MEOC,REP,,a,IBM,,2026-09-14 10:00:00,false,,5,0,C"));
    assertEquals("a", RecordTree.of(record).get("orderID"));
    assertEquals(
        "20260914T100000",
        RecordTree.inForm(record, "eventTimestamp", RecordTree.of(record).get("eventTimestamp"))
            .orElseThrow());
    assertFalse(read(true, "{\"type\":\"MEOC\",\"orderID\":\"a\",\"x\":null,\"y\":[true,1]}"));
    assertEquals("a", RecordTree.of(record).get("orderID"));
    assertEquals(List.of(true, BigDecimal.ONE), RecordTree.of(record).get("y"));
  }

  @ParameterizedTest
  @CsvSource({
    "side, ' b', B",
    "side, UP, ",
    "symbol, ' IBM ', IBM",
    "symbol, 'I|M', ",
    "quantity, 100.0000000, 100",
    "quantity, 1000, 1000",
    "quantity, 0.1234567, ",
    "quantity, many, ",
    "manualFlag, TRUE, true",
    "manualFlag, Y, ",
    "orderKeyDate, 2026-09-14T10:00:00.5, 20260914T100000.5",
    "orderKeyDate, 2026-09-14T10:00:00.5Z, 1789380000500000000",
    "orderKeyDate, 2026-09-31T10:00:00Z, ",
    "orderKeyDate, noon, ",
    "aggregatedOrders[3].orderID, ' o1', o1",
    "aggregatedOrders[3].nothing, o1, ",
    "nothing, o1, "
  })
  void aValueWhoseFormAloneIsWrongIsMended(String field, String value, String expected) {
    RandomRecord made = new RandomRecord("4.2.0", "MENO", "20260914", new Random(1));
    assertTrue(read(true, made.asJson()));
    assertEquals(
        expected, RecordTree.inForm(record, field, value).map(Object::toString).orElse(null));
  }

  /** Written out, this one would have a billion digits. */
  @Test
  void aNumberWithAnExponentStaysAsItWasWritten() {
    for (String number : List.of("1e999999999", "-1E+99999999999", "1e-999999999")) {
      read(true, "{\"type\":\"MENO\",\"price\":" + number + "}");
      Map<String, Object> values = RecordTree.of(record);
      assertEquals(number, values.get("price"));
      assertTrue(RecordTree.inForm(record, "price", number).isEmpty());
    }
  }
}
