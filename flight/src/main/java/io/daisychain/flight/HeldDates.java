package io.daisychain.flight;

import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.warehouse.column.ColumnFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * The latest trade dates in memory, as what is sent of them: each row group of a kind as vectors of
 * Arrow, made when it is first asked for. Answers share this memory, so that they neither read a
 * file nor copy a row.
 */
final class HeldDates implements AutoCloseable {
  /** Rows from which on sharing costs less than to read them again. */
  static final int LEAST_ROWS = 1 << 9;

  private final int most;
  private final BufferAllocator memory;
  private final Map<Key, VectorSchemaRoot> groups = new HashMap<>();
  private final Set<DayFiles> latest = new HashSet<>();
  private boolean isClosed;

  private record Key(DayFiles day, MarketKind kind, int group) {}

  /**
   * Holds nothing yet.
   *
   * @param most trade dates that are held
   */
  HeldDates(int most, BufferAllocator memory) {
    this.most = most;
    this.memory = memory;
  }

  /** Lets go of what is not of the latest dates, or was loaded anew. */
  void keepLatest(MarketFolder market) throws IOException {
    if (most > 0) {
      keepLatest(market.days());
    }
  }

  private synchronized void keepLatest(SortedMap<Integer, DayFiles> all) {
    latest.clear();
    all.values().stream().skip(Math.max(0, all.size() - most)).forEach(latest::add);
    for (Iterator<Map.Entry<Key, VectorSchemaRoot>> left = groups.entrySet().iterator();
        left.hasNext(); ) {
      Map.Entry<Key, VectorSchemaRoot> each = left.next();
      if (!latest.contains(each.getKey().day())) {
        each.getValue().close();
        left.remove();
      }
    }
  }

  /** Whether a date is held. */
  synchronized boolean has(DayFiles day) {
    return latest.contains(day);
  }

  synchronized long bytes() {
    return groups.values().stream()
        .flatMap(group -> group.getFieldVectors().stream())
        .mapToLong(FieldVector::getBufferSize)
        .sum();
  }

  /** Gives a batch some rows of a row group, which share the memory that is held. */
  void share(
      DayFiles day, MarketKind kind, ColumnFile file, int group, int from, int to, ColumnBatch into)
      throws IOException {
    Key key = new Key(day, kind, group);
    if (shareHeld(key, from, to, into)) {
      return;
    }
    List<ColumnBatch.Column> columns = ColumnBatch.Column.of(kind.shownColumns());
    ColumnBatch rows = new ColumnBatch(columns);
    int count = WholeDatesAnswer.read(kind, file, file.cursor(), group, rows);
    VectorSchemaRoot made = VectorSchemaRoot.create(ColumnBatch.schema(columns), memory);
    rows.fill(made, 0, count);
    synchronized (this) {
      if (has(day) && !isClosed) {
        VectorSchemaRoot before = groups.put(key, made);
        if (before != null) {
          before.close(); // another answer was as quick
        }
      }
      into.share(made, from, to);
      if (groups.get(key) != made) {
        made.close();
      }
    }
  }

  private synchronized boolean shareHeld(Key key, int from, int to, ColumnBatch into) {
    VectorSchemaRoot held = groups.get(key);
    if (held != null) {
      into.share(held, from, to);
    }
    return held != null;
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    groups.values().forEach(VectorSchemaRoot::close);
    groups.clear();
  }
}
