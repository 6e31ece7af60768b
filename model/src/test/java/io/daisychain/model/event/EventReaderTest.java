package io.daisychain.model.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixVersion;
import io.daisychain.model.Action;
import io.daisychain.model.EventType;
import io.daisychain.model.Events;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.Relation;
import io.daisychain.model.TableSchema;
import io.daisychain.model.TradeDates;
import io.daisychain.model.Uuids;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What docs/input.md says, case by case: what a message is, who it is, whom it names. */
class EventReaderTest {
  private static final char SEMICOLON = ';';

  private final EventReader reader = new EventReader(EventReader.Rules.DEFAULT);

  @ParameterizedTest
  @CsvSource(
      delimiter = SEMICOLON,
      textBlock =
          """
          # fields                                   ; type      ; identity               ; relation ; parents
          35=D|11=A                                  ; NEW       ; O 20260316 REP - A     ; NONE     ;
          35=D|11=A|115=|128=|10887=|10003=|10073=   ; NEW       ; O 20260316 REP - A     ; NONE     ;
          35=D|11=A|10836=20260313|10835=X           ; NEW       ; O 20260316 REP - A     ; NONE     ;
          35=D|11=A|10073=1|10887=P                  ; AGGREGATE ; O 20260316 REP - A     ; MERGE    ; O 20260316 REP - P
          35=D|11=A|115=S|128=V|10073=1|10887=P      ; AGGREGATE ; O 20260316 REP - A     ; MERGE    ; O 20260316 REP - P
          35=D|11=A|10073=1|10887=P|10835=C          ; AGGREGATE ; O 20260316 REP - A     ; MERGE    ; O 20260316 REP C P
          35=D|11=A|10073=0                          ; AGGREGATE ; O 20260316 REP - A     ; NONE     ;
          35=D|11=A|128=V                            ; ROUTE     ; R 20260316 REP V A     ; NONE     ;
          35=D|11=A|128=V|10835=C                    ; ROUTE     ; R 20260316 REP V A     ; NONE     ;
          35=D|11=A|128=V|10887=P                    ; ROUTE     ; R 20260316 REP V A     ; ROUTE    ; O 20260316 REP - P
          35=D|11=A|128=V|10887=P|10835=C            ; ROUTE     ; R 20260316 REP V A     ; ROUTE    ; O 20260316 REP C P
          35=D|11=A|128=V|10887=P|10836=20260313     ; ROUTE     ; R 20260316 REP V A     ; ROUTE    ; O 20260313 REP - P
          35=D|11=A|115=S|128=V|10887=P              ; ROUTE     ; R 20260316 REP V A     ; ROUTE    ; O 20260316 REP - P
          35=D|11=A|115=S                            ; ACCEPT    ; O 20260316 REP S A     ; ACCEPT   ; R 20260316 S REP A
          35=D|11=A|115=S|10836=20260313             ; ACCEPT    ; O 20260316 REP S A     ; ACCEPT   ; R 20260313 S REP A
          35=D|11=A|115=S|10887=P|10835=C            ; ACCEPT    ; O 20260316 REP S A     ; ACCEPT   ; R 20260316 S REP A
          35=D|11=A|10887=P                          ; INTERNAL  ; O 20260316 REP - A     ; INTERNAL ; O 20260316 REP - P
          35=D|11=A|10887=P|10835=C|10836=20260313   ; INTERNAL  ; O 20260316 REP - A     ; INTERNAL ; O 20260313 REP C P
          35=D|11=A|10003=$2                         ; INTERNAL  ; O 20260316 REP - A     ; INTERNAL ; $2
          35=D|11=A|10887=A                          ; INTERNAL  ; O 20260316 REP - A     ; NONE     ;
          35=D|11=A|10887=A|10835=C                  ; INTERNAL  ; O 20260316 REP - A     ; INTERNAL ; O 20260316 REP C A
          """)
  void readsOrders(String fields, String type, String key, String relation, String parents) {
    ReadEvents.check(reader, fields, type, key, relation, parents);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = SEMICOLON,
      textBlock =
          """
          # versions          ; fields            ; type
          FIX40               ; 20=0|39=0         ; ACK
          FIX40               ; 20=0|39=1         ; PARTIAL_FILL
          FIX40               ; 20=0|39=2         ; FILL
          FIX40               ; 20=0|39=6         ; PENDING_CANCEL
          FIX40               ; 20=0|39=2|150=4   ; CANCELED
          FIX40 FIX41 FIX42   ; 20=1|39=2|150=2   ; BUST
          FIX40               ; 20=2|39=1         ; CORRECT
          FIX40 FIX41 FIX42   ; 20=3|39=2|150=2   ;
          FIX41 FIX42         ; 20=0|39=2         ; UNKNOWN
          FIX41 FIX42         ; 20=0|39=2|150=F   ; UNKNOWN
          FIX41 FIX42         ; 39=2|150=2        ; UNKNOWN
          FIX43 FIX44 FIX50   ; 39=2|150=F        ; FILL
          FIX43 FIX50SP2      ; 39=1|150=F        ; PARTIAL_FILL
          FIX44 FIX50SP1      ; 39=6|150=F        ; PARTIAL_FILL
          FIX43 FIX50         ; 39=2|150=2        ; FILL
          FIX43 FIX44 FIX50   ; 39=2|150=H        ; BUST
          FIX43 FIX50SP2      ; 39=2|150=G        ; CORRECT
          FIX43 FIX44 FIX50   ; 39=2|150=I        ;
          FIX43 FIX44 FIX50   ; 39=0|150=D        ; RESTATED
          FIX44               ; 39=2|150=F|20=1   ; FILL
          FIX43 FIX50SP2      ; 39=2              ; UNKNOWN
          FIX50SP2            ; 39=2|150=L        ; UNKNOWN
          """)
  void readsReportsOfEachVersion(String versions, String fields, EventType type) {
    for (String version : versions.split(" ", -1)) {
      FixMessage message = Events.indexed("35=8|17=E|11=A|" + fields);
      ReadResult read = reader.read(message, FixVersion.valueOf(version));
      assertEquals(type == null ? ReadResult.SKIPPED : ReadResult.EVENT, read, version);
      if (type != null) {
        assertEquals(type, reader.event().type(), version);
      }
    }
  }

