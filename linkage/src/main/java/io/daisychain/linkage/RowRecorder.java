package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.fix.FixTag;
import io.daisychain.linkage.graph.Flag;
import io.daisychain.linkage.graph.LinkCodes;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.linkage.graph.ParentCandidates;
import io.daisychain.linkage.plan.LinkRun;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.CheckResult;
import io.daisychain.model.DamagedCellException;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.Family;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.FeedbackCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.reporting.FeedbackEntry;
import io.daisychain.reporting.FeedbackRole;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.MetaTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.scan.StoredCells;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;

/**
 * Makes the {@link LinkRecord} of a row, however the row was read, and tells reporters whose
 * contents share it. Not thread-safe.
 */
public final class RowRecorder {
  /** So many reporters of other contents are named in a line of feedback. */
  private static final int NAMED = 5;

  private static final byte[] DATA = TableSchema.DATA.getBytes(US_ASCII);

  private final LinkSettings settings;
  private final ConnectionLease lease;
  private final EarlierParents earlierParents;
  private final LinkRecord.Prior prior = new LinkRecord.Prior();
  private final NewestRun newest = new NewestRun();

  public RowRecorder(LinkSettings settings, ConnectionLease lease) {
    this.settings = settings;
    this.lease = lease;
    this.earlierParents = new EarlierParents(settings);
  }

  /** The last link run of which a cell was seen; takes the cells. */
  NewestRun newest() {
    return newest;
  }

  /** Nothing is written before everything has been read, so that a run can still give up. */
  void requireOlder() throws IOException {
    long number = settings.linkRun().number();
    if (newest.number() < number) {
      return;
    }
    String meta = TableAdmin.metaName(settings.table().name());
    try (MetaTable opened = MetaTable.open(settings.table())) {
      LinkRun.noteBehind(opened, newest.number());
    }
    throw new IOException(
        String.format(
            "the tables of %s have rows of link run %d and %s counts this one as %d: it was lost,"
                + " or an older one was restored",
            settings.table().name(), newest.number(), meta, number));
  }

  /** What is read of one row. */
  Get get(RowKey key) throws IOException {
    Get get =
        new Get(key.toBytes())
            .addFamily(Family.LINK.bytes())
            .addFamily(Family.ERROR.bytes())
            .readVersions(1);
    if (settings.gtcDays() > 0) {
      return get.addFamily(Family.DATA.bytes());
    }
    for (Flag flag : Flag.ALL) {
      get.addColumn(Family.DATA.bytes(), flag.column());
    }
    return get;
  }

  public static boolean isEvent(Cell cell) {
    return cell.getQualifierArray()[cell.getQualifierOffset()] == TableSchema.EVENT_PREFIX;
  }

  /**
   * Appends the record of a row whose event was reported.
   *
   * @param events its messages, where they were read
   * @param errors takes what is to be told of contents that share the key; null where feedback of
   *     the whole date is read later
   * @return the partition of the event
   */
  public int record(
      byte[] row, LinkRow linkRow, List<Cell> events, PackedWriter out, LinkErrorBlocks errors)
      throws IOException {
    try {
      return recordEvent(row, linkRow, events, out, errors);
    } catch (DamagedCellException e) {
      throw e.inRow(RowKey.read(row, 0));
    }
  }

  private int recordEvent(
      byte[] row, LinkRow linkRow, List<Cell> events, PackedWriter out, LinkErrorBlocks errors)
      throws IOException {
    RowVersions versions = linkRow.isPlain() ? null : versions(row, linkRow, events);
    Cell references = versions == null ? linkRow.earliest() : versions.standing();
    if (versions != null && errors != null) {
      report(row, linkRow, versions, errors);
    }
    linkRow.readPrior(references, settings.trustedBelow(linkRow.date()), prior);
    List<LinkRecord.Version> all = new ArrayList<>();
    if (versions != null) {
      for (Cell version : versions.cells()) {
        all.add(version(version, linkRow, events));
      }
    }
    LinkRecord.write(
        out,
        linkRow.date(),
        RowKey.high(row, 0),
        RowKey.low(row, 0),
        version(references, linkRow, events),
        versions == null ? 0 : versions.choice().others().size(),
        prior,
        all);
    return settings.partitioning().part(row, linkRow.read(references), linkRow.date());
  }

  private LinkRecord.Version version(Cell references, LinkRow linkRow, List<Cell> events) {
    ParentReferences alternatives = alternatives(linkRow.read(references), references, events);
    return new LinkRecord.Version(
        RowKey.high(references.getQualifierArray(), references.getQualifierOffset() + 1),
        RowKey.low(references.getQualifierArray(), references.getQualifierOffset() + 1),
        new ByteSlice()
            .set(
                references.getValueArray(),
                references.getValueOffset(),
                references.getValueLength()),
        alternatives == null ? 0 : settings.gtcDays(),
        alternatives);
  }

