package io.daisychain.store.dates;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.model.CalendarDates;
import io.daisychain.model.RowKey;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.DateRows;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.dates.StoredDate.Change;
import io.daisychain.store.dates.StoredDate.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The trade dates of a store: which there are, what changed in each, which are linked and which
 * were dropped.
 *
 * <p>Whatever changes a date notes it here under a version, a number that grows: the keys of the
 * rows where they are few, else their number. Link and publish look at what was noted since they
 * last did. A run that is killed leaves a note without a number; the date then counts as changed in
 * all its rows. Not thread-safe.
 */
public final class Dates implements AutoCloseable {
  /** Changes with keys that are kept for each date; what is older is known to be there alone. */
  private static final int MOST_CHANGES = 32;

  private static final String PRUNED_TO = "prunedTo";

  private final StoreTable table;
  private final TableAdmin tables;
  private final MetaTable meta;

  private Dates(StoreTable table) throws IOException {
    this.table = table;
    this.tables = TableAdmin.open(table.store());
    tables.createMeta(table.name());
    this.meta = tables.meta(table.name());
  }

  /** Opens what is known of the dates; the meta table is made if it is missing. */
  public static Dates open(StoreTable table) throws IOException {
    return new Dates(table);
  }

  /** The dates of a store, ascending; those that were dropped are none. */
  public static List<StoredDate> list(StoreTable table) throws IOException {
    try (TableAdmin tables = TableAdmin.open(table.store())) {
      if (!tables.isKnown(table.name())) {
        return List.of();
      }
    }
    try (Dates dates = open(table)) {
      return dates.list();
    }
  }

  /**
   * The keys of the rows of a date that changed after a version.
   *
   * @param version one that {@link StoredDate#version} had
   * @return pairs of longs, first and second half of each key, ascending as unsigned numbers; empty
   *     where it is not known which rows changed
   */
  public static Optional<long[]> changedSince(StoreTable table, int epochDay, long version)
      throws IOException {
    try (Dates dates = open(table)) {
      return dates.changedSince(epochDay, version);
    }
  }

  /** The dates, ascending. */
  public List<StoredDate> list() throws IOException {
    Set<Integer> dropped = dropped();
    Map<String, Map<String, byte[]>> rows = meta.scan("date/");
    Map<Integer, List<Change>> changes = changes();
    List<StoredDate> dates = new ArrayList<>();
    for (int date : tables.tablesOf(table.name())) {
      if (!dropped.contains(date)) {
        String name = DateRows.date(date);
        Map<String, byte[]> row = rows.getOrDefault(name, Map.of());
        List<Change> ofDate = changes.getOrDefault(date, List.of());
        long version = DateRows.number(name, row, DateRows.VERSION, 0);
        for (Change change : ofDate) {
          version = Math.max(version, change.version());
        }
        dates.add(
            new StoredDate(
                date,
                version,
                DateRows.number(name, row, DateRows.EVENTS, 0),
                DateRows.number(name, row, DateRows.LINKED_VERSION, 0),
                DateRows.text(row, DateRows.LINKED_RUN),
                DateRows.text(row, DateRows.SUMS),
                ofDate));
      }
    }
    return dates;
  }

  private Map<Integer, List<Change>> changes() throws IOException {
    Map<Integer, List<Change>> changes = new TreeMap<>();
    Map<String, Map<String, byte[]>> rows =
        meta.scan("change/", DateRows.CHANGE_KIND, DateRows.CHANGE_RUN, DateRows.CHANGE_COUNT);
    for (Map.Entry<String, Map<String, byte[]>> row : rows.entrySet()) {
      int slash = row.getKey().lastIndexOf('/');
      int date = DateRows.dateOf(row.getKey().substring(0, slash));
      changes
          .computeIfAbsent(date, none -> new ArrayList<>())
          .add(change(row.getKey(), row.getValue()));
    }
    return changes;
  }

