package io.daisychain.publish.row;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.validate.FieldNames;
import io.daisychain.model.Action;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.CalendarDates;
import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventVersions;
import io.daisychain.model.OrdStatusNames;
import io.daisychain.model.Relation;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.FaultsCell;
import io.daisychain.model.cell.FeedbackCell;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.text.TextLines;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.StoreTable;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.store.scan.RangeScan;
import io.daisychain.warehouse.print.VisibleText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Shows one stored row to people: every content with its fields, whom it names as parents, its
 * children, what link found, and its errors.
 */
public final class RowView {
  private final Appendable out;
  private final RowCells row = new RowCells();
  private boolean reported;
  private boolean any;
  private int date;

  RowView(Appendable out) {
    this.out = out;
  }

  /**
   * Prints the rows of {@code id}: one on each trade date that has it.
   *
   * @return false, with nothing printed, if there is no such row
   */
  public static boolean print(StoreTable table, RowKey id, Appendable out) throws IOException {
    boolean any = false;
    try (ConnectionLease lease = table.store().connect()) {
      for (StoredDate date : Dates.list(table)) {
        any |= print(lease.connection(), table, date.epochDay(), id, out);
      }
    }
    return any;
  }

  /** Names of the contents that the rows of {@code id} have; empty where there is none. */
  public static Set<String> contents(StoreTable table, RowKey id) throws IOException {
    Set<String> names = new TreeSet<>();
    byte[] key = id.toBytes();
    try (ConnectionLease lease = table.store().connect()) {
      for (StoredDate date : Dates.list(table)) {
        try (RangeScan scan =
            RangeScan.open(
                lease.connection(),
                table.ofDate(date.epochDay()),
                key,
                Arrays.copyOf(key, key.length + 1))) {
          while (scan.next()) {
            byte[] column = CellUtil.cloneQualifier(scan.cell());
            if (TableSchema.isContent(TableSchema.EVENT_PREFIX, column, 0, column.length)) {
              names.add(TableSchema.contentName(column, 0));
            }
          }
        }
      }
    }
    return names;
  }

  private static boolean print(
      Connection connection, StoreTable table, int date, RowKey id, Appendable out)
      throws IOException {
    String name = table.ofDate(date);
    byte[] key = id.toBytes();
    byte[] behind = Arrays.copyOf(key, key.length + 1); // the smallest key that is greater
    RowView view = new RowView(out);
    view.date = date;
    // The published content is known only behind the last of them: hence twice.
    try (RangeScan scan = RangeScan.open(connection, name, key, behind)) {
      while (scan.next()) {
        view.look(scan.cell());
      }
    }
    view.begin(id);
    try (RangeScan scan = RangeScan.open(connection, name, key, behind)) {
      while (scan.next()) {
        view.cell(scan.cell());
      }
    }
    return view.any;
  }

  /** Takes note of a cell before {@link #begin}. */
  void look(Cell cell) {
    any = true;
    if (CellUtil.cloneFamily(cell)[0] != 'E') {
      row.add(cell);
    }
  }

  /** Prints the row's first line, if there is a row. */
  void begin(RowKey id) throws IOException {
    if (!any) {
      return;
    }
    line("row " + id);
    line("  trade date " + CalendarDates.text(date));
    reported = row.end();
    if (!reported) {
      line("  not reported: only its children wrote to it");
      return;
    }
    if (row.isDeleted()) {
      line("  deleted: in no table but history");
    }
    versions();
  }

  /** Who said what when, where the event has several versions, or an action. */
  private void versions() throws IOException {
    List<StoredVersion> versions = row.versions();
    List<StoredVersion> others = row.others();
    for (int i = 0; i < versions.size(); i++) {
      EventVersions.Version version = versions.get(i).version();
      String standing =
          i == row.standing()
              ? "stands"
              : others.contains(versions.get(i)) ? "duplicate" : "settled";
      String changes = HistoryLines.changes(versions, i);
      line(
          "  version %s  %s of %s  sent %s  %s%s"
              .formatted(
                  i + 1,
                  version.action(),
                  visible(version.reporter()),
                  time(version.sendingTime()),
                  standing,
                  changes.isEmpty() ? "" : "  " + visible(changes)));
    }
  }

  void cell(Cell cell) throws IOException {
    String family = new String(CellUtil.cloneFamily(cell), StandardCharsets.ISO_8859_1);
    byte[] column = CellUtil.cloneQualifier(cell);
    byte[] value = CellUtil.cloneValue(cell);
    String name = new String(column, StandardCharsets.ISO_8859_1);
    if (isContent(column, TableSchema.EVENT_PREFIX) && family.equals(TableSchema.DATA)) {
      event(cell, column, value);
    } else if (isContent(column, TableSchema.REFERENCES_PREFIX)
        && family.equals(TableSchema.LINK)) {
      references(column, value);
    } else if (TableSchema.isChild(column, 0, column.length) && family.equals(TableSchema.LINK)) {
      int childDate = TableSchema.childDate(column, 0, column.length, date);
      line("  child " + RowKey.read(column, 1) + "  " + relation(value) + on(childDate));
    } else if (name.equals(TableSchema.GRANDPARENT) && family.equals(TableSchema.LINK)) {
      lineage(value);
    } else if (name.equals(TableSchema.LIFECYCLE) && family.equals(TableSchema.LINK)) {
      lifecycle(value);
    } else if (name.equals(TableSchema.FEEDBACK) && family.equals(TableSchema.ERROR)) {
      feedback(value);
    } else if (name.equals(TableSchema.FAULTS) && family.equals(TableSchema.ERROR)) {
      faults(value);
    } else {
      line("  " + family + ":" + visible(name) + "  " + visible(latin(value)));
    }
  }

