package io.daisychain.ingest.repair;

import io.daisychain.cat.CatRecord;
import io.daisychain.cat.CatSchemas;
import io.daisychain.cat.RecordReader;
import io.daisychain.cat.RecordStream;
import io.daisychain.ingest.CatFileName;
import io.daisychain.ingest.file.InputFile;
import io.daisychain.model.Action;
import io.daisychain.model.CatKey;
import io.daisychain.model.event.CatEventReader;
import io.daisychain.model.event.EventReader;
import java.io.IOException;

/** Goes through the records of a file of CAT as ingest does. */
final class RecordScan implements AutoCloseable {
  private final InputFile in;
  private final RecordStream.Form form;
  private final RecordStream stream;
  private final RecordReader reader = new RecordReader(CatSchemas.Versions.ANNOUNCED);
  private final CatEventReader events;
  private final CatFileName name;
  final CatRecord record = new CatRecord();
  private boolean isPiece;
  private boolean isRead;
  private boolean isEvent;

  private RecordScan(InputFile in, String path, EventReader.Rules rules) {
    this.in = in;
    form = RecordStream.formOf(in.head());
    stream = form == null ? null : new RecordStream(in, form);
    name = CatFileName.of(path);
    events = new CatEventReader(rules.dates());
  }

  static RecordScan open(String path, EventReader.Rules rules) throws IOException {
    return new RecordScan(InputFile.open(path), path, rules);
  }

  /** Goes on to the next record, or piece of one; false at the end, and in what is no CAT. */
  boolean next() throws IOException {
    if (form == null || !stream.next()) {
      return false;
    }
    isPiece = stream.isOversized() || stream.broken() != null || stream.isTooLong();
    isRead =
        !isPiece && reader.read(form.isJson(), stream.buffer(), stream.from(), stream.to(), record);
    isEvent = isRead && events.read(record, name.reporter(), 0);
    return true;
  }

  long line() {
    return stream.line();
  }

  CatFileName name() {
    return name;
  }

  /** False where ingest refused it. */
  boolean isEvent() {
    return isEvent;
  }

  CatEventReader events() {
    return events;
  }

  /** Whose it is, as far as it can be read. */
  String firm() {
    String said = isPiece ? "" : CatEventReader.firmOf(record.said("CATReporterIMID"));
    return name.reporter().isEmpty() ? said : name.reporter();
  }

  /** errorROEID in decimal; empty where it has none. */
  String id() {
    return isPiece
        ? ""
        : events
            .id(firm(), record.said("firmROEID"))
            .map(key -> Long.toUnsignedString(key.high()))
            .orElse("");
  }

  /** The key that the event bears; null for none. */
  RecordKey key() {
    boolean bears =
        isEvent
            && events.event().keyKind() != CatKey.Kind.NONE
            && events.event().keyKind() != CatKey.Kind.ROUTE
            && events.event().action() != Action.DELETION;
    return bears
        ? new RecordKey(
            events.event().keyKind(), events.keyReporter(), events.keySymbol(), events.keyValue())
        : null;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
