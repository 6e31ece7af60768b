package io.daisychain.reporting;

import io.daisychain.beam.Block;
import io.daisychain.beam.RecordSorter;
import io.daisychain.beam.Spill;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/** Sorts the errors of a shard, writes the files of its reporters, and hands on their sums. */
final class WriteFeedbackFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, Block>> {
  private static final long serialVersionUID = 1;
  private static final int BLOCK_BYTES = 256 << 10;
  private static final int FIRST = 0;
  private static final int LATER = 1;

  private final FeedbackPlan plan;

  WriteFeedbackFn(FeedbackPlan plan) {
    this.plan = plan;
  }

  @ProcessElement
  public void write(ProcessContext context) throws IOException {
    LineNumbers numbers =
        new LineNumbers(
            plan.lineCounts() == null ? Map.of() : context.sideInput(plan.lineCounts()));
    try (RecordSorter sorter = RecordSorter.beside(plan.spill());
        Spill.Writer sums = plan.spill().open();
        Files files = new Files(context.element().getKey(), numbers, sums, context)) {
      for (Block block : context.element().getValue()) {
        sort(block, sorter);
      }
      sorter.drain(files::add);
      files.finish();
    }
  }

  /** Participants come first: invented reporter names cannot use up the files meant for them. */
  private void sort(Block block, RecordSorter sorter) {
    byte[] bytes = block.bytes();
    PackedReader reader = new PackedReader().wrap(bytes, 0, bytes.length);
    PackedReader error = new PackedReader();
    PackedWriter record = new PackedWriter();
    while (reader.remaining() > 0) {
      int length = reader.varint();
      int from = reader.advance(length);
      String reporter = SortedText.read(error.wrap(bytes, from, length));
      boolean first = reporter.isEmpty() || plan.participants().has(reporter);
      record.clear().u8(first ? FIRST : LATER).raw(bytes, from, length);
      sorter.add(record.buffer(), 0, record.length());
    }
  }

  /** Writes errors, which come sorted, one file after the other. */
  private final class Files implements AutoCloseable {
    private final int shard;
    private final LineNumbers numbers;
    private final Spill.Writer spilled;
    private final ProcessContext context;
    private final PackedReader reader = new PackedReader();
    private final PackedWriter sums = new PackedWriter();
    private final Map<String, Long> byStatus = new TreeMap<>();
    private final Set<String> taken = new HashSet<>();
    private String reporter;
    private FeedbackFile file;
    private boolean shared;
    private int ownFiles;

    Files(int shard, LineNumbers numbers, Spill.Writer spilled, ProcessContext context) {
      this.shard = shard;
      this.numbers = numbers;
      this.spilled = spilled;
      this.context = context;
    }

    void add(byte[] bytes, int from, int to) throws IOException {
      reader.wrap(bytes, from, to - from);
      boolean first = reader.u8() == FIRST;
      FeedbackLine error = FeedbackLine.read(reader);
      if (!error.reporter().equals(reporter)) {
        endReporter();
        reporter = error.reporter();
        beginFile(first);
      }
      byStatus.merge(error.status(), error.count(), Long::sum);
      long line =
          error.line() > 0 ? numbers.before(error.file(), error.rangeStart()) + error.line() : 0;
      file.add(error, line);
    }

    private void beginFile(boolean participant) throws IOException {
      if (shared) {
        return;
      }
      close();
      String name;
      if (participant || ownFiles < plan.limits().files()) {
        ownFiles += participant ? 0 : 1;
        name = FeedbackNames.file(reporter, plan.suffix());
        if (!taken.add(FeedbackNames.folded(name))) {
          name = FeedbackNames.markedFile(reporter, plan.suffix());
        }
      } else {
        shared = true;
        name = FeedbackNames.others(shard, plan.suffix());
      }
      file = new FeedbackFile(WriteFeedback.create(plan.directory(), name), plan.limits());
    }

    private void endReporter() throws IOException {
      if (reporter == null) {
        return;
      }
      file.endReporter(reporter);
      byStatus.forEach(
          (status, count) -> WriteFeedbackSummaryFn.pack(reporter, status, count, sums));
      byStatus.clear();
      if (sums.length() >= BLOCK_BYTES) {
        send();
      }
    }

    private void send() {
      Block block = spilled.block(sums.buffer(), sums.length());
      context.output(KV.of(WriteFeedbackSummaryFn.ALL, block));
      sums.clear();
    }

    void finish() throws IOException {
      endReporter();
      if (sums.length() > 0) {
        send();
      }
    }

    @Override
    public void close() throws IOException {
      if (file != null) {
        FeedbackFile closed = file;
        file = null;
        closed.close();
      }
    }
  }
}
