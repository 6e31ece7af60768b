package io.daisychain.watch.session;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.listen.Connection;
import io.daisychain.listen.Listener;
import io.daisychain.listen.ListenerLimits;
import io.daisychain.listen.Listening;
import io.daisychain.model.access.FirmRates;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import quickfix.ApplicationAdapter;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.DefaultSessionFactory;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;

/** A session of QuickFIX/J behind a connection that limits what comes and goes. */
class FixConnectionTest {
  private static final SessionID ID = new SessionID("FIX.4.2", "MRP", "FIRM");

  private final BlockingQueue<String> taken = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();
  private final Semaphore room = new Semaphore(16 << 20);
  private final Session session;
  private FirmPace pace = FirmPace.unbounded();
  private final Listener listener;

  FixConnectionTest() throws ConfigError, IOException {
    SessionSettings settings = new SessionSettings();
    settings.setString(ID, "ConnectionType", "acceptor");
    settings.setString(ID, Session.SETTING_NON_STOP_SESSION, "Y");
    settings.setString(ID, Session.SETTING_USE_DATA_DICTIONARY, "N");
    settings.setString(ID, Session.SETTING_CHECK_LATENCY, "N");
    settings.setString(ID, Session.SETTING_PERSIST_MESSAGES, "N");
    settings.setString(ID, Session.SETTING_REQUIRES_ORIG_SENDING_TIME, "N");
    settings.setString(ID, Session.SETTING_SEND_REDUNDANT_RESEND_REQUEST, "Y");
    ApplicationAdapter application =
        new ApplicationAdapter() {
          @Override
          public void fromApp(Message message, SessionID id) {
            String text = new String(((ReceivedMessage) message).bytes(), ISO_8859_1);
            taken.add(text.replaceAll("(?s).*\00158=([^\001]*)\001.*", "$1"));
          }
        };
    session =
        new DefaultSessionFactory(
                application, new MemoryStoreFactory(), null, new DefaultMessageFactory())
            .create(ID, settings);
    ListenerLimits limits = ListenerLimits.of(FixFrameReader.LONGEST_LOGON, 4).provenOfName(1);
    listener = new Listener("test", Listening.LOOPBACK, 0, limits, this::serve).start();
  }

  @AfterEach
  void stop() throws IOException {
    listener.close();
    session.close();
  }

  private void serve(Connection connection) throws IOException, InterruptedException {
    try (FixConnection fix = new FixConnection(connection, room)) {
      ReceivedMessage logon = fix.logon();
      if (logon != null) {
        connection.prove("FIRM");
        fix.run(session, logon, pace, () -> true);
      }
    } finally {
      ends.add(connection.reason());
    }
  }

  private FixClient firm() throws IOException {
    return new FixClient("FIRM", listener.port());
  }

  private FixClient loggedOn() throws IOException {
    FixClient firm = firm();
    firm.send("A", 1, "98=0|108=30|141=Y|");
    assertTrue(firm.receive("A").contains("|108=30|"));
    return firm;
  }

  @Test
  void aPageThatPostsALogonGetsNoAnswer() throws Exception {
    try (FixClient page = firm()) {
      page.write("POST / HTTP/1.1\r\nHost: x\r\n\r\n");
      page.send("A", 1, "98=0|108=30|");
      assertEquals("", page.receive("A"));
      assertEquals("what comes is no FIX, or of another BeginString", ends.take());
    }
  }

  @Test
  void messagesBehindAGapAreTakenOnceAndInOrder() throws Exception {
    try (FixClient firm = loggedOn()) {
      firm.send("D", 2, "58=two|");
      firm.send("D", 4, "58=four|");
      firm.send("D", 5, "58=five|");
      assertTrue(firm.receive("2").contains("|7=3|16=0|"));
      for (int number = 3; number <= 5; number++) {
        firm.send("D", number, "43=Y|58=" + number + "|");
      }
      firm.send("D", 6, "58=six|");
      firm.send("1", 7, "112=END|");
      assertTrue(firm.receive("0").contains("|112=END|"));
    }
    // 4 is the one that was kept; 5 came again
    assertEquals("[two, 3, four, 5, six]", taken.toString());
  }

