package io.daisychain.fix.validate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.MessageFinder;
import io.daisychain.fix.MsgType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads messages that others wrote beside QuickFIX/J: of files {@code .def} the messages of its
 * acceptance definitions, with what these expect of each, and of all other files whatever messages
 * they hold. {@link #main} does it for a folder, and fails on a difference that nothing explains.
 */
final class OthersMessages {
  /** What QuickFIX/J's session says of a message that its dictionary does not. */
  private static final Pattern SESSION =
      Pattern.compile(
          "CompID problem|SendingTime accuracy problem|Unsupported message type|Invalid MsgType"
              + "|Required tag missing(, field=122)?|Message failed basic validity check");

  private static final Pattern TIME = Pattern.compile("<TIME([+-]\\d+)?>");
  private static final String NOW = "20260316-15:00:00";
  private static final String SOH = "\1";

  private final Map<FixVersion, Differential> oracles = new EnumMap<>(FixVersion.class);
  private final FixMessage message = new FixMessage();
  private final ValidationResult result = new ValidationResult();
  private final MessageChecker checker = new MessageChecker();
  private final Map<FixVersion, Map<String, Integer>> counts = new EnumMap<>(FixVersion.class);
  private final Map<String, FixVersion> agreed = new TreeMap<>();
  private final List<String> unexplained = new ArrayList<>();

  /** Reads a folder, which is the one argument. */
  public static void main(String[] args) throws Exception {
    OthersMessages messages = new OthersMessages();
    messages.readAll(Path.of(args[0]), System.out::println);
    if (!messages.unexplained.isEmpty()) {
      throw new AssertionError(messages.unexplained.size() + " differences");
    }
  }

  /** Reads all files below a folder, and tells by version what came of them. */
  void readAll(Path folder, Consumer<String> told) throws Exception {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      agreed.clear();
      if (file.toString().endsWith(".def")) {
        readDefinition(file);
      } else {
        readLog(file);
      }
    }
    unexplained.forEach(told);
    counts.forEach((version, kinds) -> told.accept(version.label() + " " + kinds));
  }

  /** Number of messages of a version that came out as a kind says. */
  int counted(FixVersion version, String kind) {
    return counts.getOrDefault(version, Map.of()).getOrDefault(kind, 0);
  }

  List<String> unexplained() {
    return unexplained;
  }

  /** Lines {@code I8=...} are sent, lines {@code E8=...} expected in answer. */
  private void readDefinition(Path file) throws Exception {
    List<String> lines = Files.readAllLines(file, ISO_8859_1);
    for (int i = 0; i < lines.size(); i++) {
      Matcher sent = Pattern.compile("I(?:\\d,)?(8=FIX.*)").matcher(lines.get(i));
      if (!sent.matches()) {
        continue;
      }
      String answer = "";
      for (int j = i + 1; j < lines.size() && !lines.get(j).startsWith("I"); j++) {
        boolean isReject = lines.get(j).startsWith("E") && value(lines.get(j), 35).equals("3");
        if (isReject && value(lines.get(j), 45).equals(value(sent.group(1), 34))) {
          answer = lines.get(j);
          break;
        }
      }
      byte[] bytes = framed(sent.group(1)).getBytes(ISO_8859_1);
      message.index(bytes, 0, bytes.length);
      take(bytes, file.getFileName() + ":" + (i + 1), answer);
    }
  }

  private void readLog(Path file) throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    MessageFinder finder = new MessageFinder();
    int line = 0;
    for (int from = 0, to; from < bytes.length; from = to + 1) {
      line++;
      for (to = from; to < bytes.length && bytes[to] != '\n'; ) {
        to++;
      }
      finder.line(bytes, from, to);
      for (MessageFinder.Found found = finder.next(message);
          found != MessageFinder.Found.END;
          found = finder.next(message)) {
        if (found == MessageFinder.Found.MESSAGE) {
          String text = new String(bytes, message.from(), message.length(), ISO_8859_1);
          take(text.getBytes(ISO_8859_1), file.getFileName() + ":" + line, null);
        }
      }
    }
  }

  /** Length and sum are added where a definition leaves them out, as its runner does. */
  private static String framed(String line) {
    String text = TIME.matcher(line).replaceAll(NOW);
    int body = text.indexOf(SOH) + 1;
    if (!text.startsWith("9=", body)) {
      int end = text.indexOf(SOH + "10=");
      int length = (end < 0 ? text.length() : end + 1) - body;
      text = text.substring(0, body) + "9=" + length + SOH + text.substring(body);
    }
    if (!text.contains(SOH + "10=")) {
      int sum = text.chars().sum() % 256;
      text += "10=" + String.format("%03d", sum) + SOH;
    }
    return text.replace(SOH + "10=0" + SOH, SOH + "10=000" + SOH);
  }

  /**
   * Takes a message.
   *
   * @param answer what a definition expects: a Reject of it, empty for none; null for a log
   */
  private void take(byte[] bytes, String where, String answer) throws Exception {
    message.index(bytes, 0, bytes.length);
    String session = session();
    FixVersion version = FixVersion.of(message, agreed.getOrDefault(session, FixVersion.FIX50SP2));
    if (message.character(FixTag.MSG_TYPE) == 'A') {
      FixVersion said = FixVersion.named(message, FixTag.DEFAULT_APPL_VER_ID);
      if (said != null) {
        agreed.put(session, said);
      }
    }
    if (Dictionary.of(version, FixVersion.isFixt(message)).rules(MsgType.of(message)) == null) {
      count(version, "not checked");
      return;
    }
    boolean theyReject;
    try {
      Differential oracle = oracles.get(version);
      if (oracle == null) {
        oracle = new Differential(version);
        oracles.put(version, oracle);
      }
      theyReject = oracle.compare(bytes);
    } catch (AssertionError e) {
      count(version, "unexplained");
      unexplained.add(where + ": " + e.getMessage() + ": " + shown(bytes));
      return;
    }
    message.index(bytes, 0, bytes.length);
    checker.check(message, version, result);
    if (answer == null) {
      count(version, verdict(theyReject));
    } else {
      expect(version, answer, theyReject, where, bytes);
    }
  }

  private String verdict(boolean theyReject) {
    return result.count() == 0
        ? "both accept"
        : theyReject ? "both reject" : "only we find " + faults();
  }

  private void expect(
      FixVersion version, String answer, boolean theyReject, String where, byte[] bytes) {
    if (answer.isEmpty()) { // nobody answers what is garbled
      count(version, theyReject ? "both reject, without an answer" : verdict(false));
      return;
    }
    String text = value(answer, 58);
    String tag = value(answer, 371);
    if (tag.isEmpty()) {
      tag = text.replaceFirst(".*field=(\\d+).*|.*", "$1");
    }
    boolean isSame = false;
    for (int i = 0; i < result.count(); i++) {
      isSame |= tag.isEmpty() || tag.equals(Integer.toString(result.tag(i)));
    }
    boolean isSessions = result.count() == 0 && SESSION.matcher(text).matches();
    if (result.count() > 0 && (isSame || result.framingError())) {
      count(version, "both reject");
    } else if (isSessions) {
      count(version, "of the session alone: " + text + (tag.isEmpty() ? "" : " " + tag));
    } else {
      count(version, "unexplained");
      unexplained.add(where + ": expected " + text + " " + tag + ": " + shown(bytes));
    }
  }

  private String faults() {
    StringBuilder faults = new StringBuilder();
    for (int i = 0; i < Math.min(3, result.count()); i++) {
      Deliberate kind = Deliberate.of(result, i, message);
      String what = kind == null ? result.reason(i).code() : kind.name();
      faults.append(i == 0 ? "" : ", ").append(what + " " + result.tag(i));
    }
    return faults.toString();
  }

  private void count(FixVersion version, String kind) {
    counts.computeIfAbsent(version, none -> new TreeMap<>()).merge(kind, 1, Integer::sum);
  }

  private String session() {
    String sender = message.value(FixTag.SENDER_COMP_ID);
    String target = message.value(FixTag.TARGET_COMP_ID);
    return sender.compareTo(target) < 0 ? sender + SOH + target : target + SOH + sender;
  }

  private static String value(String line, int tag) {
    Matcher value = Pattern.compile("\1" + tag + "=([^\1]*)").matcher(line);
    return value.find() ? value.group(1) : "";
  }

  private static String shown(byte[] bytes) {
    return new String(bytes, ISO_8859_1).replace('\1', '|');
  }
}
