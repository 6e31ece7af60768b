package io.daisychain.ingest.repair;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.MessageDraft;
import io.daisychain.fix.validate.MessageChecker;
import io.daisychain.fix.validate.ValidationResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@link DraftTable} that a person has filled in, as spreadsheets save it: with commas,
 * semicolons or tabs, in UTF-8 or, with its mark, in UTF-16, rows and columns in any order, columns
 * that are only read left out.
 */
public final class FilledTable {
  private static final List<String> NEEDED = List.of("message", "tag", "new", "draft");
  private static final int MOST_TOLD = 20;
  private static final char BYTE_ORDER_MARK = '\ufeff';

  /** The line by which a spreadsheet says what separates columns. */
  private static final Pattern SEPARATOR = Pattern.compile("^\"?sep=.\"?\\R");

  /** What spreadsheets make of long numbers, ids among them. */
  private static final Pattern SHORTENED = Pattern.compile("[0-9]+([.,][0-9]+)?E[+-]?[0-9]+");

  private static final Pattern HEX = Pattern.compile("\\\\x([0-9A-F]{2})");

  private final Path table;
  private final Consumer<String> notes;
  private int skippedLines;
  private long complaints;

  private FilledTable(Path table, Consumer<String> notes) {
    this.table = table;
    this.notes = notes;
  }

  /**
   * Makes of a table a draft of messages without open values.
   *
   * @param notes takes what is wrong, by line and column; of many the first few
   * @return number of rows that are not filled in, or wrong; where there are any, nothing is
   *     written
   * @throws IOException if it is no table of a draft
   */
  public static long toDraft(Path table, Path output, Consumer<String> notes) throws IOException {
    return new FilledTable(table, notes).toDraft(output);
  }

  /** True of a file that begins as a draft does. */
  static boolean hasHeader(Path file) throws IOException {
    FilledTable table = new FilledTable(file, note -> {});
    return columns(table.text()).containsAll(DraftTable.COLUMNS);
  }

  private long toDraft(Path output) throws IOException {
    Map<Long, List<NamedCsvRecord>> messages = new TreeMap<>();
    for (NamedCsvRecord row : rows()) {
      String number = field(row, "message");
      if (number.matches("[0-9]{1,18}")) {
        messages.computeIfAbsent(Long.valueOf(number), none -> new ArrayList<>()).add(row);
      } else if (row.getFields().stream().anyMatch(field -> !field.isBlank())) {
        complain(row, "message", "'" + number + "' is no number of a message, as it was written");
      }
    }
    if (messages.isEmpty() && complaints == 0) {
      throw new IOException(table + ": it has no row");
    }
    StringBuilder drafts = new StringBuilder();
    for (List<NamedCsvRecord> rows : messages.values()) {
      drafts.append(new String(message(rows).toBytes(), ISO_8859_1)).append('\n');
    }
    if (complaints > MOST_TOLD) {
      notes.accept("... and " + (complaints - MOST_TOLD) + " more rows");
    }
    if (complaints == 0) {
      Files.writeString(output, drafts, ISO_8859_1);
    }
    return complaints;
  }

