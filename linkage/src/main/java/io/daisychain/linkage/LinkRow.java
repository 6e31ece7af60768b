package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.Flag;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.linkage.graph.ResultHash;
import io.daisychain.model.Action;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.store.scan.StoredCells;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;

/**
 * What one row says about its event: the parent references of all contents reported under its key,
 * what an earlier link run left, and the columns that people filter on.
 */
public final class LinkRow {
  private static final byte[] STATUS = TableSchema.STATUS.getBytes(US_ASCII);
  private static final byte[] FEEDBACK = TableSchema.FEEDBACK.getBytes(US_ASCII);
  private static final byte[] FAULTS = TableSchema.FAULTS.getBytes(US_ASCII);

  /** A mask that equals no event's. */
  private static final int STRANGE = 1 << 30;

  private final ParentReferenceCell view = new ParentReferenceCell();
  private final LineageCell lineageView = new LineageCell();
  private final List<Cell> referenceCells = new ArrayList<>();
  private Cell lineage;
  private Cell lifecycle;
  private Cell status;
  private Cell feedback;
  private Cell faults;
  private int flags;
  private long newest;
  private int date;
  private final List<DatedKey> otherChildren = new ArrayList<>();
  private final List<DatedKey> otherBearers = new ArrayList<>();

  /** Begins a row of a trade date. */
  public void clear(int rowDate) {
    date = rowDate;
    otherChildren.clear();
    otherBearers.clear();
    referenceCells.clear();
    lineage = null;
    lifecycle = null;
    status = null;
    feedback = null;
    faults = null;
    flags = 0;
    newest = 0;
  }

  /** Trade date of the row's table. */
  int date() {
    return date;
  }

  /**
   * Takes a cell of the Link family; of children and bearers only those on other dates are kept.
   */
  public void addLink(Cell cell) {
    switch (cell.getQualifierArray()[cell.getQualifierOffset()]) {
      case TableSchema.REFERENCES_PREFIX -> referenceCells.add(cell);
      case 'G' -> lineage = result(cell);
      case 'L' -> lifecycle = result(cell);
      case TableSchema.CHILD_PREFIX -> addOfOtherDate(cell, otherChildren);
      case TableSchema.BEARER_PREFIX -> addOfOtherDate(cell, otherBearers);
      default -> {}
    }
  }

  private void addOfOtherDate(Cell cell, List<DatedKey> events) {
    byte[] qualifier = cell.getQualifierArray();
    int at = cell.getQualifierOffset();
    int length = cell.getQualifierLength();
    if (length == TableSchema.DATED_CHILD_QUALIFIER_LENGTH) {
      events.add(
          new DatedKey(
              TableSchema.childDate(qualifier, at, length, date), RowKey.read(qualifier, at + 1)));
    }
  }

  /** Takes a cell of the Error family. */
  public void addError(Cell cell) {
    if (StoredCells.is(STATUS, cell)) {
      status = result(cell);
    } else if (StoredCells.is(FEEDBACK, cell)) {
      feedback = result(cell);
    } else if (StoredCells.is(FAULTS, cell)) {
      faults = result(cell);
    }
  }

