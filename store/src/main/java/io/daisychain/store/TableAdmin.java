package io.daisychain.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.model.CalendarDates;
import io.daisychain.model.Family;
import io.daisychain.model.TableSchema;
import io.daisychain.store.dates.Dates;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes and describes the event tables of a store: {@code T_20260316} and so on, one a trade date,
 * with {@code T_meta} for what belongs to no event ({@link MetaTable}). Not thread-safe.
 */
public final class TableAdmin implements AutoCloseable {
  private static final long AVAILABLE_SECONDS = 300;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final String TABLE_ROW = "table";
  private static final String SPLITS = "splitKeys";
  private static final String FORMAT = "format";
  private static final String KEY_SEED = "keySeed";
  private static final Logger LOG = LoggerFactory.getLogger(TableAdmin.class);

  private final StoreConnector connector;
  private final ConnectionLease lease;

  private TableAdmin(StoreConnector connector) throws IOException {
    this.connector = connector;
    this.lease = connector.connect();
  }

  public static TableAdmin open(StoreConnector connector) throws IOException {
    return new TableAdmin(connector);
  }

  /** Name of the table that goes with {@code table}. */
  public static String metaName(String table) {
    return table + "_meta";
  }

  /**
   * True if there is a table of this name in the store.
   *
   * @throws IllegalArgumentException if it is not a name of a table
   */
  public boolean exists(String table) throws IOException {
    TableName name = TableName.valueOf(table);
    try (Admin admin = connection().getAdmin()) {
      return admin.tableExists(name);
    } catch (IOException | RuntimeException e) {
      throw StoreFailure.ofTable(table, e);
    }
  }

  /** True when anything was kept under this name: events, or what splits are to be made. */
  public boolean isKnown(String table) throws IOException {
    return exists(metaName(table)) || !tablesOf(table).isEmpty();
  }

  /**
   * Makes the meta table of events, unless it is there. Several may try at once. What others may
   * have made otherwise is looked for once for each connection.
   */
  public void createMeta(String table) throws IOException {
    Set<String> seen = lease.seenMeta();
    if (seen.contains(table) && exists(metaName(table))) {
      return;
    }
    if (create(
        metaName(table),
        List.of(FamilySettings.describe(MetaTable.FAMILY, connector)),
        List.of())) {
      if (tablesOf(table).isEmpty()) {
        noteFormat(table);
      }
    }
    seen.add(table);
  }

  /**
   * Keeps with which boundaries the tables of further trade dates are made.
   *
   * @return false, and nothing is changed, where some are kept
   */
  public boolean keepSplitKeys(String table, List<byte[]> splitKeys) throws IOException {
    createMeta(table);
    byte[] ours = concatenate(splitKeys);
    try (MetaTable meta = meta(table)) {
      if (meta.read(TABLE_ROW, SPLITS).isPresent()) {
        return false;
      }
      // Not its answer: where that was lost, the second try finds what the first one wrote.
      meta.writeIfAbsent(TABLE_ROW, SPLITS, ours);
      return Arrays.equals(meta.read(TABLE_ROW, SPLITS).orElseThrow(), ours);
    }
  }

  /** The boundaries that tables of further trade dates get; empty where none were kept. */
  public Optional<List<byte[]>> keptSplitKeys(String table) throws IOException {
    if (!exists(metaName(table))) {
      return Optional.empty();
    }
    try (MetaTable meta = meta(table)) {
      Optional<byte[]> keys = meta.read(TABLE_ROW, SPLITS);
      return keys.isEmpty()
          ? Optional.empty()
          : Optional.of(meta.parsed(TABLE_ROW, SPLITS, keys.get(), TableAdmin::cut));
    }
  }

  /**
   * Makes the table of a trade date with a region boundary at each key, unless it is there. Several
   * may try at once: one makes it, all return when it is usable.
   *
   * @param date days since 1970-01-01
   * @return true if this call made the table
   */
  public boolean createDate(String table, int date, List<byte[]> splitKeys) throws IOException {
    createMeta(table);
    boolean created = create(dateName(table, date), eventFamilies(), splitKeys);
    if (created) {
      try (MetaTable meta = meta(table)) {
        meta.write(DateRows.date(date), DateRows.SPLITS, concatenate(splitKeys));
      }
    }
    return created;
  }

  /** The trade dates that have a table, ascending, dropped ones whose table is still there too. */
  public List<Integer> tablesOf(String table) throws IOException {
    return tablesOf(table, "\\d{8}", new StoreTable(connector, table)::dateOf);
  }

