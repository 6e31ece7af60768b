package io.daisychain.cli.option;

import io.daisychain.beam.WritableFiles;
import io.daisychain.cli.telemetry.Telemetry;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.Environment;
import io.daisychain.cli.terminal.Progress;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreSession;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.embedded.Launch;
import io.daisychain.store.embedded.PrivateFolder;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Where events are kept. */
public final class StoreOptions {
  private static final int STORE_DIED = 1;

  /** For this long an embedded store stays after the last command. */
  private static final int USUAL_LINGER_SECONDS = 60;

  private static final int IMPATIENT_SECONDS = 8;

  /** Names that HBase and Bigtable both take; behind it comes {@code _meta}. */
  private static final Pattern TABLE_NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,43}");

  @Option(
      names = "--store",
      paramLabel = "ADDRESS",
      defaultValue = "embedded:daisychain-data/store",
      description = {
        "embedded:DIR, hbase://ZKHOST:PORT[/ZNODE] or bigtable://PROJECT/INSTANCE, the latter two "
            + "with settings of the client: ?NAME=VALUE&NAME=VALUE, see docs/stores.md.",
        "Default: ${DEFAULT-VALUE}"
      })
  private String store;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      defaultValue = "market_events",
      description = "The event table. Default: ${DEFAULT-VALUE}")
  private String table;

  private StoreOptions() {}

  /** Options with a store of its own, for the demo. */
  public static StoreOptions of(String store, String table) {
    StoreOptions options = new StoreOptions();
    options.store = store;
    options.table = table;
    return options;
  }

  /** The same store, whose calls are given up soon: a check does not wait for a store. */
  public StoreOptions impatient() {
    if (isEmbedded() || store.contains("retrySeconds=")) {
      return this;
    }
    String settings = (store.contains("?") ? "&" : "?") + "retrySeconds=" + IMPATIENT_SECONDS;
    return of(store + settings, table);
  }

  public String table() {
    return table;
  }

  public String address() {
    return store;
  }

  /** Whether the store is one that only this machine can reach. */
  boolean isEmbedded() {
    return parsed() instanceof StoreAddress.Embedded;
  }

  /** The address, read. */
  public StoreAddress parsed() {
    return UsageException.checked(
        () -> StoreAddress.parse(store, Environment.get(StoreAddress.EMULATOR_VARIABLE)));
  }

  /** Whether there is a store; of one on other machines its servers know. */
  public boolean exists() {
    return !(parsed() instanceof StoreAddress.Embedded embedded)
        || MissingStore.isStore(embedded.folder());
  }

  /** Opens a store that is there already; nobody wants an empty one made by a slip of the hand. */
  public StoreSession openExisting() throws IOException {
    if (parsed() instanceof StoreAddress.Embedded embedded) {
      MissingStore.refuse(embedded);
    }
    return open();
  }

  /** Opens the store; an embedded one that nobody runs is started. */
  public StoreSession open() throws IOException {
    if (!TABLE_NAME.matcher(table).matches()) {
      throw new UsageException(
          "--table="
              + table
              + ": a name has up to 44 letters, digits, '_', and behind the first '.' and '-'");
    }
    StoreAddress address = parsed();
    Launch launch = launch();
    if (address instanceof StoreAddress.Embedded embedded) {
      try {
        PrivateFolder.make(embedded.folder());
      } catch (FileSystemException e) {
        throw new UsageException("--store=" + store + ": " + WritableFiles.reason(e), e);
      }
      CommandLog.open(Path.of(store.substring("embedded:".length())));
    } else {
      CommandLog.open();
    }
    return Telemetry.during(
        "store",
        span -> Progress.during("store", () -> StoreSession.open(address, launch, new Listener())));
  }

  /** Fails unless the event table is there, in the format of this version. */
  public void requireTable(StoreSession session) throws IOException {
    try (TableAdmin tables = TableAdmin.open(session.connector())) {
      if (!tables.isKnown(table) && !tables.exists(table)) {
        throw new IOException("no table " + table + " in " + store + ": ingest makes it");
      }
      tables.requireFormat(table);
    }
  }

  /** Fails where the table has events, and nobody knows how they were understood. */
  public void requireRules(StoreSession session) throws IOException {
    try (TableAdmin tables = TableAdmin.open(session.connector())) {
      RulesOptions.requireKept(table, tables);
    }
  }

  /** The launcher script says where the embedded store's class path lies; it knows the house. */
  public static Launch launch() {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    // One a line: there are blanks in some.
    List<String> options =
        System.getProperty("daisychain.store.options", "")
            .lines()
            .map(String::strip)
            .filter(option -> !option.isEmpty())
            .toList();
    return new Launch(
        java, System.getProperty("daisychain.store.classpath", ""), options, lingerSeconds());
  }

  private static int lingerSeconds() {
    String seconds = Environment.get("DAISYCHAIN_STORE_LINGER");
    if (seconds.isEmpty()) {
      return USUAL_LINGER_SECONDS;
    }
    if (!seconds.matches("[0-9]{1,9}")) {
      throw new UsageException("DAISYCHAIN_STORE_LINGER=" + seconds + " is no number of seconds");
    }
    return Integer.parseInt(seconds);
  }

  private static final class Listener implements StoreSession.Listener {
    @Override
    public void notice(String line) {
      Terminal.note(line);
    }

    @Override
    public void storeDied(String line) {
      Terminal.fatal(line + CommandLog.path().map(path -> " (log: " + path + ")").orElse(""));
      Runtime.getRuntime().halt(STORE_DIED);
    }
  }
}
