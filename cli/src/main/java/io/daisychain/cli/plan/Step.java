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
    private final int turns;

    /**
     * A piece.
     *
     * @param seconds by {@link Need}, as a cluster with nothing else to do would take
     * @param server of the store where its rows begin
     * @param spread servers that answer it at the same time, one behind the other by number
     * @param turns in which it asks the store, each of the servers behind those of the last
     */
    Piece(double[] seconds, int server, int spread, int turns) {
      this.seconds = seconds;
      this.server = server;
      this.spread = spread;
      this.turns = turns;
    }

    static Piece of(int server, int spread, double read, double cpu, double network, double store) {
      return new Piece(new double[] {read, cpu, network, store, 0}, server, spread, 1);
    }

    /** The same at other servers. */
    Piece at(int otherServer, int otherSpread, int otherTurns) {
      return new Piece(seconds, otherServer, otherSpread, otherTurns);
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

    int turns() {
      return turns;
    }

    double sum() {
      return Arrays.stream(seconds).sum();
    }
  }
}
