package io.daisychain.flight;

/** How long answers of one user took, from the request to the last row. */
final class AnswerTimes {
  private static final double NANOS = 1e9;

  private long count;
  private long refused;
  private long broken;
  private long rows;
  private double sum;
  private double squares;
  private double worst;

  /**
   * What there is to tell.
   *
   * @param count answers
   * @param refused requests that were not begun
   * @param broken answers that did not end: cancelled, or failed
   * @param rows of all answers
   * @param mean seconds of an answer
   * @param deviation standard deviation of it
   * @param worst the longest
   * @param sum of all
   */
  record Summary(
      long count,
      long refused,
      long broken,
      long rows,
      double mean,
      double deviation,
      double worst,
      double sum) {}

  synchronized void answered(long nanos) {
    double seconds = nanos / NANOS;
    count++;
    sum += seconds;
    squares += seconds * seconds;
    worst = Math.max(worst, seconds);
  }

  synchronized void refused() {
    refused++;
  }

  synchronized void broken() {
    broken++;
  }

  synchronized void sent(long further) {
    rows += further;
  }

  synchronized Summary summary() {
    double mean = count == 0 ? 0 : sum / count;
    double variance = count == 0 ? 0 : squares / count - mean * mean;
    return new Summary(
        count, refused, broken, rows, mean, Math.sqrt(Math.max(0, variance)), worst, sum);
  }
}
