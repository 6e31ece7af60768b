package io.daisychain.fix.validate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Currency;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class DictionaryTest {

  @Test
  void areTheDictionariesOfQuickFixJ() throws Exception {
    for (String name : DictionarySource.NAMES) {
      assertEquals(
          new DictionarySource(name).lines(), Dictionary.lines(DictionarySource.file(name)));
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
    for (byte type : Messages.fix("DFG89")) {
      assertNotNull(Dictionary.FIX42.rules(type));
    }
    for (byte type : Messages.fix("A0E6\u00c4")) {
      assertNull(Dictionary.FIX42.rules(type));
    }
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