  private static boolean isContent(byte[] column, byte prefix) {
    return TableSchema.isContent(prefix, column, 0, column.length);
  }

  private void event(Cell cell, byte[] column, byte[] value) throws IOException {
    EventCell event = new EventCell().read(value, 0, value.length);
    boolean published = reported && row.isPublished(cell);
    line(
        "  event "
            + event.type()
            + "  content "
            + content(column)
            + (event.action() == Action.NEW ? "" : "  " + event.action())
            + (published && !row.isDeleted() ? "  published" : "  not published"));
    line("    time             " + time(event.eventTime()));
    line("    sent             " + time(event.sendingTime()));
    line("    ReporterIdValid  " + outcome(event.reporterValid()));
    line("    CustomerIdValid  " + outcome(event.customerValid()));
    line("    SymbolValid      " + outcome(event.symbolValid()));
    if (event.isWireLog()) {
      line("    from a wire log");
    }
    if (event.statuses() != 0) {
      line("    found by ingest  " + ErrorStatus.words(event.statuses()));
    }
    if (event.brokenTag() != 0) {
      line("    brokenTag        " + event.brokenTag() + ", reason " + visible(event.reason()));
    }
    FixMessage fields = event.content();
    for (int i = 0; i < fields.fieldCount(); i++) {
      field(fields, i);
    }
  }

  private void field(FixMessage fields, int index) throws IOException {
    int tag = fields.tag(index);
    int start = tag > 0 ? fields.valueOffset(index) : fields.tagOffset(index);
    int end = fields.valueOffset(index) + fields.valueLength(index);
    String value = visible(latin(Arrays.copyOfRange(fields.buffer(), start, end)));
    if (tag > 0) {
      line(String.format("    %5d %-18s %s", tag, FieldNames.nameOf(tag), value).stripTrailing());
    } else {
      line("    malformed field          " + value);
    }
  }

  private void references(byte[] column, byte[] value) throws IOException {
    ParentReferenceCell references = new ParentReferenceCell().read(value, 0, value.length);
    line("  parent references of content " + content(column));
    for (int i = 0; i < references.parents(); i++) {
      RowKey parent = new RowKey(references.parentHigh(i), references.parentLow(i));
      line("    parent " + parent + "  " + references.relation().published());
    }
    if (references.parents() == 0) {
      line("    no parent");
    }
    if (references.brokenParent()) {
      line("    a parent reference that cannot be read");
    }
  }

  private void lineage(byte[] value) throws IOException {
    LineageCell lineage = new LineageCell().read(value, 0, value.length);
    line("  lineage");
    line("    GrandParent      " + RowKey.read(value, lineage.grandParentAt()));
    line("    LifecycleId      " + RowKey.read(value, lineage.lifecycleAt()));
    line("    content          " + TableSchema.contentName(value, lineage.contentAt() - 1));
    line("    depth            " + lineage.depth());
    line("    childCount       " + lineage.childCount());
    line("    SymbolMatch      " + outcome(lineage.symbolMatch()));
    line("    SideMatch        " + outcome(lineage.sideMatch()));
    if (lineage.instrumentMatch() != lineage.symbolMatch()) {
      line("    InstrumentMatch  " + outcome(lineage.instrumentMatch()));
    }
    if (lineage.hasChild()) {
      line(
          "    child shown      %s  symbol %s, side %s, ordType %s"
              .formatted(
                  RowKey.read(value, lineage.childAt()),
                  visible(lineage.childSymbol()),
                  visible(lineage.childSide()),
                  visible(lineage.childOrdType())));
    }
    for (int i = 0; i < lineage.edges(); i++) {
      line(
          "    parent           "
              + RowKey.read(value, lineage.parentAt(i))
              + (lineage.parentReported(i)
                  ? "  reported"
                  : lineage.parentFound(i) ? "  deleted" : "  not reported")
              + on(lineage.parentDate(i, date))
              + "  SymbolMatch "
              + outcome(lineage.edgeSymbolMatch(i))
              + ", SideMatch "
              + outcome(lineage.edgeSideMatch(i)));
    }
    if (lineage.isExecution()) {
      line("    execution        " + standing(lineage));
    }
    line("    errorStatus      " + words(lineage.statuses()));
    if (!lineage.details().isEmpty()) {
      line("    details          " + visible(lineage.details()));
    }
  }

