package io.daisychain.store;

import com.google.cloud.bigtable.hbase.BigtableConfiguration;
import com.google.cloud.bigtable.hbase.BigtableOptionsFactory;
import io.daisychain.store.StoreSettings.Name;
import io.daisychain.store.worker.JobLibraries;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;

/**
 * Every setting of the stores' clients that is not the library's own choice, with its reason. What
 * a user may choose is in {@link StoreSettings}; {@code docs/stores.md} has all of them in a table.
 */
public final class ClientConfiguration {
  /**
   * Rows and bytes of an answer to a scan. Not set for Bigtable, whose answers are streams: a scan
   * with a number of rows is read by its client in pages, and a page that fails counts as the end
   * of the table, without a word (bigtable-hbase 2.15.6).
   */
  public static final String SCAN_ROWS = "hbase.client.scanner.caching";

  public static final String SCAN_BYTES = "hbase.client.scanner.max.result.size";

  private static final String BLOOM_BYTES = "io.storefile.bloom.block.size";

  /** Rows and bytes of a batch of puts; names of our own. */
  public static final String BATCH_ROWS = "daisychain.batch.rows";

  public static final String BATCH_BYTES = "daisychain.batch.bytes";

  private static final String RETRY_MILLIS = "hbase.client.operation.timeout";

  /**
   * HBase's own 128 KB do not stay in a core's cache while two files are written by turns, and each
   * row sets bits all over a part. Of 150,000 rows of two cells sorting and writing took 1.71 us of
   * CPU a row so, 1.49 with parts of 16 KB, 1.39 without filters.
   */
  private static final int BLOOM_PART_BYTES = 16 << 10;

  /** A worker may compute for minutes between two batches of a scan. */
  private static final int SCANNER_MILLIS = 600_000;

  /**
   * The first pause before a call is made again; later ones grow to 200 of it. Ten seconds are
   * short beside the death of a server, and a moved region is found after the first few.
   */
  private static final int PAUSE_MILLIS = 50;

  /** Pauses of 200 times the first, from the twelfth retry on: before that 24 s have gone. */
  private static final int LONGEST_PAUSE_MILLIS = 200 * PAUSE_MILLIS;

  private static final int FIRST_RETRIES = 12;

  /** How long a server may take to answer a connection; it is up or it is not. */
  private static final int CONNECT_MILLIS = 5_000;

  private static final int ZOOKEEPER_MILLIS = 30_000;

  /** The whole of a scan may take as long as a job. */
  private static final long SCAN_HOURS = 12;

  static {
    JobLibraries.endWithJob();
    Configuration.addDefaultResource("daisychain-client.xml");
  }

  private ClientConfiguration() {}

  static Configuration of(StoreConnector connector) {
    StoreAddress address = connector.address();
    Configuration conf =
        address instanceof StoreAddress.Bigtable bigtable
            ? bigtable(bigtable)
            : hbase(address, connector.zookeeperPort());
    StoreSettings settings = address.settings();
    conf.setInt(BATCH_ROWS, settings.number(Name.BATCH_ROWS));
    conf.setInt(BATCH_BYTES, settings.number(Name.BATCH_BYTES));
    settings.library().forEach(conf::set);
    return conf;
  }

  /** What files of the class path say, of which the library's own is long: read once. */
  private static final class Library {
    static final Configuration DEFAULTS = HBaseConfiguration.create();

    static {
      DEFAULTS.size(); // reads the files
    }
  }

  /** How long a call to a store is made again before it fails. */
  public static long retryMillis(Configuration conf) {
    return conf.getLong(RETRY_MILLIS, 0);
  }

  private static Configuration hbase(StoreAddress address, int embeddedPort) {
    Configuration conf = new Configuration(Library.DEFAULTS);
    if (address instanceof StoreAddress.HBase hbase) {
      quorum(conf, hbase.hosts(), hbase.port());
      conf.set("zookeeper.znode.parent", hbase.znode());
    } else {
      quorum(conf, "127.0.0.1", embeddedPort);
    }
    conf.set("fs.file.impl", LocalFiles.class.getName());
    // Other code of this process may have opened local files in Hadoop's usual way before.
    conf.setBoolean("fs.file.impl.disable.cache", true);
    retries(
        conf,
        address.settings().number(Name.RETRY_SECONDS),
        address.settings().number(Name.RPC_SECONDS));
    // Read by the client that hands files over, not by servers, which take any number. A hand-over
    // that is refused for having more than 32 would fail at the very end of a job.
    conf.setInt(BulkLoadHFiles.MAX_FILES_PER_REGION_PER_FAMILY, Integer.MAX_VALUE);
    conf.setInt(BLOOM_BYTES, BLOOM_PART_BYTES);
    conf.setInt(SCAN_ROWS, address.settings().number(Name.SCAN_ROWS));
    conf.setInt(SCAN_BYTES, address.settings().number(Name.SCAN_BYTES));
    return conf;
  }

