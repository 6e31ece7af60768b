package io.daisychain.ingest;

import io.daisychain.beam.Block;
import io.daisychain.beam.FullDiskException;
import io.daisychain.beam.Spill;
import io.daisychain.cat.RecordStream;
import io.daisychain.ingest.file.FileFacts;
import io.daisychain.ingest.file.InputFile;
import io.daisychain.ingest.file.InputRange;
import io.daisychain.ingest.file.LineReader;
import io.daisychain.ingest.receipt.FileCounts;
import io.daisychain.model.CatKey;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.ContentHash;
import io.daisychain.reporting.FeedbackBlocks;
import io.daisychain.reporting.FeedbackLine;
import io.daisychain.store.KeySample;
import io.daisychain.store.dates.ChangedKeys;
import io.daisychain.store.dates.DateTables;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;

/**
 * Reads the lines of a group's ranges and sends each message where it belongs. What is packed,
 * sampled and counted is handed on once a group: thousands of small files would else be as many
 * blocks and sums for each key range.
 */
final class ReadMessagesFn extends DoFn<KV<Integer, Iterable<InputRange>>, KV<Integer, Block>> {
  /** Packed rows by key range. */
  static final TupleTag<KV<Integer, Block>> ROWS = new TupleTag<>() {};

  /** Packed errors, as {@link FeedbackBlocks} makes them. */
  static final TupleTag<KV<Integer, Block>> ERRORS = new TupleTag<>() {};

  /** Number of lines of each range, by file and start. */
  static final TupleTag<KV<String, KV<Long, Long>>> LINES = new TupleTag<>() {};

  /** Samples of the keys of the rows, by trade date. */
  static final TupleTag<KV<Integer, KeySample>> KEYS = new TupleTag<>() {};

  /** Keys of the rows, by trade date, where they are few. */
  static final TupleTag<KV<Integer, ChangedKeys>> CHANGES = new TupleTag<>() {};

  /** What became of the group's messages. */
  static final TupleTag<MessageCounts> COUNTS = new TupleTag<>() {};

  /** What became of each range's messages, by file. */
  static final TupleTag<KV<String, FileCounts>> RECEIPTS = new TupleTag<>() {};

  /** Name of the counter of bytes. */
  static final String BYTES_READ = "bytes read";

  static final String EVENTS_READ = "events read";

  private static final int PROGRESS_EVENTS = 4096;

  private final IngestPlan plan;

  /** For the progress line only: a retried bundle counts twice. */
  private final Counter progress = Metrics.counter("progress", EVENTS_READ);

  /** As files are stored: of these one knows beforehand how many there are. */
  private final Counter bytes = Metrics.counter("progress", BYTES_READ);

  private transient SessionLogons.Files logons;

  ReadMessagesFn(IngestPlan plan) {
    this.plan = plan;
  }

  @Setup
  public void setUp() {
    logons = new SessionLogons.Files();
  }

  @ProcessElement
  public void read(@Element KV<Integer, Iterable<InputRange>> group, MultiOutputReceiver out)
      throws IOException {
    try (DateTables tables = plan.tables();
        Spill.Writer spill = plan.spill().open()) {
      GroupOutput output = new GroupOutput(tables, spill, out);
      for (InputRange range : group.getValue()) {
        open(range, output);
      }
      output.flush();
    }
  }

  private void open(InputRange range, GroupOutput output) throws IOException {
    InputFile file;
    try {
      file =
          range.start() == 0
              ? InputFile.open(range.file())
              : InputFile.openText(range.file(), range.start() - 1);
    } catch (FileNotFoundException | AccessDeniedException | NoSuchFileException e) {
      // One file that cannot be opened must not stop the others; a retry would not help.
      FileFacts facts = new FileFacts();
      facts.setFailure(e.getMessage());
      MessageCounts counts = new MessageCounts();
      counts.inputs().add(range, facts);
      output.add(range, counts);
      return;
    } catch (IOException e) {
      throw new IOException(range.file() + ": " + e.getMessage(), e);
    }
    read(range, file, output);
  }

  private void read(InputRange range, InputFile file, GroupOutput output) throws IOException {
    try (InputFile in = file;
        RejectFile rejects = new RejectFile(plan.rejects(), range)) {
      output.begin(range, in, rejects);
      MessageClassifier classifier =
          new MessageClassifier(plan.rules(), plan.reference(), logons, output);
      String name = plan.names().shown(range.file());
      RecordClassifier records =
          new RecordClassifier(plan.rules(), plan.reference(), output, classifier.counts());
      RecordStream.Form form = records.formOf(in);
      long lines =
          form == null
              ? readLines(range, name, in, LineReader.window(), classifier)
              : records.readAll(range, name, in, form);
      output.end(lines);
      if (form == null) {
        classifier.ended(range, in);
      }
      output.add(range, classifier.counts());
    } catch (FullDiskException e) {
      throw e; // of an output: the input is not to blame
    } catch (IOException e) {
      throw new IOException(range.file() + ": " + e.getMessage(), e);
    }
  }

