package io.daisychain.reporting;

import io.daisychain.beam.Block;
import io.daisychain.beam.Spill;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
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
    int shard = context.element().getKey();
    if (shard >= WriteFeedback.SHARDS) {
      RecordErrorsFile.writeAll(plan, shard, context.element().getValue());
      return;
    }
    LineNumbers numbers =
        new LineNumbers(
            plan.lineCounts() == null ? Map.of() : context.sideInput(plan.lineCounts()));
    try (Spill.Writer sums = plan.spill().open();
        Files files = new Files(plan, shard, numbers, sums, context)) {
      files.write(shard, context.element().getValue());
      files.sendSums();
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

  /** Files of reporters. */
  private static final class Files extends ShardFiles {
    private final int shard;
    private final LineNumbers numbers;
    private final Spill.Writer spilled;
    private final DoFn<?, KV<Integer, Block>>.ProcessContext context;
    private final PackedWriter sums = new PackedWriter();
    private final Map<Counted, Long> counts = new TreeMap<>();
    private final Set<String> taken = new HashSet<>();
    private FeedbackFile file;
    private String name;
    private boolean shared;
    private int ownFiles;

    Files(
        FeedbackPlan plan,
        int shard,
        LineNumbers numbers,
        Spill.Writer spilled,
        DoFn<?, KV<Integer, Block>>.ProcessContext context) {
      super(plan, shard);
      this.shard = shard;
      this.numbers = numbers;
      this.spilled = spilled;
      this.context = context;
    }

    /** Participants come first: invented names cannot use up the files meant for them. */
    @Override
    void beginSorted(FeedbackLine line, PackedWriter out) {
      out.u8(isFirst(line.reporter()) ? FIRST : LATER);
    }

    private boolean isFirst(String reporter) {
      return reporter.isEmpty() || plan.participants().has(reporter);
    }

    @Override
    void skipSorted(PackedReader in) {
      in.u8();
    }

    @Override
    String sectionOf(FeedbackLine line) {
      return line.reporter();
    }

    @Override
    List<String> plainNames(String reporter) {
      String csv = FeedbackNames.file(reporter, plan.stage().csv());
      return List.of(csv, plan.stage().jsonBeside(csv));
    }

    @Override
    void begin(String reporter) throws IOException {
      if (shared) {
        return;
      }
      if (isFirst(reporter) || ownFiles < plan.limits().files()) {
        ownFiles += isFirst(reporter) ? 0 : 1;
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

    @Override
    void add(FeedbackLine error) throws IOException {
      counts.merge(new Counted(error.status(), error.role()), error.count(), Long::sum);
      long line =
          error.line() > 0 ? numbers.before(error.file(), error.rangeStart()) + error.line() : 0;
      file.add(error, line);
    }

    @Override
    List<String> end(String reporter, PackedWriter out) throws IOException {
      file.endReporter(reporter);
      counts.forEach((what, count) -> what.pack(reporter, count, out));
      counts.clear();
      if (shared) {
        return null;
      }
      close();
      List<String> plain = plainNames(reporter);
      return plain.get(0).equals(name) ? plain : null;
    }

    @Override
    void send(byte[] bytes, int from, int length) {
      sums.raw(bytes, from, length);
      if (sums.length() >= BLOCK_BYTES) {
        sendSums();
      }
    }

    void sendSums() {
      if (sums.length() > 0) {
        Block block = spilled.block(sums.buffer(), sums.length());
        context.output(KV.of(WriteFeedbackSummaryFn.ALL, block));
        sums.clear();
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
