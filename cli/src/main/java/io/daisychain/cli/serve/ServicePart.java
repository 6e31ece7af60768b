package io.daisychain.cli.serve;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** A command that goes on until it is told to end, as a part of a process that stays. */
public interface ServicePart {
  /** Checks its options, before anything starts. */
  void checkPart() throws IOException;

  /**
   * Does its work.
   *
   * @param stopping what tells it to end
   * @param host the process that it is a part of
   * @throws IOException where it cannot go on
   */
  void stay(CountDownLatch stopping, Host host) throws IOException;

  /** What a part sees of the process. */
  interface Host {
    /**
     * Hears that the part does what it is for.
     *
     * @param line for whoever started the process
     * @param state of the part, asked for at any time
     */
    void ready(String line, State state);

    /** Hears what the part waits for; the process goes on without it until then. */
    void waits(String reason);
  }

  /** How a part is. */
  interface State {
    /** Nothing is counted. */
    State QUIET =
        new State() {
          @Override
          public String progress() {
            return "";
          }

          @Override
          public String metrics() {
            return "";
          }
        };

    /** How far it is, in a line for people. */
    String progress();

    /** Its counters, in the text format of Prometheus. */
    String metrics();
  }
}
