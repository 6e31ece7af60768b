package io.daisychain.watch.replay;

import java.io.IOException;

/** Where items go. */
interface ReplayTarget extends AutoCloseable {
  /**
   * Takes an item when it is due, or later.
   *
   * @param number of the item, from 1
   * @param scheduled when it is due, of {@link System#nanoTime}
   */
  void send(ReplayItem item, long number, long scheduled) throws IOException, InterruptedException;

  /** Nothing is due for some time. */
  void idle() throws IOException;

  /** Nothing more comes: ends when all was sent, and told of where anybody tells. */
  void finish() throws IOException, InterruptedException;

  @Override
  void close() throws IOException;
}
