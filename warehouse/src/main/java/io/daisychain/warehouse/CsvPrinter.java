package io.daisychain.warehouse;

import java.io.IOException;
import java.io.Writer;
import java.sql.SQLException;

/** Prints a result as CSV: a header, RFC 4180 quotes, nulls empty. */
final class CsvPrinter implements QueryFormat.Printer {
  /** With one of these before it a spreadsheet takes a cell for a formula. */
  private static final String FORMULAS = "=+-@\t\r\n";

  private final Writer out;
  private final boolean forSpreadsheets;

  /**
   * Prints to a writer.
   *
   * @param forSpreadsheets whether text that would be a formula gets an apostrophe
   */
  CsvPrinter(Writer out, boolean forSpreadsheets) {
    this.out = out;
    this.forSpreadsheets = forSpreadsheets;
  }

  @Override
  public void begin(ResultRow row) throws IOException {
    for (int i = 0; i < row.size(); i++) {
      cell(i, row.name(i));
    }
    out.write('\n');
  }

  @Override
  public void row(ResultRow row) throws IOException, SQLException {
    for (int i = 0; i < row.size(); i++) {
      String text = row.text(i);
      if (forSpreadsheets && isFormula(text) && !(row.value(i) instanceof Number)) {
        text = "'" + text;
      }
      // An only cell that is empty would make a blank line, which readers skip.
      cell(i, text == null && row.size() == 1 ? "" : text);
    }
    out.write('\n');
  }

  @Override
  public void end() {}

  private static boolean isFormula(String text) {
    return text != null && !text.isEmpty() && FORMULAS.indexOf(text.charAt(0)) >= 0;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private void cell(int column, String text) throws IOException {
    if (column > 0) {
      out.write(',');
    }
    if (text == null) {
      return;
    }
    // As in published files: some readers drop blanks around a bare cell.
    boolean quote =
        text.isEmpty() || isBlank(text.charAt(0)) || isBlank(text.charAt(text.length() - 1));
    for (int i = 0; i < text.length() && !quote; i++) {
      char c = text.charAt(i);
      quote = c == ',' || c == '"' || c == '\n' || c == '\r';
    }
    out.write(quote ? '"' + text.replace("\"", "\"\"") + '"' : text);
  }
}