  @Test
  void readsTwelveDigitsOfASecondInAllVersionsButFix42() {
    FixMessage message = Events.indexed("35=D|11=A|60=20260316-12:00:00.123456789987");
    for (FixVersion version : FixVersion.values()) {
      reader.read(message, version);
      long nanos = Math.floorMod(reader.event().eventTime(), 1_000_000_000L);
      assertEquals(version == FixVersion.FIX42 ? 500_000_000 : 123_456_789, nanos, version.name());
    }
    reader.read(Events.indexed("35=D|11=A|60=20260316-12:00:00.12345678998x"), FixVersion.FIX44);
    assertEquals(500_000_000, Math.floorMod(reader.event().eventTime(), 1_000_000_000L));
  }

  @Test
  void findsTheCustomerAmongTheParties() {
    String parties = "453=2|448=BRK|447=D|452=1|448=C7|447=D|452=3|802=1|523=x|803=1";
    reader.read(Events.indexed("35=D|11=A|" + parties), FixVersion.FIX44);
    assertEquals("C7", reader.event().clientId().toString());
    reader.read(Events.indexed("35=D|11=A|109=C1|" + parties), FixVersion.FIX42);
    assertEquals("C1", reader.event().clientId().toString());
    reader.read(Events.indexed("35=D|11=A|453=1|448=C7|452=13"), FixVersion.FIX44);
    assertTrue(reader.event().clientId().isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = SEMICOLON,
      textBlock =
          """
          56=MRP|52=20260319-12:00:00|60=20260316-12:00:00|10004=C ; CORRECTION ; INTERNAL
          56=MRP|52=20260319-12:00:00|60=20260316-12:00:00|10004=D ; DELETION   ; NONE
          56=MRP|52=20260316-12:00:00|60=20260316-12:00:00|10004=N ; NEW        ; INTERNAL
          56=MRP|52=20260316-12:00:00|60=20260316-12:00:00|10004=X ; NEW        ; INTERNAL
          56=MRP|52=20260316-12:00:00|60=20260316-12:00:00|10004=  ; NEW        ; INTERNAL
          56=MRP|52=20260316-12:00:00|10004=N                      ; NEW        ; INTERNAL
          56=BRK|52=20260316-12:00:00|10004=C                      ; NEW        ; NONE
          56=BRK|52=20260316-12:00:00|10004=D                      ; NEW        ; NONE
          """)
  void readsActions(String fields, Action action, Relation relation) {
    FixMessage message = Events.indexed("35=D|49=REP|11=A|10887=P|" + fields);
    assertEquals(ReadResult.EVENT, reader.read(message));
    assertEquals(action, reader.event().action());
    assertEquals(relation, reader.event().relation());
    assertEquals(relation == Relation.NONE ? 0 : 1, reader.event().parents().count());
  }

  @ParameterizedTest
  @CsvSource({"C,", "D,", "C,2026", "D,20260316-25:00:00"})
  void refusesActionsWithoutTheTimeOfTheEvent(String action, String time) {
    String fields = "35=D|49=REP|56=MRP|52=20260319-12:00:00|11=A|10004=" + action;
    FixMessage message = Events.indexed(time == null ? fields + "|~60" : fields + "|60=" + time);
    assertEquals(ReadResult.UNREADABLE, reader.read(message));
    assertEquals(60, reader.unreadableTag());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = SEMICOLON,
      textBlock =
          """
          35=G|11=B|41=A                             ; REPLACE       ; O 20260316 REP - B ; PRIOR     ; O 20260316 REP - A
          35=F|11=B|41=A                             ; CANCEL        ; O 20260316 REP - B ; PRIOR     ; O 20260316 REP - A
          35=G|11=B|41=A|115=S                       ; REPLACE       ; O 20260316 REP S B ; PRIOR     ; O 20260316 REP S A
          35=F|11=B|41=A|115=S|10836=20260313        ; CANCEL        ; O 20260316 REP S B ; PRIOR     ; O 20260313 REP S A
          35=G|11=B|41=A|128=V                       ; REPLACE       ; R 20260316 REP V B ; PRIOR     ; R 20260316 REP V A
          35=F|11=B|41=A|115=S|128=V|10836=20260313  ; CANCEL        ; R 20260316 REP V B ; PRIOR     ; R 20260313 REP V A
          35=G|11=B|41=B                             ; REPLACE       ; O 20260316 REP - B ; NONE      ;
          35=F|11=B|41=B|128=V                       ; CANCEL        ; R 20260316 REP V B ; NONE      ;
          35=G|11=B|41=B|10836=20260313              ; REPLACE       ; O 20260316 REP - B ; NONE      ;
          35=G|11=B|41=A|10887=P|10003=$2            ; REPLACE       ; O 20260316 REP - B ; PRIOR     ; O 20260316 REP - A
          35=G|11=B                                  ; REPLACE       ; O 20260316 REP - B ; PRIOR     ; broken
          35=F|11=B|41=                              ; CANCEL        ; O 20260316 REP - B ; PRIOR     ; broken
          35=G|11=B|10003=$2                         ; REPLACE       ; O 20260316 REP - B ; PRIOR     ; $2
          35=F|11=B|10003=no                         ; CANCEL        ; O 20260316 REP - B ; PRIOR     ; broken
          35=9|11=B|41=A                             ; CANCEL_REJECT ; J 20260316 REP B   ; EXECUTION ; O 20260316 REP - B
          35=9|11=B|41=A|115=S|10836=20260313        ; CANCEL_REJECT ; J 20260316 REP B   ; EXECUTION ; O 20260313 REP S B
          35=9|11=B|41=A|115=S|128=V                 ; CANCEL_REJECT ; J 20260316 REP B   ; EXECUTION ; R 20260316 REP V B
          """)
  void readsVersionsAndRefusals(
      String fields, String type, String key, String relation, String parents) {
    ReadEvents.check(reader, fields, type, key, relation, parents);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = SEMICOLON,
      textBlock =
          """
          20=0|150=0|11=A                    ; ACK     ; EXECUTION ; O 20260316 REP - A
          20=0|150=0                         ; ACK     ; NONE      ;
          20=0|150=0|11=                     ; ACK     ; NONE      ;
          20=0|150=1|11=A|115=S              ; PARTIAL_FILL ; EXECUTION ; O 20260316 REP S A
          20=0|150=2|11=A|128=V              ; FILL    ; EXECUTION ; R 20260316 REP V A
          20=0|150=2|11=A|115=S|128=V        ; FILL    ; EXECUTION ; R 20260316 REP V A
          20=0|150=2|11=A|10836=20260313     ; FILL    ; EXECUTION ; O 20260313 REP - A
          20=0|150=2|11=A|19=Y|41=Q          ; FILL    ; EXECUTION ; O 20260316 REP - A
          20=0|150=2|10003=$2                ; FILL    ; EXECUTION ; $2
          20=1|150=1|11=A|19=Y               ; BUST    ; BUST      ; X 20260316 REP Y
          20=2|150=2|11=A|19=Y|115=S|128=V   ; CORRECT ; CORRECT   ; X 20260316 REP Y
          20=1|150=0|19=Y|10836=20260313     ; BUST    ; BUST      ; X 20260313 REP Y
          20=1|150=1|11=A                    ; BUST    ; EXECUTION ; O 20260316 REP - A
          20=2|150=1|11=A|19=|128=V          ; CORRECT ; EXECUTION ; R 20260316 REP V A
          20=1|150=1                         ; BUST    ; NONE      ;
          20=2|150=1|19=E                    ; CORRECT ; NONE      ;
          20=0|11=A                          ; UNKNOWN ; EXECUTION ; O 20260316 REP - A
          20=0|150=F|11=A                    ; UNKNOWN ; EXECUTION ; O 20260316 REP - A
          20=0|150=00|11=A                   ; UNKNOWN ; EXECUTION ; O 20260316 REP - A
          150=2|11=A|115=S                   ; UNKNOWN ; EXECUTION ; O 20260316 REP S A
          20=4|150=2|11=A|128=V              ; UNKNOWN ; EXECUTION ; R 20260316 REP V A
          20=1|150=X|11=A|19=Y               ; UNKNOWN ; EXECUTION ; O 20260316 REP - A
          20=2|11=A|19=Y                     ; UNKNOWN ; EXECUTION ; O 20260316 REP - A
          20=0|150=2|11=A|10836=20260230     ; FILL    ; EXECUTION ; broken
          20=1|150=2|19=Y|10836=1            ; BUST    ; BUST      ; broken
          20=0|150=2|10836=1                 ; FILL    ; NONE      ;
          """)
  void readsReports(String fields, String type, String relation, String parents) {
    ReadEvents.check(reader, "35=8|17=E|" + fields, type, "X 20260316 REP E", relation, parents);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = SEMICOLON,
      textBlock =
          """
          # fields                                   ; action     ; identity             ; parents
          35=J|70=A|71=0|73=1|11=P                   ; NEW        ; A 20260316 REP A     ; O 20260316 REP - P
          35=J|70=A|71=0|73=2|11=P|37=R|11=Q         ; NEW        ; A 20260316 REP A     ; O 20260316 REP - P,O 20260316 REP - Q
          35=J|70=A|71=0|73=2|37=R|37=S              ; NEW        ; A 20260316 REP A     ; O 20260316 REP - R,O 20260316 REP - S
          35=J|70=A|71=0|73=3|11=P|37=R|37=S|11=Q    ; NEW        ; A 20260316 REP A     ; O 20260316 REP - P,O 20260316 REP - S,O 20260316 REP - Q
          35=J|70=A|71=0|73=2|11=|37=R|11=Q          ; NEW        ; A 20260316 REP A     ; O 20260316 REP - R,O 20260316 REP - Q
          35=J|70=A|71=0|73=2|11=P|11=P              ; NEW        ; A 20260316 REP A     ; O 20260316 REP - P
          35=J|70=A|71=0|11=P                        ; NEW        ; A 20260316 REP A     ;
          35=J|70=A|73=1|11=P                        ; NEW        ; A 20260316 REP A     ; O 20260316 REP - P
          35=J|70=A|71=x|73=1|11=P                   ; NEW        ; A 20260316 REP A     ; O 20260316 REP - P
          35=J|70=A|71=0|72=B|73=1|11=P              ; NEW        ; A 20260316 REP A     ; O 20260316 REP - P
          35=J|70=A|71=0|73=1|11=P|115=S             ; NEW        ; A 20260316 REP A     ; O 20260316 REP S P
          35=J|70=A|71=0|73=1|11=P|115=S|128=V       ; NEW        ; A 20260316 REP A     ; R 20260316 REP V P
          35=J|70=A|71=0|73=1|11=P|10836=20260313    ; NEW        ; A 20260316 REP A     ; O 20260313 REP - P
          35=J|70=A|71=0|73=1|11=P|10836=x           ; NEW        ; A 20260316 REP A     ; broken
          35=J|70=A|71=0|10003=$2                    ; NEW        ; A 20260316 REP A     ; $2
          35=J|70=B|71=1|72=A|73=1|11=P              ; CORRECTION ; A 20260316 REP A     ; O 20260316 REP - P
          35=J|70=B|71=2|72=A|73=1|11=P              ; DELETION   ; A 20260316 REP A     ;
          35=J|70=B|71=1|73=1|11=P                   ; CORRECTION ; A 20260316 REP B     ; O 20260316 REP - P
          35=J|70=B|71=1|72=A|73=1|11=P|60=          ; CORRECTION ; A 20260316 REP A     ; O 20260316 REP - P
          35=J|70=A|71=0|73=1|11=P|10004=C           ; CORRECTION ; A 20260316 REP A     ; O 20260316 REP - P
          35=J|70=A|71=0|73=1|11=P|10004=D           ; DELETION   ; A 20260316 REP A     ;
          35=J|70=B|71=1|72=A|73=1|11=P|10004=D      ; DELETION   ; A 20260316 REP A     ;
          35=J|70=A|71=0|73=2|11=P|10003=$2|11=Q|10003=$3|10001=$1 ; NEW ; $1            ; $2,$3
          35=J|70=A|71=0|73=1|11=P|10001=$1          ; NEW        ; $1                   ;
          35=J|70=B|71=1|72=A|73=1|11=P|56=V|115=S   ; CORRECTION ; A 20260316 REP A     ; O 20260316 REP - P
          """)
  void readsAllocations(String fields, Action action, String key, String parents) {
    boolean names = parents != null;
    ReadEvents.check(reader, fields, "ALLOCATION", key, names ? "ALLOCATION" : "NONE", parents);
    assertEquals(action, reader.event().action());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = SEMICOLON,
      textBlock =
          """
          35=P|70=A|87=0                     ; P 20260316 REP A 0   ; EXECUTION ; A 20260316 REP A
          35=P|70=A|87=3|11=X|37=Y           ; P 20260316 REP A 3   ; EXECUTION ; A 20260316 REP A
          35=P|70=A                          ; P 20260316 REP A -   ; EXECUTION ; A 20260316 REP A
          35=P|70=A|87=0|10836=20260313      ; P 20260316 REP A 0   ; EXECUTION ; A 20260313 REP A
          35=P|70=A|87=0|115=S|128=V         ; P 20260316 REP A 0   ; EXECUTION ; A 20260316 REP A
          35=P|70=A|87=0|49=V|56=REP         ; P 20260316 REP A 0 V ; EXECUTION ; A 20260316 REP A
          35=P|87=0|10001=$1|10003=$2        ; $1                   ; EXECUTION ; $2
          35=AS|755=B|70=A|87=0              ; S 20260316 REP B     ; EXECUTION ; A 20260316 REP A
          35=AS|755=B|87=0                   ; S 20260316 REP B     ; NONE      ;
          35=AS|70=A|87=0                    ; P 20260316 REP A 0   ; EXECUTION ; A 20260316 REP A
          """)
  void readsReportsOfAllocations(String fields, String key, String relation, String parents) {
    ReadEvents.check(reader, fields, "ALLOCATION_STATUS", key, relation, parents);
    assertEquals("REP", reader.event().reporter().toString());
  }

  @Test
  void skipsWhatAllocatesNothingAndRefusesWhatHasNoId() {
    for (char transType = '3'; transType <= '6'; transType++) {
      String fields = "35=J|70=A|73=1|11=P|71=" + transType;
      assertEquals(ReadResult.SKIPPED, reader.read(Events.indexed(fields)), fields);
    }
    for (String fields : new String[] {"35=J|71=0", "35=P|87=0", "35=AS|87=0", "35=J|70=|71=1"}) {
      assertEquals(ReadResult.UNREADABLE, reader.read(Events.indexed(fields)), fields);
      assertEquals(70, reader.unreadableTag(), fields);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = SEMICOLON,
      textBlock =
          """
          78=2|79=X|80=100|79=Y|80=50.5           ; 150.5 ; false
          78=1|79=X                               ;       ; false
          78=2|79=X|80=|79=Y|80=7                 ; 7     ; false
          78=2|79=X|80=-5|79=Y|80=a               ;       ; false
          79=X|80=100                             ;       ; false
          78=1|80=100                             ; 100   ; false
          78=2|79=X|80=100|153=9|79=X|80=100|153=9 ; 100  ; false
          78=2|79=X|80=200|79=X|80=100            ; 100   ; true
          78=2|79=X|80=100|153=9|79=X|80=100      ; 100   ; true
          78=3|79=X|80=3|79=Y|80=3|79=X|80=30     ; 6     ; true
          78=2|79=|80=1|79=|80=2                  ; 3     ; false
          """)
  void readsWhatAccountsGet(String accounts, String total, boolean isOneTwice) {
    reader.read(Events.indexed("35=J|70=A|71=0|73=1|11=P|38=999|53=500|" + accounts));
    assertEquals(total == null ? "" : total, reader.event().orderQty().toString());
    assertEquals(isOneTwice, reader.event().isOneTwice());
    reader.read(Events.indexed("35=D|11=A|38=5"));
    assertFalse(reader.event().isOneTwice());
  }

  @ParameterizedTest
  @CsvSource({
    "0,ACK", "1,PARTIAL_FILL", "2,FILL", "3,DONE_FOR_DAY", "4,CANCELED", "5,REPLACED",
    "6,PENDING_CANCEL", "7,STOPPED", "8,REJECTED", "9,SUSPENDED", "A,PENDING_NEW", "B,CALCULATED",
    "C,EXPIRED", "D,RESTATED", "E,PENDING_REPLACE"
  })
  void namesReportsByExecType(String execType, String type) {
    String fields = "35=8|17=E|20=0|150=" + execType;
    ReadEvents.check(reader, fields, type, "X 20260316 REP E", "NONE", null);
    assertTrue(reader.event().type().isReport());
    assertEquals(execType.matches("[12]"), reader.event().type().isFill());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = SEMICOLON,
      textBlock =
          """
          35=D|11=A|56=V                              ; NEW     ; O 20260316 REP - A   ; NONE      ;
          35=D|11=A|56=V|115=S|128=W|10887=P          ; NEW     ; O 20260316 REP - A   ; NONE      ;
          35=D|11=A|56=V|10073=1|10887=P              ; NEW     ; O 20260316 REP - A   ; NONE      ;
          35=G|11=B|41=A|56=V|115=S|128=W             ; REPLACE ; O 20260316 REP - B   ; PRIOR     ; O 20260316 REP - A
          35=F|11=B|41=A|56=V|10836=20260313          ; CANCEL  ; O 20260316 REP - B   ; PRIOR     ; O 20260313 REP - A
          35=8|17=E|20=0|150=2|11=A|49=V|56=REP       ; FILL    ; X 20260316 REP E V   ; EXECUTION ; O 20260316 REP - A
          35=8|17=E|20=0|150=2|11=A|49=V|56=REP|115=S|128=W ; FILL ; X 20260316 REP E V ; EXECUTION ; O 20260316 REP - A
          35=8|17=E|20=1|150=2|19=Y|49=V|56=REP       ; BUST    ; X 20260316 REP E V   ; BUST      ; X 20260316 REP Y V
          35=9|11=B|41=A|49=V|56=REP|128=W    ; CANCEL_REJECT   ; J 20260316 REP B V   ; EXECUTION ; O 20260316 REP - B
          35=D|11=A|56=V|10001=$1                     ; NEW     ; $1                   ; NONE      ;
          """)
  void readsWireLogs(String fields, String type, String key, String relation, String parents) {
    ReadEvents.check(reader, fields, type, key, relation, parents);
    assertTrue(reader.event().isWireLog());
    assertEquals("REP", reader.event().reporter().toString());
  }

  @Test
  void takesAMessageWithoutReceiverForASubmission() {
    ReadEvents.check(reader, "35=D|11=A|~56|128=V", "ROUTE", "R 20260316 REP V A", "NONE", null);
    assertFalse(reader.event().isWireLog());
    ReadEvents.check(reader, "35=D|11=A|56=|128=V", "ROUTE", "R 20260316 REP V A", "NONE", null);
    ReadEvents.check(reader, "35=D|11=A|56=MRPX|128=V", "NEW", "O 20260316 REP - A", "NONE", null);
  }

  @Test
  void takesTheReceiverThatIsSet() {
    EventReader other = new EventReader(new EventReader.Rules("CAT", TradeDates.UTC));

    assertEquals(ReadResult.EVENT, other.read(Events.indexed("35=D|11=A|56=CAT|128=V")));
    assertEquals(EventType.ROUTE, other.event().type());
    assertEquals(ReadResult.EVENT, other.read(Events.indexed("35=D|11=A|56=MRP|128=V")));
    assertEquals(EventType.NEW, other.event().type());
  }

  @Test
  void aNumberOfMoreThanAThousandBytesIsAbsent() {
    String fields = "35=D|11=A|38=";
    assertEquals(ReadResult.EVENT, reader.read(Events.indexed(fields + "0".repeat(999) + "7")));
    assertEquals(1_000, reader.event().orderQty().length());
    assertEquals(ReadResult.EVENT, reader.read(Events.indexed(fields + "0".repeat(1_000) + "7")));
    assertTrue(reader.event().orderQty().isEmpty());
  }

  @Test
  void aNumberThatCannotBePublishedIsAbsent() {
    String fields = "35=8|11=A|17=E|20=0|150=2|32=%s|31=%s|44=%s";
    String least = "0.000001";
    assertEquals(
        ReadResult.EVENT,
        reader.read(Events.indexed(fields.formatted("9".repeat(12), "0.00000001", "1"))));
    assertEquals("9".repeat(12), reader.event().lastShares().toString());
    assertEquals("0.00000001", reader.event().lastPx().toString());
    assertEquals(
        ReadResult.EVENT,
        reader.read(
            Events.indexed(fields.formatted("9".repeat(28), "9".repeat(28), least + "99"))));
    assertTrue(reader.event().lastShares().isEmpty());
    assertTrue(reader.event().lastPx().isEmpty());
    assertEquals(least + "99", reader.event().price().toString());
  }

  @Test
  void letsTheFirstThatFitsDecide() {
    for (int has = 0; has < 32; has++) {
      String fields = "35=D|11=A";
      fields += (has & 1) != 0 ? "|10073=1|10887=P" : "";
      fields += (has & 2) != 0 ? "|128=V" : "";
      fields += (has & 4) != 0 ? "|115=S" : "";
      fields += (has & 8) != 0 && (has & 1) == 0 ? "|10887=P" : "";
      fields += (has & 16) != 0 ? "|10003=" + Events.keys("$2") : "";
      EventType type =
          (has & 1) != 0
              ? EventType.AGGREGATE
              : (has & 2) != 0
                  ? EventType.ROUTE
                  : (has & 4) != 0
                      ? EventType.ACCEPT
                      : (has & 24) != 0 ? EventType.INTERNAL : EventType.NEW;

      assertEquals(ReadResult.EVENT, reader.read(Events.indexed(fields)), fields);
      assertEquals(type, reader.event().type(), fields);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "35=8|17=E|20=3|150=0",
    "35=8|17=E|20=3",
    "35=0",
    "35=1",
    "35=2",
    "35=3",
    "35=4",
    "35=5",
    "35=A",
    "35=j",
    "35=DD",
    "35=K",
    "35=88"
  })
  void skipsWhatIsNoEvent(String fields) {
    assertEquals(ReadResult.SKIPPED, reader.read(Events.indexed(fields)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = SEMICOLON,
      textBlock =
          """
          35=D|11=A|~49                       ; 49
          35=D|11=A|49=                       ; 49
          35=D                                ; 11
          35=D|11=                            ; 11
          35=G|41=A                           ; 11
          35=9|41=A                           ; 11
          35=8|11=A|20=0|150=0                ; 17
          35=8|11=A|20=9                      ; 17
          35=D|11=A|~52|~60                   ; 52
          35=D|11=A|52=x|~60                  ; 52
          35=D|11=A|52=x|60=20260316-25:00:00 ; 60
          35=D|11=A|10001=x                   ; 10001
          35=D|11=A|10001=$1$                 ; 10001
          35=D|11=A|10001=e34f39c1-0fdf-5f6e-bbff-240cad50efa9 ; 10001
          35=8|17=E|20=0|150=0|10001=E34F39C1-0FDF-5F6E-BBFF-240CAD50EFA9 ; 10001
          """)
  void refusesWhatHasNoIdentity(String fields, int tag) {
    assertEquals(ReadResult.UNREADABLE, reader.read(Events.indexed(fields)));
    assertEquals(tag, reader.unreadableTag());
  }

  @Test
  void takesTransactTimeElseSendingTime() {
    long second = 1_000_000_000L;
    long nine = 1_773_651_600L * second; // 2026-03-16T09:00Z
    ReadEvents.check(reader, "35=D|11=A", "NEW", "O 20260316 REP - A", "NONE", null);
    assertEquals(nine + 60 * second, reader.event().eventTime());
    assertEquals(nine + 120 * second + second / 2, reader.event().sendingTime());
    for (String sixty : List.of("~60", "60=", "60=20260316-09:01", "60=20260230-09:01:00")) {
      ReadEvents.check(reader, "35=D|11=A|" + sixty, "NEW", "O 20260316 REP - A", "NONE", null);
      assertEquals(nine + 120 * second + second / 2, reader.event().eventTime());
    }
    ReadEvents.check(reader, "35=D|11=A|52=?", "NEW", "O 20260316 REP - A", "NONE", null);
    assertEquals(TableSchema.NO_TIME, reader.event().sendingTime());
    ReadEvents.check(
        reader,
        "35=D|11=A|60=20260316-09:00:00.123456789",
        "NEW",
        "O 20260316 REP - A",
        "NONE",
        null);
    assertEquals(nine + 123_456_789, reader.event().eventTime());
    ReadEvents.check(
        reader,
        "35=D|11=A|75=20260101|60=20260317-00:00:00",
        "NEW",
        "O 20260317 REP - A",
        "NONE",
        null);
  }

  @Test
  void datesAnEventByZoneAndRoll() {
    TradeDates dates = new TradeDates(ZoneId.of("America/New_York"), LocalTime.of(17, 0));
    EventReader newYork = new EventReader(new EventReader.Rules("MRP", dates));

    newYork.read(Events.indexed("35=D|11=A|10887=P|60=20260316-20:59:59.999"));
    assertEquals(Uuids.of("O 20260316 REP - A"), newYork.event().key());
    newYork.read(Events.indexed("35=D|11=A|10887=P|60=20260316-21:00:00"));
    assertEquals(Uuids.of("O 20260317 REP - A"), newYork.event().key());
    assertEquals(Uuids.of("O 20260317 REP - P"), newYork.event().parents().key(0));
  }

  @Test
  void readsTheValuesOfAnEvent() {
    String fields =
        "35=8|17=E|11=A|20=0|150=2|55=IBM|54=5|40=2|38=1e3|32=12.50|39=2|109=C7|128=V|115=";
    ReadEvents.check(reader, fields, "FILL", "X 20260316 REP E", "EXECUTION", "R 20260316 REP V A");
    OrderEvent event = reader.event();
    assertEquals("E", event.eventId().toString());
    assertEquals("IBM", event.symbol().toString());
    assertEquals("5", event.side().toString());
    assertEquals("2", event.ordType().toString());
    assertTrue(event.orderQty().isEmpty(), "no number");
    assertEquals("12.50", event.lastShares().toString());
    assertEquals("2", event.ordStatus().toString());
    assertEquals("C7", event.clientId().toString());
    assertEquals("V", event.destination().toString());
  }
}
