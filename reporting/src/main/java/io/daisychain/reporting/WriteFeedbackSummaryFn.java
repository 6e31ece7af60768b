package io.daisychain.reporting;

import io.daisychain.beam.Block;
import io.daisychain.beam.RecordSorter;
import io.daisychain.beam.Spill;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import java.io.IOException;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/** Writes how many errors of each error status each reporter has: a line for each. */
final class WriteFeedbackSummaryFn extends DoFn<KV<Integer, Iterable<Block>>, Long> {
  private static final long serialVersionUID = 1;

  /** First line of the summary. */
  static final String HEADER = "reporter,status,faults\n";

  /** All sums come together under this key. */
  static final int ALL = 0;

  private final String directory;
  private final String name;
  private final Spill spill;

  WriteFeedbackSummaryFn(String directory, String suffix, Spill spill) {
    this.directory = directory;
    this.name = "summary" + suffix;
    this.spill = spill;
  }

  /** Appends a sum, its length before it. */
  static void pack(String reporter, String status, long count, PackedWriter out) {
    PackedWriter sum = new PackedWriter();
    SortedText.write(sum, FeedbackNames.inSummary(reporter));
    SortedText.write(sum, status);
    sum.i64(count);
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
    try (CsvFile out = new CsvFile(WriteFeedback.create(directory, name), HEADER)) {
      sorter.drain(
          (bytes, from, to) -> {
            reader.wrap(bytes, from, to - from);
            String reporter = SortedText.read(reader);
            String status = SortedText.read(reader);
            long errors = reader.i64();
            out.write(reporter, status, Long.toString(errors));
            count[0] += errors;
          });
    }
    return count[0];
  }
}
