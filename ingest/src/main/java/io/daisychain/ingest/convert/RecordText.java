package io.daisychain.ingest.convert;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The line of JSON of one record, in ASCII. */
final class RecordText {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final ByteArrayOutputStream line = new ByteArrayOutputStream(1024);
  private JsonGenerator json;

  private interface Step {
    void write(JsonGenerator to) throws IOException;
  }

  private RecordText write(Step step) {
    try {
      step.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of memory none comes
    }
    return this;
  }

  void begin() {
    line.reset();
    try {
      json = JSON.createGenerator(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    write(JsonGenerator::writeStartObject);
  }

  byte[] end() {
    write(JsonGenerator::writeEndObject);
    write(JsonGenerator::close);
    line.write('\n');
    return line.toByteArray();
  }

  /** A text; nothing where it is empty. */
  RecordText with(String name, String value) {
    return value.isEmpty() ? this : write(to -> to.writeStringField(name, value));
  }

  RecordText with(String name, boolean value) {
    return write(to -> to.writeBooleanField(name, value));
  }

  /** A time, or a date. */
  RecordText with(String name, long value) {
    return write(to -> to.writeNumberField(name, value));
  }

  /** A number of FIX; nothing where it is empty. */
  RecordText number(String name, String digits) {
    return digits.isEmpty()
        ? this
        : write(
            to -> {
              to.writeFieldName(name);
              to.writeNumber(plain(digits));
            });
  }

  RecordText beginObject(String name) {
    return write(to -> to.writeObjectFieldStart(name));
  }

  RecordText beginArray(String name) {
    return write(to -> to.writeArrayFieldStart(name));
  }

  RecordText beginElement() {
    return write(JsonGenerator::writeStartObject);
  }

  RecordText endObject() {
    return write(JsonGenerator::writeEndObject);
  }

  RecordText endArray() {
    return write(JsonGenerator::writeEndArray);
  }

  /** FIX takes 007, 5. and .5, JSON does not. */
  static String plain(String digits) {
    boolean isNegative = digits.startsWith("-");
    int point = digits.indexOf('.');
    String whole = digits.substring(isNegative ? 1 : 0, point < 0 ? digits.length() : point);
    String fraction = point < 0 ? "" : digits.substring(point + 1);
    int zeros = 0;
    while (zeros < whole.length() - 1 && whole.charAt(zeros) == '0') {
      zeros++;
    }
    return (isNegative ? "-" : "")
        + (whole.isEmpty() ? "0" : whole.substring(zeros))
        + (fraction.isEmpty() ? "" : "." + fraction);
  }
}
