package io.daisychain.datagen;

import io.daisychain.datagen.file.ByteSink;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the lineage and statuses that link must find, a line for each event. */
final class TruthWriter {
  private static final byte[] HEADER =
      "id,Parent,GrandParent,eventType,expected error\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[][] TYPES = new byte[ShardSummary.TYPE_CODES][];

  static {
    for (EventType type : EventType.values()) {
      TYPES[type.code()] = type.name().getBytes(StandardCharsets.US_ASCII);
    }
  }

  private final ByteSink sink;

  TruthWriter(OutputStream out) {
    sink = new ByteSink(out);
    sink.put(HEADER);
  }

  void write(EventRecord record) throws IOException {
    sink.makeRoom();
    sink.uuid(record.high, record.low);
    sink.put(',');
    if (record.mergedKeys != null) {
      for (int i = 0; i < record.mergedKeys.length; i += 2) {
        if (i > 0) {
          sink.put('|');
        }
        sink.uuid(record.mergedKeys[i], record.mergedKeys[i + 1]);
      }
    } else if (record.parent != EventRecord.NONE) {
      sink.uuid(record.parentHigh, record.parentLow);
    }
    sink.put(',');
    sink.uuid(record.grandparentHigh, record.grandparentLow);
    sink.put(',');
    sink.put(TYPES[record.rowType().code()]);
    sink.put(',');
    if (record.statuses != 0) {
      sink.put(ErrorStatus.words(record.statuses).getBytes(StandardCharsets.US_ASCII));
    }
    sink.put('\n');
  }

  void flush() throws IOException {
    sink.flush();
  }
}
