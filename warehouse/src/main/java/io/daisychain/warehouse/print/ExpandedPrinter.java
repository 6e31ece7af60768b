package io.daisychain.warehouse.print;

import java.io.IOException;
import java.io.Writer;
import java.sql.SQLException;

/** Prints a line a value under a line a row, for rows that are wider than a terminal. */
final class ExpandedPrinter implements QueryFormat.Printer {
  private final Writer out;
  private String[] names;
  private long rows;

  ExpandedPrinter(Writer out) {
    this.out = out;
  }

  @Override
  public void begin(ResultRow row) {
    names = new String[row.size()];
    int width = 0;
    for (int i = 0; i < names.length; i++) {
      names[i] = VisibleText.line(row.name(i));
      width = Math.max(width, names[i].length());
    }
    for (int i = 0; i < names.length; i++) {
      names[i] += " ".repeat(width - names[i].length()) + " |";
    }
  }

  @Override
  public void row(ResultRow row) throws IOException, SQLException {
    rows++;
    out.write("-[ row " + rows + " ]-\n");
    for (int i = 0; i < names.length; i++) {
      String text = row.text(i);
      out.write(names[i]);
      out.write(text == null || text.isEmpty() ? "" : " " + VisibleText.line(text));
      out.write('\n');
    }
  }

  @Override
  public void end() throws IOException {
    out.write("(" + rows + (rows == 1 ? " row)\n" : " rows)\n"));
  }
}
