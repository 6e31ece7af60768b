package io.daisychain.linkage;

import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.EventGraph;
import io.daisychain.linkage.graph.KeyNumbers;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.linkage.graph.ParentCandidates;
import io.daisychain.linkage.plan.DateSums;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.store.dates.OpenReferences;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Keeps which events wait for parents that may still come: for one on another date, or, where the
 * parent was found on an earlier date, for one on a nearer date. What waits for a parent of its own
 * date alone needs no entry: the row of that parent shows it.
 */
public final class OpenReferenceWriter implements AutoCloseable {
  private final LinkSettings settings;
  private final EventGraph graph;
  private final ParentCandidates candidates;
  private OpenReferences references;

  public OpenReferenceWriter(LinkSettings settings, EventGraph graph) {
    this.settings = settings;
    this.graph = graph;
    this.candidates = new ParentCandidates(settings.dates());
  }

  /** Adds the open references of an event, and their range of dates to the date's sums. */
  public void add(int node, DateSums sums) throws IOException {
    if (isSettled(node)) {
      return;
    }
    LinkRecord record = graph.record(node);
    KeyNumbers found = new KeyNumbers(); // what its rows show it as a child of
    for (int edge = graph.firstEdge(node); edge < graph.firstEdge(node + 1); edge++) {
      if (graph.isFound(edge)) {
        found.number(graph.parentHigh(edge), graph.parentLow(edge), graph.parentDate(edge));
      }
    }
    Set<DatedKey> written = new HashSet<>();
    if (record.has(LinkRecord.ACTIONS)) {
      for (int version = 0; version < record.versions(); version++) {
        record.named(version, this.version);
        add(node, found, written, sums);
      }
    } else {
      record.named(LinkRecord.STANDING, version);
      add(node, found, written, sums);
    }
  }

  private final LinkRecord.Named version = new LinkRecord.Named();
  private final ParentReferenceCell named = new ParentReferenceCell();

  private void add(int node, KeyNumbers found, Set<DatedKey> written, DateSums sums)
      throws IOException {
    version.read(named);
    for (int i = 0; i < named.parents(); i++) {
      candidates.of(graph.date(node), version, named, i);
      int missing = 0;
      while (missing < candidates.count() && !graph.isSettledBy(node, candidates.key(missing))) {
        missing++;
      }
      boolean all = missing == candidates.count();
      // An id without a date may also be reported on a date that the store does not have yet.
      boolean anyDate = candidates.isOfAnyDate();
      if (missing == 0 || (candidates.count() == 1 && !anyDate && isOwn(node))) {
        continue;
      }
      for (int c = 0; c < missing; c++) {
        if (isFound(found, c)) {
          continue;
        }
        int from = anyDate && c + 1 == missing ? earliest(all, missing) : candidates.date(c);
        sums.addOpen(from, candidates.date(c));
        if (written.add(new DatedKey(0, candidates.key(c).key()))) {
          write(node, candidates.key(c));
        }
      }
    }
  }

  private boolean isOwn(int node) {
    return candidates.date(0) == graph.date(node);
  }

  private boolean isFound(KeyNumbers found, int c) {
    return found.find(candidates.high(c), candidates.low(c), candidates.date(c))
        != KeyNumbers.ABSENT;
  }

  /** The first date on which a parent may come that counts before the one that was found. */
  private int earliest(boolean all, int missing) {
    return all ? Integer.MIN_VALUE : candidates.date(missing) + 1;
  }

  private void write(int node, DatedKey parent) throws IOException {
    if (references == null) {
      references = new OpenReferences(settings.table());
    }
    references.add(graph.date(node), parent.key(), graph.key(node));
  }

  private boolean isSettled(int node) {
    return isSettled(graph, node);
  }

  /** True when every parent was reported on the event's own date. */
  public static boolean isSettled(EventGraph graph, int node) {
    boolean settled = !graph.hasActions() || !graph.record(node).has(LinkRecord.ACTIONS);
    for (int edge = graph.firstEdge(node); edge < graph.firstEdge(node + 1); edge++) {
      settled &= graph.parentDate(edge) == graph.date(node) && graph.isParentSentBefore(edge, node);
    }
    return settled;
  }

  @Override
  public void close() throws IOException {
    if (references != null) {
      references.flush();
      references.close();
    }
  }
}
