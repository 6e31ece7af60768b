package io.daisychain.publish;

import static io.daisychain.model.ParentReferences.QUANTITY_SCALE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.fix.FixTag;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.CatKey;
import io.daisychain.model.CheckResult;
import io.daisychain.model.DamagedCellException;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.OrdStatusNames;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.Relation;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.event.EventLegs;
import io.daisychain.model.reference.ValidityTable;
import io.daisychain.publish.row.AllocationLines;
import io.daisychain.publish.row.ContentColumns;
import io.daisychain.publish.row.CsvLines;
import io.daisychain.publish.row.DuplicateLines;
import io.daisychain.publish.row.FaultLines;
import io.daisychain.publish.row.HistoryLines;
import io.daisychain.publish.row.RowCells;
import io.daisychain.publish.table.PublishedCounts;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.store.scan.StoredCells;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.WarehouseTable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;

/**
 * Turns rows of the table into lines of the published ones.
 *
 * <p>The order of the calls in here is the order of the columns in {@link PublishedTables}.
 * Reusable, not thread-safe.
 */
public final class RowFlattener {
  private static final byte[] REASON_SEPARATOR = {';', ' '};

  private static final Map<Relation, byte[]> RELATIONS = new EnumMap<>(Relation.class);

  static {
    for (Relation relation : Relation.values()) {
      RELATIONS.put(relation, relation.published().getBytes(US_ASCII));
    }
  }

  private final CsvLines events;
  private final CsvLines links;
  private final CsvLines lifecycles;
  private final CsvLines keys;
  private final AllocationLines allocations;
  private final ContentColumns keyContent;
  private final CsvLines legs;
  private final RowCells row = new RowCells();
  private final long[] statusCounts = new long[ErrorStatus.values().length];
  private final ContentColumns content;
  private final DuplicateLines duplicates;
  private final HistoryLines history;
  private final FaultLines faults;

  /** In the order of the schema. */
  private final List<CsvLines> tables = new ArrayList<>();

  private final byte[] tradeDate;
  private Cell last;
  private byte[] parentKeys;
  private int parentsAt;
  private int parentStride;
  private int parents;

  /** Of a row that is not linked: by parent, its place among the references. */
  private int[] named = {};

  private long unlinked;
  private long unreported;

  /**
   * Flattens rows of one trade date.
   *
   * @param epochDay the date, in days since 1970-01-01
   */
  public RowFlattener(int epochDay) {
    this(epochDay, PartRows.NONE);
  }

  /**
   * Flattens rows of one trade date, into Parquet files too.
   *
   * @param part gets the same rows
   */
  public RowFlattener(int epochDay, PartRows part) {
    this(epochDay, ValidityTable.absent(), part);
  }

  /** Flattens rows of one trade date into lines alone. */
  public RowFlattener(int epochDay, ValidityTable participants) {
    this(epochDay, participants, PartRows.NONE);
  }

  /**
   * Flattens rows of one trade date, into Parquet files too.
   *
   * @param participants firms that are named in errors of others
   * @param part gets the same rows
   */
  public RowFlattener(int epochDay, ValidityTable participants, PartRows part) {
    tradeDate = LocalDate.ofEpochDay(epochDay).toString().getBytes(US_ASCII);
    events = lines(PublishedTables.EVENTS, part);
    content = new ContentColumns(events);
    links = lines(PublishedTables.LINKS, part);
    lifecycles = lines(PublishedTables.LIFECYCLES, part);
    duplicates = new DuplicateLines(tradeDate, lines(PublishedTables.DUPLICATES, part));
    history = new HistoryLines(tradeDate, lines(PublishedTables.HISTORY, part));
    faults =
        new FaultLines(
            epochDay,
            tradeDate,
            participants,
            lines(PublishedTables.ERRORS, part),
            lines(PublishedTables.BREAKS, part));
    keys = lines(PublishedTables.KEYS, part);
    keyContent = new ContentColumns(keys);
    allocations = new AllocationLines(tradeDate, lines(PublishedTables.ALLOCATIONS, part));
    legs = lines(PublishedTables.LEGS, part);
  }

  private CsvLines lines(WarehouseTable table, PartRows part) {
    CsvLines lines = new CsvLines(part.of(table));
    tables.add(lines);
    return lines;
  }

