package io.daisychain.watch;

import java.io.OutputStream;

/** Whoever measures how long messages take on their way. Times are of {@link System#nanoTime}. */
public interface WatchMeter {
  /** Nobody measures. */
  WatchMeter NONE =
      new WatchMeter() {
        @Override
        public void linked(byte[] row, long read, long checked, long durable, long linked) {}

        @Override
        public OutputStream watched(OutputStream out) {
          return out;
        }
      };

  /**
   * Hears of a message that is linked.
   *
   * @param row as it is stored
   * @param read D1, when its bytes were read
   * @param checked D2
   * @param durable D3
   * @param linked D4
   */
  void linked(byte[] row, long read, long checked, long durable, long linked);

  /** The stream to which a subscriber's lines go, with what looks at D5 between. */
  OutputStream watched(OutputStream out);
}
