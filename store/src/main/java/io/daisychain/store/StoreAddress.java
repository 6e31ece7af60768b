package io.daisychain.store;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the table lives: what {@code --store} says. */
public sealed interface StoreAddress extends Serializable {

  /** Set where Bigtable's emulator stands in for the service. */
  String EMULATOR_VARIABLE = "BIGTABLE_EMULATOR_HOST";

  /** How to use the store, where the address says so; the embedded store's cannot. */
  default StoreSettings settings() {
    return StoreSettings.DEFAULT;
  }

  /**
   * HBase on this machine, in a process of its own that keeps its files in {@code dir}.
   *
   * @param dir as the user gave it; relative to the working directory
   */
  record Embedded(String dir) implements StoreAddress {
    /** The folder, made absolute. */
    public Path folder() {
      return Path.of(dir).toAbsolutePath().normalize();
    }

    @Override
    public String toString() {
      return "embedded:" + dir;
    }
  }

  /**
   * An HBase cluster, found through its ZooKeeper.
   *
   * @param hosts one or several with commas between them
   * @param znode the cluster's folder in ZooKeeper, with its slash
   */
  record HBase(String hosts, int port, String znode, StoreSettings settings)
      implements StoreAddress {
    static final String DEFAULT_ZNODE = "/hbase";

    @Override
    public String toString() {
      return "hbase://%s:%s%s%s"
          .formatted(hosts, port, znode.equals(DEFAULT_ZNODE) ? "" : znode, settings);
    }
  }

  /**
   * A Bigtable instance.
   *
   * @param emulator {@code host:port} of the emulator, or empty for the service
   */
  record Bigtable(String project, String instance, String emulator, StoreSettings settings)
      implements StoreAddress {
    @Override
    public String toString() {
      return "bigtable://" + project + "/" + instance + settings;
    }
  }

  /**
   * Reads {@code embedded:DIR}, {@code hbase://ZKHOST:PORT[/ZNODE]} or {@code
   * bigtable://PROJECT/INSTANCE}, the latter two with {@link StoreSettings} behind a question mark.
   *
   * @param emulator {@code host:port} of Bigtable's emulator, or empty for the service
   * @throws IllegalArgumentException naming the text and what is wrong with it
   */
  static StoreAddress parse(String text, String emulator) {
    if (text.startsWith("embedded:")) {
      String dir = text.substring("embedded:".length());
      if (dir.isEmpty()) {
        throw new IllegalArgumentException("store '" + text + "' names no folder: embedded:DIR");
      }
      return new Embedded(dir);
    }
    if (text.startsWith("hbase://")) {
      return Parts.hbase(text);
    }
    if (text.startsWith("bigtable://")) {
      return Parts.bigtable(text, emulator);
    }
    throw new IllegalArgumentException(
        "store '"
            + text
            + "' is none of embedded:DIR, hbase://ZKHOST:PORT[/ZNODE],"
            + " bigtable://PROJECT/INSTANCE");
  }

  /** The shapes of the addresses that have more than one part. */
  final class Parts {
    private static final Pattern HBASE =
        Pattern.compile("hbase://([^/:\\s]+):(\\d{1,5})(/[^\\s?]*)?(?:\\?(.*))?");
    private static final Pattern BIGTABLE =
        Pattern.compile("bigtable://([^/\\s?]+)/([^/\\s?]+)(?:\\?(.*))?");
    private static final Pattern EMULATOR = Pattern.compile("[^/\\s]+:\\d{1,5}");
    private static final int LARGEST_PORT = 65_535;

    private Parts() {}

    private static StoreAddress hbase(String text) {
      Matcher parts = HBASE.matcher(text);
      if (!parts.matches()) {
        throw new IllegalArgumentException(
            "store '" + text + "' is not of the form hbase://ZKHOST:PORT[/ZNODE]");
      }
      int port = Integer.parseInt(parts.group(2));
      if (port < 1 || port > LARGEST_PORT) {
        throw new IllegalArgumentException("store '" + text + "': " + port + " is no port");
      }
      String znode = parts.group(3);
      boolean unnamed = znode == null || znode.equals("/");
      return new HBase(
          parts.group(1),
          port,
          unnamed ? HBase.DEFAULT_ZNODE : znode,
          settings(text, parts.group(4), false));
    }

    private static StoreSettings settings(String address, String text, boolean bigtable) {
      try {
        return text == null ? StoreSettings.DEFAULT : StoreSettings.parse(text, bigtable);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("store '" + address + "': " + e.getMessage(), e);
      }
    }

    private static StoreAddress bigtable(String text, String emulator) {
      Matcher parts = BIGTABLE.matcher(text);
      if (!parts.matches()) {
        throw new IllegalArgumentException(
            "store '" + text + "' is not of the form bigtable://PROJECT/INSTANCE");
      }
      if (!emulator.isEmpty() && !EMULATOR.matcher(emulator).matches()) {
        throw new IllegalArgumentException(
            EMULATOR_VARIABLE + " '" + emulator + "' is not of the form HOST:PORT");
      }
      return new Bigtable(
          parts.group(1), parts.group(2), emulator, settings(text, parts.group(3), true));
    }
  }
}
