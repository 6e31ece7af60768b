package io.daisychain.ingest;

import io.daisychain.beam.BlockSink;
import io.daisychain.model.ContentHash;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ValidationFlags;
import io.daisychain.reporting.FeedbackLine;
import io.daisychain.store.KeyRanges;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;

/**
 * What the steps of reading cost by themselves, in the calling thread, without a runner and without
 * a store: CPU time in nanoseconds.
 *
 * @param lines to read the files and cut them into lines
 * @param events to find, check and understand the messages, and pack their contents
 * @param rows to pack the events as rows of key ranges
 */
public record StepCosts(long lines, long events, long rows) {
  /** Does every step to every file, and forgets what comes out. */
  public static StepCosts measure(Iterable<String> files, IngestSettings settings)
      throws IOException {
    long lines = 0;
    long events = 0;
    long rows = 0;
    for (String file : files) {
      // One after the other for each file, so that all of them see the same noise of the machine.
      long first = readLines(file);
      long second = readEvents(file, settings, new Nothing());
      long third = readEvents(file, settings, new Packing(settings.ranges()));
      lines += first;
      events += second - first;
      rows += third - second;
    }
    return new StepCosts(lines, events, rows);
  }

  private static long readLines(String file) throws IOException {
    long start = cpuTime();
    try (InputStream in = InputFile.open(file)) {
      LineReader lines = new LineReader(in, 0);
      while (lines.next()) {
        // what it costs to get there is all
      }
    }
    return cpuTime() - start;
  }

  private static long readEvents(String file, IngestSettings settings, Nothing output)
      throws IOException {
    long start = cpuTime();
    InputRange whole = InputRange.whole(file);
    try (InputStream in = InputFile.open(file)) {
      MessageClassifier intake =
          new MessageClassifier(settings.rules(), settings.reference(), output);
      ReadMessagesFn.readLines(whole, file, in, intake);
    }
    return cpuTime() - start;
  }

  private static long cpuTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Takes everything and does nothing with it. */
  private static class Nothing implements MessageClassifier.Output {
    @Override
    public void event(
        OrderEvent event,
        ValidationFlags findings,
        PackedWriter content,
        ContentHash hash,
        long line) {}

    @Override
    public void reject(byte[] buffer, int from, int to, boolean last) {}

    @Override
    public void fault(FeedbackLine fault) {}
  }

  private static final class Packing extends Nothing {
    private static final BlockSink NOWHERE = (range, buffer, length) -> {};

    private final RowPacker rows;

    Packing(KeyRanges ranges) {
      rows = new RowPacker(ranges, NOWHERE, 0, 0);
    }

    @Override
    public void event(
        OrderEvent event,
        ValidationFlags findings,
        PackedWriter content,
        ContentHash hash,
        long line) {
      rows.add(event, findings, content, hash, line);
    }
  }
}
