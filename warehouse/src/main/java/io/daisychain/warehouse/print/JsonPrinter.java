package io.daisychain.warehouse.print;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Prints a result as one JSON array (RFC 8259) of one object a row, each on a line of its own. */
final class JsonPrinter implements QueryFormat.Printer {
  private final JsonGenerator json;
  private boolean empty = true;

  /** Escapes also what JSON allows, but a terminal would obey or hide. */
  private static final class Escapes extends CharacterEscapes {
    private static final String SHORT = "\"\\\n\r\t";

    private final int[] ascii = CharacterEscapes.standardAsciiEscapesForJSON();

    Escapes() {
      for (char c = 0; c < ascii.length; c++) {
        if (VisibleText.isHidden(c) && SHORT.indexOf(c) < 0) {
          ascii[c] = ESCAPE_CUSTOM;
        }
      }
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return ascii;
    }

    @Override
    public SerializableString getEscapeSequence(int c) {
      return VisibleText.isHidden((char) c)
          ? new SerializedString(String.format("\\u%04x", c))
          : null;
    }
  }

  JsonPrinter(Writer out) throws IOException {
    json =
        new JsonFactoryBuilder()
            .characterEscapes(new Escapes())
            .rootValueSeparator(",\n")
            .build()
            .createGenerator(out)
            .disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
  }

  @Override
  public void begin(ResultRow row) throws IOException {
    json.writeRaw('[');
  }

  @Override
  public void row(ResultRow row) throws IOException, SQLException {
    if (empty) {
      json.writeRaw('\n');
      empty = false;
    }
    json.writeStartObject();
    for (int i = 0; i < row.size(); i++) {
      json.writeFieldName(row.name(i));
      value(row.value(i));
    }
    json.writeEndObject();
    // What was printed before a row that cannot be read is printed.
    json.flush();
  }

  @Override
  public void end() throws IOException {
    json.writeRaw(empty ? "]\n" : "\n]\n");
    json.flush();
  }

  private void value(Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof BigDecimal decimal) {
      json.writeNumber(decimal.toPlainString());
    } else if (value instanceof Number number) {
      json.writeNumber(number.toString());
    } else if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object member : list) {
        value(member);
      }
      json.writeEndArray();
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName(String.valueOf(entry.getKey()));
        value(entry.getValue());
      }
      json.writeEndObject();
    } else {
      json.writeString(value.toString());
    }
  }
}
