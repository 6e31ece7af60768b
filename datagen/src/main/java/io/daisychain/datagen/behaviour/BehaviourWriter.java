package io.daisychain.datagen.behaviour;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.datagen.file.ByteSink;
import io.daisychain.datagen.lifecycle.EventRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Writes which events are part of a behaviour, or of its innocent twin, a line for each. */
public final class BehaviourWriter {
  private static final byte[] HEADER =
      "behaviour,instance,innocent,role,id,eventType\n".getBytes(US_ASCII);

  private final int shard;
  private final ByteSink sink;

  public BehaviourWriter(int shard, OutputStream out) {
    this.shard = shard;
    sink = new ByteSink(out);
    sink.put(HEADER);
  }

  /** The events of a lifecycle, which have their keys. */
  public void write(Behaviours.Member member, List<EventRecord> events) throws IOException {
    byte[] start =
        "%s,%d-%d,%s,%s,"
            .formatted(member.kind(), shard, member.instance(), member.innocent(), member.role())
            .getBytes(US_ASCII);
    for (EventRecord event : events) {
      if (event.unsaid) {
        continue;
      }
      sink.makeRoom();
      sink.put(start);
      sink.uuid(event.high, event.low);
      sink.put(',');
      sink.put(event.rowType().name().getBytes(US_ASCII));
      sink.put('\n');
    }
  }

  public void flush() throws IOException {
    sink.flush();
  }
}
