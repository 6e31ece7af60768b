package io.daisychain.watch;

import io.daisychain.linkage.live.LiveLink;
import io.daisychain.linkage.live.LiveListener;
import io.daisychain.store.dates.DateTables;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.write.RowPutter;
import io.daisychain.watch.journal.JournalEntry;
import io.daisychain.watch.journal.WriteBehind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;

/**
 * Epochs of live linking, and the tables of dates into which their rows go. Rows can be written
 * before what the store has is linked; the first epoch begins with the first of them.
 */
final class StoreEpochs implements LinkEpochs, AutoCloseable {
  private static final LiveLink.StoredEvents UNHEARD =
      (date, key, references, lifecycle, statuses, sums) -> {};

  private final WatchSettings settings;
  private final WatchHooks hooks;
  private final LiveListener listener;
  private final RowPutter rows;
  private final Map<Integer, Long> storedByDate = new TreeMap<>();
  private final AtomicLong stored = new AtomicLong();
  private volatile LiveLink live;
  private DateTables tables;
  private long epochs;
  private volatile boolean open;
  private volatile WriteBehind behind;

  /** The group that is appended and not written. */
  private WriteBehind.Appended appended;

  /** The epoch that has begun before there is live linking; null for none. */
  private String first;

  /** Its version: what it changes is none of what is linked before. */
  private final long firstVersion;

  /**
   * Epochs that are not linked before {@link #load}.
   *
   * @param listener takes what changes; null for nobody
   */
  StoreEpochs(WatchSettings settings, WatchHooks hooks, LiveListener listener) throws IOException {
    this.settings = settings;
    this.hooks = hooks;
    this.listener = listener;
    this.rows = new RowPutter(settings.table());
    try (Dates dates = Dates.open(settings.table())) {
      this.firstVersion = dates.nextVersion();
    }
  }

  /**
   * Links what the store has, and begins live linking. Rows that are written meanwhile have to be
   * resolved afterwards, all of them.
   *
   * @param before takes what the store has already; null for nobody
   */
  void load(LiveLink.StoredEvents before) throws IOException {
    hooks.linkAll(firstVersion);
    LiveLink.StoredEvents told = before == null ? UNHEARD : before;
    LiveLink opened = LiveLink.open(settings.link(), listener, told);
    synchronized (this) {
      if (first == null) {
        opened.prepare();
      } else {
        opened.begin(first, firstVersion);
      }
      live = opened;
    }
  }

  @Override
  public boolean isOpen() {
    return open; // whoever writes does not wait for what is linked
  }

  @Override
  public synchronized void begin() throws IOException {
    String run = settings.runId() + "-" + epochs++;
    open = true;
    long version = firstVersion;
    if (live == null) {
      first = run;
    } else {
      version = live.begin(run);
    }
    if (tables == null) {
      tables =
          new DateTables(
              settings.table(), run, version, settings.splitKeys(), settings.mostDates());
    } else {
      tables.goOn(run, version); // it knows which tables there are
    }
  }

  /** From now on rows are stored when they are durable already. */
  void storeBehind(WriteBehind rowsBehind) {
    behind = rowsBehind;
  }

  @Override
  public void append(CommitGroup group) throws IOException {
    JournalEntry entry = new JournalEntry(group.rows(), CommitGroup.kept(List.of(group)));
    appended = behind.append(entry, group::becameStored);
  }

  @Override
  public void write(CommitGroup group) throws IOException {
    if (behind == null) {
      store(group.rowsByDate());
      group.becameStored();
      return;
    }
    if (appended == null) {
      append(group);
    }
    behind.follow(appended);
    appended = null;
  }

  /** Stores rows, those of one date one behind the other; they are durable on return. */
  void store(List<byte[]> blocks) throws IOException {
    hooks.requireAlone();
    for (byte[] block : blocks) {
      tables.ranges(CommitGroup.dateOf(block)); // it is noted as changed before its rows are
      rows.add(block);
    }
    rows.flush();
    for (byte[] block : blocks) {
      storedByDate.merge(CommitGroup.dateOf(block), 1L, Long::sum);
    }
    stored.addAndGet(blocks.size());
  }

  @Override
  public synchronized LiveLink.Resolved resolve(List<byte[]> blocks, LiveLink.OnTheWay store)
      throws IOException {
    return live.resolve(blocks, store);
  }

  @Override
  public synchronized void resolveDue() throws IOException {
    live.resolveDue();
  }

  @Override
  public boolean hasWaiting() {
    return live.hasWaiting();
  }

  @Override
  public synchronized void catchUp(int packed, int followed) {
    live.rest(packed);
    live.followFaults(followed);
  }

  @Override
  public synchronized void flush() throws IOException {
    hooks.requireAlone();
    live.flush();
  }

  @Override
  public synchronized boolean isNearEnd() {
    return live.isNearEnd();
  }

  @Override
  public synchronized void approachEnd(int most) throws IOException {
    live.approachEnd(most);
  }

  @Override
  public synchronized void end() throws IOException {
    if (behind != null) {
      behind.awaitStored();
    }
    hooks.requireAlone();
    boolean again = live.end(tables.begun());
    open = false;
    hooks.storedSoFar(storedByDate);
    if (again) {
      live.close();
      hooks.linkAll(Long.MAX_VALUE);
      live = LiveLink.open(settings.link(), listener, UNHEARD);
    }
    live.prepare();
  }

  /** Ends what is prepared for a next epoch, which will not come. */
  synchronized void finish() throws IOException {
    live.end(Set.of());
  }

  /** Trade dates of what was stored. */
  Set<Integer> dates() {
    return Set.copyOf(storedByDate.keySet());
  }

  /** Rows stored so far. */
  long stored() {
    return stored.get();
  }

  /** A counter of live linking; 0 before there is any. */
  long live(ToLongFunction<LiveLink> counter) {
    LiveLink now = live;
    return now == null ? 0 : counter.applyAsLong(now);
  }

  @Override
  public void close() throws IOException {
    rows.close();
    if (live != null) {
      live.close();
    }
    if (tables != null) {
      tables.close();
    }
  }
}
