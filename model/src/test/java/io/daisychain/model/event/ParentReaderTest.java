package io.daisychain.model.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.fix.FixMessage;
import io.daisychain.model.CalendarDates;
import io.daisychain.model.Events;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.Uuids;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.EventCell;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which parents a message names, one or thousands, of its own date or another. */
class ParentReaderTest {
  private static final char SEMICOLON = ';';

  private final EventReader reader = new EventReader(EventReader.Rules.DEFAULT);

  @ParameterizedTest
  @CsvSource(
      delimiter = SEMICOLON,
      textBlock =
          """
          35=D|11=A|10001=$1                                 ; NEW       ; NONE      ;
          35=D|11=A|10001=$1|10003=$2                        ; INTERNAL  ; INTERNAL  ; $2
          35=D|11=A|10001=$1|128=V|10887=P                   ; ROUTE     ; NONE      ;
          35=D|11=A|10001=$1|128=V|10003=$2|10836=nonsense   ; ROUTE     ; ROUTE     ; $2
          35=D|11=A|10001=$1|115=S|10003=$2                  ; ACCEPT    ; ACCEPT    ; $2
          35=D|11=A|10001=$1|115=S                           ; ACCEPT    ; NONE      ;
          35=D|11=A|10001=$1|10003=$1                        ; INTERNAL  ; NONE      ;
          35=D|11=A|10001=$1|10003=$2$                       ; INTERNAL  ; INTERNAL  ; broken
          35=D|10001=$1                                      ; NEW       ; NONE      ;
          35=G|11=B|10001=$1|41=A|10003=$2                   ; REPLACE   ; PRIOR     ; $2
          35=G|11=B|10001=$1|41=A                            ; REPLACE   ; NONE      ;
          35=G|11=B|10001=$1|41=B                            ; REPLACE   ; NONE      ;
          35=F|11=B|10001=$1                                 ; CANCEL    ; PRIOR     ; broken
          35=F|11=B|10001=$1|10003=$2                        ; CANCEL    ; PRIOR     ; $2
          35=8|20=0|150=2|10001=$1|10003=$2                  ; FILL      ; EXECUTION ; $2
          35=8|20=0|150=2|10001=$1|11=A                      ; FILL      ; NONE      ;
          35=8|20=1|150=2|19=Y|10001=$1|10003=$2             ; BUST      ; BUST      ; $2
          35=8|20=1|150=2|10001=$1|10003=$2                  ; BUST      ; EXECUTION ; $2
          35=8|20=2|150=2|19=Y|10001=$1|10003=$2             ; CORRECT   ; CORRECT   ; $2
          35=9|10001=$1|10003=$2                             ; CANCEL_REJECT ; EXECUTION ; $2
          35=D|11=A|10001=$1|10073=2|10003=$2|10889=5|10003=$3 ; AGGREGATE ; MERGE   ; $2,$3
          """)
  void readsTaggedLineage(String fields, String type, String relation, String parents) {
    ReadEvents.check(reader, fields, type, "$1", relation, parents);
    assertTrue(reader.event().isTagged());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = SEMICOLON,
      textBlock =
          """
          10887=P|10887=Q                                    ; O 20260316 REP - P,O 20260316 REP - Q
          10887=Q|10887=P                                    ; O 20260316 REP - Q,O 20260316 REP - P
          10887=P|10835=C|10836=20260313|10889=5|10887=Q     ; O 20260313 REP C P,O 20260316 REP - Q
          10887=P|10887=Q|10836=20260313                     ; O 20260316 REP - P,O 20260313 REP - Q
          10887=P|10887=Q|10887=P                            ; O 20260316 REP - P,O 20260316 REP - Q
          10887=P|10887=P|10835=C                            ; O 20260316 REP - P,O 20260316 REP C P
          10887=A|10887=P                                    ; O 20260316 REP - P
          10887=A                                            ;
          10887=P|10835=|10836=|10887=Q                      ; O 20260316 REP - P,O 20260316 REP - Q
          10003=$2|10003=$3|10003=$2                         ; $2,$3
          10887=P|10836=20261301|10887=Q                     ; O 20260316 REP - Q,broken
          10003=$2|10003=bad                                 ; $2,broken
          10887=|10887=Q                                     ; O 20260316 REP - Q,broken
          10887=P|38=5|10887=Q                               ; O 20260316 REP - P
          """)
  void readsEveryInstanceOfAnAggregate(String instances, String parents) {
    String fields = "35=D|11=A|10073=2|" + instances + "|55=AAPL";
    String relation = parents == null ? "NONE" : "MERGE";
    ReadEvents.check(reader, fields, "AGGREGATE", "O 20260316 REP - A", relation, parents);
    assertEquals("AAPL", reader.event().symbol().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = SEMICOLON,
      textBlock =
          """
          # fields                                                     ; parents' dates
          35=D|11=A|10887=P                                            ; derived 20260316
          35=D|11=A|10887=P|10836=20260313                             ; derived 20260313
          35=D|11=A|115=S|10836=20260313                               ; derived 20260313
          35=8|17=E|20=1|150=2|19=Y|10836=20260313                     ; derived 20260313
          35=D|11=A|10003=$2|10836=20260313                            ; named 20260313
          35=G|11=B|10003=$2|10836=nonsense                            ; broken
          35=D|11=A|10001=$1|10003=$2                                  ; named none
          35=D|11=A|10001=$1|10003=$2|10836=20260313                   ; named 20260313
          35=D|11=A|10001=$1|10003=$2|10836=nonsense                   ; named none
          35=8|20=0|150=2|10001=$1|10003=$2|10836=20260313             ; named 20260313
          35=D|11=A|10073=2|10003=$2|10836=20260313|10003=$3           ; named 20260313,named none
          35=D|11=A|10073=2|10003=$2|10003=$3|10889=5|10836=20260312   ; named none,named 20260312
          35=D|11=A|10073=1|10003=$2|10836=nonsense                    ; named none
          35=D|11=A|10073=2|10003=$2|10003=$2|10836=20260313           ; named none
          35=D|11=A|10073=2|10887=P|10836=20260313|10887=Q             ; derived 20260313,derived 20260316
          35=D|11=A|10073=3|10887=A|10887=P|10836=20260313             ; derived 20260313
          """)
  void saysOnWhichDateAParentWasReported(String fields, String expected) {
    assertEquals(ReadResult.EVENT, reader.read(Events.indexed(fields)));

    assertEquals(expected, dates(reader.event()));
  }

  private static String dates(OrderEvent event) {
    ParentReferences parents = event.parents();
    List<String> dates = new ArrayList<>();
    for (int i = 0; i < parents.count(); i++) {
      int date = parents.date(i);
      dates.add(
          (parents.isTagged(i) ? "named " : "derived ")
              + (date == ParentReferences.NO_DATE ? "none" : CalendarDates.text(date)));
    }
    return event.brokenParent() ? "broken" : String.join(",", dates);
  }

  @Test
  void namesAnAggregateOfThousandsOnceEach() {
    StringBuilder fields = new StringBuilder("35=D|11=A|10073=2000");
    for (int i = 0; i < 2000; i++) {
      fields.append("|10887=P").append(i % 1500);
    }
    assertEquals(ReadResult.EVENT, reader.read(Events.indexed(fields.toString())));
    assertEquals(1500, reader.event().parents().count());
    assertEquals(Uuids.of("O 20260316 REP - P1499"), reader.event().parents().key(1499));
  }

  @Test
  void readsNoManyInstancesUnderALongName() {
    // Each would have its name digested: bytes of the name times number of instances.
    String fields = "35=D|11=A|10073=1|10887=P|55=AAPL|49=";
    assertEquals(ReadResult.EVENT, reader.read(Events.indexed(fields + "R".repeat(1_001))));
    assertEquals(0, reader.event().parents().count());
    assertTrue(reader.event().brokenParent());
    assertEquals(ReadResult.EVENT, reader.read(Events.indexed(fields + "R".repeat(1_000))));
    assertEquals(1, reader.event().parents().count());
  }

  @Test
  void whatAnAggregateTookOfItsParentsIsRead() {
    String fields =
        "35=D|11=A|10073=4|10887=P|10889=100|10887=Q|10835=C|10889=0.25|10887=P|10889=7|10887=R";
    assertEquals(ReadResult.EVENT, reader.read(Events.indexed(fields)));

    ParentReferences parents = reader.event().parents();
    assertEquals(3, parents.count(), "a parent named twice counts once");
    assertEquals(100_000_000, parents.quantity(0));
    assertEquals(250_000, parents.quantity(1));
    assertEquals(ParentReferences.NO_QUANTITY, parents.quantity(2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = SEMICOLON,
      textBlock =
          """
          35=D|11=A|10887=P|10835=C|55=I             ; O 20260313 REP C P
          35=D|11=A|115=S                            ; R 20260313 S REP A
          35=G|11=B|41=A|128=V|10836=20260315        ; R 20260312 REP V A
          35=8|17=E|20=0|150=2|11=A|115=S            ; O 20260313 REP S A
          35=8|17=E|20=2|150=2|11=A|19=Y             ; X 20260313 REP Y
          35=8|17=E|20=1|150=2|19=Y|49=V|56=REP      ; X 20260313 REP Y V
          35=9|11=B|49=V|56=REP|115=S                ; O 20260313 REP - B
          35=D|11=A|10073=2|10887=P|10836=20260303|10887=Q ; O 20260228 REP - P,O 20260313 REP - Q
          35=D|11=A|10001=$1|10003=$2                ; $2
          35=D|11=A                                  ;
          """)
  void findsParentsOfEarlierDaysInAStoredEvent(String fields, String parents) {
    FixMessage message = Events.indexed(fields);
    assertEquals(ReadResult.EVENT, reader.read(message));
    PackedWriter content = new PackedWriter();
    EventCell.writeContent(message, content);
    PackedWriter cell = new PackedWriter();
    EventCell.write(reader.event(), new ValidationFlags(), content, cell);
    List<String> today = ReadEvents.keys(reader.event().parents());
    reader.read(Events.indexed("35=D|11=Z|128=V|115=S|60=20270101-00:00:00"));

    ParentReferences refs = new ParentReferences();
    reader.parentsEarlier(new EventCell().read(cell.buffer(), 0, cell.length()), 0, refs);
    assertEquals(today, ReadEvents.keys(refs));
    reader.parentsEarlier(new EventCell().read(cell.buffer(), 0, cell.length()), 3, refs);
    assertEquals(ReadEvents.expected(parents), ReadEvents.keys(refs));
    for (int i = 0; i < refs.count(); i++) {
      assertEquals(parents.startsWith("$"), refs.isTagged(i));
    }
  }
}
