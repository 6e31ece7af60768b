package io.daisychain.ingest;

import io.daisychain.cat.RecordStream;
import io.daisychain.fix.FixVersion;
import io.daisychain.ingest.file.DamagedInputException;
import io.daisychain.ingest.file.InputFile;
import io.daisychain.ingest.file.InputForm;
import io.daisychain.ingest.file.InputLine;
import io.daisychain.ingest.file.InputRange;
import io.daisychain.ingest.file.LineReader;
import io.daisychain.model.CatKey;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.ContentHash;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.reporting.FeedbackLine;
import io.daisychain.reporting.SaveInputLines;
import io.daisychain.store.RowBatch;
import java.io.IOException;

/**
 * Reads messages of one source as the ingest job does, for those who take them as they come: every
 * message becomes a packed row, a skip or a reject. Not thread-safe.
 */
public final class MessageIntake {
  private final MessageClassifier classifier;
  private final RecordClassifier records;
  private final Sink sink;
  private final EventRow cells = new EventRow();
  private final byte[] key = new byte[RowKey.LENGTH];
  private final SingleMessage single = new SingleMessage();

  /** Small files would else cost more to make room for than to read. */
  private byte[] window;

  private RowBatch.Writer row;
  private int rowDate;
  private long file;

  /** Takes what becomes of messages. */
  public interface Sink {
    /**
     * Asked about the trade date of each event, whose table is there afterwards.
     *
     * @return {@link #DROPPED} or {@link #TOO_MANY}, or empty where its messages are taken
     */
    String refusal(int date) throws IOException;

    /**
     * An event.
     *
     * @param block its row, as {@link io.daisychain.store.write.RowPutter} takes it
     */
    void event(byte[] block) throws IOException;

    /** Bytes of a message that is set aside; {@code last} with its last ones. */
    void reject(byte[] buffer, int from, int to, boolean last) throws IOException;

    /** Something to tell the reporter. */
    void error(FeedbackLine error) throws IOException;
  }

  /** What {@link Sink#refusal} says of a date that was dropped. */
  public static final String DROPPED = DateVerdict.DROPPED.name();

  /** What {@link Sink#refusal} says where a store has as many dates as it takes. */
  public static final String TOO_MANY = DateVerdict.TOO_MANY.name();

  /** A source. */
  public MessageIntake(EventReader.Rules rules, ReferenceData reference, Sink sink) {
    this.sink = sink;
    Output output = new Output();
    this.classifier = new MessageClassifier(rules, reference, output);
    this.records = new RecordClassifier(rules, reference, output, classifier.counts());
  }

  /** What became of all messages. */
  public MessageCounts counts() {
    return classifier.counts();
  }

  /**
   * Reads a file to its end: plain, gzip or zstd.
   *
   * @param path of the file, as Beam's file systems take it
   * @param shown its name as those know it who handed it in
   * @return number of its lines
   * @throws IOException if it cannot be read, or was damaged: all before the damage has been taken
   */
  public long readFile(String path, String shown) throws IOException {
    InputRange range = InputRange.whole(path);
    file = range.number();
    if (window == null) {
      window = LineReader.window();
    }
    try (InputFile in = InputFile.open(path)) {
      RecordStream.Form form = records.formOf(in);
      long lines =
          form == null
              ? ReadMessagesFn.readLines(range, shown, in, window, classifier)
              : records.readAll(range, shown, in, form);
      if (form == null) {
        classifier.ended(range, in);
      }
      if (in.damage() != null) {
        throw new DamagedInputException(in.damage().text());
      }
      if (in.content() != InputForm.TEXT) {
        throw new DamagedInputException(in.content().description());
      }
      return lines;
    }
  }

  /** Messages of FIXT.1.1 that do not say their version are of this one from now on. */
  public void agree(FixVersion version) {
    classifier.agree(version);
  }

  /**
   * Takes one message that came by itself.
   *
   * @param source its name in feedback
   * @param line its number there
   */
  public void take(byte[] message, String source, long line) throws IOException {
    file = SaveInputLines.numberOf(source);
    classifier.source(source);
    single.set(message, line);
    classifier.take(single);
  }

  /** A line that is nothing but one message. */
  private static final class SingleMessage implements InputLine {
    private byte[] bytes = {};
    private long number;

    void set(byte[] message, long line) {
      bytes = message;
      number = line;
    }

    @Override
    public byte[] buffer() {
      return bytes;
    }

    @Override
    public int from() {
      return 0;
    }

    @Override
    public int to() {
      return bytes.length;
    }

    @Override
    public boolean isOversized() {
      return bytes.length > LineReader.MAX_MESSAGE;
    }

    @Override
    public boolean isContinuation() {
      return false;
    }

    @Override
    public boolean isOpen() {
      return false;
    }

    @Override
    public long lines() {
      return number;
    }

    @Override
    public long fileOffset(int index) {
      return -1;
    }
  }

  /** Packs events one by one. */
  private final class Output implements MessageClassifier.Output {
    @Override
    public void event(
        OrderEvent event, ValidationFlags flags, PackedWriter content, ContentHash hash, long line)
        throws IOException {
      if (row == null || rowDate != event.tradeDate()) {
        rowDate = event.tradeDate();
        row = new RowBatch.Writer(rowDate);
      }
      RowKey.write(event.high(), event.low(), key, 0);
      cells.write(row.row(key, 0), event, flags, content, hash, file, 0, line);
      sink.event(row.take());
      if (event.keyKind() != CatKey.Kind.NONE && sink.refusal(event.keyDate).isEmpty()) {
        RowKey.write(event.keyHigh, event.keyLow, key, 0);
        RowBatch.Writer bearer = new RowBatch.Writer(event.keyDate);
        EventRow.writeBearer(bearer.row(key, 0), event);
        sink.event(bearer.take());
      }
    }

    @Override
    public DateVerdict verdict(int date) throws IOException {
      String refusal = sink.refusal(date);
      return refusal.isEmpty() ? DateVerdict.TAKEN : DateVerdict.valueOf(refusal);
    }

    @Override
    public void reject(byte[] buffer, int from, int to, boolean last) throws IOException {
      sink.reject(buffer, from, to, last);
    }

    @Override
    public void error(FeedbackLine error) throws IOException {
      sink.error(error);
    }
  }
}
