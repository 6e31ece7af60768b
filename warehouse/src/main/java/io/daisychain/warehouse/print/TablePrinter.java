package io.daisychain.warehouse.print;

import java.io.IOException;
import java.io.Writer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints a result in columns for people.
 *
 * <p>The first rows decide how wide the columns are, so that a long answer streams like a short
 * one.
 */
final class TablePrinter implements QueryFormat.Printer {
  private static final int ROWS_MEASURED = 1_000;

  private final Writer out;
  private final List<String[]> measured = new ArrayList<>();
  private int[] widths;
  private boolean[] numeric;
  private long rows;

  TablePrinter(Writer out) {
    this.out = out;
  }

  @Override
  public void begin(ResultRow row) {
    String[] names = new String[row.size()];
    widths = new int[names.length];
    numeric = new boolean[names.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = VisibleText.line(row.name(i));
      widths[i] = names[i].length();
    }
    measured.add(names);
  }

  @Override
  public void row(ResultRow row) throws IOException, SQLException {
    String[] cells = new String[widths.length];
    for (int i = 0; i < cells.length; i++) {
      Object value = row.value(i);
      numeric[i] |= value instanceof Number;
      String text = row.text(i);
      cells[i] = text == null ? "" : VisibleText.line(text);
    }
    rows++;
    if (rows <= ROWS_MEASURED) {
      for (int i = 0; i < cells.length; i++) {
        widths[i] = Math.max(widths[i], cells[i].length());
      }
      measured.add(cells);
    } else {
      printMeasured();
      line(cells);
    }
  }

  @Override
  public void end() throws IOException {
    printMeasured();
    out.write("(" + rows + (rows == 1 ? " row)\n" : " rows)\n"));
  }

  private void printMeasured() throws IOException {
    for (int i = 0; i < measured.size(); i++) {
      line(measured.get(i));
      if (i == 0) {
        rule();
      }
    }
    measured.clear();
  }

  private void rule() throws IOException {
    StringBuilder rule = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      rule.append(i == 0 ? "" : "  ").append("-".repeat(widths[i]));
    }
    out.write(rule.append('\n').toString());
  }

  private void line(String[] cells) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      String padding = " ".repeat(Math.max(0, widths[i] - cells[i].length()));
      line.append(i == 0 ? "" : "  ");
      line.append(numeric[i] ? padding + cells[i] : cells[i] + padding);
    }
    out.write(line.toString().stripTrailing());
    out.write('\n');
  }
}
