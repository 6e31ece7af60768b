package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** | stands for SOH, / for a line feed. */
class DamagedFilesTest {

  @Test
  void everyByteOfADamagedLogIsAccountedFor(TestReporter reporter) {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    DamagedFiles files = new DamagedFiles();

    files.run(100_000, seed);

    reporter.publishEntry("seed " + seed, files.sums().toString());
    for (String seen :
        List.of("stored", "NOISE", "UNFRAMED", "BROKEN", "SKIPPED", "rejected for IDENTITY")) {
      assertTrue(files.sums().get(seen) > 500, seen);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "|",
        "8=FIX",
        "8=FIX|8=FIX|8=FIX",
        "8=FIX.4.2|9=5|35=0|10=163|",
        "8=FIX.4.2|9=5|35=0|10=163|8=FIX.4.2|9=5|35=0|10=163",
        "8=FIX.4.2|9=51|35=V|4X9=A|56=MRP|34=1|52=20260316-09:02:0|0|262=x|10=-00|",
        "8=FIX|95=6|96=8=FIX|10=1|",
        "8=FIX|95=10|96=|10=1||10=2||10=3|/"
      })
  void readsSmallInputs(String input) throws IOException {
    DamagedFiles.readOne(bytes(input));
  }

  /** What the plain reader finds: each kind with the text that it is about. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "words; NOISE words",
        "a|b; UNFRAMED a|b",
        "/a/; NOISE ,NOISE a",
        "8=FIX; BROKEN 8=FIX",
        "8=FIX.4.2|9=5|35=0|10=161|; SKIPPED 8=FIX.4.2|9=5|35=0|10=161|",
        "8=FIX.4.2|9=5|35=D|10=181|x; EVENT 8=FIX.4.2|9=5|35=D|10=181|",
        "8=FIX.4.2|9=5|35=D|10=180|; BROKEN 8=FIX.4.2|9=5|35=D|10=180|",
        "8=FIX.4.2|9=6|35=D|10=182|; BROKEN 8=FIX.4.2|9=6|35=D|10=182|",
        "8=FIX.4.2|9=10|35=8|20=3|10=168|; SKIPPED 8=FIX.4.2|9=10|35=8|20=3|10=168|",
        "w|8=FIX|10=1|w8=FIX|10=2; BROKEN 8=FIX|10=1|,BROKEN 8=FIX|10=2",
        "8=FIX|a|8=FIX|b; BROKEN 8=FIX|a|,BROKEN 8=FIX|b",
        "8=FIX|95=6|96=a|10=1|10=1|w; BROKEN 8=FIX|95=6|96=a|10=1|10=1|",
        "8=FIX|95=7|96=a|10=1|10=1|w; BROKEN 8=FIX|95=7|96=a|10=1|",
        "8=FIX|95=8|96=a|8=FIX||10=1|; BROKEN 8=FIX|95=8|96=a|,BROKEN 8=FIX||10=1|"
      })
  void thePlainReaderReadsWhatSectionOneSays(String text, String expected) {
    byte[] file = bytes(text);
    PlainReading plain = new PlainReading().read(file, file.length);
    StringBuilder found = new StringBuilder();
    for (int i = 0; i < plain.count(); i++) {
      String item = new String(file, plain.from(i), plain.to(i) - plain.from(i), ISO_8859_1);
      found.append(i > 0 ? "," : "").append(plain.kind(i)).append(' ');
      found.append(item.replace('\1', '|'));
    }
    assertEquals(expected, found.toString());
  }

  @Test
  void leavesNoByteInAFailingInputThatItCanDoWithout() {
    byte[] failing = bytes("words/8=FIX.4.2|9=5|35=0|10=163|/words/");

    byte[] least =
        DamagedFiles.least(failing, input -> new String(input, ISO_8859_1).contains("35=0"));

    assertEquals("35=0", new String(least, ISO_8859_1));
  }

  private static byte[] bytes(String text) {
    return text.replace('|', '\1').replace('/', '\n').getBytes(ISO_8859_1);
  }
}
