package io.daisychain.fix.validate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.fix.FixVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OthersMessagesTest {
  private static final String ORDER =
      "35=D|34=%d|49=A|52=<TIME>|56=B|11=x|21=1|55=IBM|54=1|60=<TIME-10>|38=5|40=1|";
  private static final String REJECT = "E8=FIX.4.4|9=1|35=3|34=9|45=%d|371=%d|373=1|58=%s|10=0|";

  @Test
  void comparesWhatADefinitionExpects(@TempDir Path folder) throws Exception {
    List<String> lines =
        List.of(
            "# accepted, rejected for what both see, of the session alone, and without a reason",
            "I8=FIX.4.4|35=A|34=1|49=A|52=<TIME>|56=B|98=0|108=2|",
            "I8=FIX.4.4|" + ORDER.formatted(2),
            "I8=FIX.4.4|" + ORDER.formatted(3).replace("54=1|", ""),
            REJECT.formatted(3, 54, "Required tag missing"),
            "I8=FIX.4.4|" + ORDER.formatted(4),
            REJECT.formatted(4, 49, "CompID problem"),
            "I8=FIX.4.4|" + ORDER.formatted(5),
            REJECT.formatted(5, 55, "Tag appears more than once"),
            "I8=FIX.4.4|" + ORDER.formatted(6).replace("38=5|", "38=0|"));
    Path file = folder.resolve("one.def");
    Files.writeString(file, String.join("\n", lines).replace('|', '\1'), ISO_8859_1);

    OthersMessages messages = new OthersMessages();
    messages.readAll(folder, line -> {});

    assertEquals(1, messages.counted(FixVersion.FIX44, "both accept"));
    assertEquals(1, messages.counted(FixVersion.FIX44, "both reject"));
    assertEquals(1, messages.counted(FixVersion.FIX44, "not checked"));
    assertEquals(1, messages.counted(FixVersion.FIX44, "of the session alone: CompID problem 49"));
    assertEquals(1, messages.counted(FixVersion.FIX44, "only we find ZERO_QUANTITY 38"));
    assertEquals(1, messages.unexplained().size(), messages.unexplained()::toString);
    assertTrue(messages.unexplained().get(0).startsWith("one.def:8: expected Tag appears"));
  }

  @Test
  void readsTheMessagesOfALogByTheVersionOfItsLogon(@TempDir Path folder) throws Exception {
    String logon = "35=A|34=1|49=A|52=20260316-15:00:00|56=B|98=0|108=2|1137=7|";
    String order = ORDER.replace("<TIME>", "20260316-15:00:00").replace("<TIME-10>", "x");
    String text =
        "in: " + framed(logon) + "\nout: " + framed(order.formatted(2)) + " words\nno message\n";
    Files.writeString(folder.resolve("a.log"), text, ISO_8859_1);

    OthersMessages messages = new OthersMessages();
    messages.readAll(folder, line -> {});

    assertEquals(1, messages.counted(FixVersion.FIX50, "both reject"));
    assertEquals(List.of(), messages.unexplained());
  }

  private static String framed(String body) {
    return new String(Messages.framed(FixVersion.FIX50, Messages.fix(body)), ISO_8859_1);
  }
}
