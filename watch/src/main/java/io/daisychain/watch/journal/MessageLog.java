package io.daisychain.watch.journal;

import java.io.IOException;

/** Where entries are durable, in the order in which they come. Used by one thread at a time. */
public interface MessageLog {
  /** Nothing is durable: what is lost with the process is lost. */
  MessageLog MEMORY =
      new MessageLog() {
        @Override
        public long append(byte[] entry) {
          return 0;
        }

        @Override
        public void look() {}

        @Override
        public void stored(long position) {}
      };

  /**
   * Appends an entry, which is durable on return.
   *
   * @return the position behind it
   */
  long append(byte[] entry) throws IOException;

  /** Looks after copies; some times a second. */
  void look() throws IOException;

  /** Hears that all up to a position is in the store. By any thread. */
  void stored(long position) throws IOException;
}
