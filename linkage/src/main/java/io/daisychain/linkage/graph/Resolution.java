package io.daisychain.linkage.graph;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.linkage.graph.flow.UnionFind;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.Family;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.FaultsCell;
import io.daisychain.model.cell.FeedbackCell;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.model.cell.ParentReferenceCell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Everything that linking finds out about the events of one graph, and what of it is news to the
 * table.
 *
 * <p>The graph must hold every lifecycle whole. A row is written only when its lineage or its
 * lifecycle's sums are not what an earlier run left there, or when its flags and its status, to
 * which ingest writes too, message by message, do not say what they should.
 */
public final class Resolution {
  private static final byte[] GRANDPARENT = TableSchema.GRANDPARENT.getBytes(US_ASCII);
  private static final byte[] LIFECYCLE = TableSchema.LIFECYCLE.getBytes(US_ASCII);
  private static final byte[] STATUS = TableSchema.STATUS.getBytes(US_ASCII);
  private static final byte[] FEEDBACK = TableSchema.FEEDBACK.getBytes(US_ASCII);
  private static final byte[] FAULTS = TableSchema.FAULTS.getBytes(US_ASCII);
  private static final byte[] FALSE = TableSchema.FALSE.getBytes(US_ASCII);

  private final EventGraph graph;
  private final Ancestry ancestry;
  private final LineageErrors errors;
  private final OrderVersions versions;
  private final StandingFills fills;
  private final Lifecycles lifecycles;
  private final PackedWriter lineage = new PackedWriter();
  private final PackedWriter lifecycle = new PackedWriter();
  private final PackedWriter feedback = new PackedWriter();
  private final PackedWriter faults = new PackedWriter();
  private final FaultHistory history;
  private final ResultHash hash = new ResultHash();

  /** Resolves a graph that holds every lifecycle whole. */
  public Resolution(EventGraph graph, UnionFind components, LinkRules rules) {
    this(graph, components, rules, node -> true, true);
  }

  /**
   * Resolves a graph that holds every lifecycle whole.
   *
   * @param followsFaults false to leave the life of faults for later: then it has none, and {@link
   *     #isFaultsLifeLeft} says of which events it is to be asked for
   */
  public Resolution(
      EventGraph graph, UnionFind components, LinkRules rules, boolean followsFaults) {
    this(graph, components, rules, node -> true, followsFaults);
  }

  /**
   * Resolves a graph.
   *
   * @param whole true for events of which the graph has all that hangs together with them, by
   *     whatever version: of others the result is not to be used
   */
  public Resolution(EventGraph graph, UnionFind components, LinkRules rules, IntPredicate whole) {
    this(graph, components, rules, whole, true);
  }

  private Resolution(
      EventGraph graph,
      UnionFind components,
      LinkRules rules,
      IntPredicate whole,
      boolean followsFaults) {
    this.graph = graph;
    ancestry = new Ancestry(graph);
    errors = new LineageErrors(graph, ancestry, rules);
    versions = new OrderVersions(graph);
    fills = new StandingFills(graph, ancestry);
    new Excesses(graph, versions, fills, errors).find();
    lifecycles = new Lifecycles(graph, ancestry, components, versions, fills, errors);
    history = new FaultHistory(graph, errors, rules, whole, followsFaults);
  }

  /** True where the life of an event's faults was left for later. */
  public boolean isFaultsLifeLeft(int node) {
    return history.isLeft(node);
  }

  public int statuses(int node) {
    return errors.statuses[node];
  }

  /** Mask of the statuses that somebody is told of: without ORPHAN where it is nobody's fault. */
  public int toldStatuses(int node) {
    boolean nobodys = errors.of(node).stream().anyMatch(LineageErrors.Found::isNobodys);
    return errors.statuses[node] & ~(nobodys ? ErrorStatus.ORPHAN.bit() : 0);
  }

  /** True for an execution that stands, and that its lifecycle counts. */
  public boolean isCountedFill(int node) {
    return fills.isExecution(node) && fills.stands(node) && versions.isCounted(node);
  }

