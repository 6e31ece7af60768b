package io.daisychain.ingest;

import io.daisychain.beam.BlockSink;
import io.daisychain.ingest.file.InputFile;
import io.daisychain.ingest.file.InputRange;
import io.daisychain.ingest.file.LineReader;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.ContentHash;
import io.daisychain.reporting.FeedbackLine;
import io.daisychain.store.dates.DateTables;
import java.io.IOException;
import java.io.InputStream;

/**
 * How far a file is read: each step does what those before it do and something more. For programs
 * that measure what the steps cost, without a runner. Of the store the last step asks for the
 * ranges of each trade date once.
 */
public enum ReadingStep {
  /** Reads the file and finds its lines. */
  LINES,
  /** Finds, checks and decodes the messages, and packs their contents. */
  EVENTS,
  /** Packs the events as rows of key ranges. */
  ROWS;

  private static final BlockSink NOWHERE = (range, buffer, length) -> {};

  /** Reads a file so far, in the calling thread, and keeps nothing. */
  public void read(String file, IngestSettings settings) throws IOException {
    IngestSettings.NewDates dates = settings.dates();
    try (InputStream in = InputFile.open(file);
        DateTables tables =
            new DateTables(
                settings.table(),
                settings.runId(),
                dates.version(),
                dates.splitKeys(),
                dates.mostDates())) {
      if (this == LINES) {
        LineReader lines = new LineReader(in, 0);
        boolean more = lines.next();
        while (more) {
          more = lines.next();
        }
        return;
      }
      MessageClassifier.Output output =
          this == EVENTS ? new NoOutput() : new PackedRows(new RowPacker(tables, NOWHERE));
      ReadMessagesFn.readLines(
          InputRange.whole(file),
          file,
          in,
          LineReader.window(),
          new MessageClassifier(settings.rules(), settings.reference(), output));
    }
  }

  /** Drops everything. */
  private static class NoOutput implements MessageClassifier.Output {
    @Override
    public void event(
        OrderEvent event, ValidationFlags flags, PackedWriter content, ContentHash hash, long line)
        throws IOException {}

    @Override
    public DateVerdict verdict(int date) {
      return DateVerdict.TAKEN;
    }

    @Override
    public void reject(byte[] buffer, int from, int to, boolean last) {}

    @Override
    public void error(FeedbackLine error) {}
  }

  /** Packs the events and drops the rows. */
  private static final class PackedRows extends NoOutput {
    private final RowPacker rows;

    PackedRows(RowPacker rows) {
      this.rows = rows;
    }

    @Override
    public void event(
        OrderEvent event, ValidationFlags flags, PackedWriter content, ContentHash hash, long line)
        throws IOException {
      rows.add(event, flags, content, hash, line);
    }
  }
}
