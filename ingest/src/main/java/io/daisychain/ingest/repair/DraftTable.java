package io.daisychain.ingest.repair;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.MessageDraft;
import io.daisychain.fix.validate.FieldNames;
import io.daisychain.reporting.FeedbackEntry;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
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

  private static final List<String> COLUMNS =
      List.of(
          "message", "place", "EventId", "action", "tag", "field", "old", "new", "choices", "why",
          "draft");
  private static final Pattern ALLOWED = Pattern.compile(" is not one of (.*)$");
  private static final Pattern OTHER_SIDE =
      Pattern.compile("^([0-9]+)=.* here and \\1=(.*) in its (?:parent|child) (.*)$");
  private static final char BYTE_ORDER_MARK = '\ufeff';

  private DraftTable() {}

  /** True of a file whose name says that it is a table. */
  public static boolean isTable(Path file) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".csv");
  }

  /** True of a file that begins as a draft does. */
  static boolean hasHeader(Path file) throws IOException {
    try (var lines = Files.newBufferedReader(file)) {
      String first = lines.readLine();
      return first != null && columns(first).containsAll(COLUMNS);
    }
  }

  private static Set<String> columns(String header) {
    return Set.copyOf(
        new LinkedHashSet<>(
            List.of(
                header
                    .replace(String.valueOf(BYTE_ORDER_MARK), "")
                    .replace("\"", "")
                    .split("[,;\t]", -1))));
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
    String action =
        switch (message.valueOf(FixTag.ACTION)) {
          case "C" -> "correct";
          case "D" -> "delete";
          default -> "report";
        };
    out.writeRecord(
        Integer.toString(number),
        draft.where(),
        shown(eventId(message)),
        action,
        tag == 0 ? "" : Integer.toString(tag),
        FieldNames.nameOf(tag),
        field < 0 ? "" : shown(old(draft, field)),
        "",
        about.stream()
            .flatMap(fault -> choices(fault, tag).stream())
            .distinct()
            .collect(Collectors.joining(" | ")),
        (about.isEmpty() && tag == 0 ? draft.faults() : about)
            .stream()
                .map(fault -> fault.status() + (fault.text().isEmpty() ? "" : ": " + fault.text()))
                .distinct()
                .collect(Collectors.joining(" | ")),
        shown(new String(message.toBytes(), ISO_8859_1)));
  }

  private static String eventId(MessageDraft message) {
    return message.valueOf(
        message.valueOf(FixTag.MSG_TYPE).equals("8") ? FixTag.EXEC_ID : FixTag.CL_ORD_ID);
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

  /**
   * Makes of a table that is filled in a draft of messages without open values.
   *
   * @param notes takes the rows that are not filled in
   * @return number of these rows; where there are any, nothing is written
   * @throws IOException naming the row that cannot be used
   */
  public static long fillIn(Path table, Path output, Consumer<String> notes) throws IOException {
    Map<String, List<NamedCsvRecord>> messages = new LinkedHashMap<>();
    for (NamedCsvRecord row : rows(table)) {
      messages.computeIfAbsent(row.getField("message"), none -> new ArrayList<>()).add(row);
    }
    long open = 0;
    StringBuilder drafts = new StringBuilder();
    for (List<NamedCsvRecord> rows : messages.values()) {
      MessageDraft message = message(table, rows.get(0));
      for (NamedCsvRecord row : rows) {
        open += fillIn(table, message, row, notes) ? 0 : 1;
      }
      for (int tag : message.open()) {
        if (rows.stream().noneMatch(row -> row.getField("tag").equals(Integer.toString(tag)))) {
          open++;
          notes.accept(place(table, rows.get(0)) + "the row for its " + tag + " is gone");
        }
      }
      drafts.append(new String(message.toBytes(), ISO_8859_1)).append('\n');
    }
    if (open == 0) {
      Files.writeString(output, drafts, ISO_8859_1);
    }
    return open;
  }

  private static List<NamedCsvRecord> rows(Path table) throws IOException {
    String text = Files.readString(table, UTF_8).replace(String.valueOf(BYTE_ORDER_MARK), "");
    String header = text.lines().findFirst().orElse("");
    if (!columns(header).containsAll(COLUMNS)) {
      throw new IOException(
          table + ": its first line has not the columns " + String.join(",", COLUMNS));
    }
    char separator = header.replace("\"", "").charAt("message".length());
    try (CsvReader<NamedCsvRecord> reader =
        CsvReader.builder().fieldSeparator(separator).ofNamedCsvRecord(text)) {
      return reader.stream().toList();
    } catch (CsvParseException e) {
      throw new IOException(table + ": it is no CSV: " + e.getMessage(), e);
    }
  }

  private static MessageDraft message(Path table, NamedCsvRecord row) throws IOException {
    byte[] bytes = bytes(row.getField("draft")).getBytes(ISO_8859_1);
    FixMessage indexed = new FixMessage();
    indexed.index(bytes, 0, bytes.length);
    MessageDraft message = MessageDraft.of(indexed);
    if (message.find(FixTag.BEGIN_STRING) != 0) {
      throw new IOException(place(table, row) + "its draft is no message");
    }
    return message;
  }

  private static String bytes(String shown) {
    return Pattern.compile("\\\\x([0-9A-F]{2})")
        .matcher(shown.replace('|', '\1'))
        .replaceAll(
            hex ->
                Matcher.quoteReplacement(
                    String.valueOf((char) Integer.parseInt(hex.group(1), 16))));
  }

  /** False where nothing was filled in. */
  private static boolean fillIn(
      Path table, MessageDraft message, NamedCsvRecord row, Consumer<String> notes)
      throws IOException {
    String tag = row.getField("tag").strip();
    if (tag.isEmpty()) {
      return true;
    }
    String value = row.getField("new").strip();
    if (value.isEmpty() || value.equals(MessageDraft.OPEN)) {
      notes.accept(
          place(table, row)
              + tag
              + " of "
              + row.getField("EventId")
              + " is not filled in; delete its rows to leave the message out");
      return false;
    }
    value = bytes(value.replace("|", "\\x7C"));
    if (value.chars().anyMatch(c -> c < ' ' || c > 0xff)) {
      throw new IOException(place(table, row) + "its new value has a character that FIX has not");
    }
    for (int i = 0; i < message.size(); i++) {
      if (message.isOpen(i) && Integer.toString(message.tag(i)).equals(tag)) {
        message.set(i, value);
        return true;
      }
    }
    throw new IOException(place(table, row) + "the draft has no open " + tag);
  }

  private static String place(Path table, NamedCsvRecord row) {
    return table + ":" + row.getStartingLineNumber() + ": ";
  }
}
