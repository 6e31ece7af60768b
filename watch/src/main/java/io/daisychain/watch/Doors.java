package io.daisychain.watch;

import java.util.List;

/** The doors that a message passes on its way, and when: for those who measure. */
interface Doors {
  /** Nobody measures. */
  Doors NONE =
      new Doors() {
        @Override
        public void durable(List<Taken> group, long now) {}

        @Override
        public void linked(List<Taken> group, long now) {}
      };

  /** D3: the messages of a group are durable. */
  void durable(List<Taken> group, long now);

  /** D4: the messages of a group are linked. */
  void linked(List<Taken> group, long now);
}
