package io.daisychain.datagen;

import java.util.ArrayDeque;

/** Records that are free for reuse, so that a long shard makes no garbage. */
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
