package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.beam.Block;
import io.daisychain.beam.Spill;
import io.daisychain.fix.FixTag;
import io.daisychain.linkage.graph.LinkCodes;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.PackedReader;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.ErrorTags;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.OriginCell;
import io.daisychain.model.event.CatFields;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.event.ParentTerm;
import io.daisychain.reporting.FeedbackBlocks;
import io.daisychain.reporting.FeedbackLine;
import io.daisychain.reporting.FeedbackRole;
import io.daisychain.reporting.InputLines;
import io.daisychain.reporting.RecordTerms;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.scan.StoredCells;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/**
 * Finds the messages that errors are about, and says in feedback where they were read and, in the
 * reporter's own terms, whom they name.
 *
 * <p>Events at error are few, so their rows are fetched by key, hundreds at a time, and link need
 * not carry messages around.
 */
final class LocateMessagesFn extends DoFn<KV<Integer, Block>, KV<Integer, Block>> {
  private static final byte[] DATA = TableSchema.DATA.getBytes(US_ASCII);
  private static final int BATCH = 500;

  private final LinkSettings settings;
  private transient ConnectionLease lease;
  private transient EventReader reader;
  private transient InputLines inputs;

  LocateMessagesFn(LinkSettings settings) {
    this.settings = settings;
  }

  @Setup
  public void connect() throws IOException {
    lease = settings.table().store().connect();
    reader = new EventReader(settings.rules());
    inputs = InputLines.open(settings.table());
  }

  @Teardown
  public void disconnect() throws IOException {
    if (inputs != null) {
      inputs.close();
    }
    if (lease != null) {
      lease.close();
    }
  }

  @ProcessElement
  public void locate(@Element KV<Integer, Block> element, OutputReceiver<KV<Integer, Block>> out)
      throws IOException {
    byte[] bytes = element.getValue().bytes();
    PackedReader in = new PackedReader().wrap(bytes, 0, bytes.length);
    try (Spill.Writer spill = settings.spill().open()) {
      locate(in, new FeedbackBlocks(spill.into(out)));
    }
  }

  private void locate(PackedReader in, FeedbackBlocks lines) throws IOException {
    List<LinkError> batch = new ArrayList<>(BATCH);
    while (in.remaining() > 0) {
      batch.add(LinkError.read(in));
      if (batch.size() == BATCH || in.remaining() == 0) {
        locate(batch, lines);
        batch.clear();
      }
    }
    lines.flush();
  }

  private void locate(List<LinkError> errors, FeedbackBlocks lines) throws IOException {
    Map<Integer, List<LinkError>> byDate = new TreeMap<>();
    for (LinkError error : errors) {
      byDate.computeIfAbsent(error.date(), none -> new ArrayList<>()).add(error);
    }
    for (Map.Entry<Integer, List<LinkError>> date : byDate.entrySet()) {
      locate(date.getKey(), date.getValue(), lines);
    }
  }

  private void locate(int date, List<LinkError> errors, FeedbackBlocks lines) throws IOException {
    List<Get> gets = new ArrayList<>(errors.size());
    for (LinkError error : errors) {
      gets.add(
          new Get(error.row().toBytes())
              .addColumn(DATA, error.event())
              .addColumn(DATA, error.origin())
              .readVersions(1));
    }
    String name = settings.tableOf(date);
    try (Table table = lease.connection().getTable(TableName.valueOf(name))) {
      Result[] rows = table.get(gets);
      List<OriginCell> origins = new ArrayList<>(rows.length);
      for (int i = 0; i < rows.length; i++) {
        origins.add(origin(rows[i].getColumnLatestCell(DATA, errors.get(i).origin())));
      }
      List<InputLines.Place> places = inputs.places(origins);
      for (int i = 0; i < rows.length; i++) {
        FeedbackLine line = line(errors.get(i), rows[i], places.get(i));
        lines.add(line, date, errors.get(i).row());
        if (isOfTwoFirms(line) && isParticipant(line.counterparty(), date)) {
          lines.add(toNamed(line), date, errors.get(i).row());
        }
      }
    }
  }

