package io.daisychain.flight;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.window.OutlierRule;
import io.daisychain.marketdata.window.WindowShape;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AskedDataTest {
  private static AskedData parse(String json) throws RefusedRequestException {
    return AskedData.parse(json.replace('\'', '"').getBytes(UTF_8));
  }

  @Test
  void aRequestIsWhatGetHasAsOptions() throws Exception {
    AskedData asked =
        parse(
            "{'symbols':'B,A','types':['trade','nbbo'],'from':'2026-03-16','to':'1773669600000000000',"
                + "'dates':'2026-03-16..2026-03-17'}");
    assertEquals(Set.of("A", "B"), asked.symbols().names());
    assertEquals(Set.of(MarketKind.TRADE, MarketKind.NBBO), asked.kinds());
    assertEquals(1_773_619_200_000_000_000L, asked.from());
    assertEquals(1_773_669_600_000_000_000L, asked.to());
    assertTrue(asked.dates().has(20_529) && !asked.dates().has(20_530));
    assertEquals(3, parse("{'symbols':['A']}").kinds().size());
  }

  @Test
  void windowsAreWhatWindowsHasAsOptions() throws Exception {
    AskedData asked =
        parse(
            "{'symbols':['A'],'types':'trade','window':1000,'slide':25,'fit':3,'outliers':'4/40'}");
    assertEquals(new WindowShape(false, 1_000, 25), asked.shape());
    assertEquals(3, asked.fit());
    assertEquals(OutlierRule.parse("4/40"), asked.outliers());
  }

  @Test
  void aRequestInXmlHasItsSymbolsBeside() throws Exception {
    AskedData asked =
        parse(
            "{'symbols':['A'],'request':'<message><service name=\\'x\\'/><universe_file name=\\'u\\'"
                    .replace("\\'", "\\\"")
                + " location=\\\".\\\"/><msg_types value=\\\"Trade,BBO\\\"/><time_range"
                + " from=\\\"20260316 09:30:00.000\\\" to=\\\"20260316 10:00:00\\\"/></message>'}");
    assertEquals(Set.of(MarketKind.TRADE, MarketKind.NBBO), asked.kinds());
    assertEquals(1_773_653_400_000_000_000L, asked.from());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "             | is an object",
        "[]           | is an object",
        "{            | an object of JSON",
        "{'symbols':['A'],'symbols':['B']} | Duplicate field",
        "{}           | symbols is missing",
        "{'symbols':[]} | symbols is missing",
        "{'symbols':[1]} | no text: 1",
        "{'symbols':{}} | symbols is no list",
        "{'symbol':['A']} | 'symbol' is none of",
        "{'symbols':['A'],'types':['bars']} | type 'bars' is none of",
        "{'symbols':['A'],'types':[]} | types is empty",
        "{'symbols':['A'],'from':'noon'} | 'noon' is no moment",
        "{'symbols':['A'],'from':[]} | from is missing, or no text",
        "{'symbols':['A'],'dates':'16'} | dates '16' is neither",
        "{'symbols':['*']} | of one type at a time",
        "{'symbols':['A'],'fit':2} | fit is of windows",
        "{'symbols':['A'],'outliers':'4/40'} | outliers is of windows",
        "{'symbols':['A'],'window':'10','slide':'5','types':'trade','outliers':'4/4'} | 4 values are not",
        "{'symbols':['A'],'window':'10','slide':'5','types':'trade','outliers':[4]} | outliers is missing",
        "{'symbols':['*'],'window':'10','slide':'5','types':'trade','outliers':'4'} | that are named",
        "{'symbols':['A'],'window':'10'} | slide is missing",
        "{'symbols':['A'],'window':'10','slide':'1m','types':'trade'} | are not both",
        "{'symbols':['A'],'window':'10','slide':'5'} | windows are of one type",
        "{'symbols':['A'],'window':'10','slide':'5','types':'trade','fit':9} | fit is a number",
        "{'symbols':['A'],'window':'10','slide':'5','types':'trade','from':'5'} | whole dates",
        "{'symbols':['A'],'request':'<message/>'} | has 0 elements universe_file",
        "{'symbols':['A'],'request':'<!DOCTYPE a><a/>'} | is no request in XML",
        "{'symbols':['A'],'request':'<a/>','from':'5'} | leave from out",
        "{'symbols':['A'],'request':'<a/>','outliers':'4'} | leave outliers out",
      })
  void whatIsNoRequestIsRefusedInWords(String json, String words) {
    RefusedRequestException refused =
        assertThrows(RefusedRequestException.class, () -> parse(json == null ? "" : json));
    assertTrue(refused.getMessage().contains(words), refused::getMessage);
  }
}
