package io.daisychain.warehouse.print;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.sql.SQLException;

/** Prints a result as CSV: a header, RFC 4180 quotes, nulls empty. */
final class CsvPrinter implements QueryFormat.Printer {
  /** With one of these before it a spreadsheet takes a cell for a formula. */
  private static final String FORMULAS = "=+-@\t\r\n";

  /** No character: a first cell that begins with the usual one, #, would get quotes. */
  private static final char NO_COMMENTS = '\uffff';

  private final CsvWriter out;
  private final boolean forSpreadsheets;

  /** Quotes beyond what RFC 4180 asks for, as in published files. */
  private static final class Quotes implements QuoteStrategy {
    /** Nulls have none. */
    @Override
    public boolean quoteEmpty(int line, int column) {
      return true;
    }

    /** Some readers drop blanks around a bare cell. */
    @Override
    public boolean quoteValue(int line, int column, String text) {
      return isBlank(text.charAt(0)) || isBlank(text.charAt(text.length() - 1));
    }

    private static boolean isBlank(char c) {
      return c == ' ' || c == '\t';
    }
  }

  /**
   * Prints to a writer.
   *
   * @param forSpreadsheets whether text that would be a formula gets an apostrophe
   */
  CsvPrinter(Writer out, boolean forSpreadsheets) {
    this.out =
        CsvWriter.builder()
            .quoteStrategy(new Quotes())
            .lineDelimiter(LineDelimiter.LF)
            .commentCharacter(NO_COMMENTS)
            .bufferSize(0)
            .build(out);
    this.forSpreadsheets = forSpreadsheets;
  }

  @Override
  public void begin(ResultRow row) throws IOException {
    String[] names = new String[row.size()];
    for (int i = 0; i < names.length; i++) {
      names[i] = row.name(i);
    }
    write(names);
  }

  @Override
  public void row(ResultRow row) throws IOException, SQLException {
    String[] cells = new String[row.size()];
    for (int i = 0; i < cells.length; i++) {
      String text = row.text(i);
      cells[i] =
          forSpreadsheets && isFormula(text) && !(row.value(i) instanceof Number)
              ? "'" + text
              : text;
    }
    if (cells.length == 1 && cells[0] == null) {
      // An only cell without quotes would make a blank line, which readers skip.
      cells[0] = "";
    }
    write(cells);
  }

  @Override
  public void end() {}

  private void write(String[] cells) throws IOException {
    try {
      out.writeRecord(cells);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static boolean isFormula(String text) {
    return text != null && !text.isEmpty() && FORMULAS.indexOf(text.charAt(0)) >= 0;
  }
}