  private static Change change(String name, Map<String, byte[]> row) throws IOException {
    try {
      return new Change(
          Long.parseLong(name.substring(name.lastIndexOf('/') + 1)),
          Kind.valueOf(DateRows.text(row, DateRows.CHANGE_KIND)),
          DateRows.text(row, DateRows.CHANGE_RUN),
          DateRows.number(name, row, DateRows.CHANGE_COUNT, -1));
    } catch (IllegalArgumentException e) {
      throw new IOException("row '" + name + "' of the meta table is damaged", e);
    }
  }

  /** The keys of the rows of a date that changed after a version; see the static method. */
  public Optional<long[]> changedSince(int date, long version) throws IOException {
    Map<String, byte[]> row = meta.readRow(DateRows.date(date));
    if (version == 0 || version < DateRows.number(DateRows.date(date), row, PRUNED_TO, 0)) {
      return Optional.empty();
    }
    return keys(date, change -> change.version() > version && change.kind() != Kind.BASIS)
        .map(Dates::pairs);
  }

  /**
   * The keys of what happened to a date since its last link run, for link to look at.
   *
   * @return empty where it is not known which rows those are
   */
  public Optional<NavigableSet<RowKey>> newsOf(StoredDate date) throws IOException {
    return keys(
        date.epochDay(),
        change ->
            change.version() > date.linkedVersion()
                && change.version() <= date.version()
                && change.kind() != Kind.LINK);
  }

  /**
   * The keys of the rows of a date of which the lines that a link run has told may not be right any
   * more.
   *
   * @param run that goes on, of which nothing is looked at that it has not ended
   * @return empty where it is not known which rows those are
   */
  public Optional<NavigableSet<RowKey>> changedSince(int date, ToldDate told, String run)
      throws IOException {
    Map<String, byte[]> row = meta.readRow(DateRows.date(date));
    if (told.version() < DateRows.number(DateRows.date(date), row, PRUNED_TO, 0)) {
      return Optional.empty();
    }
    return keys(
        date,
        change ->
            change.version() > told.version()
                && (change.kind() == Kind.INGEST
                    || !(change.run().equals(told.run())
                        || (change.run().equals(run) && change.count() < 0))));
  }

  /** By date, where the feedback is kept that a link run has told of it. */
  public Map<Integer, ToldDate> told() throws IOException {
    Map<Integer, ToldDate> told = new TreeMap<>();
    for (var row : meta.scan("date/", DateRows.TOLD).entrySet()) {
      String[] words = DateRows.text(row.getValue(), DateRows.TOLD).split(" ", 4);
      if (words.length == 4) {
        long version = Long.parseLong(words[0]);
        long places = Long.parseLong(words[1]);
        told.put(DateRows.dateOf(row.getKey()), new ToldDate(version, words[2], places, words[3]));
      }
    }
    return told;
  }

  /** Notes where the feedback of a date is kept. */
  public void told(int date, ToldDate told) throws IOException {
    String text = told.version() + " " + told.places() + " " + told.run() + " " + told.folder();
    meta.writeRow(DateRows.date(date), Map.of(DateRows.TOLD, text.getBytes(UTF_8)));
  }

  private Optional<NavigableSet<RowKey>> keys(int date, Predicate<Change> wanted)
      throws IOException {
    NavigableSet<RowKey> keys = new TreeSet<>();
    for (var row : meta.scan(DateRows.changes(date)).entrySet()) {
      Change change = change(row.getKey(), row.getValue());
      if (!wanted.test(change)) {
        continue;
      }
      byte[] bytes = row.getValue().get(DateRows.CHANGE_KEYS);
      if (bytes == null || change.count() < 0) {
        return Optional.empty(); // of a run that has not ended, or was killed
      }
      ChangedKeys changed = meta.parsed(row.getKey(), DateRows.CHANGE_KEYS, bytes, ChangedKeys::of);
      if (!changed.isKnown() || keys.size() > ChangedKeys.MOST) {
        return Optional.empty();
      }
      keys.addAll(changed.keys());
    }
    return Optional.of(keys);
  }

  private static long[] pairs(NavigableSet<RowKey> keys) {
    long[] pairs = new long[2 * keys.size()];
    int at = 0;
    for (RowKey key : keys) {
      pairs[at++] = key.high();
      pairs[at++] = key.low();
    }
    return pairs;
  }

