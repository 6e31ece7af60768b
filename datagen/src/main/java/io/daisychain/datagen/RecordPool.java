package io.daisychain.datagen;

import java.util.ArrayDeque;

/** A pool of records for reuse, which spares the garbage collector. */
final class RecordPool {
  private final ArrayDeque<EventRecord> free = new ArrayDeque<>();

  EventRecord take() {
    EventRecord record = free.pollLast();
    if (record == null) {
      record = new EventRecord();
    }
    record.clear();
    return record;
  }

  void giveBack(EventRecord record) {
    free.addLast(record);
  }
}
