package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.cat.CatRecord;
import io.daisychain.cat.NewYorkTime;
import io.daisychain.cat.RecordCheck;
import io.daisychain.cat.RecordFaults;
import io.daisychain.cat.RecordReader;
import io.daisychain.cat.RecordStream;
import io.daisychain.fix.Limits;
import io.daisychain.ingest.file.FileFacts;
import io.daisychain.ingest.file.InputFile;
import io.daisychain.ingest.file.InputForm;
import io.daisychain.ingest.file.InputLook;
import io.daisychain.ingest.file.InputRange;
import io.daisychain.model.Action;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.ContentHash;
import io.daisychain.model.event.CatContent;
import io.daisychain.model.event.CatEventReader;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.reporting.FeedbackLine;
import io.daisychain.reporting.RecordTerms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides what becomes of each record of a file of CAT, as {@link MessageClassifier} does of
 * messages: a row or a reject. Reusable and not thread-safe.
 */
final class RecordClassifier {
  private static final String REJECTED = "REJECTED";
  private static final String IDENTITY = "IDENTITY";
  private static final String FRAMING = "FRAMING";

  /** The file is broken off. */
  private static final String BROKEN_OFF = "2153";

  private static final String NO_REPORTER = "2011";
  private static final String NO_SYMBOL = "2096";
  private static final String NO_CUSTOMER = "3701";
  private static final String CUSTOMER_NOT_VALID = "3702";
  private static final String CUSTOMER_PENDING = "3711";
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final RecordReader reader;
  private final CatRecord record = new CatRecord();
  private final RecordCheck check = new RecordCheck();
  private final RecordFaults faults = new RecordFaults();
  private final CatContent contents = new CatContent();
  private final ValidationFlags flags = new ValidationFlags();
  private final PackedWriter content = new PackedWriter();
  private final ContentHash hash = new ContentHash();
  private final CatEventReader events;
  private final ReferenceChecks context;
  private final ReferenceData reference;
  private final MessageClassifier.Output output;
  private final MessageCounts counts;
  private FileFacts facts = new FileFacts();
  private CatFileName fileName = CatFileName.of("");
  private String file = "";
  private long place;
  private int midnightOf = CatFileName.NO_DAY;
  private long midnight; // in New York, of that day
  private RecordStream stream;
  private InputFile input;

  RecordClassifier(
      EventReader.Rules rules,
      ReferenceData reference,
      MessageClassifier.Output output,
      MessageCounts counts) {
    this.reader = new RecordReader(reference.catVersions());
    this.events = new CatEventReader(rules.dates());
    this.reference = reference;
    this.context = new ReferenceChecks(reference);
    this.output = output;
    this.counts = counts;
  }

  /** How a file that was opened has records of CAT; null where it has none. */
  RecordStream.Form formOf(InputFile in) {
    return in.content() == InputForm.TEXT ? RecordStream.formOf(in.head()) : null;
  }

  /**
   * Reads a whole file.
   *
   * @param name of the file, as it is to be shown
   * @return number of its lines
   */
  long readAll(InputRange range, String name, InputFile in, RecordStream.Form form)
      throws IOException {
    file = name;
    fileName = CatFileName.of(range.file());
    facts = new FileFacts();
    place = 0;
    stream = new RecordStream(in, form);
    input = in;
    while (stream.next()) {
      counts.addBytes(stream.to() - stream.from() + 1L);
      if (stream.isOversized() || stream.broken() != null || stream.isTooLong()) {
        takePiece();
      } else {
        take(form.isJson());
      }
      place++;
    }
    facts.setForm(in.form(), in.content());
    facts.setLook(InputLook.of(in.head()));
    facts.setDamage(in.damage());
    counts.inputs().add(range, facts);
    return stream.lines();
  }

  private void takePiece() throws IOException {
    if (!stream.isContinuation()) {
      counts.addRejected(FRAMING);
      facts.addRejectedRecord();
      String why = stream.broken() == null ? "a record of more than 1 MB" : stream.broken();
      String code = isBrokenOff() ? BROKEN_OFF : RecordReader.UNREADABLE;
      output.error(line("", "", "", "", REJECTED, code, why, 0).of(new RecordTerms("", "", "")));
    }
    output.reject(stream.buffer(), stream.from(), stream.to(), !stream.isOpen());
  }

  /** True for what comes last of a compressed file whose end is missing. */
  private boolean isBrokenOff() {
    return input.damage() != null && stream.isAtEnd();
  }

  private void take(boolean isJson) throws IOException {
    if (!isJson && isBrokenOff()) {
      // Of CSV the last values may lack, so what is left of a record may look like one.
      reject(FRAMING, BROKEN_OFF, "the file is broken off in this record", false);
    } else if (!reader.read(isJson, stream.buffer(), stream.from(), stream.to(), record)) {
      String kind = reader.code().equals(RecordReader.UNREADABLE) ? FRAMING : IDENTITY;
      reject(kind, isBrokenOff() ? BROKEN_OFF : reader.code(), reader.words(), true);
    } else if (!events.read(record, fileName.reporter(), sendingTime())) {
      reject(IDENTITY, events.code(), events.words(), true);
    } else {
      DateVerdict verdict = output.verdict(events.event().tradeDate());
      if (verdict == DateVerdict.TAKEN) {
        store();
      } else {
        reject(verdict.kind(), "", verdict.text(), true);
      }
    }
  }

