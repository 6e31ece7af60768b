package io.daisychain.datagen.allocation;

import io.daisychain.datagen.file.ByteSink;
import io.daisychain.datagen.lifecycle.EventRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the rows that the table of allocations must have, an account a line. */
public final class AccountWriter {
  private static final byte[] HEADER = "id,account,quantity\n".getBytes(StandardCharsets.US_ASCII);

  private final ByteSink sink;

  public AccountWriter(OutputStream out) {
    sink = new ByteSink(out);
    sink.put(HEADER);
  }

  /** Writes the accounts of an allocation that stands. */
  public void write(EventRecord record) throws IOException {
    for (int i = 0; i < record.allocated.length; i += 2) {
      if (!record.isOverruled(i)) {
        sink.makeRoom();
        sink.uuid(record.high, record.low);
        sink.put(',');
        sink.account(record.allocated[i]);
        sink.put(',');
        sink.number(record.allocated[i + 1]);
        sink.put('\n');
      }
    }
  }

  public void flush() throws IOException {
    sink.flush();
  }
}
