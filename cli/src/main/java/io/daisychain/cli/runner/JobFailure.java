package io.daisychain.cli.runner;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why a cluster begins a job or a task again, read from the stack trace that it shows.
 *
 * @param words the innermost cause, and what to set where that is known
 * @param outlook whether a retry may help
 */
record JobFailure(String words, Outlook outlook) {

  /** What will come of another try. */
  enum Outlook {
    /** A worker or a store is away, and may come back. */
    PASSES,
    UNKNOWN,
    /** The same again. */
    STAYS
  }

  /** What the shuffles of ingest and link want: each takes so many buffers, in every task. */
  static final String NETWORK_SETTINGS =
      "set taskmanager.network.sort-shuffle.min-buffers: 64, and at least 256m as"
          + " taskmanager.memory.network.min and max";

  private static final String NETWORK_BUFFERS = "Insufficient number of network buffers";

  /** A line of a stack trace that names a cause, with its indentation, class and message. */
  private static final Pattern CAUSE =
      Pattern.compile(
          "(\\s*)(?:Caused by: |Suppressed: |\\[CIRCULAR REFERENCE: )?"
              + "((?:\\w+\\.)+[\\w$]*(?:Exception|Error|Failure|Throwable)[\\w$]*)(?:: (.*))?");

  /** Refusals, absences of what no job makes, and class paths that do not fit. */
  private static final Set<String> STAYING =
      Set.of(
          "AccessControlException",
          "AccessDeniedException",
          "PermanentFailureException",
          "TableNotFoundException",
          "NoSuchColumnFamilyException",
          "ClassNotFoundException",
          "NoClassDefFoundError",
          "NoSuchMethodError",
          "UnsupportedClassVersionError",
          "InvalidClassException");

  /** Of HBase's client, sockets and gRPC, when nobody answers. */
  private static final Pattern AWAY =
      Pattern.compile(
          "Connect|Timeout|TimedOut|RetriesExhausted|NoRouteToHost|UnknownHost|NoNode|NotServing"
              + "|ClosedChannel|EOFException|SocketException|PleaseHold|MasterNotRunning"
              + "|RegionMoved|ServerNotRunning|StatusRuntimeException|Unavailable");

  /** What to set of Flink, by what messages say of a cluster that is set otherwise. */
  static final Map<String, String> FLINK = new LinkedHashMap<>();

  static {
    FLINK.put(NETWORK_BUFFERS, NETWORK_SETTINGS);
    FLINK.put("direct buffer memory", "raise taskmanager.memory.task.off-heap.size by 128m");
    FLINK.put("Metaspace", "raise taskmanager.memory.jvm-metaspace.size to 512m");
    FLINK.put("Java heap space", "raise taskmanager.memory.task.heap.size");
    FLINK.put(
        "minimum required resources",
        "the cluster has fewer free slots than --parallelism asks for");
  }

  /**
   * Finds the innermost cause.
   *
   * @param stackTrace as Java prints it
   * @param advice what to set, by what messages say
   */
  static JobFailure of(String stackTrace, Map<String, String> advice) {
    String type = "";
    String message = "";
    boolean stays = false;
    boolean away = false;
    for (String line : stackTrace.lines().toList()) {
      Matcher cause = CAUSE.matcher(line);
      if (!cause.matches()) {
        continue;
      }
      String kind = simpleName(cause.group(2));
      stays |= STAYING.contains(kind);
      away |= AWAY.matcher(kind).find();
      // Indented is what was suppressed: our own messages have its words already.
      if (cause.group(1).isEmpty() && (cause.group(3) != null || type.isEmpty())) {
        type = cause.group(2);
        message = cause.group(3) == null ? "" : cause.group(3);
      }
    }
    stays |= message.contains(NETWORK_BUFFERS);
    boolean isPlain = type.equals("java.io.IOException") || type.startsWith("io.daisychain.");
    String words = message;
    if (message.isEmpty()) {
      words = simpleName(type);
    } else if (!isPlain) {
      words = simpleName(type) + ": " + message;
    }
    for (Map.Entry<String, String> each : advice.entrySet()) {
      if (message.contains(each.getKey())) {
        words += ": " + each.getValue();
      }
    }
    // What has no cause but Flink's own is a lost worker, or one that has not come yet.
    boolean passes = away || type.startsWith("org.apache.flink.");
    Outlook outlook = passes ? Outlook.PASSES : Outlook.UNKNOWN;
    return new JobFailure(words, stays ? Outlook.STAYS : outlook);
  }

  private static String simpleName(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }
}
