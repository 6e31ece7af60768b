package io.daisychain.cli.plan;

import java.util.Arrays;

/** Where the time of a step went: what its cores were held by, and how busy the store was. */
final class StepTimes {
  private final String name;
  private final int pieces;
  private final int cores;
  private final int servers;
  private final double[] held = new double[Need.values().length];
  private double seconds;
  private double coreSeconds;
  private double lost;
  private int failed;
  private double storeSeconds;

  StepTimes(Step step, Cluster cluster, double storeSeconds) {
    name = step.name();
    pieces = step.pieces().size();
    cores = cluster.workers() * cluster.cores();
    servers = cluster.servers();
    this.storeSeconds = -storeSeconds;
  }

  private StepTimes(StepTimes first, StepTimes second) {
    name = first.name;
    pieces = first.pieces + second.pieces;
    cores = first.cores;
    servers = first.servers;
    Arrays.setAll(held, need -> first.held[need] + second.held[need]);
    seconds = first.seconds + second.seconds;
    coreSeconds = first.coreSeconds + second.coreSeconds;
    lost = first.lost + second.lost;
    failed = first.failed + second.failed;
    storeSeconds = first.storeSeconds + second.storeSeconds;
  }

  /** Both steps as one. */
  StepTimes plus(StepTimes next) {
    return new StepTimes(this, next);
  }

  void pass(double passed, int coresUp) {
    seconds += passed;
    coreSeconds += passed * coresUp;
  }

  void done(double[] piece) {
    for (int i = 0; i < held.length; i++) {
      held[i] += piece[i];
    }
  }

  void lost(double piece) {
    lost += piece;
    failed++;
  }

  void end(double storeBusy) {
    storeSeconds += storeBusy;
  }

  String name() {
    return name;
  }

  int pieces() {
    return pieces;
  }

  double seconds() {
    return seconds;
  }

  /** Core seconds of workers that were up. */
  double coreSeconds() {
    return coreSeconds;
  }

  /** Pieces that were lost with a worker and done again. */
  int failed() {
    return failed;
  }

  /** Share of the cores' time in which they held pieces that waited for this, or had it. */
  double share(Need need) {
    return held[need.index()] / whole();
  }

  /** Core seconds that a need held. */
  double held(Need need) {
    return held[need.index()];
  }

  /** Share of the cores' time that pieces took which were lost. */
  double lost() {
    return lost / whole();
  }

  /** Share of the cores' time before their workers were up. */
  double starting() {
    return 1 - coreSeconds / whole();
  }

  /** Share of the cores' time with nothing left to take, while others had the last pieces. */
  double barrier() {
    return Math.max(0, (coreSeconds - Arrays.stream(held).sum() - lost) / whole());
  }

  /** Share of the time that the servers of the store worked. */
  double storeBusy() {
    return storeSeconds / (seconds * servers);
  }

  /** What the cores' time went to most. */
  String waitsFor() {
    String words = "barrier";
    double most = barrier();
    for (Need need : Need.values()) {
      if (share(need) > most) {
        most = share(need);
        words = need.words();
      }
    }
    if (starting() > Math.max(most, lost())) {
      return "start of workers";
    }
    return lost() > most ? "failures" : words;
  }

  private double whole() {
    return Math.max(Double.MIN_NORMAL, seconds * cores);
  }
}