  /** Forgets all lines, but not their number and digests. */
  void clear() {
    tables.forEach(CsvLines::clear);
  }

  /** Lines of each table, in the order of the schema. */
  public List<CsvLines> tables() {
    return tables;
  }

  /** Lines of {@code events}. */
  CsvLines events() {
    return events;
  }

  /** Lines of {@code links}. */
  CsvLines links() {
    return links;
  }

  /** Lines of {@code lifecycles}. */
  CsvLines lifecycles() {
    return lifecycles;
  }

  /** Lines of {@code duplicates}. */
  CsvLines duplicates() {
    return duplicates.lines();
  }

  /** What was written since this object was made. */
  PublishedCounts counts() {
    return new PublishedCounts(
        tables.stream().map(RowFlattener::sum).toList(),
        unlinked,
        unreported,
        statusCounts.clone());
  }

  private static PublishedCounts.TableSum sum(CsvLines lines) {
    return new PublishedCounts.TableSum(lines.lines(), lines.digestHigh(), lines.digestLow());
  }

  void beginRow() {
    row.clear();
  }

  /** Adds a cell of the row, of the families Data, Link or Error. */
  void add(Cell cell) {
    row.add(cell);
    last = cell;
  }

  /**
   * Ends the row and appends what is published of it.
   *
   * @throws DamagedCellException naming the row if a cell of it is damaged
   */
  void endRow() {
    try {
      flatten();
    } catch (DamagedCellException e) {
      throw e.inRow(RowKey.read(last.getRowArray(), last.getRowOffset()));
    }
  }

  private void flatten() {
    if (!row.end()) {
      unreported++;
      return;
    }
    history.add(row);
    faults.add(row);
    if (row.isDeleted()) {
      return;
    }
    content.of(row.event(), row.references());
    event();
    links(row.keyArray(), row.keyAt());
    Cell lifecycle = row.lifecycleCell();
    if (lifecycle != null) {
      lifecycle(lifecycle);
    }
    duplicates.add(row);
    legs(content.legs());
    key();
    allocations.add(row);
  }

  private void legs(List<EventLegs.Leg> all) {
    for (int i = 0; i < all.size(); i++) {
      EventLegs.Leg leg = all.get(i);
      legs.key(row.keyArray(), row.keyAt());
      legs.integer(i + 1);
      text(leg.symbol());
      text(leg.instrument());
      text(leg.side());
      byte[] ratio = leg.ratio().getBytes(ISO_8859_1);
      legs.decimal(ColumnType.QUANTITY, ratio, 0, ratio.length);
      text(leg.refId());
      legs.ascii(tradeDate);
      legs.endLine();
    }
  }

  private void text(String value) {
    byte[] bytes = value.getBytes(ISO_8859_1);
    legs.text(bytes, 0, bytes.length);
  }

  /** The key that a record of CAT bears. */
  private void key() {
    ParentReferenceCell references = row.references();
    if (references.keyKind() == CatKey.Kind.NONE) {
      return;
    }
    keys.key(row.keyArray(), row.keyAt());
    keys.ascii(references.keyKind().name().getBytes(US_ASCII));
    keys.ascii(LocalDate.ofEpochDay(references.keyDate()).toString().getBytes(US_ASCII));
    keyContent.of(row.event(), references);
    keyContent.text(FixTag.KEY_REPORTER);
    keyContent.text(FixTag.KEY_COUNTERPARTY);
    keyContent.text(FixTag.KEY_SYMBOL);
    keyContent.text(FixTag.KEY_VALUE);
    byte[] key = new RowKey(references.keyHigh(), references.keyLow()).toBytes();
    keys.key(key, 0);
    keys.ascii(tradeDate);
    keys.endLine();
  }

  private void event() {
    if (!row.isLinked()) {
      unlinked++;
    }
    findParents();
    paperColumns();
    lineageColumns();
    errorColumns();
    content.executionColumns();
    events.integer(row.standing() + 1);
    content.furtherColumns();
    executionStanding();
    content.fixVersion();
    content.instrumentColumns();
    events.check(row.isLinked() ? row.lineage().instrumentMatch() : CheckResult.NOT_MADE);
    content.legRefId();
    content.multiLeg();
    content.formatColumns(row.isLinked() ? row.lineage().details() : null);
    events.ascii(tradeDate);
    events.endLine();
  }

