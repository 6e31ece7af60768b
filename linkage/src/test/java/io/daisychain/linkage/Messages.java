package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Messages as tests write them down: fields separated by bars, no sums. */
public final class Messages {
  private Messages() {}

  public static List<byte[]> of(String... texts) {
    return Arrays.stream(texts).map(Messages::bytes).toList();
  }

  public static List<byte[]> of(List<ReportedEvent> events) {
    return events.stream().map(ReportedEvent::message).toList();
  }

  /** The key of {@link #tagged} events of that name. */
  public static String id(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(ISO_8859_1)).toString();
  }

  /** An order of tagged lineage, sent at that second. */
  public static String tagged(String name, int second, String fields) {
    String time = "20260316-09:00:0" + second;
    return "8=FIX.4.2|9=0|35=D|49=ALFA|56=MRP|52="
        + time
        + "|60=20260316-09:00:00|10001="
        + id(name)
        + "|"
        + fields
        + "|10=000|";
  }

  /** An order of native lineage. */
  public static byte[] order(int number, String name, String day, String fields) {
    String head = "8=FIX.4.2|9=0|35=D|49=ALFA|56=MRP|52=" + day + "-09:00:00|11=" + name + number;
    return bytes(head + fields + "|10=000|");
  }

  private static byte[] bytes(String text) {
    return text.replace('|', '\1').getBytes(ISO_8859_1);
  }
}
