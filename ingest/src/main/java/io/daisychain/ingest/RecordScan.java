package io.daisychain.ingest;

import io.daisychain.cat.CatRecord;
import io.daisychain.cat.CatSchemas;
import io.daisychain.cat.RecordReader;
import io.daisychain.cat.RecordStream;
import io.daisychain.ingest.file.InputFile;
import io.daisychain.model.event.CatEventReader;
import io.daisychain.model.event.EventReader;
import java.io.IOException;

/** Goes through the records of a file of CAT as ingest does. */
public final class RecordScan implements AutoCloseable {
  private final InputFile in;
  private final RecordStream.Form form;
  private final RecordStream stream;
  private final RecordReader reader;
  private final CatEventReader events;
  private final CatFileName name;
  private final CatRecord record = new CatRecord();
  private long place = -1;
  private boolean isPiece;
  private boolean isRead;
  private boolean isEvent;

  private RecordScan(
      InputFile in, String path, EventReader.Rules rules, CatSchemas.Versions versions) {
    this.in = in;
    reader = new RecordReader(versions);
    form = RecordStream.formOf(in.head());
    stream = form == null ? null : new RecordStream(in, form);
    name = CatFileName.of(path);
    events = new CatEventReader(rules.dates());
  }

  /** Opens a file. */
  public static RecordScan open(String path, EventReader.Rules rules, CatSchemas.Versions versions)
      throws IOException {
    return new RecordScan(InputFile.open(path), path, rules, versions);
  }

  /** False for a file that is none of CAT. */
  public boolean isCat() {
    return form != null;
  }

  /** Goes on to the next record, or piece of one; false at the end, and in what is no CAT. */
  public boolean next() throws IOException {
    if (form == null || !stream.next()) {
      return false;
    }
    place += stream.isContinuation() ? 0 : 1;
    isPiece = stream.isOversized() || stream.broken() != null || stream.isTooLong();
    isRead =
        !isPiece && reader.read(form.isJson(), stream.buffer(), stream.from(), stream.to(), record);
    isEvent = isRead && events.read(record, name.reporter(), 0);
    return true;
  }

  /** Line on which it begins, from 1. */
  public long line() {
    return stream.line();
  }

  /** What the file's name says. */
  public CatFileName name() {
    return name;
  }

  /** False where ingest refused it. */
  public boolean isEvent() {
    return isEvent;
  }

  /** Reads its event. */
  public CatEventReader events() {
    return events;
  }

  /** Whose it is, as far as it can be read. */
  public String firm() {
    String said = isPiece ? "" : CatEventReader.firmOf(record.said("CATReporterIMID"));
    return name.reporter().isEmpty() ? said : name.reporter();
  }

  /** errorROEID in decimal; empty where it has none. */
  public String id() {
    return isPiece
        ? ""
        : events
            .id(firm(), record.said("firmROEID"))
            .map(key -> Long.toUnsignedString(key.high()))
            .orElse("");
  }

  /** The record that was read last. */
  public CatRecord record() {
    return record;
  }

  /** Its place in the file, from 0. */
  public long place() {
    return place;
  }

  /** True of a further piece of what could not be read. */
  public boolean isContinuation() {
    return stream.isContinuation();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