  /** The trade dates of which a drop has kept something, ascending. */
  public List<Integer> keptOf(String table) throws IOException {
    return tablesOf(table, "\\d{8}_kept", new StoreTable(connector, table)::keptDateOf);
  }

  private List<Integer> tablesOf(String table, String ends, Function<String, OptionalInt> dateOf)
      throws IOException {
    List<Integer> dates = new ArrayList<>();
    Pattern names = Pattern.compile(Pattern.quote(table + "_") + ends);
    try (Admin admin = connection().getAdmin()) {
      for (TableName name : admin.listTableNames(names)) {
        dateOf.apply(name.getNameAsString()).ifPresent(dates::add);
      }
    } catch (IOException | RuntimeException e) {
      throw StoreFailure.ofTable(table, e);
    }
    dates.sort(null);
    return dates;
  }

  /** Makes an empty table of what the drop of a date keeps, in the place of one that is there. */
  public void createKept(String table, int date) throws IOException {
    deleteKept(table, date);
    create(new StoreTable(connector, table).ofKept(date), eventFamilies(), List.of());
  }

  /** Removes what the drop of a date has kept. */
  public void deleteKept(String table, int date) throws IOException {
    delete(new StoreTable(connector, table).ofKept(date));
  }

  /**
   * Makes an empty table like that of a trade date, to try what one may do, and removes those that
   * were left for more than an hour.
   *
   * @return its name, for {@link #deleteTrial}
   */
  public String createTrial(String table) throws IOException {
    long now = System.currentTimeMillis();
    String start = table + "_trial_";
    try (Admin admin = connection().getAdmin()) {
      for (TableName left : admin.listTableNames(Pattern.compile(Pattern.quote(start) + "\\d+"))) {
        String made = left.getNameAsString().substring(start.length());
        if (made.length() < 19 && now - Long.parseLong(made) > TimeUnit.HOURS.toMillis(1)) {
          delete(left.getNameAsString());
        }
      }
    } catch (IOException | RuntimeException e) {
      throw StoreFailure.ofTable(start + now, e);
    }
    create(start + now, eventFamilies(), List.of());
    return start + now;
  }

  /** Removes what {@link #createTrial} has made. */
  public void deleteTrial(String trial) throws IOException {
    delete(trial);
  }

  private String dateName(String table, int date) {
    return new StoreTable(connector, table).ofDate(date);
  }

  /**
   * The boundaries that a date's table was made with; where it was made by other means, those that
   * it has. Keys shorter than 16 bytes are filled up with zeros.
   */
  public List<byte[]> splitKeys(String table, int date) throws IOException {
    String row = DateRows.date(date);
    if (exists(metaName(table))) {
      try (MetaTable meta = meta(table)) {
        Optional<byte[]> keys = meta.read(row, DateRows.SPLITS);
        if (keys.isPresent()) {
          return meta.parsed(row, DateRows.SPLITS, keys.get(), TableAdmin::cut);
        }
      }
    }
    return regionStarts(dateName(table, date));
  }

  /** The ranges to read and write a date by: its regions, cut where they hold too much. */
  public KeyRanges ranges(String table, int date) throws IOException {
    return keys(table, date).ranges();
  }

  /**
   * How a date's rows lie: HBase's regions as they are now, on Bigtable those that the table was
   * made with, since its emulator invents its own; and the sample of keys that ingest kept.
   */
  public TableKeys keys(String table, int date) throws IOException {
    boolean bigtable = connector.address() instanceof StoreAddress.Bigtable;
    KeyRanges regions =
        KeyRanges.of(bigtable ? splitKeys(table, date) : regionStarts(dateName(table, date)));
    String row = keysRow(date);
    if (exists(metaName(table))) {
      try (MetaTable meta = meta(table)) {
        Optional<byte[]> kept = meta.read(row, DateRows.KEYS);
        if (kept.isPresent()) {
          return new TableKeys(regions, meta.parsed(row, DateRows.KEYS, kept.get(), KeySample::of));
        }
      }
    }
    return new TableKeys(regions, new KeySample(0));
  }

  private static String keysRow(int date) {
    return "keys/" + CalendarDates.text(date);
  }

  /** Seed of the samples of the table's keys: random, and made by the first who asks. */
  public long keySeed(String table) throws IOException {
    try (MetaTable meta = meta(table)) {
      meta.writeIfAbsent(TABLE_ROW, KEY_SEED, Bytes.toBytes(new SecureRandom().nextLong()));
      byte[] seed = meta.read(TABLE_ROW, KEY_SEED).orElseThrow();
      return meta.parsed(TABLE_ROW, KEY_SEED, seed, Bytes::toLong);
    }
  }