  /**
   * Takes the lines that begin in the range; the one that begins before is another range's.
   *
   * @param name of the file, as it is to be shown
   * @param window of a {@link LineReader}
   */
  static long readLines(
      InputRange range, String name, InputStream in, byte[] window, MessageClassifier classifier)
      throws IOException {
    boolean whole = range.start() == 0;
    LineReader lines = new LineReader(in, whole ? 0 : range.start() - 1, window);
    classifier.range(name, range);
    boolean more = lines.next();
    if (!whole) {
      while (more && lines.lines() == 1) {
        more = lines.next();
      }
      lines.forgetFirstLine();
    }
    long count = 0;
    while (more && !(lines.beginsLine() && lines.lineOffset() >= range.end())) {
      classifier.take(lines);
      count = lines.lines();
      more = lines.next();
    }
    return count;
  }

  /** Packs what is found in the ranges of a group. */
  private final class GroupOutput implements MessageClassifier.Output {
    private final MultiOutputReceiver out;
    private final RowPacker rows;
    private final FeedbackBlocks errors;
    private final Map<Integer, KeySample> keys = new TreeMap<>();
    private final Map<Integer, ChangedKeys> changes = new TreeMap<>();
    private final MessageCounts counts = new MessageCounts();
    private final DateTables tables;
    private RejectFile rejects;
    private InputRange range;
    private InputFile file;
    private int unseen;

    /** Those of the last event's date, since the next is mostly of the same. */
    private int date;

    private KeySample dateKeys;
    private ChangedKeys dateChanges;

    /** The date whose messages were taken last. */
    private int taken = Integer.MIN_VALUE;

    private long bytesSeen;

    GroupOutput(DateTables tables, Spill.Writer spill, MultiOutputReceiver out) {
      this.out = out;
      this.tables = tables;
      this.errors = new FeedbackBlocks(spill.into(out.get(ERRORS)));
      this.rows = new RowPacker(tables, spill.into(out.get(ROWS)));
    }

    void begin(InputRange next, InputFile of, RejectFile rejected) {
      range = next;
      file = of;
      rejects = rejected;
      bytesSeen = 0;
      rows.begin(range.number(), range.start());
    }

    @Override
    public DateVerdict verdict(int date) throws IOException {
      if (date == taken) {
        return DateVerdict.TAKEN;
      }
      if (tables.isDropped(date)) {
        return DateVerdict.DROPPED;
      }
      if (tables.ranges(date).isEmpty()) {
        return DateVerdict.TOO_MANY;
      }
      taken = date;
      return DateVerdict.TAKEN;
    }

    @Override
    public void event(
        OrderEvent event, ValidationFlags flags, PackedWriter content, ContentHash hash, long line)
        throws IOException {
      if (event.tradeDate() != date || dateKeys == null) {
        date = event.tradeDate();
        dateKeys = keys.computeIfAbsent(date, none -> new KeySample(plan.keySeed()));
        dateChanges = changes.computeIfAbsent(date, none -> new ChangedKeys());
      }
      dateKeys.add(event.high(), event.low());
      dateChanges.add(event.high(), event.low());
      rows.add(event, flags, content, hash, line);
      if (event.keyKind() != CatKey.Kind.NONE && event.keyDate == date) {
        dateChanges.add(event.keyHigh, event.keyLow);
      }
      if (++unseen == PROGRESS_EVENTS) {
        show();
      }
    }

    private void show() {
      progress.inc(unseen);
      unseen = 0;
      // What is read behind the range's end is another's.
      long taken = Math.min(file.storedBytes(), range.end() - range.start());
      bytes.inc(taken - bytesSeen);
      bytesSeen = taken;
    }

    @Override
    public void reject(byte[] buffer, int from, int to, boolean last) throws IOException {
      rejects.write(buffer, from, to, last);
    }

    @Override
    public void error(FeedbackLine error) {
      errors.add(error);
    }

    /** Ends a range that had so many lines. */
    void end(long lines) {
      show();
      out.get(LINES).output(KV.of(range.file(), KV.of(range.start(), lines)));
    }

    /** Adds what became of a range's messages. */
    void add(InputRange of, MessageCounts found) {
      counts.add(found);
      out.get(RECEIPTS)
          .output(
              KV.of(of.file(), new FileCounts(found.stored(), found.skipped(), found.rejected())));
    }

    void flush() {
      rows.flush();
      errors.flush();
      keys.forEach((of, sample) -> out.get(KEYS).output(KV.of(of, sample)));
      changes.forEach((of, changed) -> out.get(CHANGES).output(KV.of(of, changed)));
      out.get(COUNTS).output(counts);
    }
  }
}
