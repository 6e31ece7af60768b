package io.daisychain.fix.validate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.fix.FixVersion;
import io.daisychain.fix.MsgType;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DictionaryTest {

  @Test
  void areTheDictionariesOfQuickFixJ() throws Exception {
    for (String name : DictionarySource.NAMES) {
      assertEquals(new DictionarySource(name).lines(), DictionaryFile.lines(name), name);
    }
  }

  @Test
  void namesTagsOfFixAndOfLineage() {
    assertEquals("ClOrdID", Dictionary.FIX42.name(11));
    assertEquals("NoParents", Dictionary.FIX42.name(10073));
    assertNull(Dictionary.FIX42.name(101));
    assertNull(Dictionary.FIX42.name(6005));
  }

  @Test
  void hasRulesForTheTypesThatAreStored() {
    for (int type : rulesOf("D", "F", "G", "8", "9", "E", "J", "P", "AB", "AC", "AS")) {
      boolean later = type == MsgType.MULTILEG || type == MsgType.MULTILEG_REPLACE;
      later |= type == MsgType.ALLOCATION_REPORT;
      assertEquals(later, Dictionary.FIX42.rules(type) == null);
      assertNotNull(Dictionary.of(FixVersion.FIX44, false).rules(type));
    }
    for (int type : rulesOf("A", "0", "6", "\u00c4", "AA", "AZ", "A[", "A@", "BB", "AAA", "8 ")) {
      assertNull(Dictionary.FIX42.rules(type));
      assertNull(Dictionary.of(FixVersion.FIX50SP2, true).rules(type));
    }
  }

  private static int[] rulesOf(String... types) {
    return Stream.of(types)
        .map(Messages::fix)
        .mapToInt(type -> MsgType.of(type, 0, type.length))
        .toArray();
  }

  @Test
  void knowsTheCurrenciesOfTheWorld() {
    CurrencySet currencies = Dictionary.CURRENCIES;
    for (Locale country :
        List.of(Locale.US, Locale.UK, Locale.JAPAN, Locale.GERMANY, Locale.CANADA, Locale.CHINA)) {
      byte[] code = Messages.fix(Currency.getInstance(country).getCurrencyCode());
      assertTrue(currencies.contains(CurrencySet.index(code[0], code[1], code[2])));
    }
    assertFalse(currencies.contains(CurrencySet.index((byte) 'U', (byte) 'S', (byte) 'X')));
  }
}