  private boolean isParticipant(String firm, int date) {
    return settings.participants().check(firm, date) == CheckResult.PASSED;
  }

  /** True of errors that two firms have to clear up, of which one has reported a message. */
  private static boolean isOfTwoFirms(FeedbackLine line) {
    return !line.counterparty().isEmpty()
        && (line.status().equals(ErrorStatus.UNACCEPTED.name()) || isOrphanAccept(line));
  }

  private static boolean isOrphanAccept(FeedbackLine line) {
    return line.status().equals(ErrorStatus.ORPHAN.name())
        && line.eventType().equals(EventType.ACCEPT.name());
  }

  /**
   * The line that the firm gets which another firm's message names: it has that message's id, and
   * nothing of where it was handed in.
   */
  private static FeedbackLine toNamed(FeedbackLine line) {
    return new FeedbackLine(
            "",
            0,
            0,
            -1,
            line.order(),
            line.counterparty(),
            line.eventType(),
            line.eventId(),
            line.id(),
            line.status(),
            LinkCodes.ofNamed(line.reason()),
            line.tag(),
            line.eventType() + " " + line.eventId() + " of " + line.reporter() + ": " + line.text())
        .with(FeedbackRole.NAMED, line.reporter())
        .of(line.record());
  }

  private FeedbackLine line(LinkError error, Result row, InputLines.Place place) {
    FeedbackLine line = error.line();
    Cell message = row.getColumnLatestCell(DATA, error.event());
    int tag = line.tag();
    String text = line.text();
    RecordTerms record = RecordTerms.NONE;
    if (message != null) {
      byte[] value = CellUtil.cloneValue(message);
      EventCell event = new EventCell().read(value, 0, value.length);
      ParentTerm term = error.parent() == null ? null : term(error, event);
      if (term != null) {
        tag = term.tag();
        if (text.isEmpty()) {
          text = missing(term);
        }
      } else if (tag == 0 && line.status().equals(ErrorStatus.DUPLICATE_KEY.name())) {
        tag = ErrorTags.identity(event);
      }
      if (event.isCat()) {
        String type = event.content().value(FixTag.CAT_TYPE);
        String field = CatFields.of(event, type, line.reason());
        record = new RecordTerms(type, event.content().value(FixTag.FIRM_ROE_ID), field);
        if (text.isEmpty()) {
          text = "what " + field + " names was not reported, and has the key " + error.parent();
        }
      }
    }
    if (text.isEmpty()) {
      text = "parent " + error.parent() + " was not reported";
    }
    return new FeedbackLine(
            place.file(),
            0,
            place.line(),
            -1,
            line.order(),
            line.reporter(),
            line.eventType(),
            line.eventId(),
            line.id(),
            line.status(),
            line.reason(),
            tag,
            text)
        .with(line.role(), line.counterparty())
        .of(record);
  }

  private static OriginCell origin(Cell origin) {
    return origin == null ? null : StoredCells.read(origin, OriginCell::read);
  }

  private ParentTerm term(LinkError error, EventCell event) {
    int parent = 0;
    if (event.type() == EventType.AGGREGATE || event.type() == EventType.ALLOCATION) {
      ParentReferences named = new ParentReferences();
      reader.parentsEarlier(event, 0, named);
      parent = named.indexOf(error.parent().high(), error.parent().low(), 0);
    }
    String reporter = error.line().reporter();
    return parent < 0 ? null : ParentTerm.of(event, reporter, parent, settings.rules().dates());
  }

  private String missing(ParentTerm term) {
    String text = term.words() + " was not reported";
    if (settings.gtcDays() > 0 && !term.firm().isEmpty()) {
      text += ", nor on " + settings.gtcDays() + " days before";
    }
    return term.firm().isEmpty()
        ? text + ": no " + term.kind() + " has that 10001"
        : text + ": " + term.firm() + " has not handed in that " + term.kind();
  }
}
