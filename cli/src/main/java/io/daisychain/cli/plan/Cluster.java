package io.daisychain.cli.plan;

/**
 * What the jobs run on.
 *
 * @param servers of the store
 * @param workers of the runner
 * @param cores of a worker, each of which does a piece at a time
 * @param startSeconds until a worker is up: it takes from one to two times as long
 * @param autoscaling whether a sixteenth of the workers comes first, and twice as many each time
 *     {@code startSeconds} have passed
 * @param failures of workers in an hour
 * @param pauseSeconds that the runner takes before each step
 * @param again share of calls to the store that are made again
 * @param seed of what is drawn: when workers come and fail, which calls are made again
 */
record Cluster(
    int servers,
    int workers,
    int cores,
    double startSeconds,
    boolean autoscaling,
    double failures,
    double pauseSeconds,
    double again,
    long seed) {
  private static final int FIRST = 16;

  /** One that is up, loses nobody, and whose store takes each call the first time. */
  static Cluster warm(int servers, int workers, int cores) {
    return new Cluster(servers, workers, cores, 0, false, 0, 0, 0, 1);
  }

  /** Cores of all workers. */
  int allCores() {
    return workers * cores;
  }

  /** Seconds until a worker is up. */
  double upAfter(int worker, double drawn) {
    double steps =
        autoscaling
            ? Math.ceil(Math.max(0, Math.log((worker + 1.0) * FIRST / workers) / Math.log(2)))
            : 0;
    return startSeconds * (1 + drawn + steps);
  }

  Cluster withAgain(double share) {
    return new Cluster(
        servers, workers, cores, startSeconds, autoscaling, failures, pauseSeconds, share, seed);
  }

  Cluster withFailures(double anHour) {
    return new Cluster(
        servers, workers, cores, startSeconds, autoscaling, anHour, pauseSeconds, again, seed);
  }
}