  /** A version for a run, greater than all before. */
  public long nextVersion() throws IOException {
    return DateRows.nextVersion(meta);
  }

  /** Notes that a run may change a date from now on; its rows follow. */
  public void begin(int date, long version, Kind kind, String run) throws IOException {
    meta.writeRow(
        DateRows.change(date, version),
        Map.of(
            DateRows.CHANGE_KIND, kind.name().getBytes(UTF_8),
            DateRows.CHANGE_RUN, run.getBytes(UTF_8)));
    meta.writeRow(DateRows.date(date), Map.of(DateRows.VERSION, DateRows.bytes(version)));
  }

  /** Keeps which rows of a date a run changes, until all of them are written. */
  public void saveKeys(int date, long begun, Kind kind, String run, ChangedKeys changed)
      throws IOException {
    meta.writeRow(
        DateRows.change(date, begun),
        Map.of(
            DateRows.CHANGE_KIND, kind.name().getBytes(UTF_8),
            DateRows.CHANGE_RUN, run.getBytes(UTF_8),
            DateRows.CHANGE_KEYS, changed.toBytes()));
  }

  /** Notes, in the place of what {@link #saveKeys} kept, what a run has changed. */
  public void end(long begun, Kind kind, String run) throws IOException {
    for (int date : tables.tablesOf(table.name())) {
      String row = DateRows.change(date, begun);
      Optional<byte[]> keys = meta.read(row, DateRows.CHANGE_KEYS);
      if (keys.isPresent()) {
        ChangedKeys changed = meta.parsed(row, DateRows.CHANGE_KEYS, keys.get(), ChangedKeys::of);
        end(date, begun, kind, run, changed);
      }
    }
  }

  /** Notes what a run has changed of a date, in the place of what it noted when it began. */
  public void end(int date, long begun, Kind kind, String run, ChangedKeys changed)
      throws IOException {
    note(date, kind, run, changed);
    meta.deleteRow(DateRows.change(date, begun));
    prune(date);
  }

  public void note(int date, Kind kind, String run, ChangedKeys changed) throws IOException {
    long version = nextVersion();
    meta.writeRow(
        DateRows.change(date, version),
        Map.of(
            DateRows.CHANGE_KIND, kind.name().getBytes(UTF_8),
            DateRows.CHANGE_RUN, run.getBytes(UTF_8),
            DateRows.CHANGE_COUNT, DateRows.bytes(changed.count()),
            DateRows.CHANGE_KEYS, changed.toBytes()));
    meta.writeRow(DateRows.date(date), Map.of(DateRows.VERSION, DateRows.bytes(version)));
  }

  /** Notes that link has to look at all of a date again. */
  public void noteBasis(int date, String run) throws IOException {
    note(date, Kind.BASIS, run, ChangedKeys.unknown(0));
  }

  /** Forgets which rows changed long ago; news that link has not seen stays. */
  private void prune(int date) throws IOException {
    List<Change> changes = new ArrayList<>();
    for (var row :
        meta.scan(DateRows.changes(date), DateRows.CHANGE_KIND, DateRows.CHANGE_COUNT).entrySet()) {
      changes.add(change(row.getKey(), row.getValue()));
    }
    long linked =
        DateRows.number(
            DateRows.date(date), meta.readRow(DateRows.date(date)), DateRows.LINKED_VERSION, 0);
    for (int i = 0; i < changes.size() - MOST_CHANGES; i++) {
      long version = changes.get(i).version();
      if (version > linked) {
        return;
      }
      meta.writeRow(DateRows.date(date), Map.of(PRUNED_TO, DateRows.bytes(version)));
      meta.deleteRow(DateRows.change(date, version));
    }
  }

