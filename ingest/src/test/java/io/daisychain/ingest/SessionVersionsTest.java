package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixVersion;
import io.daisychain.ingest.file.InputRange;
import io.daisychain.model.event.EventReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionVersionsTest {
  private static final String ORDER = "8=FIXT.1.1|9=5|35=D|49=%s|56=%s|10=000|";
  private static final String LOGON = "8=FIXT.1.1|9=5|35=A|49=%s|56=%s|1137=%s|10=000|";

  private final SessionLogons.Files files = new SessionLogons.Files();
  private final SessionVersions versions =
      new SessionVersions(EventReader.Rules.DEFAULT.withApplVer(FixVersion.FIX50), files);
  private long offset;

  @Test
  void takesTheMessagesOwnThenTheSessionsThenTheOneThatIsSet() throws IOException {
    versions.begin(null);
    assertEquals(FixVersion.FIX44, of("8=FIX.4.4|9=5|35=D|49=A|56=B|1128=9|10=000|"));
    assertEquals(FixVersion.FIX50, of(ORDER.formatted("A", "B")));
    logon("B", "A", "9");
    logon("A", "C", "8");
    assertEquals(FixVersion.FIX50SP2, of(ORDER.formatted("A", "B")));
    assertEquals(FixVersion.FIX50SP2, of(ORDER.formatted("B", "A")));
    assertEquals(FixVersion.FIX50SP1, of(ORDER.formatted("C", "A")));
    assertEquals(FixVersion.FIX50, of(ORDER.formatted("C", "B")));
    assertEquals(FixVersion.FIX42, of("8=FIXT.1.1|9=5|35=D|1128=4|49=A|56=B|10=000|"));
    assertEquals(FixVersion.FIX50SP2, of("8=FIXT.1.1|9=5|35=D|1128=1|49=A|56=B|10=000|"));
    logon("B", "A", "7");
    assertEquals(FixVersion.FIX50, of(ORDER.formatted("A", "B")));
  }

  @Test
  void takesNoLogonOfASubmissionOrAnotherFile() throws IOException {
    versions.begin(null);
    logon("A", "MRP", "9");
    assertEquals(FixVersion.FIX50, of(ORDER.formatted("A", "MRP")));
    logon("A", "B", "9");
    versions.begin(null);
    assertEquals(FixVersion.FIX50, of(ORDER.formatted("A", "B")));
  }

  @Test
  void findsTheLogonsBeforeARangeAndReadsTheFileOnceForAllRanges(@TempDir Path folder)
      throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder("words\n");
      List<Integer> starts = new ArrayList<>();
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        String to = random.nextBoolean() ? "B" : "C";
        String logon = LOGON.formatted("A", to, 6 + random.nextInt(4));
        boolean isCut = random.nextInt(9) == 0; // a Logon of a wrong sum is none
        String line = random.nextInt(3) > 0 ? ORDER.formatted(to, "A") : framed(logon);
        lines.add(isCut ? line.replace("|10=", "|10=9") : line);
        starts.add(text.length());
        text.append(lines.get(i)).append('\n');
      }
      Path file = folder.resolve(seed + ".fix");
      Files.writeString(file, text.toString().replace('|', '\1'), ISO_8859_1);
      SessionLogons.Files shared = new SessionLogons.Files();
      EventReader.Rules rules = EventReader.Rules.DEFAULT.withApplVer(FixVersion.FIX50);
      SessionVersions whole = new SessionVersions(rules, shared);
      whole.begin(InputRange.whole(file.toString()));
      int orders = 0;
      for (int i = 0; i < lines.size(); i++) {
        FixMessage message = message(lines.get(i));
        if (!lines.get(i).contains("35=D")) {
          if (!lines.get(i).contains("|10=9")) {
            whole.take(message, starts.get(i));
          }
          continue;
        }
        orders++;
        SessionVersions part = new SessionVersions(rules, shared);
        part.begin(new InputRange(file.toString(), starts.get(i), starts.get(i) + 1L));
        assertEquals(
            whole.of(message, starts.get(i)), part.of(message, starts.get(i)), "seed " + seed);
      }
      assertTrue(orders > 10);
      assertEquals(1, shared.read(), "reads of the file for " + orders + " ranges");
    }
  }

  private void logon(String sender, String target, String version) {
    versions.take(message(LOGON.formatted(sender, target, version)), ++offset);
  }

  private FixVersion of(String text) throws IOException {
    return versions.of(message(text), ++offset);
  }

  private static String framed(String line) {
    String body = line.substring(line.indexOf("35="), line.indexOf("10="));
    String text = "8=FIXT.1.1|9=" + body.length() + "|" + body;
    int sum = text.replace('|', '\1').chars().sum() % 256;
    return text + "10=" + String.format("%03d", sum) + "|";
  }

  private static FixMessage message(String text) {
    byte[] bytes = text.replace('|', '\1').getBytes(ISO_8859_1);
    FixMessage message = new FixMessage();
    message.index(bytes, 0, bytes.length);
    return message;
  }
}
