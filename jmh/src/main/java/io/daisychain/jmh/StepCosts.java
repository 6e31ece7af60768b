package io.daisychain.jmh;

import io.daisychain.ingest.IngestSettings;
import io.daisychain.ingest.ReadingStep;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/**
 * What the steps of reading cost by themselves: CPU time in nanoseconds.
 *
 * @param lines to read the files and find their lines
 * @param events to find, check and decode the messages, and pack their contents
 * @param rows to pack the events as rows of key ranges
 */
record StepCosts(long lines, long events, long rows) {
  static StepCosts measure(Iterable<String> files, IngestSettings settings) throws IOException {
    long lines = 0;
    long events = 0;
    long rows = 0;
    for (String file : files) {
      // All steps of a file one after the other, so that all see the same noise of the machine.
      long first = cost(ReadingStep.LINES, file, settings);
      long second = cost(ReadingStep.EVENTS, file, settings);
      long third = cost(ReadingStep.ROWS, file, settings);
      lines += first;
      events += second - first;
      rows += third - second;
    }
    return new StepCosts(lines, events, rows);
  }

  private static long cost(ReadingStep step, String file, IngestSettings settings)
      throws IOException {
    long start = cpuTime();
    step.read(file, settings);
    return cpuTime() - start;
  }

  private static long cpuTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
