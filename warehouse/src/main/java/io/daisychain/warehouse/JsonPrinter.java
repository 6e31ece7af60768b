package io.daisychain.warehouse;

import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Prints a result as one JSON array (RFC 8259) of one object a row. */
final class JsonPrinter implements QueryFormat.Printer {
  private final Writer out;
  private boolean empty = true;

  JsonPrinter(Writer out) {
    this.out = out;
  }

  @Override
  public void begin(ResultRow row) throws IOException {
    out.write('[');
  }

  @Override
  public void row(ResultRow row) throws IOException, SQLException {
    out.write(empty ? "\n{" : ",\n{");
    empty = false;
    for (int i = 0; i < row.size(); i++) {
      out.write(i > 0 ? "," : "");
      string(row.name(i));
      out.write(':');
      value(row.value(i));
    }
    out.write('}');
  }

  @Override
  public void end() throws IOException {
    out.write(empty ? "]\n" : "\n]\n");
  }

  private void value(Object value) throws IOException {
    if (value instanceof BigDecimal decimal) {
      out.write(decimal.toPlainString());
    } else if (value == null || value instanceof Boolean || value instanceof Number) {
      out.write(String.valueOf(value));
    } else if (value instanceof List<?> list) {
      list(list);
    } else if (value instanceof Map<?, ?> map) {
      map(map);
    } else {
      string(value.toString());
    }
  }

  private void list(List<?> list) throws IOException {
    String separator = "[";
    for (Object member : list) {
      out.write(separator);
      value(member);
      separator = ",";
    }
    out.write(list.isEmpty() ? "[]" : "]");
  }

  private void map(Map<?, ?> map) throws IOException {
    String separator = "{";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.write(separator);
      string(String.valueOf(entry.getKey()));
      out.write(':');
      value(entry.getValue());
      separator = ",";
    }
    out.write(map.isEmpty() ? "{}" : "}");
  }

  private void string(String text) throws IOException {
    out.write('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.write("\\\"");
        case '\\' -> out.write("\\\\");
        case '\n' -> out.write("\\n");
        case '\r' -> out.write("\\r");
        case '\t' -> out.write("\\t");
        default -> {
          if (VisibleText.isHidden(c)) { // a terminal would obey it
            out.write(String.format("\\u%04x", (int) c));
          } else {
            out.write(c);
          }
        }
      }
    }
    out.write('"');
  }
}
