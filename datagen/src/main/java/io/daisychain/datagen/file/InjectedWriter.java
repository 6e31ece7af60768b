package io.daisychain.datagen.file;

import io.daisychain.datagen.fault.ErrorKind;
import io.daisychain.datagen.lifecycle.EventRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes the errors that were put in, a line for each kind and message: file, line and row key. An
 * event that is not reported has neither file nor line.
 */
public final class InjectedWriter {
  private static final byte[] HEADER =
      "kind,file,line,id,eventType\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[][] KINDS = new byte[ErrorKind.COUNT][];

  static {
    for (ErrorKind kind : ErrorKind.values()) {
      KINDS[Integer.numberOfTrailingZeros(kind.bit())] =
          kind.name().getBytes(StandardCharsets.US_ASCII);
    }
  }

  private final ByteSink sink;

  public InjectedWriter(OutputStream out) {
    sink = new ByteSink(out);
    sink.put(HEADER);
  }

  /** One line for each kind; {@code line} is counted from 1, 0 if the event is not reported. */
  public void write(EventRecord record, byte[] file, long line) throws IOException {
    for (int mask = record.injected; mask != 0; mask &= mask - 1) {
      sink.makeRoom();
      sink.put(KINDS[Integer.numberOfTrailingZeros(mask)]);
      sink.put(',');
      if (line > 0) {
        sink.put(file);
      }
      sink.put(',');
      if (line > 0) {
        sink.number(line);
      }
      sink.put(',');
      sink.uuid(record.high, record.low);
      sink.put(',');
      sink.put(record.rowType().name().getBytes(StandardCharsets.US_ASCII));
      sink.put('\n');
    }
  }

  public void flush() throws IOException {
    sink.flush();
  }
}
