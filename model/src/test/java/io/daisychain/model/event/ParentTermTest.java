package io.daisychain.model.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.fix.FixMessage;
import io.daisychain.model.Events;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.TradeDates;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.EventCell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each way in which a message names a parent, as its reporter would say it. */
class ParentTermTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
      # fields                               ; 0 ; term                                 ; to report it ; kind
      35=D|11=A|10887=P                      ; 0 ; 10887=P of REP on 20260316           ; REP  ; order
      35=D|11=A|10887=P|10835=C              ; 0 ; 10887=P of REP from C on 20260316    ; REP  ; order
      35=D|11=A|128=V|10887=P|10836=20260313 ; 0 ; 10887=P of REP on 20260313           ; REP  ; order
      35=D|11=A|115=S                        ; 0 ; 11=A of S to REP on 20260316         ; S    ; route
      35=G|11=B|41=A                         ; 0 ; 41=A of REP on 20260316              ; REP  ; order
      35=F|11=B|41=A|115=S                   ; 0 ; 41=A of REP from S on 20260316       ; REP  ; order
      35=G|11=B|41=A|115=S|128=V             ; 0 ; 41=A of REP to V on 20260316         ; REP  ; route
      35=8|17=E|11=A|20=0|150=2              ; 0 ; 11=A of REP on 20260316              ; REP  ; order
      35=8|17=E|11=A|20=0|150=2|128=V        ; 0 ; 11=A of REP to V on 20260316         ; REP  ; route
      35=8|17=E|11=A|20=1|150=2|19=X         ; 0 ; 19=X of REP on 20260316              ; REP  ; execution
      35=8|17=E|11=A|20=1|150=2              ; 0 ; 11=A of REP on 20260316              ; REP  ; order
      35=9|11=B|41=A                         ; 0 ; 11=B of REP on 20260316              ; REP  ; order
      35=8|17=E|20=0|150=2|10003=p           ; 0 ; 10003=p                              ;      ; event
      35=D|11=A|10001=i|10003=p|10887=P      ; 0 ; 10003=p                              ;      ; event
      35=D|11=A|10073=2|10887=P|10887=Q|10835=C ; 1 ; 10887=Q of REP from C on 20260316 ; REP  ; order
      35=D|11=A|10073=2|10887=P|10836=x|10887=Q ; 0 ; 10887=Q of REP on 20260316        ; REP  ; order
      35=D|11=A|10073=2|10887=P|10887=Q      ; 2 ;                                      ;      ;
      35=J|70=A|71=0|73=2|11=P|37=R|11=Q     ; 1 ; 11=Q of REP on 20260316              ; REP  ; order
      35=J|70=A|71=0|73=2|11=P|37=R|37=S     ; 1 ; 37=S of REP on 20260316              ; REP  ; order
      35=J|70=A|71=0|73=1|11=P|115=S|10836=20260313 ; 0 ; 11=P of REP from S on 20260313 ; REP ; order
      35=J|70=A|71=0|73=1|11=P|128=V         ; 0 ; 11=P of REP to V on 20260316         ; REP  ; route
      35=J|70=A|71=0|73=1|11=P               ; 1 ;                                      ;      ;
      35=J|70=A|71=0|10003=p                 ; 0 ; 10003=p                              ;      ; event
      35=J|70=A|71=0|10001=i|73=1|11=P|10003=p ; 0 ; 10003=p                            ;      ; event
      35=J|70=A|71=0                         ; 0 ;                                      ;      ;
      35=P|70=A|87=0                         ; 0 ; 70=A of REP on 20260316              ; REP  ; allocation
      35=D|11=A                              ; 0 ;                                      ;      ;
      35=G|11=B                              ; 0 ;                                      ;      ;
      35=D|11=A|10887=P                      ; 1 ;                                      ;      ;
      """)
  void namesTheParent(String fields, int parent, String words, String firm, String kind) {
    ParentTerm term = term(fields.replace("=p", "=" + ID).replace("=i", "=" + ID), parent);
    assertEquals(words == null ? null : words.replace("=p", "=" + ID), words(term), fields);
    assertEquals(firm == null ? "" : firm, term == null ? "" : term.firm(), fields);
    assertEquals(kind, term == null ? null : term.kind(), fields);
  }

  @Test
  void inAWireLogDesksPlayNoPart() {
    ParentTerm term = term("35=G|11=B|41=A|115=S|128=V|56=VENUE", 0);
    assertEquals("41=A of REP on 20260316", term.words());
  }

  private static final String ID = "0b54f4c4-3c67-4ea6-8a5c-1f43b9b7a1d2";

  private static String words(ParentTerm term) {
    return term == null ? null : term.words();
  }

  private static ParentTerm term(String fields, int parent) {
    FixMessage message = Events.indexed(fields);
    EventReader reader = new EventReader(EventReader.Rules.DEFAULT);
    assertEquals(ReadResult.EVENT, reader.read(message), fields);
    PackedWriter content = new PackedWriter();
    EventCell.writeContent(message, content);
    PackedWriter cell = new PackedWriter();
    EventCell.write(reader.event(), new ValidationFlags(), content, cell);
    EventCell event = new EventCell().read(cell.buffer(), 0, cell.length());
    String reporter = reader.event().reporter().toString();
    return ParentTerm.of(event, reporter, parent, TradeDates.UTC);
  }
}
