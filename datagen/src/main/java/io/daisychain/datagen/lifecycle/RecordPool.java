package io.daisychain.datagen.lifecycle;

import java.util.ArrayDeque;

/** A pool of records for reuse, which spares the garbage collector. */
public final class RecordPool {
  private final ArrayDeque<EventRecord> free = new ArrayDeque<>();

  public EventRecord take() {
    EventRecord record = free.pollLast();
    if (record == null) {
      record = new EventRecord();
    }
    record.clear();
    return record;
  }

  public void giveBack(EventRecord record) {
    free.addLast(record);
  }
}
