package io.daisychain.reporting;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A file of CSV (RFC 4180) in UTF-8. Control characters, which a terminal would obey, are written
 * {@code \xHH}: those below 32, 127, and 128 to 159.
 */
final class CsvFile implements Closeable {
  private static final HexFormat HEX = HexFormat.of();
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}|[\\x80-\\x9f]");

  /** No character: a line that begins with the usual one, #, would get quotes. */
  private static final char NO_COMMENTS = '\uffff';

  private final CsvWriter out;

  /** Begins a file with its first line; it is closed with this. */
  CsvFile(OutputStream file, String header) throws IOException {
    Writer writer = new OutputStreamWriter(file, UTF_8);
    writer.write(header);
    out =
        CsvWriter.builder()
            .lineDelimiter(LineDelimiter.LF)
            .commentCharacter(NO_COMMENTS)
            .build(writer);
  }

  /** Adds a line. */
  void write(String... values) throws IOException {
    for (int i = 0; i < values.length; i++) {
      values[i] = visible(values[i]);
    }
    try {
      out.writeRecord(values);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Hands all lines to the operating system. */
  void flush() throws IOException {
    out.flush();
  }

  private static String visible(String value) {
    return CONTROL
        .matcher(value)
        .replaceAll(found -> "\\\\x" + HEX.toHexDigits((byte) found.group().charAt(0)));
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