  /** Midnight of the file's day, in the order of files and records. */
  private long sendingTime() {
    int day =
        fileName.day() == CatFileName.NO_DAY ? NewYorkTime.day(record.eventTime()) : fileName.day();
    if (day != midnightOf) {
      midnightOf = day;
      midnight = NewYorkTime.midnight(day);
    }
    return midnight + fileName.number() * NANOS_PER_MILLI + place;
  }

  private void store() throws IOException {
    OrderEvent event = events.event();
    check.check(record, faults);
    flags.clear();
    List<String> codes = new ArrayList<>();
    if (!faults.codes().isEmpty()) {
      codes.add(faults.codes());
    }
    if (!faults.all().isEmpty()) {
      flags.addStructure(0, "");
    }
    if (event.action() != Action.DELETION) {
      context.check(event, flags);
      for (ErrorStatus status : ErrorStatus.values()) {
        if (status.isIn(flags.statuses()) && !code(status).isEmpty()) {
          codes.add(code(status));
        }
      }
    }
    flags.reason(String.join("|", codes));
    contents.write(events, content.clear());
    output.event(event, flags, content, hash.of(event, content), stream.line());
    counts.addStored();
    counts.addEvent(event.tradeDate());
    facts.addSubmission();
    if (flags.statuses() != 0) {
      report(event);
    }
  }

  /** CAT's code of what reference data decide. */
  private String code(ErrorStatus status) {
    return switch (status) {
      case UNKNOWN_REPORTER -> NO_REPORTER;
      case UNKNOWN_SYMBOL, DEPRECATED_SYMBOL -> NO_SYMBOL;
      case UNKNOWN_CUSTOMER -> {
        String customer = events.event().clientId().toString();
        if (customer.equals("PENDING")) {
          yield CUSTOMER_PENDING;
        }
        yield reference.customers().has(customer) ? CUSTOMER_NOT_VALID : NO_CUSTOMER;
      }
      default -> "";
    };
  }

  private static String field(ErrorStatus status) {
    return switch (status) {
      case UNKNOWN_REPORTER -> "CATReporterIMID";
      case UNKNOWN_SYMBOL, DEPRECATED_SYMBOL -> "symbol";
      case UNKNOWN_CUSTOMER -> "firmDesignatedID";
      default -> "";
    };
  }

  private void report(OrderEvent event) throws IOException {
    int order = 0;
    for (RecordFaults.Fault fault : faults.all()) {
      String text = fault.field() + " " + fault.text();
      output.error(line(event, ErrorStatus.STRUCTURE, fault.code(), fault.field(), text, order++));
    }
    for (ErrorStatus status : ErrorStatus.values()) {
      if (status.isIn(flags.statuses())) {
        counts.addFaulty(status.name());
        if (status != ErrorStatus.STRUCTURE) {
          ByteSlice value =
              switch (status) {
                case UNKNOWN_REPORTER -> event.reporter();
                case UNKNOWN_CUSTOMER -> event.clientId();
                default -> event.symbol();
              };
          String text = ReferenceErrorText.text(status, shown(value));
          output.error(line(event, status, code(status), field(status), text, order++));
        }
      }
    }
  }

  /**
   * Sets a record aside.
   *
   * @param isRead whether its names may be asked for
   */
  private void reject(String kind, String code, String words, boolean isRead) throws IOException {
    counts.addRejected(kind);
    facts.addRejectedRecord();
    String said = isRead ? CatEventReader.firmOf(record.said("CATReporterIMID")) : "";
    String firm = fileName.reporter().isEmpty() ? said : fileName.reporter();
    String firmRoeId = isRead ? record.said("firmROEID") : "";
    String id = events.id(firm, firmRoeId).map(RowKey::toString).orElse("");
    String type = isRead ? record.said("type") : "";
    output.error(
        line(firm, "", "", id, REJECTED, code, words, 0)
            .of(new RecordTerms(cut(type), cut(firmRoeId), field(code))));
    output.reject(stream.buffer(), stream.from(), stream.to(), true);
  }

  /** The field that a code of a rejected record is about. */
  private static String field(String code) {
    return switch (code) {
      case RecordReader.TYPE -> "type";
      case RecordReader.TIME -> "eventTimestamp";
      case NO_REPORTER -> "CATReporterIMID";
      case CatEventReader.NO_ID -> "firmROEID";
      default -> "";
    };
  }

  private FeedbackLine line(
      OrderEvent event, ErrorStatus status, String code, String field, String text, int order) {
    String id = event.key().toString();
    String own = shown(event.eventId());
    return line(
            shown(event.reporter()), event.type().name(), own, id, status.name(), code, text, order)
        .of(new RecordTerms(shown(event.catType()), record.text("firmROEID"), field));
  }

  private FeedbackLine line(
      String reporter,
      String type,
      String own,
      String id,
      String status,
      String code,
      String text,
      int order) {
    long offset = stream.fileOffset(stream.from());
    return new FeedbackLine(
        file, 0, stream.line(), offset, order, reporter, type, own, id, status, code, 0, text);
  }

  private static String cut(String value) {
    return value.substring(0, Math.min(value.length(), Limits.LONGEST_NAME));
  }

  private static String shown(ByteSlice value) {
    return new String(
        value.buffer(), value.offset(), Math.min(value.length(), Limits.LONGEST_NAME), ISO_8859_1);
  }
}
