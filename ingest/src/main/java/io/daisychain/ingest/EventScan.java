package io.daisychain.ingest;

import io.daisychain.cat.RecordStream;
import io.daisychain.fix.FixMessage;
import io.daisychain.ingest.file.InputFile;
import io.daisychain.ingest.file.InputForm;
import io.daisychain.ingest.file.InputRange;
import io.daisychain.ingest.file.LineReader;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.ContentHash;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.reporting.FeedbackLine;
import java.io.IOException;
import java.util.List;

/** Reads the events of FIX files one after the other, as ingest reads them, and stores none. */
public final class EventScan {
  private EventScan() {}

  /** Takes what is read. */
  @FunctionalInterface
  public interface Taker {
    /** An event and its message, valid during the call. */
    void event(OrderEvent event, FixMessage message) throws IOException;
  }

  /**
   * Reads files from front to end.
   *
   * @return what became of their messages; stored are those that were taken
   * @throws IOException naming a file that is damaged, or is none of FIX
   */
  public static MessageCounts scan(List<String> files, EventReader.Rules rules, Taker taker)
      throws IOException {
    MessageCounts sums = new MessageCounts();
    for (String file : files) {
      try (InputFile in = InputFile.open(file)) {
        if (in.content() != InputForm.TEXT || RecordStream.formOf(in.head()) != null) {
          throw new IOException("no file of FIX");
        }
        Scan scan = new Scan(taker);
        scan.classifier = new MessageClassifier(rules, ReferenceData.NONE, scan);
        ReadMessagesFn.readLines(
            InputRange.whole(file), file, in, LineReader.window(), scan.classifier);
        if (in.damage() != null) {
          throw new IOException("it is damaged or broken off: " + in.damage());
        }
        sums.add(scan.classifier.counts());
      } catch (IOException e) {
        throw new IOException(file + ": " + e.getMessage(), e);
      }
    }
    return sums;
  }

  private static final class Scan implements MessageClassifier.Output {
    private final Taker taker;
    private MessageClassifier classifier;

    Scan(Taker taker) {
      this.taker = taker;
    }

    @Override
    public void event(
        OrderEvent event, ValidationFlags flags, PackedWriter content, ContentHash hash, long line)
        throws IOException {
      taker.event(event, classifier.message());
    }

    @Override
    public DateVerdict verdict(int date) {
      return DateVerdict.TAKEN;
    }

    @Override
    public void reject(byte[] buffer, int from, int to, boolean last) {} // counted alone

    @Override
    public void error(FeedbackLine error) {}
  }
}
