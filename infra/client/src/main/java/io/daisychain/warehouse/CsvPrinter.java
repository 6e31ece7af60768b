package io.daisychain.warehouse;

import java.io.IOException;
import java.io.Writer;
import java.sql.SQLException;

/** Prints a result as CSV: a header, RFC 4180 quotes, nulls empty. */
final class CsvPrinter implements QueryFormat.Printer {
  private final Writer out;

  CsvPrinter(Writer out) {
    this.out = out;
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
      // An only cell that is empty would make a blank line, which readers skip.
      cell(i, text == null && row.size() == 1 ? "" : text);
    }
    out.write('\n');
  }

  @Override
  public void end() {}

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