  /** What linkage has to tell the reporter of a node; nothing where it found no error. */
  public Optional<FeedbackCell> feedback(int node) {
    List<FeedbackCell.Found> told = new ArrayList<>();
    for (LineageErrors.Found error : errors.of(node)) {
      if (error.isNobodys()) {
        continue;
      }
      int edge = error.edge();
      told.add(
          new FeedbackCell.Found(
              error.status(),
              error.code(),
              error.tag(),
              edge == KeyNumbers.ABSENT
                  ? null
                  : new RowKey(graph.parentHigh[edge], graph.parentLow[edge]),
              error.message() == null ? "" : error.message(),
              error.counterparty()));
    }
    if (told.isEmpty()) {
      return Optional.empty();
    }
    ParentReferenceCell references = graph.references(node);
    LinkRecord record = graph.record(node);
    return Optional.of(
        new FeedbackCell(
            new RowKey(record.contentHigh(), record.contentLow()),
            references.sendingTime(),
            references.type(),
            references.reporter().toString(),
            references.eventId().toString(),
            told));
  }

  /** True of one member of each cycle. */
  public boolean standsForCycle(int node) {
    return ancestry.standsForCycle.get(node);
  }

  public boolean isLifecycleRoot(int node) {
    return lifecycles.lifecycle(node) == node && !graph.isDeleted(node);
  }

  /** Writes an event's row if there is something new on it; true if there was. */
  public boolean write(int node, RowChanges changes) {
    writeLineage(node);
    boolean root = isLifecycleRoot(node);
    lifecycle.clear();
    if (root) {
      lifecycles.cell(node).write(lifecycle);
    }
    feedback.clear();
    feedback(node).ifPresent(cell -> cell.write(feedback));
    faults.clear();
    FaultsCell life = history.of(node);
    if (life != null) {
      life.write(faults);
    }
    hash.clear().add(lineage).add(lifecycle).add(feedback).add(faults);
    int flags = flags(node);
    int statuses = errors.statuses[node];
    LinkRecord record = graph.record(node);
    int shownFlags = record.shownFlags();
    int shownStatuses = record.shownStatuses();
    if (hash.value() == record.priorHash() && flags == shownFlags && statuses == shownStatuses) {
      return false;
    }
    changes.row(graph.date[node], graph.high[node], graph.low[node]);
    changes.put(Family.LINK, GRANDPARENT, lineage.buffer(), lineage.length());
    if (root) {
      changes.put(Family.LINK, LIFECYCLE, lifecycle.buffer(), lifecycle.length());
    } else if (record.has(LinkRecord.HAS_LIFECYCLE)) {
      changes.delete(Family.LINK, LIFECYCLE);
    }
    if (feedback.length() > 0) {
      changes.put(Family.ERROR, FEEDBACK, feedback.buffer(), feedback.length());
    } else if (record.has(LinkRecord.HAS_FEEDBACK)) {
      changes.delete(Family.ERROR, FEEDBACK);
    }
    if (faults.length() > 0) {
      changes.put(Family.ERROR, FAULTS, faults.buffer(), faults.length());
    } else if (record.has(LinkRecord.HAS_FAULTS)) {
      changes.delete(Family.ERROR, FAULTS);
    }
    if (statuses != shownStatuses) {
      writeStatus(statuses, changes);
    }
    writeFlags(errors.shownChild[node], flags, shownFlags, changes);
    return true;
  }

