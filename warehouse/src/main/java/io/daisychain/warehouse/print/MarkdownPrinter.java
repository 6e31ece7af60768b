package io.daisychain.warehouse.print;

import java.io.IOException;
import java.io.Writer;
import java.sql.SQLException;

/** Prints a result as a Markdown table. */
final class MarkdownPrinter implements QueryFormat.Printer {
  private final Writer out;

  MarkdownPrinter(Writer out) {
    this.out = out;
  }

  @Override
  public void begin(ResultRow row) throws IOException {
    for (int i = 0; i < row.size(); i++) {
      cell(row.name(i));
    }
    out.write("|\n");
    out.write("|---".repeat(row.size()) + "|\n");
  }

  @Override
  public void row(ResultRow row) throws IOException, SQLException {
    for (int i = 0; i < row.size(); i++) {
      String text = row.text(i);
      cell(text == null ? "" : text);
    }
    out.write("|\n");
  }

  @Override
  public void end() {}

  private void cell(String text) throws IOException {
    out.write("| " + VisibleText.line(text).replace("|", "\\|") + " ");
  }
}