  /** Takes a cell of the Data family that may be a flag. */
  public void addFlag(Cell cell) {
    int flag =
        Flag.maskOf(cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
    if (flag != 0) {
      flags |= flag;
      result(cell);
    }
  }

  private Cell result(Cell cell) {
    newest = Math.max(newest, cell.getTimestamp());
    return cell;
  }

  /** Events on other dates that bear the row's key. */
  List<DatedKey> otherBearers() {
    return otherBearers;
  }

  /** True when the row's event was reported, and not just named by others. */
  public boolean isReported() {
    return !referenceCells.isEmpty();
  }

  /** True for a row of one content that was reported as new: nearly all. */
  boolean isPlain() {
    for (Cell references : referenceCells) {
      if (!StoredCells.isSameContent(references, referenceCells.get(0))) {
        return false;
      }
    }
    return read(referenceCells.get(0)).action() == Action.NEW;
  }

  /** The parent references that were sent first; any of those where several were. */
  public Cell earliest() {
    Cell earliest = referenceCells.get(0);
    for (Cell references : referenceCells) {
      if (sendingTime(references) < sendingTime(earliest)) {
        earliest = references;
      }
    }
    return earliest;
  }

  /** The parent references of each version as it was sent first, in the order of columns. */
  List<Cell> versions() {
    List<Cell> versions = new ArrayList<>();
    for (Cell references : referenceCells) { // those of one version lie side by side
      int last = versions.size() - 1;
      if (last < 0 || !StoredCells.isSameContent(references, versions.get(last))) {
        versions.add(references);
      } else if (sendingTime(references) < sendingTime(versions.get(last))) {
        versions.set(last, references);
      }
    }
    return versions;
  }

  /**
   * What the row shows and an earlier run left, in comparison with the parent references that
   * stands now.
   *
   * @param trustedBelow number of a run that may have written a part only: where it or a later one
   *     has been, the row counts as never linked
   */
  void readPrior(Cell references, long trustedBelow, LinkRecord.Prior prior) {
    prior.clear();
    prior.children.addAll(otherChildren);
    prior.shownFlags = flags;
    if (status != null) {
      prior.flags |= LinkRecord.STATUS_SHOWN;
      prior.shownStatuses = statuses(status);
    }
    if (lifecycle != null) {
      prior.flags |= LinkRecord.HAS_LIFECYCLE;
    }
    if (feedback != null) {
      prior.flags |= LinkRecord.HAS_FEEDBACK;
    }
    if (faults != null) {
      prior.flags |= LinkRecord.HAS_FAULTS;
    }
    if (lineage == null || newest >= trustedBelow) {
      return;
    }
    prior.flags |= LinkRecord.LINKED;
    ResultHash hash = hash(hash(new ResultHash(), lineage), lifecycle);
    prior.hash = hash(hash(hash, feedback), faults).value();
    lineageView.read(lineage.getValueArray(), lineage.getValueOffset(), lineage.getValueLength());
    prior.statuses = lineageView.statuses();
    prior.stoodForCycle = lineageView.standsForCycle();
    prior.edges = lineageView.edges();
    prior.others = lineageView.otherContents();
    prior.flags |= lineageView.isDeleted() ? LinkRecord.WAS_DELETED : 0;
    readPriorParents(references, prior);
  }

  private static ResultHash hash(ResultHash hash, Cell cell) {
    return cell == null
        ? hash.add(null, 0, 0)
        : hash.add(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
  }

  /** Mask of the words in a cell; where they are not as link writes them, none that link knows. */
  private static int statuses(Cell cell) {
    String words =
        new String(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength(), ISO_8859_1);
    int mask = 0;
    for (ErrorStatus status : ErrorStatus.values()) {
      mask |= words.contains(status.name()) ? status.bit() : 0;
    }
    return ErrorStatus.words(mask).equals(words) ? mask : STRANGE;
  }

  private void readPriorParents(Cell references, LinkRecord.Prior prior) {
    read(references);
    byte[] array = lineage.getValueArray();
    boolean same = lineageView.edges() == view.parents() && lineageView.formerPlaces().isEmpty();
    for (int i = 0; same && i < view.parents(); i++) {
      int at = lineageView.parentAt(i);
      same =
          priorPlace(i) == date
              && RowKey.high(array, at) == view.parentHigh(i)
              && RowKey.low(array, at) == view.parentLow(i);
    }
    if (same) {
      return;
    }
    prior.flags |= LinkRecord.OWN_PRIOR_PARENTS;
    for (int i = 0; i < lineageView.edges(); i++) {
      prior.parents.add(new DatedKey(priorPlace(i), RowKey.read(array, lineageView.parentAt(i))));
    }
    for (LineageCell.Place former : lineageView.formerPlaces()) {
      prior.parents.add(new DatedKey(former.date(), former.key()));
    }
  }

  /** Trade date of the row that an earlier run showed the event on as the child of parent i. */
  private int priorPlace(int i) {
    return lineageView.parentFound(i) ? lineageView.parentDate(i, date) : date;
  }

  /** A parent references's cell, unpacked; valid until the next call. */
  public ParentReferenceCell read(Cell references) {
    return view.read(
        references.getValueArray(), references.getValueOffset(), references.getValueLength());
  }

  long sendingTime(Cell references) {
    return read(references).sendingTime();
  }
}
