package io.daisychain.flight;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.MarketRequest;
import io.daisychain.marketdata.window.OutlierRule;
import io.daisychain.marketdata.window.WindowRequest;
import io.daisychain.marketdata.window.WindowShape;
import io.daisychain.marketdata.window.WindowValue;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a server answers is what the commands print. */
class MarketFlightServerTest {
  @TempDir private static Path folder;

  private static final CallOption A = ServedMarket.as("A", ServedMarket.SECRET);

  private static ServedMarket served;

  @BeforeAll
  static void serve() throws Exception {
    served = new ServedMarket(folder);
  }

  @AfterAll
  static void end() throws Exception {
    served.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BUSY          | quote            |                     |",
        "BUSY,S1,S2,S3 | nbbo             | 2026-03-16T14:00:00Z | 2026-03-17T15:00:00Z",
        "S1,S2,NONE    | trade            |                     | 2026-03-17",
        "BUSY,S7       | quote,nbbo,trade |                     |",
        "S1,S2,S3,S4,S5,S6,S7,S8,S9,S10 | nbbo,trade | 2026-03-17 |",
      })
  void rowsAreThoseOfGet(String symbols, String types, String from, String to) throws Exception {
    EnumSet<MarketKind> kinds = EnumSet.noneOf(MarketKind.class);
    for (String type : types.split(",", -1)) {
      kinds.add(MarketKind.parse(type));
    }
    List<String> expected =
        served.expected(
            new MarketRequest(
                Set.of(symbols.split(",", -1)),
                from == null ? Long.MIN_VALUE : MarketRequest.moment(from),
                to == null ? Long.MAX_VALUE : MarketRequest.moment(to),
                kinds));
    String json =
        "{'symbols':'%s','types':'%s'%s%s}"
            .formatted(
                symbols,
                types,
                from == null ? "" : ",'from':'" + from + "'",
                to == null ? "" : ",'to':'" + to + "'");
    List<String> rows = served.rows(json, A);
    assertTrue(rows.size() > 100, () -> rows.size() + " rows");
    assertEquals(expected, rows);
  }

  @Test
  void allSymbolsComeByDateAsTheyAreStored() throws Exception {
    Set<String> symbols = new TreeSet<>(List.of("BUSY"));
    for (int i = 0; i < 40; i++) {
      symbols.add("S" + i);
    }
    List<String> expected = new ArrayList<>();
    for (int day = 16; day <= 18; day++) {
      long from = MarketRequest.moment("2026-03-%dT13:10:00Z".formatted(day));
      long to = MarketRequest.moment("2026-03-%d".formatted(day + 1));
      expected.addAll(
          served
              .expected(
                  new MarketRequest(
                      symbols,
                      day == 16 ? from : Long.MIN_VALUE + 1,
                      to,
                      EnumSet.of(MarketKind.QUOTE)))
              .stream()
              .filter(
                  line ->
                      Long.parseLong(line, line.indexOf('@') + 1, line.indexOf('@') + 20, 10)
                          >= to - 86_400_000_000_000L)
              .toList());
    }
    assertEquals(
        expected,
        served.rows("{'symbols':['*'],'types':'quote','from':'2026-03-16T13:10:00Z'}", A));
  }

  @ParameterizedTest
  @CsvSource({"50,20,", "50,20,1/20/0", "10m,2m,1/20/0"})
  void windowsAreThoseOfWindows(String window, String slide, String outliers) throws Exception {
    for (String type : List.of("trade", "nbbo")) {
      WindowRequest request =
          new WindowRequest(
              Set.of("S3", "BUSY", "NONE"),
              WindowValue.of(MarketKind.parse(type)),
              WindowShape.parse(window, slide),
              2,
              outliers == null ? null : OutlierRule.parse(outliers),
              true);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      WindowRequest.Outcome outcome = request.write(served.market, out, 1);
      assertEquals(outliers != null, outcome.outliers() > 0);
      List<String> rows =
          served.rows(
              "{'symbols':'S3,BUSY,NONE','types':'%s','window':'%s','slide':'%s','fit':2%s}"
                  .formatted(
                      type,
                      window,
                      slide,
                      outliers == null ? "" : ",'outliers':'" + outliers + "'"),
              A);
      List<String> expected = ServedMarket.lines(out);
      assertTrue(rows.size() > 500, type);
      assertTrue(rows.stream().anyMatch(row -> !row.split(",", -1)[8].isEmpty()), "VWAP");
      assertEquals(expected.size(), rows.size());
      for (int i = 0; i < rows.size(); i++) {
        String[] wanted = expected.get(i).split(",", -1);
        String[] found = rows.get(i).split(",", -1);
        for (int k = 0; k < wanted.length; k++) {
          if (k >= 8 && !wanted[k].isEmpty()) {
            assertEquals(Double.parseDouble(wanted[k]), Double.parseDouble(found[k]), rows.get(i));
          } else {
            assertEquals(wanted[k], found[k], rows.get(i));
          }
        }
      }
    }
  }

  @Test
  void whoMayNotSeeTradesGetsNoAveragePriceOfThem() throws Exception {
    String json = "{'symbols':'BUSY','types':'nbbo','window':50,'slide':20}";
    List<String> rows = served.rows(json, ServedMarket.as("BEST", ServedMarket.SECRET));
    assertTrue(rows.size() > 100, rows.size() + " rows");
    for (String row : rows) {
      assertEquals("", row.split(",", -1)[8], row);
    }
  }

  @Test
  void whatWasSentOrBrokenOffHoldsNoMemory() throws Exception {
    for (int i = 0; i < 20; i++) {
      String json = "{'symbols':['*'],'types':'quote'}";
      FlightStream stream = served.client.getStream(ServedMarket.ticket(json), A);
      assertTrue(stream.next());
      if (i % 2 == 0) {
        stream.cancel("enough", null);
      }
      while (i % 2 == 1 && stream.next()) {
        assertTrue(stream.getRoot().getRowCount() > 0);
      }
      stream.close();
      while (served.server.bytes() > 0) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void aListHasTheDatesAndKindsWithTicketsForThem() throws Exception {
    long rows = 0;
    List<FlightInfo> infos = new ArrayList<>();
    served.client.listFlights(Criteria.ALL, A).forEach(infos::add);
    assertEquals(9, infos.size());
    for (FlightInfo info : infos) {
      String json = new String(info.getEndpoints().get(0).getTicket().getBytes(), UTF_8);
      long these = served.rows(json, A).size();
      assertEquals(info.getRecords(), these, json);
      rows += these;
    }
    assertTrue(rows > 100_000, rows + " rows");
    assertEquals(
        0,
        java.util.stream.StreamSupport.stream(
                served
                    .client
                    .listFlights(Criteria.ALL, ServedMarket.as("NOTHING", ServedMarket.SECRET))
                    .spliterator(),
                false)
            .count());
  }

  @Test
  void anInfoHasSchemaAndABoundOfRows() throws Exception {
    String json = "{'symbols':'BUSY','types':'trade','dates':'2026-03-17'}";
    FlightInfo info =
        served.client.getInfo(FlightDescriptor.command(ServedMarket.ticket(json).getBytes()), A);
    List<String> rows = served.rows(json, A);
    assertTrue(info.getRecords() >= rows.size() && info.getRecords() < 20_000);
    assertEquals(
        List.of("symbol", "time", "exchange", "price", "size", "condition"),
        info.getSchemaOptional().orElseThrow().getFields().stream()
            .map(field -> field.getName())
            .toList());
  }

  @Test
  void aHandshakeGivesATokenForFurtherCalls() throws Exception {
    CredentialCallOption token =
        served.client.authenticateBasicToken("A", ServedMarket.SECRET).orElseThrow();
    assertTrue(served.rows("{'symbols':'S1','types':'trade'}", token).size() > 10);
  }

  @Test
  void aTicketThatIsTooLargeOrNoneIsRefused() {
    served.assertRefused(
        FlightStatusCode.RESOURCE_EXHAUSTED, "", "{'symbols':['" + "x".repeat(300_000) + "']}", A);
    served.assertRefused(FlightStatusCode.INVALID_ARGUMENT, "is none of", "{'no':1}", A);
    FlightRuntimeException path =
        assertThrows(
            FlightRuntimeException.class,
            () -> served.client.getInfo(FlightDescriptor.path("quotes"), A));
    assertEquals(FlightStatusCode.INVALID_ARGUMENT, path.status().code());
  }
}