  /** Adds a sample of a date's keys to the one that is kept. */
  public static void addKeys(MetaTable meta, int date, KeySample sample) throws IOException {
    Optional<byte[]> kept = meta.read(keysRow(date), DateRows.KEYS);
    if (kept.isPresent()) {
      KeySample before = meta.parsed(keysRow(date), DateRows.KEYS, kept.get(), KeySample::of);
      if (before.seed() == sample.seed()) {
        sample.add(before);
      }
    }
    meta.write(keysRow(date), DateRows.KEYS, sample.toBytes());
  }

  /**
   * Fails unless the rows of a store's events are laid out as this version reads and writes them.
   * What a store without rows will have is noted.
   */
  public void requireFormat(String table) throws IOException {
    if (exists(table)) {
      throw otherFormat(table, "has all trade dates in one, which this version does not read");
    }
    Optional<byte[]> noted = Optional.empty();
    if (exists(metaName(table))) {
      try (MetaTable meta = meta(table)) {
        noted = meta.read(TABLE_ROW, FORMAT);
      }
    }
    String ours = Integer.toString(TableSchema.FORMAT_VERSION);
    if (noted.isPresent()) {
      String format = new String(noted.get(), UTF_8);
      if (!format.equals(ours)) {
        throw otherFormat(table, "is of format '" + format + "', this version reads " + ours);
      }
      return;
    }
    if (exists(metaName(table))) {
      noteFormat(table);
    }
  }

  private static IOException otherFormat(String table, String what) {
    return new IOException(
        "table " + table + " " + what + ": ingest its files again into a new table (--table=NAME)");
  }

  /** Number of events of a trade date, counted. */
  public long countEvents(StoreTable table, int date) throws IOException {
    return FirstEvent.count(connection(), table.ofDate(date));
  }

  /** True when an event was ingested under this name. */
  public boolean holdsEvents(String table) throws IOException {
    for (int date : tablesOf(table)) {
      if (FirstEvent.isIn(connection(), dateName(table, date))) {
        return true;
      }
    }
    return false;
  }

  /** Notes that the rows of a table are laid out as this version does. */
  public void noteFormat(String table) throws IOException {
    try (MetaTable meta = meta(table)) {
      meta.write(TABLE_ROW, FORMAT, Integer.toString(TableSchema.FORMAT_VERSION).getBytes(UTF_8));
    }
  }

  /** The table that goes with {@code table}; to be closed. */
  public MetaTable meta(String table) throws IOException {
    return MetaTable.open(new StoreTable(connector, table));
  }

  @Override
  public void close() throws IOException {
    lease.close();
  }

  private Connection connection() {
    return lease.connection();
  }

  private boolean create(String name, List<ColumnFamilyDescriptor> families, List<byte[]> splitKeys)
      throws IOException {
    TableName table = TableName.valueOf(name);
    try (Admin admin = connection().getAdmin()) {
      boolean created = false;
      if (admin.tableExists(table)) {
        alter(admin, table, families);
      } else {
        TableDescriptorBuilder descriptor = TableDescriptorBuilder.newBuilder(table);
        descriptor.setColumnFamilies(families);
        created = create(admin, descriptor.build(), splitKeys);
      }
      awaitAvailable(admin, table);
      return created;
    } catch (IOException | RuntimeException e) {
      throw StoreFailure.ofTable(name, e);
    }
  }

  /** True if this call made the table, or may have: the answer was lost, and then it was there. */
  private static boolean create(Admin admin, TableDescriptor table, List<byte[]> splitKeys)
      throws IOException {
    AtomicBoolean answerLost = new AtomicBoolean();
    return Retries.run(
        admin.getConfiguration(),
        () -> {
          try {
            if (splitKeys.isEmpty()) {
              admin.createTable(table);
            } else {
              admin.createTable(table, splitKeys.toArray(new byte[0][]));
            }
            return true;
          } catch (IOException | RuntimeException e) {
            // Stores differ in how they say that another one was quicker.
            if (admin.tableExists(table.getTableName())) {
              return answerLost.get() || StoreFailure.isWorthRetrying(e);
            }
            answerLost.set(StoreFailure.isWorthRetrying(e));
            throw e;
          }
        });
  }