  @Test
  void aHighNumberEndsAConnectionAndNoSession() throws Exception {
    try (FixClient firm = loggedOn()) {
      firm.send("D", Integer.MAX_VALUE, "58=high|");
      assertTrue(firm.receive("5").contains("|58=tag 34 is not a number from 1 to 999999999|"));
      ends.take();
    }
    try (FixClient firm = firm()) {
      firm.send("A", 2, "98=0|108=30|");
      assertTrue(firm.receive("A").contains("|35=A|"));
      firm.send("1", 3, "112=END|");
      assertTrue(firm.receive("0").contains("|112=END|"));
    }
    assertTrue(taken.isEmpty());
  }

  @Test
  void heartbeatsThereMustBe() throws Exception {
    for (String interval : List.of("108=0|", "", "108=301|", "108=-1|", "108=x|")) {
      try (FixClient firm = firm()) {
        firm.send("A", 1, "98=0|141=Y|" + interval);
        assertTrue(firm.receive("5").contains("|58=HeartBtInt (108) is not from 1 to 300|"));
      }
      assertFalse(session.isLoggedOn());
    }
  }

  @Test
  void aLongTestRequestEndsASession() throws Exception {
    try (FixClient firm = loggedOn()) {
      firm.send("1", 2, "112=" + "x".repeat(400_000) + "|");
      assertTrue(firm.receive("5").contains("more than 16384 bytes"));
    }
  }

  @Test
  void whoHasLoggedOutMayComeBackAtOnce() throws Exception {
    for (int i = 0; i < 50; i++) {
      try (FixClient firm = loggedOn()) {
        firm.send("5", 2, "");
        assertTrue(firm.receive("5").contains("|35=5|"));
        try (FixClient again = loggedOn()) {
          again.send("1", 2, "112=END|");
          assertTrue(again.receive("0").contains("|112=END|"));
        }
      }
    }
  }

  @Test
  void aFirmThatHasSentItsMessagesOfTheDayIsToldSo() throws Exception {
    pace = new FirmPace("FIRM", new FirmRates(1_000, 1 << 20, 2));
    try (FixClient firm = loggedOn()) {
      for (int number = 2; number <= 4; number++) {
        firm.send("D", number, "58=" + number + "|");
      }
      assertTrue(
          firm.receive("5").contains("|58=it has sent its 2 messages a day (UTC)|"), "a Logout");
      ends.take();
    }
    try (FixClient firm = firm()) {
      firm.send("A", 4, "98=0|108=30|");
      assertTrue(firm.receive("A").contains("|35=A|"), "the number was not taken");
      firm.send("1", 5, "112=END|");
      assertTrue(firm.receive("0").contains("|112=END|"), "what was told before can be asked");
    }
    assertEquals("[2, 3]", taken.toString());
  }

  @Test
  void aFirmThatSendsFasterThanItMayIsReadLater() throws Exception {
    pace = new FirmPace("FIRM", new FirmRates(1_000, 1_000, Long.MAX_VALUE));
    try (FixClient firm = loggedOn()) {
      firm.send("D", 2, "58=" + "x".repeat(1_500) + "|");
      firm.send("1", 3, "112=END|");
      assertTrue(firm.receive("0").contains("|112=END|"));
    }
    assertTrue(pace.waited() > 500_000_000, () -> "ns waited: " + pace.waited());
  }

  @Test
  void aSecondLogonOfALiveSessionIsRefused() throws Exception {
    try (FixClient firm = loggedOn();
        FixClient second = firm()) {
      second.send("A", 1, "98=0|108=30|141=Y|");
      assertEquals("", second.receive("A"));
      assertEquals("there are 1 connections of FIRM", ends.take());
      firm.send("1", 2, "112=END|");
      assertTrue(firm.receive("0").contains("|112=END|"));
    }
  }
}
