package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixVersion;
import io.daisychain.ingest.file.InputRange;
import io.daisychain.model.event.EventReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionVersionsTest {
  private static final String ORDER = "8=FIXT.1.1|9=5|35=D|49=%s|56=%s|10=000|";
  private static final String LOGON = "8=FIXT.1.1|9=5|35=A|49=%s|56=%s|1137=%s|10=000|";

  private final SessionVersions versions =
      new SessionVersions(EventReader.Rules.DEFAULT.withApplVer(FixVersion.FIX50));

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
  void findsTheLogonBeforeTheRange(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("wire.fix");
    String before =
        "words\n" + LOGON.formatted("A", "B", "7") + "\n" + LOGON.formatted("B", "A", "8") + "\n";
    String after = LOGON.formatted("A", "B", "9") + "\n";
    Files.writeString(file, (before + after).replace('|', '\1'), ISO_8859_1);

    versions.begin(new InputRange(file.toString(), before.length(), Long.MAX_VALUE));
    assertEquals(FixVersion.FIX50SP1, of(ORDER.formatted("A", "B")));

    versions.begin(new InputRange(file.toString(), before.length(), Long.MAX_VALUE));
    logon("A", "B", "9");
    logon("C", "D", "7");
    assertEquals(FixVersion.FIX50SP2, of(ORDER.formatted("B", "A")));
  }

  private void logon(String sender, String target, String version) {
    versions.take(message(LOGON.formatted(sender, target, version)));
  }

  private FixVersion of(String text) throws IOException {
    return versions.of(message(text));
  }

  private static FixMessage message(String text) {
    byte[] bytes = text.replace('|', '\1').getBytes(ISO_8859_1);
    FixMessage message = new FixMessage();
    message.index(bytes, 0, bytes.length);
    return message;
  }
}