  /**
   * What a later run would find on an event's row.
   *
   * @param node the one for which {@link #write} was called last, and had something new
   */
  public void readPrior(int node, LinkRecord.Prior prior) {
    prior.clear();
    boolean root = isLifecycleRoot(node);
    prior.flags =
        LinkRecord.LINKED
            | (root ? LinkRecord.HAS_LIFECYCLE : 0)
            | (feedback.length() > 0 ? LinkRecord.HAS_FEEDBACK : 0)
            | (faults.length() > 0 ? LinkRecord.HAS_FAULTS : 0);
    prior.shownFlags = flags(node);
    prior.statuses = errors.statuses[node];
    if (prior.statuses != 0) {
      prior.flags |= LinkRecord.STATUS_SHOWN;
      prior.shownStatuses = prior.statuses;
    }
    prior.hash = hash.value();
    prior.stoodForCycle = standsForCycle(node);
    int first = graph.parentStart[node];
    prior.edges = graph.parentStart[node + 1] - first;
    prior.others = graph.others(node);
    prior.flags |= graph.isDeleted(node) ? LinkRecord.WAS_DELETED : 0;
    List<DatedKey> former = graph.formerPlaces(node);
    ParentReferenceCell references = graph.references(node);
    boolean named = references.parents() == prior.edges && former.isEmpty();
    for (int i = 0; named && i < prior.edges; i++) {
      named =
          graph.childCellDate(node, first + i) == graph.date[node]
              && references.parentHigh(i) == graph.parentHigh[first + i]
              && references.parentLow(i) == graph.parentLow[first + i];
    }
    if (!named) {
      prior.flags |= LinkRecord.OWN_PRIOR_PARENTS;
      for (int edge = first; edge < first + prior.edges; edge++) {
        prior.parents.add(
            new DatedKey(
                graph.childCellDate(node, edge),
                new RowKey(graph.parentHigh[edge], graph.parentLow[edge])));
      }
      prior.parents.addAll(former);
    }
    for (int at = graph.childStart[node]; at < graph.childStart[node + 1]; at++) {
      int child = graph.childNode[at];
      if (graph.date[child] != graph.date[node]) {
        prior.children.add(graph.datedKey(child));
      }
    }
  }

  /** Node whose key is the id of a node's lifecycle. */
  public int lifecycle(int node) {
    return lifecycles.lifecycle(node);
  }

  /** Sums of the lifecycle whose id is the key of {@code root}. */
  public LifecycleCell cell(int root) {
    return lifecycles.cell(root);
  }

  private void writeLineage(int node) {
    if (graph.isDeleted(node)) {
      LinkRecord record = graph.record(node);
      LineageCell.writeDeleted(
          lineage.clear(),
          graph.key(node),
          record.contentHigh(),
          record.contentLow(),
          errors.statuses[node]);
    } else {
      writeLiveLineage(node);
    }
    writeFormerPlaces(node);
    writeRelations(node);
  }

  private void writeFormerPlaces(int node) {
    List<DatedKey> former = graph.formerPlaces(node);
    if (!former.isEmpty() || hasRelations(node)) {
      lineage.varint(former.size());
      for (DatedKey place : former) {
        lineage.i32(place.date()).key(place.key().high(), place.key().low());
      }
    }
  }

  private boolean hasRelation(int node, int edge) {
    return graph.relation(node, edge) != graph.relation[node];
  }