  /** The versions of a row's event; where SendingTime does not tell their order, messages do. */
  private RowVersions versions(byte[] row, LinkRow linkRow, List<Cell> events) throws IOException {
    List<Cell> cells = linkRow.versions();
    if (!RowVersions.isTied(cells, linkRow)) {
      return RowVersions.of(cells, List.of());
    }
    return RowVersions.of(cells, events.isEmpty() ? fetch(row, linkRow.date()) : events);
  }

  /**
   * Tells every reporter who has a content under the key of a row that was read, and whoever
   * corrects or deletes what he has not reported.
   *
   * @param events its messages
   */
  void report(byte[] row, LinkRow linkRow, List<Cell> events, LinkErrorBlocks errors)
      throws IOException {
    try {
      report(row, linkRow, versions(row, linkRow, events), errors);
    } catch (DamagedCellException e) {
      throw e.inRow(RowKey.read(row, 0));
    }
  }

  private void report(byte[] row, LinkRow linkRow, RowVersions versions, LinkErrorBlocks errors) {
    if (!versions.choice().others().isEmpty()) {
      reportOthers(row, linkRow, versions.standing(), versions.others(), errors);
    }
    for (int first : versions.choice().withoutOriginal()) {
      Cell cell = versions.cells().get(first);
      addError(
          row,
          linkRow,
          cell,
          ErrorStatus.UNKNOWN_ORIGINAL,
          FixTag.ACTION,
          true,
          linkRow.read(cell).reporter() + " has not reported an event of this id as new",
          "",
          errors);
    }
  }

  /** Tells every reporter who has a content under the key, whoever's is published. */
  private void reportOthers(
      byte[] row, LinkRow linkRow, Cell published, List<Cell> others, LinkErrorBlocks errors) {
    Set<String> reporters = new LinkedHashSet<>();
    for (Cell other : others) {
      reporters.add(linkRow.read(other).reporter().toString());
    }
    String publisher = linkRow.read(published).reporter().toString();
    Set<String> otherFirms = new TreeSet<>(reporters);
    otherFirms.remove(publisher);
    String names = reporters.stream().limit(NAMED).collect(Collectors.joining(", "));
    String more = reporters.size() > NAMED ? " and " + (reporters.size() - NAMED) + " more" : "";
    String contents = others.size() == 1 ? "another content" : others.size() + " other contents";
    addError(
        row,
        linkRow,
        published,
        ErrorStatus.DUPLICATE_KEY,
        0,
        true,
        contents + " of " + names + more + " under this id; " + FeedbackEntry.PUBLISHED,
        String.join("|", otherFirms),
        errors);
    String instead =
        "another content of "
            + publisher
            + " under this id is published; this one is in duplicates";
    for (Cell other : others) {
      boolean same = linkRow.read(other).reporter().toString().equals(publisher);
      addError(
          row,
          linkRow,
          other,
          ErrorStatus.DUPLICATE_KEY,
          0,
          false,
          instead,
          same ? "" : publisher,
          errors);
    }
  }

  private void addError(
      byte[] row,
      LinkRow linkRow,
      Cell cell,
      ErrorStatus status,
      int tag,
      boolean isPublished,
      String text,
      String counterparty,
      LinkErrorBlocks errors) {
    ParentReferenceCell references = linkRow.read(cell);
    String reporter = references.reporter().toString();
    String code =
        references.isCat() && status == ErrorStatus.DUPLICATE_KEY ? LinkCodes.SEVERAL_CONTENTS : "";
    FeedbackCell.Found error = new FeedbackCell.Found(status, code, tag, null, text, counterparty);
    FeedbackCell feedback =
        new FeedbackCell(
            StoredCells.content(cell),
            references.sendingTime(),
            references.type(),
            reporter,
            references.eventId().toString(),
            List.of(error));
    LinkError told = LinkError.of(linkRow.date(), RowKey.read(row, 0), feedback, error, 0);
    // The publisher's counterparties are those who are named; theirs is the publisher.
    boolean named = !isPublished && !counterparty.isEmpty() && isParticipant(reporter, linkRow);
    errors.add(named ? told.as(FeedbackRole.NAMED) : told);
  }

  private boolean isParticipant(String firm, LinkRow row) {
    return settings.participants().check(firm, row.date()) == CheckResult.PASSED;
  }

  /** Two contents sent at the same moment: which one is published only their bytes can tell. */
  private List<Cell> fetch(byte[] row, int date) throws IOException {
    String name = settings.tableOf(date);
    try (Table table = lease.connection().getTable(TableName.valueOf(name))) {
      Get get = new Get(row).addFamily(DATA).readVersions(1);
      List<Cell> events = new ArrayList<>();
      for (Cell cell : table.get(get).rawCells()) {
        if (isEvent(cell)) {
          events.add(cell);
        }
      }
      return events;
    }
  }

  /** The parents' keys on earlier days; null where there are none, or the message is not here. */
  private ParentReferences alternatives(
      ParentReferenceCell references, Cell content, List<Cell> events) {
    boolean named = ParentCandidates.areSoughtEarlier(references);
    for (Cell cell : events) {
      if (named && settings.gtcDays() > 0 && StoredCells.isSameContent(cell, content)) {
        return earlierParents.of(references, cell);
      }
    }
    return null;
  }
}