  /** Parents as link resolved them; before that, as the message names them. */
  private void findParents() {
    if (row.isLinked()) {
      LineageCell lineage = row.lineage();
      parentKeys = row.lineageArray();
      parentsAt = lineage.parentAt(0);
      parentStride = lineage.parentAt(1) - parentsAt;
      parents = lineage.edges();
      return;
    }
    ParentReferenceCell references = row.references();
    parents = 0;
    parentKeys = new byte[references.parents() * RowKey.LENGTH];
    named = new int[references.parents()];
    for (int i = 0; i < references.parents(); i++) {
      boolean isOfOther = i > 0 && references.type() == EventType.SUPPLEMENT;
      if (!references.isWithoutSymbol(i) && !isOfOther) {
        named[parents] = i;
        RowKey.write(
            references.parentHigh(i),
            references.parentLow(i),
            parentKeys,
            parents++ * RowKey.LENGTH);
      }
    }
    parentsAt = 0;
    parentStride = RowKey.LENGTH;
  }

  private void paperColumns() {
    EventCell event = row.event();
    ParentReferenceCell references = row.references();
    LineageCell lineage = row.isLinked() ? row.lineage() : null;
    boolean hasChild = lineage != null && lineage.hasChild();
    events.key(row.keyArray(), row.keyAt());
    events.keys(parentKeys, parentsAt, Math.min(parents, 1), parentStride);
    linkedKey(lineage == null ? -1 : lineage.grandParentAt());
    events.time(event.eventTime());
    events.text(references.eventId());
    events.text(references.reporter());
    linkedKey(hasChild ? lineage.childAt() : -1);
    content.client();
    events.check(event.customerValid());
    events.text(references.side());
    childText(hasChild ? lineage.childSide() : null);
    events.text(references.symbol());
    childText(hasChild ? lineage.childSymbol() : null);
    childText(hasChild ? lineage.childOrdType() : null);
    content.eventType();
    content.brokenTag();
    events.check(event.reporterValid());
    events.check(lineage == null ? CheckResult.NOT_MADE : lineage.sideMatch());
    events.check(lineage == null ? CheckResult.NOT_MADE : lineage.symbolMatch());
    events.check(event.symbolValid());
  }

  private void linkedKey(int offset) {
    if (offset < 0) {
      events.empty();
    } else {
      events.key(row.lineageArray(), offset);
    }
  }

  private void childText(ByteSlice value) {
    if (value == null) {
      events.empty();
    } else {
      events.text(value);
    }
  }

  private void lineageColumns() {
    LineageCell lineage = row.isLinked() ? row.lineage() : null;
    linkedKey(lineage == null ? -1 : lineage.lifecycleAt());
    events.keys(parentKeys, parentsAt + parentStride, Math.max(parents - 1, 0), parentStride);
    events.ascii(RELATIONS.get(parents == 0 ? Relation.NONE : relation(0)));
    if (lineage == null) {
      events.empty();
      events.empty();
    } else {
      events.integer(lineage.depth());
      events.integer(lineage.childCount());
    }
    content.orderColumns();
  }

  private void errorColumns() {
    EventCell event = row.event();
    int statuses = row.isLinked() ? row.lineage().statuses() : event.statuses();
    if (statuses == 0) {
      events.empty();
    } else {
      events.ascii(ErrorStatus.words(statuses).getBytes(US_ASCII));
      for (int rest = statuses; rest != 0; rest &= rest - 1) {
        statusCounts[Integer.numberOfTrailingZeros(rest)]++;
      }
    }
    if (row.isLinked()) {
      events.text(event.reason(), REASON_SEPARATOR, row.lineage().details());
    } else {
      events.text(event.reason());
    }
    content.timeColumns();
  }

  /** The columns standingQuantity, standingPrice and counted. */
  private void executionStanding() {
    LineageCell lineage = row.isLinked() ? row.lineage() : null;
    if (lineage == null || !lineage.stands()) {
      events.empty();
      events.empty();
    } else if (lineage.isCorrected()) {
      events.decimal(ColumnType.QUANTITY, lineage.standingQuantity());
      if (lineage.standingPrice().isEmpty()) {
        content.decimal(ColumnType.PRICE, FixTag.LAST_PX);
      } else {
        events.decimal(ColumnType.PRICE, lineage.standingPrice());
      }
    } else {
      content.decimal(ColumnType.QUANTITY, FixTag.LAST_SHARES);
      content.decimal(ColumnType.PRICE, FixTag.LAST_PX);
    }
    if (lineage == null || !lineage.isExecution()) {
      events.empty();
    } else {
      events.flag(lineage.isCounted());
    }
  }

