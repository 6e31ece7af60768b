package io.daisychain.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MessageFinderTest {
  private static final String A = Samples.framed("35=0|34=1|");
  private static final String B = Samples.framed("35=D|58=8=FIX.4.2 again|");

  private final FixMessage message = new FixMessage();
  private final MessageFinder finder = new MessageFinder();

  @Test
  void findsOneMessageThatFillsTheLine() {
    assertEquals(List.of("MESSAGE " + A), found(A));
  }

  @Test
  void dropsTheCarriageReturnBeforeTheLineFeed() {
    assertEquals(List.of("MESSAGE " + A), found(A + "\r"));
    assertEquals(List.of("MESSAGE 8=FIX.4.2|9=5"), found("8=FIX.4.2|9=5\r"));
    assertEquals(List.of("NOISE "), found("\r"));
  }

  @Test
  void skipsWordsBeforeBetweenAndBehindMessages() {
    assertEquals(List.of("MESSAGE " + A), found("12:00 Sending  " + A + " {12 usec}"));
    assertEquals(
        List.of("MESSAGE " + A, "MESSAGE " + B), found("in " + A + " and " + B + " {12 usec}"));
    assertEquals(List.of("MESSAGE " + A), found("note|with=soh|" + A + "58=left|59=over|"));
    assertEquals(List.of("MESSAGE " + A), found("12345" + A));
  }

  @Test
  void findsEveryMessageOfALine() {
    assertEquals(List.of("MESSAGE " + A, "MESSAGE " + B, "MESSAGE " + A), found(A + B + A));
  }

  @Test
  void takesABeginStringInsideAValueForText() {
    assertEquals(List.of("MESSAGE " + B), found(B));
    assertEquals(List.of("MESSAGE 8=FIX 8=FIX.4.2|9=5|"), found("8=FIX 8=FIX.4.2|9=5|"));
  }

  @Test
  void cutsAMessageWhereTheNextBegins() {
    assertEquals(
        List.of("MESSAGE 8=FIX.4.2|9=5|35=0|", "MESSAGE " + A), found("8=FIX.4.2|9=5|35=0|" + A));
    assertEquals(List.of("MESSAGE 8=FIX.4.2|", "MESSAGE " + A), found("8=FIX.4.2|" + A));
    assertEquals(List.of("MESSAGE 8=FIX.4.2|", "MESSAGE 8=FIX"), found("8=FIX.4.2|8=FIX"));
    assertEquals(List.of("MESSAGE 8=FIX.4.2|8=FI"), found("8=FIX.4.2|8=FI"));
  }

  @Test
  void cutsAMessageAtTheEndOfTheLine() {
    String cut = A.substring(0, A.length() - 1);
    assertEquals(List.of("MESSAGE " + cut), found(cut));
    assertEquals(List.of("MESSAGE 8=FIX"), found("8=FIX"));
    assertEquals(List.of("MESSAGE 8=FIX.4.2|35=D|"), found("about 8=FIX.4.2|35=D|"));
  }

  @Test
  void endsAMessageWithItsFirstCheckSumWhateverItsValue() {
    assertEquals(List.of("MESSAGE 8=FIX.4.2|10=|"), found("8=FIX.4.2|10=|9=5|35=D|"));
    assertEquals(List.of("MESSAGE 8=FIX.4.2|10=abc|"), found("8=FIX.4.2|10=abc|10=123|"));
    assertEquals(
        List.of("MESSAGE 8=FIX.4.2|010=1|110=1|10=1|"), found("8=FIX.4.2|010=1|110=1|10=1|"));
  }

  @Test
  void readsDataFieldsByTheirLength() {
    String data = "8=FIX.4.2|9=5|35=D|354=14|355=a|10=123|58=bc|54=1|10=001|";
    assertEquals(List.of("MESSAGE " + data), found(data));
    String signed = "8=FIX.4.2|9=5|35=D|93=8|89=|10=123||10=001|";
    assertEquals(List.of("MESSAGE " + signed), found(signed));
  }

  @Test
  void doesNotBelieveALengthThatPointsElsewhere() {
    String tooShort = "8=FIX.4.2|9=5|35=D|354=3|355=a|10=123|";
    assertEquals(List.of("MESSAGE " + tooShort), found(tooShort + "58=x|"));
    String tooLong = "8=FIX.4.2|9=5|35=D|354=3000|355=a|10=123|";
    assertEquals(List.of("MESSAGE " + tooLong), found(tooLong + "58=x|"));
    String overTheNext = "8=FIX.4.2|9=5|35=D|354=15|355=a|10=123|";
    assertEquals(
        List.of("MESSAGE " + overTheNext, "MESSAGE 8=FIX.4.2|"), found(overTheNext + "8=FIX.4.2|"));
  }

  @Test
  void tellsUnframedLinesFromNoise() {
    assertEquals(List.of("UNFRAMED 9=5|35=D|"), found("9=5|35=D|"));
    assertEquals(List.of("UNFRAMED |"), found("|"));
    assertEquals(List.of("NOISE Logged on to 8=FIY"), found("Logged on to 8=FIY"));
    assertEquals(List.of("NOISE "), found(""));
  }

  @Test
  void findsTheBeginStringAtEveryPlace() {
    for (int before = 0; before < 40; before++) {
      String words = "X8=FI=88=FXI8=8=FFIX=X8FIX8=F=I8=FIIX8=FI".substring(40 - before, 40);
      assertEquals(List.of("MESSAGE " + A), found(words + "~" + A));
    }
  }

  @Test
  void readsTheRealLogAsItsReadmeSays() throws IOException {
    byte[] log = Samples.shared("real/fixclient/t_gate_raw_driver.log");
    Map<String, Integer> types = new TreeMap<>();
    int wrongSums = 0;
    int cut = 0;
    for (int from = 0, to; from < log.length; from = to + 1) {
      to = from;
      while (to < log.length && log[to] != '\n') {
        to++;
      }
      finder.line(log, from, to);
      for (var found = finder.next(message);
          found != MessageFinder.Found.END;
          found = finder.next(message)) {
        String key = found.name();
        if (found == MessageFinder.Found.MESSAGE) {
          int type = message.find(FixTag.MSG_TYPE);
          key = Samples.text(log, message.valueOffset(type), message.tagOffset(type + 1) - 1);
          int last = message.fieldCount() - 1;
          long sum = FixValue.integer(log, message.valueOffset(last), message.valueLength(last));
          if (!message.endsWithCheckSum()) {
            cut++;
          } else if (sum != message.computedCheckSum()) {
            wrongSums++;
          }
        }
        types.merge(key, 1, Integer::sum);
      }
    }
    // One value has a line feed in it: its message is cut there, and the rest is a line of its own.
    assertEquals(18_932, types.remove("NOISE"));
    assertEquals(1, types.remove("UNFRAMED"));
    assertEquals(1, cut);
    assertEquals(1427, types.remove("0"));
    assertEquals(18, types.remove("D"));
    assertEquals(7, types.remove("8"));
    assertEquals(15, types.values().stream().mapToInt(Integer::intValue).sum(), types::toString);
    assertEquals(0, wrongSums);
  }

  private List<String> found(String line) {
    // Bytes around the line must play no part.
    byte[] bytes = Samples.fix("8=FIX.4.2|" + line + "\n10=123|8=FIX");
    finder.line(bytes, 10, 10 + line.length());
    List<String> found = new ArrayList<>();
    for (var next = finder.next(message);
        next != MessageFinder.Found.END;
        next = finder.next(message)) {
      found.add(next + " " + Samples.text(bytes, finder.from(), finder.to()));
    }
    return found;
  }
}
