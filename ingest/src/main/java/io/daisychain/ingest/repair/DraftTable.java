package io.daisychain.ingest.repair;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.MessageDraft;
import io.daisychain.fix.validate.FieldNames;
import io.daisychain.reporting.FeedbackEntry;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A draft as a table that a person fills in with a spreadsheet: a row an open value, with the old
 * one and what it may be, and a row for each message that has none. The column {@code draft} has
 * the message, SOH as {@code |} and other bytes that are no ASCII, {@code |} and {@code \} as
 * {@code \xHH}.
 */
public final class DraftTable {
  /** Stands in a fault's text before what would be right, as {@code TAG=VALUE}. */
  static final String MAY_BE = "; it may be ";

  /** Between several choices. */
  static final String CHOICE = " | ";

  static final List<String> COLUMNS =
      List.of(
          "message", "place", "EventId", "action", "tag", "field", "old", "new", "choices", "why",
          "draft");
  private static final Pattern ALLOWED = Pattern.compile(" is not one of (.*)$");
  private static final Pattern OTHER_SIDE =
      Pattern.compile("^([0-9]+)=.* here and \\1=(.*) in its (?:parent|child) (.*)$");

  /** What a spreadsheet takes for the beginning of a formula. */
  private static final String FORMULAS = "=+@-";

  private DraftTable() {}

  /** True of a file whose name says that it is a table. */
  public static boolean isTable(Path file) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".csv");
  }

  static void write(List<RepairDraft.Drafted> drafts, OutputStream file) throws IOException {
    CsvWriter out =
        CsvWriter.builder()
            .lineDelimiter(LineDelimiter.LF)
            .build(new OutputStreamWriter(file, UTF_8));
    out.writeRecord(COLUMNS);
    int number = 0;
    for (RepairDraft.Drafted draft : drafts) {
      number++;
      boolean open = false;
      for (int i = 0; i < draft.message().size(); i++) {
        if (draft.message().isOpen(i)) {
          open = true;
          row(out, number, draft, i);
        }
      }
      if (!open) {
        row(out, number, draft, -1);
      }
    }
    out.flush();
  }

  private static void row(CsvWriter out, int number, RepairDraft.Drafted draft, int field) {
    MessageDraft message = draft.message();
    int tag = field < 0 ? 0 : message.tag(field);
    List<FeedbackEntry> about =
        draft.faults().stream().filter(fault -> isAbout(fault, tag)).toList();
    out.writeRecord(
        Integer.toString(number),
        draft.where(),
        text(shown(RepairTags.eventId(message))),
        action(message),
        tag == 0 ? "" : Integer.toString(tag),
        FieldNames.nameOf(tag),
        field < 0 ? "" : text(shown(old(draft, field))),
        "",
        text(
            about.stream()
                .flatMap(fault -> choices(fault, tag).stream())
                .distinct()
                .collect(Collectors.joining(CHOICE))),
        (about.isEmpty() ? elsewhere(draft) : about)
            .stream()
                .map(fault -> fault.status() + (fault.text().isEmpty() ? "" : ": " + fault.text()))
                .distinct()
                .collect(Collectors.joining(" | ")),
        shown(new String(message.toBytes(), ISO_8859_1)));
  }

  /** What a draft does to the event, in a word. */
  static String action(MessageDraft message) {
    return switch (message.valueOf(FixTag.ACTION)) {
      case "C" -> "correct";
      case "D" -> "delete";
      default -> "report";
    };
  }

  /** Text of a reporter that no spreadsheet runs. */
  private static String text(String value) {
    return !value.isEmpty() && FORMULAS.indexOf(value.charAt(0)) >= 0 ? "'" + value : value;
  }

  /** A value that was copied from a column of {@link #text}. */
  static String untext(String value) {
    return value.matches("'[" + FORMULAS + "].*") ? value.substring(1) : value;
  }

  /**
   * Faults in fields that are not asked for: that of a time is in the tag that names the parent.
   */
  private static List<FeedbackEntry> elsewhere(RepairDraft.Drafted draft) {
    Set<Integer> open = draft.message().open();
    return draft.faults().stream()
        .filter(fault -> open.stream().noneMatch(tag -> isAbout(fault, tag)))
        .toList();
  }

  private static boolean isAbout(FeedbackEntry fault, int tag) {
    return fault.tag() == tag || fault.text().startsWith(tag + "=");
  }

  /** What the message had in the place of an open value: of several with that tag the same one. */
  private static String old(RepairDraft.Drafted draft, int field) {
    int tag = draft.message().tag(field);
    int before = 0;
    for (int i = 0; i < field; i++) {
      before += draft.message().tag(i) == tag ? 1 : 0;
    }
    for (int i = 0; i < draft.original().size(); i++) {
      if (draft.original().tag(i) == tag && before-- == 0) {
        return draft.faults().isEmpty() ? "" : draft.original().value(i);
      }
    }
    return "";
  }

  private static List<String> choices(FeedbackEntry fault, int tag) {
    Matcher allowed = ALLOWED.matcher(fault.text());
    if (allowed.find()) {
      return List.of(allowed.group(1).split(", ", -1));
    }
    Matcher other = OTHER_SIDE.matcher(fault.text());
    if (other.matches() && other.group(1).equals(Integer.toString(tag))) {
      return List.of(other.group(2) + " (as " + other.group(3) + ")");
    }
    int value = fault.text().indexOf(MAY_BE + tag + "=");
    return value < 0
        ? List.of()
        : List.of(fault.text().substring(value + (MAY_BE + tag + "=").length()));
  }

  private static String shown(String bytes) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < bytes.length(); i++) {
      char c = bytes.charAt(i);
      if (c == 1) {
        shown.append('|');
      } else if (c < ' ' || c > '~' || c == '|' || c == '\\') {
        shown.append(String.format(Locale.ROOT, "\\x%02X", (int) c));
      } else {
        shown.append(c);
      }
    }
    return shown.toString();
  }
}