  /**
   * Notes that a link run has completed a date.
   *
   * @param version all changes up to this one are linked
   * @param run name and time of the run
   * @param events events of the date
   * @param sums counts of the date as JSON
   */
  public void linked(int date, long version, String run, long events, String sums)
      throws IOException {
    meta.writeRow(
        DateRows.date(date),
        Map.of(
            DateRows.LINKED_VERSION, DateRows.bytes(version),
            DateRows.LINKED_RUN, run.getBytes(UTF_8),
            DateRows.EVENTS, DateRows.bytes(events),
            DateRows.SUMS, sums.getBytes(UTF_8)));
  }

  /** Notes sums of a date of which link has changed rows without completing it. */
  public void keepSums(int date, long events, String sums) throws IOException {
    meta.writeRow(
        DateRows.date(date),
        Map.of(DateRows.EVENTS, DateRows.bytes(events), DateRows.SUMS, sums.getBytes(UTF_8)));
  }

  /** Notes that a link run may write to a date from now on. */
  public void writtenBy(int date, long linkRun) throws IOException {
    meta.writeRow(DateRows.date(date), Map.of(DateRows.WRITTEN_BY, DateRows.bytes(linkRun)));
  }

  /** By date, the last link run that may have written to it. */
  public Map<Integer, Long> writers() throws IOException {
    Map<Integer, Long> writers = new TreeMap<>();
    for (var row : meta.scan("date/", DateRows.WRITTEN_BY).entrySet()) {
      writers.put(
          DateRows.dateOf(row.getKey()),
          DateRows.number(row.getKey(), row.getValue(), DateRows.WRITTEN_BY, 0));
    }
    return writers;
  }

  /** Notes between which dates open references of a date point, over what was noted before. */
  public void openReferences(int date, int from, int to) throws IOException {
    String name = DateRows.date(date);
    Map<String, byte[]> row = meta.readRow(name);
    long first = Math.min(from, DateRows.number(name, row, DateRows.OPEN_FROM, from));
    long last = Math.max(to, DateRows.number(name, row, DateRows.OPEN_TO, to));
    meta.writeRow(
        name,
        Map.of(DateRows.OPEN_FROM, DateRows.bytes(first), DateRows.OPEN_TO, DateRows.bytes(last)));
  }

  /** The dates with open references, and between which dates those point: first and last. */
  public Map<Integer, int[]> openReferences() throws IOException {
    Map<Integer, int[]> dates = new TreeMap<>();
    Set<Integer> dropped = dropped();
    for (var row : meta.scan("date/", DateRows.OPEN_FROM, DateRows.OPEN_TO).entrySet()) {
      int date = DateRows.dateOf(row.getKey());
      if (!dropped.contains(date) && row.getValue().size() == 2) {
        dates.put(
            date,
            new int[] {
              (int) DateRows.number(row.getKey(), row.getValue(), DateRows.OPEN_FROM, 0),
              (int) DateRows.number(row.getKey(), row.getValue(), DateRows.OPEN_TO, 0)
            });
      }
    }
    return dates;
  }

  /** Notes that edges connect events of two dates. */
  public void connect(int date, int other) throws IOException {
    byte[] yes = {'1'};
    meta.writeRow(DateRows.date(date), Map.of(DateRows.NEAR + CalendarDates.text(other), yes));
    meta.writeRow(DateRows.date(other), Map.of(DateRows.NEAR + CalendarDates.text(date), yes));
  }

  /** True when edges connect, or have connected, events of two dates. */
  public boolean areConnected(int date, int other) throws IOException {
    return meta.read(DateRows.date(date), DateRows.NEAR + CalendarDates.text(other)).isPresent();
  }

  public Set<Integer> dropped() throws IOException {
    return DateRows.dropped(meta).keySet();
  }

  /** Dropped dates of which there is kept what goes on on other dates. */
  public Set<Integer> kept() throws IOException {
    Set<Integer> kept = new TreeSet<>(tables.keptOf(table.name()));
    kept.retainAll(dropped());
    return kept;
  }

