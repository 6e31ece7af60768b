package io.daisychain.ingest;

import io.daisychain.cat.RecordStream;
import io.daisychain.ingest.file.InputFile;
import io.daisychain.ingest.file.InputRange;
import io.daisychain.ingest.file.LineReader;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.ContentHash;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.reporting.FeedbackLine;
import java.io.IOException;
import java.util.Set;

/** Finds in files of FIX and CAT what rows of events were stored from. Stores nothing. */
public final class ContentScan {
  /** Takes what is found. */
  @FunctionalInterface
  public interface Taker {
    /**
     * A message or record of one of the events.
     *
     * @param line of the file, from 1
     * @param content name of its content, as the row's column has it
     */
    void found(RowKey id, long line, String content) throws IOException;
  }

  private ContentScan() {}

  /**
   * Reads a file from front to end, as ingest does.
   *
   * @throws IOException naming the file if it cannot be read
   */
  public static void scan(
      String file, Set<RowKey> ids, EventReader.Rules rules, ReferenceData reference, Taker taker)
      throws IOException {
    InputRange range = InputRange.whole(file);
    try (InputFile in = InputFile.open(file)) {
      Output output = new Output(ids, taker);
      MessageClassifier messages = new MessageClassifier(rules, reference, output);
      RecordClassifier records = new RecordClassifier(rules, reference, output, messages.counts());
      RecordStream.Form form = records.formOf(in);
      if (form == null) {
        ReadMessagesFn.readLines(range, file, in, LineReader.window(), messages);
      } else {
        records.readAll(range, file, in, form);
      }
    } catch (IOException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  private record Output(Set<RowKey> ids, Taker taker) implements MessageClassifier.Output {
    @Override
    public void event(
        OrderEvent event, ValidationFlags flags, PackedWriter content, ContentHash hash, long line)
        throws IOException {
      RowKey id = new RowKey(event.high(), event.low());
      if (ids.contains(id)) {
        taker.found(
            id,
            line,
            TableSchema.contentName(
                TableSchema.contentQualifier(
                    TableSchema.EVENT_PREFIX, hash.high(), hash.low(), event.sendingTime()),
                0));
      }
    }

    @Override
    public DateVerdict verdict(int date) {
      return DateVerdict.TAKEN;
    }

    @Override
    public void reject(byte[] buffer, int from, int to, boolean last) {} // is in no row

    @Override
    public void error(FeedbackLine error) {}
  }
}