  /**
   * Gives the families of a table that somebody else made what this one's contents depend on: one
   * version of each cell, kept for ever. Timestamps here are not times, so that a limit of age
   * would remove flags and lineages at once.
   */
  private static void alter(Admin admin, TableName table, List<ColumnFamilyDescriptor> families)
      throws IOException {
    TableDescriptor found = admin.getDescriptor(table);
    for (ColumnFamilyDescriptor family : families) {
      ColumnFamilyDescriptor there = found.getColumnFamily(family.getName());
      if (there == null) {
        LOG.warn("table {} had no family {}: it is made", table, family.getNameAsString());
        Retries.run(admin.getConfiguration(), () -> addFamily(admin, table, family));
      } else if (there.getMaxVersions() != 1 || there.getTimeToLive() != HConstants.FOREVER) {
        LOG.warn(
            "family {} of table {} kept {} versions for {} s: it keeps one for ever now",
            family.getNameAsString(),
            table,
            there.getMaxVersions(),
            there.getTimeToLive());
        ColumnFamilyDescriptor altered =
            ColumnFamilyDescriptorBuilder.newBuilder(there)
                .setMinVersions(0)
                .setMaxVersions(1)
                .setTimeToLive(HConstants.FOREVER)
                .build();
        Retries.run(
            admin.getConfiguration(),
            () -> {
              admin.modifyColumnFamily(table, altered);
              return true;
            });
      }
    }
  }

  private static boolean addFamily(Admin admin, TableName table, ColumnFamilyDescriptor family)
      throws IOException {
    try {
      admin.addColumnFamily(table, family);
    } catch (IOException e) {
      // Another one may have been quicker, or an earlier try whose answer was lost.
      if (!admin.getDescriptor(table).hasColumnFamily(family.getName())) {
        throw e;
      }
    }
    return true;
  }

  /** Removes all tables of a name, with all that is kept beside them. */
  public void drop(String table) throws IOException {
    for (int date : tablesOf(table)) {
      delete(dateName(table, date));
    }
    for (int date : keptOf(table)) {
      deleteKept(table, date);
    }
    delete(metaName(table));
  }

  /** Removes the table of a trade date, which {@link Dates#drop} has taken out of the store. */
  public void deleteDate(String table, int date) throws IOException {
    delete(dateName(table, date));
  }

  /** Removes a table, also one that a killed run had disabled; nothing where it is not there. */
  private void delete(String name) throws IOException {
    TableName table = TableName.valueOf(name);
    try (Admin admin = connection().getAdmin()) {
      if (admin.tableExists(table)) {
        if (admin.isTableEnabled(table)) {
          admin.disableTable(table);
        }
        admin.deleteTable(table);
      }
    } catch (IOException | RuntimeException e) {
      throw StoreFailure.ofTable(name, e);
    }
  }

  /** Another maker may be half way, or was killed there: then the store goes on by itself. */
  private void awaitAvailable(Admin admin, TableName table) throws IOException {
    if (connector.address() instanceof StoreAddress.Bigtable) {
      return;
    }
    // Opens what an embedded store has closed.
    connection().getRegionLocator(table).close();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(AVAILABLE_SECONDS);
    while (!admin.isTableAvailable(table)) {
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "table " + table + " is there, but not usable for " + AVAILABLE_SECONDS + " s");
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private List<byte[]> regionStarts(String table) throws IOException {
    List<byte[]> keys = new ArrayList<>();
    try (RegionLocator regions = connection().getRegionLocator(TableName.valueOf(table))) {
      for (byte[] start : regions.getStartKeys()) {
        if (start.length > 0) {
          keys.add(Arrays.copyOf(start, RowBatch.KEY_LENGTH));
        }
      }
    } catch (IOException | RuntimeException e) {
      throw StoreFailure.ofTable(table, e);
    }
    return keys;
  }

  private static byte[] concatenate(List<byte[]> keys) {
    byte[] all = new byte[keys.size() * RowBatch.KEY_LENGTH];
    for (int i = 0; i < keys.size(); i++) {
      byte[] key = keys.get(i);
      System.arraycopy(
          key, 0, all, i * RowBatch.KEY_LENGTH, Math.min(key.length, RowBatch.KEY_LENGTH));
    }
    return all;
  }

  private static List<byte[]> cut(byte[] all) throws IOException {
    if (all.length % RowBatch.KEY_LENGTH != 0) {
      throw new IOException("split keys have not " + all.length + " bytes");
    }
    List<byte[]> keys = new ArrayList<>();
    for (int at = 0; at < all.length; at += RowBatch.KEY_LENGTH) {
      keys.add(Arrays.copyOfRange(all, at, at + RowBatch.KEY_LENGTH));
    }
    return keys;
  }

  private List<ColumnFamilyDescriptor> eventFamilies() {
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    for (Family family : Family.values()) {
      families.add(FamilySettings.describe(family.bytes(), connector));
    }
    return families;
  }
}