  private void links(byte[] child, int childAt) {
    for (int i = 0; i < parents; i++) {
      links.key(parentKeys, parentsAt + i * parentStride);
      links.key(child, childAt);
      links.ascii(RELATIONS.get(relation(i)));
      if (row.isLinked()) {
        links.check(row.lineage().edgeSymbolMatch(i));
        links.check(row.lineage().edgeSideMatch(i));
      } else {
        links.empty();
        links.empty();
      }
      mergedQuantity(i);
      links.ascii(tradeDate);
      links.endLine();
    }
  }

  private Relation relation(int edge) {
    if (!row.isLinked()) {
      return row.references().relation(named[edge]);
    }
    Relation own = row.lineage().relation(edge);
    return own == Relation.NONE ? row.references().relation() : own;
  }

  /** What an aggregate says of a parent. Link may have made one of two names of a parent. */
  private void mergedQuantity(int edge) {
    ParentReferenceCell references = row.references();
    int place = references.parents() == parents ? edge : placeOf(edge, references);
    long quantity =
        relation(edge) != Relation.MERGE || place < 0
            ? ParentReferences.NO_QUANTITY
            : references.parentQuantity(place);
    if (quantity == ParentReferences.NO_QUANTITY) {
      links.empty();
    } else {
      number(links, ColumnType.QUANTITY, BigDecimal.valueOf(quantity, QUANTITY_SCALE));
    }
  }

  private int placeOf(int edge, ParentReferenceCell references) {
    long high = RowKey.high(parentKeys, parentsAt + edge * parentStride);
    long low = RowKey.low(parentKeys, parentsAt + edge * parentStride);
    int place = references.parents() - 1;
    while (place >= 0
        && (references.parentHigh(place) != high || references.parentLow(place) != low)) {
      place--;
    }
    return place;
  }

  private void lifecycle(Cell cell) {
    LifecycleCell lifecycle = StoredCells.read(cell, LifecycleCell::read);
    lifecycles.key(row.keyArray(), row.keyAt());
    byte[] symbol = lifecycle.symbol().getBytes(ISO_8859_1);
    lifecycles.text(symbol, 0, symbol.length);
    lifecycles.time(lifecycle.firstTime());
    lifecycles.time(lifecycle.lastTime());
    lifecycles.integer(lifecycle.events());
    lifecycles.integer(lifecycle.depth());
    lifecycles.integer(lifecycle.firms());
    total(lifecycle.orderedQuantity());
    total(lifecycle.filledQuantity());
    total(lifecycle.bustedQuantity());
    lifecycles.ascii(OrdStatusNames.nameOf(lifecycle.ordStatus()).getBytes(US_ASCII));
    lifecycles.integer(lifecycle.errors());
    lifecycles.ascii(OrdStatusNames.nameOf(lifecycle.rootStatus()).getBytes(US_ASCII));
    LifecycleCell.Terms terms = lifecycle.terms();
    lifecycles.text(terms.reporter());
    lifecycles.text(terms.clientId());
    lifecycles.text(terms.account());
    lifecycles.text(terms.side());
    lifecycles.text(terms.ordType());
    byte[] price = terms.price().getBytes(US_ASCII);
    lifecycles.decimal(ColumnType.PRICE, price, 0, price.length);
    lifecycles.text(terms.timeInForce());
    lifecycles.ascii(tradeDate);
    lifecycles.endLine();
  }

  private void total(BigDecimal quantity) {
    if (quantity == null) {
      lifecycles.empty();
    } else {
      number(lifecycles, ColumnType.TOTAL, quantity);
    }
  }

  private static void number(CsvLines lines, ColumnType type, BigDecimal number) {
    byte[] digits = LifecycleCell.plain(number).getBytes(US_ASCII);
    lines.decimal(type, digits, 0, digits.length);
  }
}
