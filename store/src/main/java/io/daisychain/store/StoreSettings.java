package io.daisychain.store;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What a store's address says behind its question mark, {@code ?NAME=VALUE&NAME=VALUE}: the
 * settings of {@link Name}, and the client library's own, whose names have dots.
 */
public final class StoreSettings implements Serializable {
  /** Everything as {@link Name} has it. */
  public static final StoreSettings DEFAULT = new StoreSettings(new TreeMap<>());

  private static final Pattern APP_PROFILE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,49}");

  /** In the order of their names, so that equal settings are the same text. */
  @SuppressWarnings("serial") // A TreeMap, always.
  private final Map<String, String> values;

  private StoreSettings(Map<String, String> values) {
    this.values = values;
  }

  /** A setting with a name of ours, which means the same for each store that it is for. */
  enum Name {
    /**
     * How long a call is made again before it fails. A region server that died is missed after the
     * session that it had with ZooKeeper, 90 s unless set, and its logs are replayed before others
     * serve its regions.
     */
    RETRY_SECONDS("retrySeconds", 300, 1, 86_400, true, true),

    /** How long one attempt may take. What takes longer is asked of a server that hangs. */
    RPC_SECONDS("rpcSeconds", 60, 1, 3_600, true, true),

    /** Rows that are put in one call; Bigtable's client holds 20,000 at a time. */
    BATCH_ROWS("batchRows", 1_000, 1, 10_000, true, true),

    /** Bytes that are put in one call, a row's last cell beyond them. */
    BATCH_BYTES("batchBytes", 4 << 20, 1 << 10, 16 << 20, true, true),

    /** Bytes of one answer to a scan; a worker holds a few of them for each range it reads. */
    SCAN_BYTES("scanBytes", 4 << 20, 1 << 10, 64 << 20, true, false),

    /** Rows of one answer to a scan: so many that bytes bound it. */
    SCAN_ROWS("scanRows", 20_000, 1, 10_000_000, true, false),

    /**
     * Connections to Bigtable in a worker. Each carries 100 calls at a time; a worker of few cores
     * makes less than that.
     */
    CHANNELS("channels", 4, 1, 256, false, true),

    /** Whether Bigtable slows down writers before its nodes are overloaded: 1 or 0. */
    FLOW_CONTROL("flowControl", 1, 0, 1, false, true);

    private final String text;
    private final int usual;
    private final int least;
    private final int most;
    private final boolean forHBase;
    private final boolean forBigtable;

    Name(String text, int usual, int least, int most, boolean forHBase, boolean forBigtable) {
      this.text = text;
      this.usual = usual;
      this.least = least;
      this.most = most;
      this.forHBase = forHBase;
      this.forBigtable = forBigtable;
    }
  }

  /** Which of Bigtable's application profiles routes the calls; not a number. */
  static final String APP_PROFILE_NAME = "appProfile";

  /**
   * Reads settings.
   *
   * @param text without the question mark
   * @param bigtable whether they are for Bigtable, not HBase
   * @throws IllegalArgumentException naming the setting and what is wrong with it
   */
  static StoreSettings parse(String text, boolean bigtable) {
    TreeMap<String, String> values = new TreeMap<>();
    for (String setting : text.split("&", -1)) {
      int at = setting.indexOf('=');
      if (at <= 0) {
        throw new IllegalArgumentException("setting '" + setting + "' is not NAME=VALUE");
      }
      String name = setting.substring(0, at);
      String value = setting.substring(at + 1);
      check(name, value, bigtable);
      if (values.put(name, value) != null) {
        throw new IllegalArgumentException("setting " + name + " is given twice");
      }
    }
    return new StoreSettings(values);
  }

  private static void check(String name, String value, boolean bigtable) {
    if (name.contains(".")) {
      // The client library's own: it knows what is right.
      return;
    }
    if (name.equals(APP_PROFILE_NAME) && bigtable) {
      if (!APP_PROFILE.matcher(value).matches()) {
        throw new IllegalArgumentException("setting " + name + ": '" + value + "' is no name");
      }
      return;
    }
    Map<String, Name> known = new LinkedHashMap<>();
    for (Name each : Name.values()) {
      if (bigtable ? each.forBigtable : each.forHBase) {
        known.put(each.text, each);
      }
    }
    Name found = known.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "setting "
              + name
              + " is none of "
              + String.join(", ", known.keySet())
              + (bigtable ? ", " + APP_PROFILE_NAME : "")
              + ", and no name with dots");
    }
    if (!value.matches("\\d{1,9}")
        || Integer.parseInt(value) < found.least
        || Integer.parseInt(value) > found.most) {
      throw new IllegalArgumentException(
          "setting " + name + "=" + value + " must be from " + found.least + " to " + found.most);
    }
  }

  /** The number given, or the usual one. */
  int number(Name name) {
    String given = values.get(name.text);
    return given == null ? name.usual : Integer.parseInt(given);
  }

  /** The application profile; empty for the instance's default. */
  String appProfile() {
    return values.getOrDefault(APP_PROFILE_NAME, "");
  }

  /** The settings of the client library itself. */
  Map<String, String> library() {
    Map<String, String> library = new TreeMap<>(values);
    library.keySet().removeIf(name -> !name.contains("."));
    return library;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoreSettings that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** As {@link #parse} takes it, with the question mark; nothing where nothing is set. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (name, value) ->
            text.append(text.isEmpty() ? '?' : '&').append(name).append('=').append(value));
    return text.toString();
  }
}
