package io.daisychain.warehouse.print;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How the result of a query is printed. */
public enum QueryFormat {
  /** Columns side by side, for people. */
  TABLE,
  /** A header and a line a row, with the quotes of RFC 4180; nulls are empty. */
  CSV,
  /** As CSV, but text that a spreadsheet would run as a formula has an apostrophe before it. */
  SPREADSHEET,
  /** One array of one object a row. */
  JSON,
  /** A Markdown table. */
  MD,
  /** A line a value, for people with wide rows. */
  EXPANDED;

  /** Prints one result, row by row. */
  interface Printer {
    void begin(ResultRow row) throws IOException, SQLException;

    void row(ResultRow row) throws IOException, SQLException;

    void end() throws IOException;
  }

  /**
   * The format that a command line names.
   *
   * @throws IllegalArgumentException listing the formats if there is none of that name
   */
  public static QueryFormat parse(String name) {
    for (QueryFormat format : values()) {
      if (format.name().equalsIgnoreCase(name)) {
        return format;
      }
    }
    if (name.equalsIgnoreCase("markdown")) {
      return MD;
    }
    throw new IllegalArgumentException(
        Arrays.stream(values())
            .map(format -> format.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", ", "format '" + name + "' is none of ", "")));
  }

  private Printer printer(Writer out) throws IOException {
    return switch (this) {
      case TABLE -> new TablePrinter(out);
      case CSV -> new CsvPrinter(out, false);
      case SPREADSHEET -> new CsvPrinter(out, true);
      case JSON -> new JsonPrinter(out);
      case MD -> new MarkdownPrinter(out);
      case EXPANDED -> new ExpandedPrinter(out);
    };
  }

  /**
   * Prints rows that are no answer of a warehouse.
   *
   * @param names of the columns
   * @param rows values as text, numbers, booleans or null
   */
  public void print(List<String> names, List<List<Object>> rows, OutputStream out)
      throws IOException {
    try {
      print(new ListedRow(names, rows), out);
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }

  public void print(ResultRow row, OutputStream out) throws IOException, SQLException {
    Writer writer =
        new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
    Printer rows = printer(writer);
    rows.begin(row);
    while (row.next()) {
      rows.row(row);
    }
    rows.end();
    writer.flush();
  }
}