  /** The whole file, from its header on. */
  private String text() throws IOException {
    byte[] bytes = Files.readAllBytes(table);
    boolean wide = bytes.length > 1 && (bytes[0] & bytes[1] & 0xff) == 0xfe;
    Charset charset = wide ? UTF_16 : UTF_8;
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length + 1);
    if (charset.newDecoder().decode(in, out, true).isError()) {
      long line = out.flip().chars().filter(c -> c == '\n').count() + 1;
      throw new IOException(
          table + ":" + line + ": a character is not " + charset + ": save it so");
    }
    String text = out.flip().toString();
    text = text.isEmpty() || text.charAt(0) != BYTE_ORDER_MARK ? text : text.substring(1);
    Matcher separator = SEPARATOR.matcher(text);
    skippedLines = separator.find() ? 1 : 0;
    return skippedLines == 0 ? text : text.substring(separator.end());
  }

  private static List<String> columns(String text) {
    String header = text.lines().findFirst().orElse("").replace("\"", "");
    return List.of(header.split(separator(header) + " *", -1));
  }

  /** The one of commas, semicolons and tabs that stands first in a header. */
  private static String separator(String header) {
    Matcher first = Pattern.compile("[,;\t]").matcher(header);
    return first.find() ? first.group() : ",";
  }

  private List<NamedCsvRecord> rows() throws IOException {
    String text = text();
    List<String> columns = columns(text);
    List<String> missing = NEEDED.stream().filter(name -> !columns.contains(name)).toList();
    if (!missing.isEmpty()) {
      throw new IOException(
          "%s:%d: a draft has the columns %s, and here is no %s among %s"
              .formatted(
                  table,
                  1 + skippedLines,
                  String.join(",", DraftTable.COLUMNS),
                  String.join(", no ", missing),
                  String.join(",", columns)));
    }
    char separator = separator(text).charAt(0);
    try (CsvReader<NamedCsvRecord> reader =
        CsvReader.builder()
            .fieldSeparator(separator)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .ofNamedCsvRecord(text)) {
      return reader.stream().toList();
    } catch (CsvParseException | IllegalArgumentException e) {
      throw new IOException(table + ": it is no CSV: " + e.getMessage(), e);
    }
  }

  private static String field(NamedCsvRecord row, String column) {
    return row.findField(column).orElse("").strip();
  }

  private MessageDraft message(List<NamedCsvRecord> rows) {
    String draft = field(rows.get(0), "draft");
    byte[] bytes = bytes(draft).getBytes(ISO_8859_1);
    FixMessage indexed = new FixMessage();
    indexed.index(bytes, 0, bytes.length);
    MessageDraft message = MessageDraft.of(indexed);
    if (message.find(FixTag.BEGIN_STRING) != 0 || !message.isUnsealed()) {
      complain(rows.get(0), "draft", "this is no message as 'repair' drafts it, or not all of it");
      return message;
    }
    long before = complaints;
    Map<Integer, NamedCsvRecord> filled = new TreeMap<>();
    for (NamedCsvRecord row : rows) {
      if (!field(row, "draft").equals(draft)) {
        complain(row, "draft", "it is another than in line " + line(rows.get(0)));
      } else if (!isAction(row, message)) {
        complain(row, "action", "what a draft does cannot be changed here");
      } else if (!field(row, "tag").isEmpty()) {
        fillIn(message, row, filled);
      }
    }
    if (complaints == before) {
      for (int tag : message.open()) {
        complain(rows.get(0), "tag", "the row for " + tag + " of this message is gone");
      }
    }
    if (complaints == before) {
      check(message, filled);
    }
    return message;
  }

  private static boolean isAction(NamedCsvRecord row, MessageDraft message) {
    String action = field(row, "action");
    return action.isEmpty() || action.equals(DraftTable.action(message));
  }

  private static String bytes(String shown) {
    return HEX.matcher(shown.replace('|', '\1'))
        .replaceAll(
            hex ->
                Matcher.quoteReplacement(
                    String.valueOf((char) Integer.parseInt(hex.group(1), 16))));
  }

  private void fillIn(
      MessageDraft message, NamedCsvRecord row, Map<Integer, NamedCsvRecord> filled) {
    String tag = field(row, "tag");
    String value = field(row, "new");
    if (value.isEmpty() || value.equals(MessageDraft.OPEN)) {
      complain(
          row,
          "new",
          "%s of %s is not filled in; delete its rows to leave the message out"
              .formatted(tag, field(row, "EventId")));
      return;
    }
    if (SHORTENED.matcher(value).matches() && !value.equals(field(row, "old"))) {
      complain(row, "new", "'" + value + "' is a number that a spreadsheet shortened");
      return;
    }
    value = bytes(chosen(row, value).replace("|", "\\x7C"));
    if (value.chars().anyMatch(c -> c < ' ' || c > 0xff)) {
      complain(row, "new", "it has a character that FIX has not");
      return;
    }
    for (int i = 0; i < message.size(); i++) {
      if (message.isOpen(i) && Integer.toString(message.tag(i)).equals(tag)) {
        message.set(i, value);
        filled.put(message.tag(i), row);
        return;
      }
    }
    complain(row, "tag", "the draft has no open '" + tag + "'");
  }

  /** The value of a choice that was copied with what is said of it. */
  private static String chosen(NamedCsvRecord row, String value) {
    List<String> choices = List.of(field(row, "choices").split(Pattern.quote(DraftTable.CHOICE)));
    int said = choices.contains(value) ? value.indexOf(" (") : -1;
    return DraftTable.untext(said < 0 ? value : value.substring(0, said));
  }

  /** Finds what ingest would find wrong in what was filled in. */
  private void check(MessageDraft message, Map<Integer, NamedCsvRecord> filled) {
    MessageDraft sealed = message.copy();
    sealed.seal();
    byte[] bytes = sealed.toBytes();
    FixMessage indexed = new FixMessage();
    indexed.index(bytes, 0, bytes.length);
    ValidationResult errors = new ValidationResult();
    new MessageChecker().check(indexed, FixVersion.of(indexed, FixVersion.FIX50SP2), errors);
    for (int i = 0; i < errors.count(); i++) {
      NamedCsvRecord row = filled.get(errors.tag(i));
      if (row != null) {
        complain(row, "new", errors.text(i, indexed));
      }
    }
  }

  private long line(NamedCsvRecord row) {
    return row.getStartingLineNumber() + skippedLines;
  }

  private void complain(NamedCsvRecord row, String column, String what) {
    if (complaints++ < MOST_TOLD) {
      notes.accept(table + ":" + line(row) + ": " + column + ": " + what);
    }
  }
}
