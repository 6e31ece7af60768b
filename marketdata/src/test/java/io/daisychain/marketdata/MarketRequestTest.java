package io.daisychain.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarketRequestTest {
  @TempDir private Path folder;

  private static long nanos(String time) {
    return Instant.parse(time).getEpochSecond() * 1_000_000_000L;
  }

  @Test
  void datesOfWhichNotAllIsThereAreNamed() throws IOException {
    LoadedMarket market =
        new LoadedMarket(folder)
            .write(
                "t.csv",
                """
                symbol,time,exchange,price,size,condition
                A,2026-03-16T13:30:00Z,X,1,1,
                A,2026-03-18T13:30:00Z,X,1,1,
                """)
            .write(
                "q.csv",
                """
                symbol,time,exchange,bid,bidSize,ask,askSize
                A,2026-03-16T13:30:00Z,X,1,1,,
                """);
    market.load("t.csv");
    market.load("q.csv");

    assertEquals(
        List.of("2026-03-17"), missing(market, Long.MIN_VALUE, Long.MAX_VALUE, MarketKind.TRADE));
    assertEquals(
        List.of("2026-03-17", "2026-03-18"),
        missing(market, Long.MIN_VALUE, Long.MAX_VALUE, MarketKind.TRADE, MarketKind.NBBO));
    assertEquals(
        List.of("2026-03-15", "2026-03-17", "2026-03-19"),
        missing(
            market,
            nanos("2026-03-15T23:00:00Z"),
            nanos("2026-03-19T00:00:01Z"),
            MarketKind.TRADE));
    assertEquals(
        List.of(),
        missing(
            market,
            nanos("2026-03-16T00:00:00Z"),
            nanos("2026-03-17T00:00:00Z"),
            MarketKind.QUOTE,
            MarketKind.TRADE));
  }

  private static List<String> missing(LoadedMarket market, long from, long to, MarketKind... kinds)
      throws IOException {
    return new MarketRequest(Set.of("A"), from, to, EnumSet.copyOf(List.of(kinds)))
            .write(market.folder(), MarketRequest.Format.CSV, OutputStream.nullOutputStream(), 1)
            .missingDates()
            .stream()
            .map(day -> LocalDate.ofEpochDay(day).toString())
            .toList();
  }

  private QuantCloudRequest request(String element) throws IOException {
    Files.writeString(folder.resolve("symbols.txt"), "A\n");
    return QuantCloudRequest.read(
        Files.writeString(
            folder.resolve("request.xml"),
            """
            <message priority="0" type="3">
              <service name="DataAccess"/>
              <universe_file name="symbols.txt" location=""/>
              <msg_types value="Trade,BBO"/>
              <time_range from="20141001 00:00:00.000" to="20150101 00:00:00.000"/>
              %s
            </message>
            """
                .formatted(element)));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "<time_zone value=\"America/New_York\"/>; has an element time_zone",
        "<db_name value=\"TaqDaily\" zone=\"UTC\"/>; db_name has an attribute zone",
        "<db_name value=\"TaqDaily\"><x/></db_name>; db_name has elements of its own"
      })
  void whatIsNotKnownInARequestIsRefused(String element, String words) throws IOException {
    assertEquals(List.of("A"), request("<db_name value=\"TaqDaily\"/>").symbols());

    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> request(element));

    assertTrue(refused.getMessage().contains(words), refused::getMessage);
  }
}