  /**
   * Takes dates out of the store, all of them in one step; their tables are deleted after that. A
   * run that is killed in between leaves the deletion to the next command. Lifecycles that go on on
   * other dates are kept, so that these stay what they were.
   *
   * @param run name of the run that does it
   */
  public void drop(Collection<Integer> dates, String run) throws IOException {
    Map<String, byte[]> columns = new TreeMap<>();
    for (int date : dates) {
      columns.put(CalendarDates.text(date), run.getBytes(UTF_8));
    }
    Set<Integer> staying = new TreeSet<>();
    list().forEach(date -> staying.add(date.epochDay()));
    staying.removeAll(dates);
    Set<Integer> keptBefore = kept();
    for (int date : tables.keptOf(table.name())) {
      if (!keptBefore.contains(date)) {
        tables.deleteKept(table.name(), date); // of a drop that was killed
      }
    }
    try (ConnectionLease lease = table.store().connect()) {
      KeptLifecycles lifecycles = new KeptLifecycles(table, tables, lease);
      lifecycles.copy(reaching(dates, keptBefore, staying), keptBefore, staying);
      meta.writeRow(DateRows.DROPPED, columns);
      lifecycles.prune(keptBefore);
    }
    deleteDropped();
  }

  /** Those of some dates whose events hang on dates that stay, also by way of one another. */
  private Set<Integer> reaching(
      Collection<Integer> dates, Set<Integer> keptBefore, Set<Integer> staying) throws IOException {
    Map<String, Set<String>> rows = meta.scanNames("date/");
    Set<Integer> reaching = new TreeSet<>();
    boolean more = true;
    while (more) {
      more = false;
      for (int date : dates) {
        for (String column : rows.getOrDefault(DateRows.date(date), Set.of())) {
          if (column.startsWith(DateRows.NEAR)) {
            int near = DateRows.dateOf(column);
            boolean reaches =
                staying.contains(near) || keptBefore.contains(near) || reaching.contains(near);
            more |= reaches && reaching.add(date);
          }
        }
      }
    }
    return reaching;
  }

  /** Deletes what is left of dropped dates, and has what hung on them linked again. */
  public void deleteDropped() throws IOException {
    Map<Integer, String> dropped = DateRows.dropped(meta);
    if (dropped.isEmpty()) {
      return;
    }
    Map<String, Set<String>> rows = meta.scanNames("date/");
    Set<Integer> there = new TreeSet<>(tables.tablesOf(table.name()));
    for (Map.Entry<Integer, String> date : dropped.entrySet()) {
      Set<String> row = rows.get(DateRows.date(date.getKey()));
      if (row != null) {
        for (String column : row) {
          if (column.startsWith(DateRows.NEAR)) {
            int near = DateRows.dateOf(column);
            if (there.contains(near) && !dropped.containsKey(near)) {
              noteBasis(near, date.getValue());
            }
          }
        }
      }
      if (there.contains(date.getKey())) {
        tables.deleteDate(table.name(), date.getKey());
      }
      if (row != null) {
        for (String prefix : List.of(DateRows.changes(date.getKey()), openPrefix(date.getKey()))) {
          for (String name : meta.scanNames(prefix).keySet()) {
            meta.deleteRow(name);
          }
        }
        // Last: until then a killed run's successor does all of this again.
        meta.deleteRow(DateRows.date(date.getKey()));
      }
    }
  }

  private static String openPrefix(int date) {
    return OpenReferences.row(date, "");
  }

  /**
   * Lets messages of a dropped date in again.
   *
   * @return false if it was not dropped
   */
  public boolean reopen(int date) throws IOException {
    if (!dropped().contains(date)) {
      return false;
    }
    deleteDropped();
    if (kept().contains(date)) {
      // What hung on the date's events hangs on what will be reported of it now.
      try (ConnectionLease lease = table.store().connect()) {
        Set<Integer> near = new KeptLifecycles(table, tables, lease).near(date);
        for (StoredDate other : list()) {
          if (near.contains(other.epochDay())) {
            noteBasis(other.epochDay(), "reopen " + CalendarDates.text(date));
          }
        }
      }
      tables.deleteKept(table.name(), date);
    }
    meta.delete(DateRows.DROPPED, CalendarDates.text(date));
    return true;
  }

  @Override
  public void close() throws IOException {
    try {
      meta.close();
    } finally {
      tables.close();
    }
  }
}