  /**
   * Of an embedded store too: that it died is told by its lease at once. One that only stands
   * still, on a busy machine or a slow disk, may do so longer than a call: HBase's client spends on
   * finding a row's region what a call has left, and gives it 1 ms when that is nothing.
   */
  private static void retries(Configuration conf, int retrySeconds, int rpcSeconds) {
    int retryMillis = (int) TimeUnit.SECONDS.toMillis(retrySeconds);
    conf.setInt(RETRY_MILLIS, retryMillis);
    conf.setInt("hbase.client.meta.operation.timeout", retryMillis);
    // Scans count their retries and not their time, so both must come to the same.
    conf.setInt("hbase.client.retries.number", FIRST_RETRIES + retryMillis / LONGEST_PAUSE_MILLIS);
    conf.setInt("hbase.client.pause", PAUSE_MILLIS);
    int rpcMillis = (int) TimeUnit.SECONDS.toMillis(Math.min(rpcSeconds, retrySeconds));
    conf.setInt("hbase.rpc.timeout", rpcMillis);
    // Where the store is, which is asked of ZooKeeper once, with 10 s and no other try.
    conf.setInt("zookeeper.registry.async.get.timeout", rpcMillis);
    conf.setInt("hbase.client.scanner.timeout.period", SCANNER_MILLIS);
    // The calls are made again with pauses; within one there is nothing to gain by insisting.
    conf.setInt("hbase.ipc.client.connect.max.retries", 1);
    conf.setInt("hbase.ipc.client.socket.timeout.connect", CONNECT_MILLIS);
    conf.setInt("zookeeper.session.timeout", ZOOKEEPER_MILLIS);
    conf.setInt("zookeeper.recovery.retry", 3);
    conf.setInt("zookeeper.recovery.retry.intervalmill", 500);
  }

  private static void quorum(Configuration conf, String hosts, int port) {
    conf.set("hbase.zookeeper.quorum", hosts);
    conf.setInt("hbase.zookeeper.property.clientPort", port);
  }

  private static Configuration bigtable(StoreAddress.Bigtable address) {
    Configuration conf = BigtableConfiguration.configure(address.project(), address.instance());
    StoreSettings settings = address.settings();
    if (!address.emulator().isEmpty()) {
      conf.set(BigtableOptionsFactory.BIGTABLE_EMULATOR_HOST_KEY, address.emulator());
      conf.setBoolean(BigtableOptionsFactory.BIGTABLE_NULL_CREDENTIAL_ENABLE_KEY, true);
    }
    if (!settings.appProfile().isEmpty()) {
      // A profile of its own keeps a batch job's calls apart from others', with its own priority.
      conf.set(BigtableOptionsFactory.APP_PROFILE_ID_KEY, settings.appProfile());
    }
    conf.setInt(
        BigtableOptionsFactory.BIGTABLE_DATA_CHANNEL_COUNT_KEY, settings.number(Name.CHANNELS));
    // One request a batch: PutRowsFn waits for each, and cuts them itself.
    conf.setInt(
        BigtableOptionsFactory.BIGTABLE_BULK_MAX_ROW_KEY_COUNT, settings.number(Name.BATCH_ROWS));
    conf.setInt(
        BigtableOptionsFactory.BIGTABLE_BULK_MAX_REQUEST_SIZE_BYTES,
        2 * settings.number(Name.BATCH_BYTES));
    conf.setBoolean(
        BigtableOptionsFactory.BIGTABLE_ENABLE_BULK_MUTATION_FLOW_CONTROL,
        settings.number(Name.FLOW_CONTROL) == 1);
    // A job's writes may be slowed down, never given up for a slow answer while there is time.
    conf.setLong(RETRY_MILLIS, TimeUnit.SECONDS.toMillis(settings.number(Name.RETRY_SECONDS)));
    long attempt = TimeUnit.SECONDS.toMillis(settings.number(Name.RPC_SECONDS));
    long all = TimeUnit.SECONDS.toMillis(settings.number(Name.RETRY_SECONDS));
    conf.setLong(BigtableOptionsFactory.BIGTABLE_RPC_ATTEMPT_TIMEOUT_MS_KEY, attempt);
    conf.setLong(BigtableOptionsFactory.BIGTABLE_RPC_TIMEOUT_MS_KEY, all);
    conf.setLong(BigtableOptionsFactory.BIGTABLE_MUTATE_RPC_ATTEMPT_TIMEOUT_MS_KEY, attempt);
    conf.setLong(BigtableOptionsFactory.BIGTABLE_MUTATE_RPC_TIMEOUT_MS_KEY, all);
    // An attempt to scan is a stream that the worker reads at its pace; a broken one goes on behind
    // the last row that came.
    conf.setLong(BigtableOptionsFactory.BIGTABLE_READ_RPC_ATTEMPT_TIMEOUT_MS_KEY, SCANNER_MILLIS);
    conf.setLong(
        BigtableOptionsFactory.BIGTABLE_READ_RPC_TIMEOUT_MS_KEY,
        TimeUnit.HOURS.toMillis(SCAN_HOURS));
    // Nothing is reported to Google's monitoring: that takes rights and a project of its own.
    conf.setBoolean(BigtableOptionsFactory.BIGTABLE_ENABLE_CLIENT_SIDE_METRICS, false);
    return conf;
  }
}
