package io.daisychain.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.listen.Listening;
import io.daisychain.listen.SessionLog;
import io.daisychain.watch.session.FixClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may open a session, and what is answered when. */
class FixAcceptorTest {
  private static final FixSenders SENDERS = FixSenders.listed(List.of("FIRM,MRP", "BETA,MRP"));
  private static final String LOGON = "98=0|108=30|";

  @TempDir private Path folder;
  private RecordingSink sink;
  private FixAcceptor acceptor;

  @BeforeEach
  void start() throws IOException {
    sink = new RecordingSink(folder);
    acceptor = new FixAcceptor(SENDERS, sink, Listening.LOOPBACK, 0, SessionLog.NONE);
    acceptor.start();
  }

  @AfterEach
  void stop() {
    acceptor.close();
  }

  private FixClient client(String name) throws IOException {
    return new FixClient(name, acceptor.port());
  }

  private FixClient loggedOn(String name) throws Exception {
    FixClient client = client(name);
    client.send("A", 1, LOGON);
    assertTrue(client.receive().contains("|35=A|"));
    sink.acknowledge(1); // its number
    return client;
  }

  @Test
  void whoAsksHearsWhenItIsDurable() throws Exception {
    try (FixClient firm = loggedOn("FIRM")) {
      assertEquals(1, acceptor.sessions());
      firm.send("D", 2, FixSessionTest.ORDER);
      firm.send("1", 3, "112=END|");
      sink.acknowledge(1);
      assertTrue(firm.receive().contains("|112=END|"));
      assertEquals("3", sink.kept("fix/FIRM/MRP").get("expected"));
    }
  }

  @Test
  void nobodyHearsOfWhatWillNotBeDurable() throws Exception {
    try (FixClient firm = loggedOn("FIRM")) {
      firm.send("D", 2, FixSessionTest.ORDER);
      firm.send("1", 3, "112=END|");
      sink.take(1);
      sink.fail(new IOException("full"));
      assertEquals("", firm.receive("0"));
    }
  }

  @Test
  void nobodyElseGetsAnAnswer() throws Exception {
    try (FixClient other = client("OTHER");
        FixClient early = client("FIRM")) {
      other.send("A", 1, LOGON);
      early.send("D", 1, FixSessionTest.ORDER);
      assertEquals("", other.receive());
      assertEquals("", early.receive());
    }
    assertEquals(0, acceptor.sessions());
    assertEquals(0, sink.size());
  }

  @Test
  void aMessageIsRejectedAndTheSessionGoesOn() throws Exception {
    try (FixClient firm = loggedOn("FIRM")) {
      firm.send("D", 2, FixSessionTest.ORDER.replace("11=c1|", ""));
      String reject = firm.receive();
      assertTrue(reject.contains("|35=3|"), reject);
      assertTrue(reject.contains("|45=2|") && reject.contains("|371=11|"), reject);
      firm.write(FixClient.text("BETA", "D", 3, FixSessionTest.ORDER));
      assertTrue(firm.receive().contains("|373=9|"));
      firm.send("D", 4, FixSessionTest.ORDER);
      sink.acknowledge(3);
    }
  }

  @Test
  void eachFirmHasASessionOfItsOwn() throws Exception {
    try (FixClient firm = loggedOn("FIRM");
        FixClient beta = loggedOn("BETA")) {
      assertEquals(2, acceptor.sessions());
      firm.send("D", 2, FixSessionTest.ORDER);
      firm.send("1", 3, "112=FIRM|");
      beta.send("1", 2, "112=BETA|"); // nothing of its own is on its way
      assertTrue(beta.receive().contains("|112=BETA|"));
      sink.take(2);
    }
  }

  /** The second tag is of a later version than the first, but of none for the last. */
  @ParameterizedTest
  @CsvSource({
    "FIX.4.0, '', 126=20260316-20:00:00, 167=CS",
    "FIX.4.1, '', 167=CS, 377=N",
    "FIX.4.2, '', 377=N, 526=x",
    "FIX.4.3, '', 526=x, 775=0",
    "FIX.4.4, '', 775=0, 1138=5",
    "FIXT.1.1, 7, 1138=5, 1227=x",
    "FIXT.1.1, 9, 1227=x, 37=x"
  })
  void messagesAreOfTheVersionOfTheirSession(String begin, String applVer, String own, String later)
      throws Exception {
    String order = FixSessionTest.ORDER;
    if (begin.equals("FIX.4.0") || begin.equals("FIX.4.1")) {
      order = order.replace("60=20260316-10:00:00|", "");
    }
    try (FixClient firm = new FixClient("FIRM", begin, acceptor.port())) {
      firm.send("A", 1, LOGON + (applVer.isEmpty() ? "" : "1137=" + applVer + "|"));
      String answer = firm.receive();
      assertTrue(answer.startsWith("8=" + begin + "|") && answer.contains("|35=A|"), answer);
      sink.acknowledge(1); // its number
      firm.send("D", 2, order + own + "|");
      firm.send("D", 3, order.replace("11=c1", "11=c2") + later + "|");
      firm.send("1", 4, "112=END|");
      sink.acknowledge(2);
      assertTrue(firm.receive("0").contains("|112=END|"));
      String told = sink.told();
      assertTrue(told.contains(",c2,") && !told.contains(",c1,"), told);
      assertTrue(told.contains("," + later.substring(0, later.indexOf('=')) + ","), told);
      String row = begin.equals("FIX.4.2") ? "fix/FIRM/MRP" : "fix/FIRM/MRP/" + begin;
      assertEquals("4", sink.kept(row).get("expected"));
    }
  }

  @Test
  void sessionsOfSeveralVersionsAreBesideOneAnother() throws Exception {
    try (FixClient old = loggedOn("FIRM");
        FixClient fixt = new FixClient("FIRM", "FIXT.1.1", acceptor.port());
        FixClient none = new FixClient("BETA", "FIXT.1.1", acceptor.port())) {
      fixt.send("A", 1, LOGON + "1137=8|");
      assertTrue(fixt.receive().contains("|1137=9|"));
      none.send("A", 1, LOGON);
      assertEquals("", none.receive());
      assertEquals(2, acceptor.sessions());
      old.send("5", 2, "");
      assertTrue(old.receive().contains("|35=5|"));
    }
  }

  @Test
  void aSessionGoesOnWhereItWasDurable() throws Exception {
    try (FixClient firm = loggedOn("FIRM")) {
      firm.send("D", 2, FixSessionTest.ORDER);
      sink.acknowledge(1);
    }
    acceptor.close();
    acceptor = new FixAcceptor(SENDERS, sink, Listening.LOOPBACK, 0, SessionLog.NONE);
    acceptor.start();
    try (FixClient firm = client("FIRM")) {
      firm.send("A", 4, LOGON);
      assertTrue(firm.receive().contains("|35=A|"));
      String resend = firm.receive();
      assertTrue(resend.contains("|35=2|") && resend.contains("|7=3|"), resend);
    }
  }

  @Test
  void whenItEndsNobodyLogsOnAndAllAreLoggedOut() throws Exception {
    try (FixClient firm = loggedOn("FIRM")) {
      acceptor.endReading();
      Thread closing = new Thread(acceptor::close);
      closing.start();
      assertTrue(firm.receive().contains("|35=5|"));
      firm.send("5", 2, "");
      assertEquals("", firm.receive());
      closing.join();
    }
  }
}
