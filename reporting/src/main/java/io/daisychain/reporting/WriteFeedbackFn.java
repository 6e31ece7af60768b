package io.daisychain.reporting;

import io.daisychain.beam.Block;
import io.daisychain.beam.RecordSorter;
import io.daisychain.beam.Spill;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ValidityTable;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollectionView;

/** Sorts the faults of a shard, writes the files of its reporters, and hands on their sums. */
final class WriteFeedbackFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, Block>> {
  private static final long serialVersionUID = 1;
  private static final int BLOCK_BYTES = 256 << 10;
  private static final int FIRST = 0;
  private static final int LATER = 1;

  private final String directory;
  private final String suffix;
  private final FeedbackLimits limits;
  private final Spill spill;
  private final ValidityTable participants;
  private final PCollectionView<Map<String, Iterable<KV<Long, Long>>>> lineCounts;

  WriteFeedbackFn(
      String directory,
      String suffix,
      FeedbackLimits limits,
      Spill spill,
      ValidityTable participants,
      PCollectionView<Map<String, Iterable<KV<Long, Long>>>> lineCounts) {
    this.directory = directory;
    this.suffix = suffix;
    this.limits = limits;
    this.spill = spill;
    this.participants = participants;
    this.lineCounts = lineCounts;
  }

  @ProcessElement
  public void write(ProcessContext context) throws IOException {
    LineNumbers numbers =
        new LineNumbers(lineCounts == null ? Map.of() : context.sideInput(lineCounts));
    try (RecordSorter sorter = RecordSorter.beside(spill);
        Spill.Writer sums = spill.open();
        Files files = new Files(context.element().getKey(), numbers, sums, context)) {
      for (Block block : context.element().getValue()) {
        sort(block, sorter);
      }
      sorter.drain(files::add);
      files.finish();
    }
  }

  /** Participants come first: nobody who writes in strange names takes their files from them. */
  private void sort(Block block, RecordSorter sorter) {
    byte[] bytes = block.bytes();
    PackedReader reader = new PackedReader().wrap(bytes, 0, bytes.length);
    PackedReader fault = new PackedReader();
    PackedWriter record = new PackedWriter();
    while (reader.remaining() > 0) {
      int length = reader.varint();
      int from = reader.advance(length);
      String reporter = SortedText.read(fault.wrap(bytes, from, length));
      boolean first = reporter.isEmpty() || participants.has(reporter);
      record.clear().u8(first ? FIRST : LATER).raw(bytes, from, length);
      sorter.add(record.buffer(), 0, record.length());
    }
  }

  /** Writes faults, which come sorted, one file after the other. */
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
      FeedbackLine fault = FeedbackLine.read(reader);
      if (!fault.reporter().equals(reporter)) {
        endReporter();
        reporter = fault.reporter();
        beginFile(first);
      }
      byStatus.merge(fault.status(), fault.count(), Long::sum);
      long line =
          fault.line() > 0 ? numbers.before(fault.file(), fault.rangeStart()) + fault.line() : 0;
      file.add(fault, line);
    }

    private void beginFile(boolean participant) throws IOException {
      if (shared) {
        return;
      }
      close();
      String name;
      if (participant || ownFiles < limits.files()) {
        ownFiles += participant ? 0 : 1;
        name = FeedbackNames.file(reporter, suffix);
        if (!taken.add(FeedbackNames.folded(name))) {
          name = FeedbackNames.markedFile(reporter, suffix);
        }
      } else {
        shared = true;
        name = FeedbackNames.others(shard, suffix);
      }
      file = new FeedbackFile(WriteFeedback.create(directory, name), limits);
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
