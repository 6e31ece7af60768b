package io.daisychain.reporting;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** A file of JSON Lines: an object a line, UTF-8; what is empty is null. */
final class JsonLinesFile implements Closeable {
  private static final JsonFactory JSON = new JsonFactory();

  private final JsonGenerator out;

  /** Begins a file; it is closed with this. */
  JsonLinesFile(OutputStream file) throws IOException {
    out = JSON.createGenerator(file);
    out.setPrettyPrinter(new MinimalPrettyPrinter(""));
  }

  /**
   * Adds a line.
   *
   * @param names of the fields; further values are left out
   * @param values texts and whole numbers; null for none
   */
  void write(List<String> names, Object[] values) throws IOException {
    out.writeStartObject();
    for (int i = 0; i < names.size(); i++) {
      out.writeFieldName(names.get(i));
      if (values[i] instanceof Number number) {
        out.writeNumber(number.longValue());
      } else if (values[i] == null || values[i].toString().isEmpty()) {
        out.writeNull();
      } else {
        out.writeString(values[i].toString());
      }
    }
    out.writeEndObject();
    out.writeRaw('\n');
  }

  /** Hands all lines to the operating system. */
  void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
