package io.daisychain.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Messages that are made durable together. */
final class TakenGroup {
  private final List<Taken> messages;
  private final CountDownLatch durable = new CountDownLatch(1);

  TakenGroup(List<Taken> messages) {
    this.messages = List.copyOf(messages);
  }

  List<Taken> messages() {
    return messages;
  }

  /** Rows of the messages that have one. */
  List<byte[]> blocks() {
    List<byte[]> blocks = new ArrayList<>(messages.size());
    for (Taken message : messages) {
      if (message.block() != null) {
        blocks.add(message.block());
      }
    }
    return blocks;
  }

  /** All of it is. */
  void becameDurable() {
    durable.countDown();
  }

  /** True when all of it is durable, within so long. */
  boolean isDurable(long millis) throws InterruptedException {
    return durable.await(millis, TimeUnit.MILLISECONDS);
  }
}