  private boolean hasRelations(int node) {
    boolean has = false;
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      has |= hasRelation(node, edge);
    }
    return has && !graph.isDeleted(node);
  }

  private void writeRelations(int node) {
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      if (hasRelation(node, edge) && !graph.isDeleted(node)) {
        lineage.u8(graph.relation(node, edge).code());
      }
    }
  }

  private void writeLiveLineage(int node) {
    int child = errors.shownChild[node];
    int statuses = errors.statuses[node];
    LineageCell.begin(
        lineage.clear(),
        graph.key(ancestry.grandParent[node]),
        graph.key(lifecycles.lifecycle(node)),
        graph.record(node).contentHigh(),
        graph.record(node).contentLow(),
        statuses,
        errors.symbolMatch[node],
        errors.sideMatch[node],
        errors.instrumentMatch[node],
        child != KeyNumbers.ABSENT,
        ancestry.standsForCycle.get(node),
        fills.isExecution(node),
        ancestry.depth[node],
        graph.childStart[node + 1] - graph.childStart[node]);
    if (child != KeyNumbers.ABSENT) {
      lineage.key(graph.high[child], graph.low[child]);
      append(graph.references(child).symbol());
      append(graph.references(child).side());
      append(graph.references(child).ordType());
    }
    lineage.varint(graph.parentStart[node + 1] - graph.parentStart[node]);
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      lineage.key(graph.parentHigh[edge], graph.parentLow[edge]);
      int parent = graph.parentNode[edge];
      boolean reported = parent != KeyNumbers.ABSENT;
      lineage.u8(
          LineageCell.edge(
                  reported,
                  reported ? errors.symbolsAgree(parent, node) : CheckResult.NOT_MADE,
                  reported ? errors.sidesAgree(parent, node) : CheckResult.NOT_MADE)
              | (graph.isToDeleted(edge) ? LineageCell.TO_DELETED : 0)
              | (hasRelation(node, edge) ? LineageCell.HAS_RELATION : 0));
    }
    byte[] details = errors.details(node);
    lineage.text(details, 0, details.length);
    lineage.varint(graph.others(node));
    writeParentDates(node);
    if (fills.isExecution(node)) {
      writeExecution(node);
    }
  }

  private void writeExecution(int node) {
    boolean counted = versions.isCounted(node);
    int correct = fills.corrected(node);
    if (fills.stands(node) && correct != KeyNumbers.ABSENT) {
      ParentReferenceCell references = graph.references(correct);
      LineageCell.writeCorrected(lineage, counted, references.lastShares(), references.lastPx());
    } else {
      LineageCell.writeExecution(lineage, counted, fills.stands(node));
    }
  }

  private void writeParentDates(int node) {
    int first = graph.parentStart[node];
    int end = graph.parentStart[node + 1];
    int dated = 0;
    for (int edge = first; edge < end; edge++) {
      dated += graph.parentDate[edge] == graph.date[node] ? 0 : 1;
    }
    lineage.varint(dated);
    for (int edge = first; edge < end && dated > 0; edge++) {
      if (graph.parentDate[edge] != graph.date[node]) {
        lineage.varint(edge - first).i32(graph.parentDate[edge]);
      }
    }
  }

  private void append(ByteSlice value) {
    lineage.text(value.buffer(), value.offset(), value.length());
  }

  /** Mask of the {@link Flag}s that the row should show. */
  private int flags(int node) {
    if (graph.isDeleted(node)) {
      return 0;
    }
    return graph.flags[node]
        | Flag.SYMBOL_MATCH.bitIf(errors.symbolMatch[node] == CheckResult.FAILED)
        | Flag.SIDE_MATCH.bitIf(errors.sideMatch[node] == CheckResult.FAILED)
        | Flag.INSTRUMENT_MATCH.bitIf(
            errors.instrumentMatch[node] == CheckResult.FAILED
                && errors.symbolMatch[node] != CheckResult.FAILED);
  }

  private void writeFlags(int child, int flags, int shown, RowChanges changes) {
    for (Flag flag : Flag.ALL) {
      boolean before = flag.isIn(shown);
      if (!flag.isIn(flags)) {
        if (before) {
          changes.delete(Family.DATA, flag.column());
          if (flag.childColumn() != null) {
            changes.delete(Family.DATA, flag.childColumn());
          }
        }
      } else if (flag.childColumn() != null) { // another child may be shown than before
        changes.put(Family.DATA, flag.column(), FALSE, FALSE.length);
        ParentReferenceCell references = graph.references(child);
        ByteSlice value = flag == Flag.SYMBOL_MATCH ? references.symbol() : references.side();
        // Lifecycle's bytes have been handed over by now, so its array serves for a short value.
        lifecycle.clear().raw(value.buffer(), value.offset(), value.length());
        changes.put(Family.DATA, flag.childColumn(), lifecycle.buffer(), lifecycle.length());
      } else if (!before) {
        changes.put(Family.DATA, flag.column(), FALSE, FALSE.length);
      }
    }
  }

  private static void writeStatus(int statuses, RowChanges changes) {
    if (statuses == 0) {
      changes.delete(Family.ERROR, STATUS);
    } else {
      byte[] words = ErrorStatus.words(statuses).getBytes(US_ASCII);
      changes.put(Family.ERROR, STATUS, words, words.length);
    }
  }
}
