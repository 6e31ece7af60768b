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
  private static final int BLOCK_BYTES = 256 << 10;
  private static final int FIRST = 0;
  private static final int LATER = 1;

  private final FeedbackPlan plan;

  WriteFeedbackFn(FeedbackPlan plan) {
    this.plan = plan;
  }

  @ProcessElement
  public void write(ProcessContext context) throws IOException {
    if (context.element().getKey() >= WriteFeedback.SHARDS) {
      RecordErrorsFile.writeAll(plan, context.element().getValue());
      return;
    }
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

  /** What the summary counts together. */
  private record Counted(String status, FeedbackRole role) implements Comparable<Counted> {
    void pack(String reporter, long count, PackedWriter out) {
      WriteFeedbackSummaryFn.pack(reporter, status, role, count, out);
    }

    @Override
    public int compareTo(Counted other) {
      int order = status.compareTo(other.status);
      return order != 0 ? order : role.compareTo(other.role);
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
    private final Map<Counted, Long> counts = new TreeMap<>();
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
      counts.merge(new Counted(error.status(), error.role()), error.count(), Long::sum);
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
        name = FeedbackNames.file(reporter, plan.stage().csv());
        if (!taken.add(FeedbackNames.folded(name))) {
          name = FeedbackNames.markedFile(reporter, plan.stage().csv());
        }
      } else {
        shared = true;
        name = FeedbackNames.others(shard, plan.stage().csv());
      }
      file = FeedbackFile.create(plan.directory(), name, plan.stage(), plan.limits());
    }

    private void endReporter() throws IOException {
      if (reporter == null) {
        return;
      }
      file.endReporter(reporter);
      counts.forEach((what, count) -> what.pack(reporter, count, sums));
      counts.clear();
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
