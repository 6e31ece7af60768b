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
import java.util.List;

/** A file of CSV (RFC 4180) in UTF-8. */
final class CsvFile implements Closeable {
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
  void write(List<String> values) throws IOException {
    try {
      out.writeRecord(values);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Adds a line.
   *
   * @param columns of the file; further values are left out
   * @param values texts and numbers; null for none
   */
  void write(List<String> columns, Object[] values) throws IOException {
    String[] texts = new String[columns.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = values[i] == null ? "" : values[i].toString();
    }
    write(List.of(texts));
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
