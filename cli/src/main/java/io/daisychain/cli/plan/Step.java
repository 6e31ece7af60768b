package io.daisychain.cli.plan;

import java.util.Arrays;
import java.util.List;

/**
 * A step of a job: pieces that any core may take, and that all are done before the next step
 * begins.
 *
 * @param name what is shown
 * @param pieces in the order in which they are dealt
 */
record Step(String name, List<Piece> pieces) {

  /** What a core does at one go. */
  static final class Piece {
    private final double[] seconds;
    private final int server;
    private final int spread;

    /**
     * A piece.
     *
     * @param seconds by {@link Need}, as a cluster with nothing else to do would take
     * @param server of the store where its rows begin
     * @param spread servers that answer it at the same time, one behind the other by number
     */
    Piece(double[] seconds, int server, int spread) {
      this.seconds = seconds;
      this.server = server;
      this.spread = spread;
    }

    static Piece of(int server, int spread, double read, double cpu, double network, double store) {
      return new Piece(new double[] {read, cpu, network, store, 0}, server, spread);
    }

    /** The same at other servers. */
    Piece at(int otherServer, int otherSpread) {
      return new Piece(seconds, otherServer, otherSpread);
    }

    double seconds(Need need) {
      return seconds[need.index()];
    }

    int server() {
      return server;
    }

    int spread() {
      return spread;
    }

    double sum() {
      return Arrays.stream(seconds).sum();
    }
  }
}
