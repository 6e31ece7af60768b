package io.daisychain.watch;

import java.util.List;

/** When messages are durable and linked, for those who measure. */
interface LatencyListener {
  /** Nobody measures. */
  LatencyListener NONE =
      new LatencyListener() {
        @Override
        public void durable(List<PendingMessage> group, long now) {}

        @Override
        public void linked(List<PendingMessage> group, long now) {}
      };

  /** D3: the messages of a group are durable. */
  void durable(List<PendingMessage> group, long now);

  /** D4: the messages of a group are linked. */
  void linked(List<PendingMessage> group, long now);
}
