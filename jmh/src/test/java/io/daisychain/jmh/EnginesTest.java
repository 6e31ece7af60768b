package io.daisychain.jmh;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.jmh.engine.Corpus;
import io.daisychain.jmh.engine.CorpusKind;
import io.daisychain.jmh.engine.DaisychainEngine;
import io.daisychain.jmh.engine.EngineKind;
import io.daisychain.jmh.engine.TypedEngine;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EnginesTest {
  /** A TransactTime of milliseconds; Philadelphia reads none that is finer. */
  private static final Pattern MILLIS = Pattern.compile("\u000160=[^\u0001]{21}\u0001");

  private static final Corpus VALID = new Corpus(CorpusKind.VALID);

  @ParameterizedTest
  @EnumSource(EngineKind.class)
  void everyEngineAcceptsEveryValidMessage(EngineKind kind) {
    assertEquals(Corpus.MESSAGES, kind.make().accepted(VALID));
  }

  @ParameterizedTest
  @EnumSource(names = {"PHILADELPHIA", "ARTIO", "QUICKFIX_J"})
  void peersReadTheSameValuesFromValidMessages(EngineKind kind) {
    Corpus corpus = VALID;
    byte[] bytes = corpus.bytes();
    TypedEngine ours = new DaisychainEngine();
    TypedEngine peer = (TypedEngine) kind.make();
    int compared = 0;
    for (int i = 0; i < Corpus.MESSAGES; i++) {
      int from = corpus.start(i);
      String text = new String(bytes, from, corpus.end(i) - from, ISO_8859_1);
      if (kind != EngineKind.PHILADELPHIA || MILLIS.matcher(text).find()) {
        assertTrue(ours.accepts(bytes, from, corpus.end(i)));
        assertTrue(peer.accepts(bytes, from, corpus.end(i)));
        assertEquals(ours.values(), peer.values(), text);
        compared++;
      }
    }
    assertTrue(compared > Corpus.MESSAGES / 4, compared + " messages");
  }

  @ParameterizedTest
  @EnumSource(names = {"ARTIO", "QUICKFIX_J"})
  void checkingPeersRejectMostOfTheBadMessages(EngineKind kind) {
    int accepted = kind.make().accepted(new Corpus(CorpusKind.BAD));
    assertTrue(accepted < Corpus.MESSAGES / 10, accepted + " accepted");
  }

  @Test
  void badMessagesThatAreFramedAgainHaveTheirBodyLengthAndCheckSum() {
    Corpus corpus = new Corpus(CorpusKind.BAD_FRAMED);
    byte[] bytes = corpus.bytes();
    DaisychainEngine engine = new DaisychainEngine();
    int framed = 0;
    for (int i = 0; i < Corpus.MESSAGES; i++) {
      engine.accepts(bytes, corpus.start(i), corpus.end(i));
      framed += engine.isFramed() ? 1 : 0;
    }
    // The rest has lost its MsgType, or has another BeginString or CheckSum in its body.
    assertTrue(framed > Corpus.MESSAGES * 9 / 10, framed + " framed");
  }

  @Test
  void aCorpusIsTheSameEachTime() {
    assertArrayEquals(new Corpus(CorpusKind.BAD).bytes(), new Corpus(CorpusKind.BAD).bytes());
  }
}