  private static String standing(LineageCell lineage) {
    String stands =
        !lineage.stands()
            ? "busted"
            : lineage.isCorrected()
                ? "corrected to "
                    + visible(lineage.standingQuantity())
                    + " at "
                    + visible(lineage.standingPrice())
                : "as reported";
    return stands + (lineage.isCounted() ? ", counted" : ", of an order that went further");
  }

  private void lifecycle(byte[] value) throws IOException {
    LifecycleCell sums = LifecycleCell.read(value, 0, value.length);
    boolean current = reported && row.lifecycleCell() != null;
    line(current ? "  lifecycle" : "  lifecycle, of before it joined another");
    line("    from             " + time(sums.firstTime()));
    line("    to               " + time(sums.lastTime()));
    line("    symbol           " + visible(sums.symbol()));
    line("    events           " + sums.events());
    line("    depth            " + sums.depth());
    line("    firms            " + sums.firms());
    line("    errors           " + sums.errors());
    line(
        "    orderedQuantity  "
            + (sums.orderedQuantity() == null
                ? "unknown"
                : LifecycleCell.plain(sums.orderedQuantity())));
    line("    filledQuantity   " + LifecycleCell.plain(sums.filledQuantity()));
    line("    bustedQuantity   " + LifecycleCell.plain(sums.bustedQuantity()));
    line("    finalState       " + OrdStatusNames.nameOf(sums.ordStatus()));
    line("    rootState        " + OrdStatusNames.nameOf(sums.rootStatus()));
    LifecycleCell.Terms terms = sums.terms();
    line("    ReporterId       " + visible(terms.reporter()));
    line("    CustomerId       " + visible(terms.clientId()));
    line("    account          " + visible(terms.account()));
    line("    side             " + visible(terms.side()));
    line("    ordType          " + visible(terms.ordType()));
    line("    price            " + visible(terms.price()));
    line("    timeInForce      " + visible(terms.timeInForce()));
  }

  private void faults(byte[] value) throws IOException {
    FaultsCell faults = FaultsCell.read(value, 0, value.length);
    for (FaultsCell.Fault fault : faults.faults()) {
      line(
          "  fault "
              + fault.status()
              + " of "
              + visible(fault.reporter())
              + "  since "
              + time(fault.firstSeen())
              + (fault.isOpen()
                  ? "  open"
                  : "  repaired by "
                      + fault.repair().published()
                      + " "
                      + time(fault.repaired())
                      + (fault.inTime() ? ", in time" : ", late")));
    }
    for (FaultsCell.Break pair : faults.breaks()) {
      line(
          "  break "
              + pair.kind()
              + " with "
              + visible(pair.named())
              + (pair.namedId() == null ? "" : "  " + pair.namedId())
              + (pair.value().isEmpty() && pair.namedValue().isEmpty()
                  ? ""
                  : "  " + visible(pair.value()) + " and " + visible(pair.namedValue()))
              + (pair.isOpen() ? "  open" : "  repaired"));
    }
  }

  private void feedback(byte[] value) throws IOException {
    FeedbackCell feedback = FeedbackCell.read(value, 0, value.length);
    line("  feedback to " + visible(feedback.reporter()) + " on " + visible(feedback.eventId()));
    for (FeedbackCell.Found error : feedback.errors()) {
      line(
          "    "
              + error.status()
              + (error.reason().isEmpty() ? "" : ", " + visible(error.reason()))
              + (error.tag() == 0 ? "" : ", tag " + error.tag())
              + (error.parent() == null ? "" : ", parent " + error.parent())
              + (error.counterparty().isEmpty() ? "" : ", with " + visible(error.counterparty()))
              + (error.text().isEmpty() ? "" : ": " + visible(error.text())));
    }
  }

  /** The trade date of another event, where it is another. */
  private String on(int other) {
    return other == date ? "" : " on " + CalendarDates.text(other);
  }

  private static String relation(byte[] value) {
    return value.length == 1 ? Relation.ofCode(value[0]).published() : visible(latin(value));
  }

  private static String content(byte[] column) {
    return TableSchema.contentName(column, 0);
  }

  private static String outcome(CheckResult check) {
    return check == CheckResult.NOT_MADE ? "not checked" : check.published();
  }

  private static String words(int statuses) {
    return statuses == 0 ? "none" : ErrorStatus.words(statuses);
  }

  private static String time(long nanosSinceEpoch) {
    return nanosSinceEpoch == TableSchema.NO_TIME
        ? "unreadable"
        : TextLines.timeText(nanosSinceEpoch);
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static String visible(ByteSlice text) {
    return visible(text.toString());
  }

  /** Bytes that a terminal would obey or not show are written as {@code \xNN}. */
  private static String visible(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || (c >= 127 && c < 161)) {
        shown.append(String.format("\\x%02x", (int) c));
      } else {
        shown.append(c);
      }
    }
    return shown.toString();
  }

  private void line(String text) throws IOException {
    out.append(VisibleText.line(text)).append('\n');
  }
}
