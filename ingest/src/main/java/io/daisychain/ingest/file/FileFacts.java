package io.daisychain.ingest.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixVersion;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What one input file, or a range of it, turned out to hold: messages by kind, and damage. */
public final class FileFacts implements Serializable {
  /** In place of the names beyond {@value #MOST_NAMES}. */
  static final String OTHERS = "others";

  /** Receivers, versions and delimiters that are told apart. */
  private static final int MOST_NAMES = 8;

  private static final int SHOWN_BYTES = 32;

  private static final Pattern VERSION = Pattern.compile("FIX(T)?\\.\\d.*");

  /** What stands for SOH in logs that people have looked at. The last is U+2401 in UTF-8. */
  private static final String[] DELIMITERS = {
    "|",
    "^A",
    ";",
    ",",
    "\t",
    " ",
    "\\x01",
    "\\u0001",
    "\\001",
    "<SOH>",
    "[SOH]",
    "\u00e2\u0090\u0081"
  };

  private long submissions;
  private long wireLog;
  private long noEvents;
  private long rejected;
  private long noise;
  private final TreeMap<String, Long> receivers = new TreeMap<>();
  private final TreeMap<String, Long> versions = new TreeMap<>();
  private final TreeMap<String, Long> delimiters = new TreeMap<>();
  private InputForm form = InputForm.TEXT;
  private InputForm content = InputForm.TEXT;
  private String look = "";
  private InputDamage damage;
  private String failure;

  // The receiver that came last, since the next is mostly the same.
  private transient byte[] lastReceiver;
  private transient long lastReceiverCount;

  /** Messages to the receiver of submissions that were stored. */
  public long submissions() {
    return submissions;
  }

  /** Messages stored that were addressed to another TargetCompID. */
  public long wireLog() {
    return wireLog;
  }

  /** Messages that are no events: session messages, status reports and the like. */
  public long noEvents() {
    return noEvents;
  }

  /** Messages and lines of fields rejected for another reason than version or delimiter. */
  public long rejected() {
    return rejected;
  }

  /** Lines that have nothing to do with FIX. */
  public long noise() {
    return noise;
  }

  /** Messages of a wire log by whom they are to (tag 56). */
  public Map<String, Long> receivers() {
    noteReceivers();
    return receivers;
  }

  /** Messages of versions that are not read by what their BeginString (tag 8) says. */
  public Map<String, Long> versions() {
    return versions;
  }

  /** Messages whose fields end with something else than SOH, by that. */
  public Map<String, Long> delimiters() {
    return delimiters;
  }

  /** How the file is stored. */
  public InputForm form() {
    return form;
  }

  /** What is in it once it is unpacked. */
  public InputForm content() {
    return content;
  }

  /**
   * What its first bytes look like where they are no FIX messages; empty where nothing is known.
   */
  public String look() {
    return look;
  }

  /** Null where no damage was found. */
  public InputDamage damage() {
    return damage;
  }

  /** Why the file could not be opened; null where it could. */
  public String failure() {
    return failure;
  }

  public boolean hasEvents() {
    return submissions + wireLog > 0;
  }

  public void addSubmission() {
    submissions++;
  }

  /** A record of CAT that was refused. */
  public void addRejectedRecord() {
    rejected++;
  }

  public void addWireLog(FixMessage message) {
    wireLog++;
    int field = message.find(FixTag.TARGET_COMP_ID);
    int from = message.valueOffset(field);
    int to = from + message.valueLength(field);
    if (lastReceiver == null
        || !Arrays.equals(message.buffer(), from, to, lastReceiver, 0, lastReceiver.length)) {
      noteReceivers();
      lastReceiver = Arrays.copyOfRange(message.buffer(), from, to);
    }
    lastReceiverCount++;
  }

  public void addNoEvent() {
    noEvents++;
  }

  public void addNoise() {
    noise++;
  }

  public void addUnframed() {
    rejected++;
  }

  /** A message that was not taken: it may be of another version or have other delimiters. */
  public void addRejected(FixMessage message) {
    byte[] bytes = message.buffer();
    int from = message.valueOffset(0);
    int to = from + message.valueLength(0);
    int end = from;
    while (end < to && end - from < SHOWN_BYTES && isVersion(bytes[end])) {
      end++;
    }
    String version = new String(bytes, from, end - from, ISO_8859_1);
    if (end < to) {
      String delimiter = delimiter(bytes, end, to);
      if (delimiter != null) {
        add(delimiters, PrintableText.text(delimiter), 1);
        return;
      }
    } else if (VERSION.matcher(version).matches() && !FixVersion.isKnown(message)) {
      add(versions, version, 1);
      return;
    }
    rejected++;
  }

  public void setForm(InputForm stored, InputForm inside) {
    form = stored;
    content = inside;
  }

  public void setLook(String words) {
    look = words;
  }

  public void setDamage(InputDamage found) {
    damage = found;
  }

  public void setFailure(String why) {
    failure = why;
  }

  /** Adds what another range of the same file, or another file, holds. */
  public void add(FileFacts other) {
    submissions += other.submissions;
    wireLog += other.wireLog;
    noEvents += other.noEvents;
    rejected += other.rejected;
    noise += other.noise;
    other.receivers().forEach((name, count) -> add(receivers, name, count));
    other.versions.forEach((name, count) -> add(versions, name, count));
    other.delimiters.forEach((name, count) -> add(delimiters, name, count));
    form = other.form == InputForm.TEXT ? form : other.form;
    content = other.content == InputForm.TEXT ? content : other.content;
    look = other.look.isEmpty() ? look : other.look;
    damage = other.damage == null ? damage : other.damage;
    failure = other.failure == null ? failure : other.failure;
  }

  private static boolean isVersion(byte b) {
    return (b >= '0' && b <= '9') || (b >= 'A' && b <= 'Z') || b == '.';
  }

  /** What stands between the first two fields; null where the second is no BodyLength. */
  private static String delimiter(byte[] bytes, int from, int to) {
    for (String delimiter : DELIMITERS) {
      int next = from + delimiter.length();
      boolean same = next + 2 <= to && bytes[next] == '9' && bytes[next + 1] == '=';
      for (int i = 0; same && i < delimiter.length(); i++) {
        same = bytes[from + i] == delimiter.charAt(i);
      }
      if (same) {
        return delimiter;
      }
    }
    boolean lengthFollows = from + 3 <= to && bytes[from + 1] == '9' && bytes[from + 2] == '=';
    return lengthFollows ? new String(bytes, from, 1, ISO_8859_1) : null;
  }

  private void noteReceivers() {
    if (lastReceiverCount > 0) {
      String name = new String(lastReceiver, ISO_8859_1);
      String shown = name.length() > SHOWN_BYTES ? name.substring(0, SHOWN_BYTES) + "..." : name;
      add(receivers, PrintableText.text(shown), lastReceiverCount);
      lastReceiverCount = 0;
    }
  }

  /** Keeps the names that come first by spelling, so that it does not depend on any order. */
  private static void add(NavigableMap<String, Long> counts, String name, long count) {
    counts.merge(name, count, Long::sum);
    boolean hasOthers = counts.containsKey(OTHERS);
    if (counts.size() - (hasOthers ? 1 : 0) > MOST_NAMES) {
      String last = counts.lastKey();
      if (last.equals(OTHERS)) {
        last = counts.lowerKey(OTHERS);
      }
      counts.merge(OTHERS, counts.remove(last), Long::sum);
    }
  }
}
