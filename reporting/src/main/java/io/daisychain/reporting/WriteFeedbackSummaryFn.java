package io.daisychain.reporting;

import io.daisychain.beam.Block;
import io.daisychain.beam.RecordSorter;
import io.daisychain.beam.Spill;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import java.io.IOException;
import java.util.List;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/** Writes how many errors of each error status each reporter has: a line for each. */
final class WriteFeedbackSummaryFn extends DoFn<KV<Integer, Iterable<Block>>, Long> {
  private static final List<String> COLUMNS = List.of("reporter", "status", "faults", "role");

  /** All sums come together under this key. */
  static final int ALL = 0;

  private final String directory;
  private final FeedbackStage stage;
  private final Spill spill;

  WriteFeedbackSummaryFn(String directory, FeedbackStage stage, Spill spill) {
    this.directory = directory;
    this.stage = stage;
    this.spill = spill;
  }

  /** Begins the summary of a stage. */
  static CsvFile create(String directory, FeedbackStage stage) throws IOException {
    return new CsvFile(
        WriteFeedback.create(directory, "summary" + stage.csv(), "text/csv"),
        String.join(",", COLUMNS.subList(0, columns(stage))) + "\n");
  }

  /** Every error that ingest finds is of the reporter's own message. */
  private static int columns(FeedbackStage stage) {
    return stage == FeedbackStage.LINK ? COLUMNS.size() : COLUMNS.size() - 1;
  }

  /** Appends a sum, its length before it. */
  static void pack(
      String reporter, String status, FeedbackRole role, long count, PackedWriter out) {
    PackedWriter sum = new PackedWriter();
    SortedText.write(sum, FeedbackNames.inSummary(reporter));
    SortedText.write(sum, status);
    sum.u8(role.code()).i64(count);
    out.text(sum.buffer(), 0, sum.length());
  }

  @ProcessElement
  public void write(@Element KV<Integer, Iterable<Block>> sums, OutputReceiver<Long> errors)
      throws IOException {
    try (RecordSorter sorter = RecordSorter.beside(spill)) {
      for (Block block : sums.getValue()) {
        byte[] bytes = block.bytes();
        PackedReader reader = new PackedReader().wrap(bytes, 0, bytes.length);
        while (reader.remaining() > 0) {
          int length = reader.varint();
          sorter.add(bytes, reader.advance(length), length);
        }
      }
      errors.output(write(sorter));
    }
  }

  private long write(RecordSorter sorter) throws IOException {
    long[] count = new long[1];
    PackedReader reader = new PackedReader();
    try (CsvFile out = create(directory, stage)) {
      sorter.drain(
          (bytes, from, to) -> {
            reader.wrap(bytes, from, to - from);
            String reporter = SortedText.read(reader);
            String status = SortedText.read(reader);
            FeedbackRole role = FeedbackRole.ofCode(reader.u8());
            long errors = reader.i64();
            out.write(
                COLUMNS.subList(0, columns(stage)),
                new Object[] {VisibleLine.of(reporter), status, errors, role.word()});
            count[0] += errors;
          });
    }
    return count[0];
  }
}
