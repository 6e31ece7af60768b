package io.daisychain.cli.check;

import io.daisychain.cli.terminal.ErrorCauses;
import io.daisychain.cli.terminal.Version;
import java.io.IOException;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.URL;
import java.net.UnknownHostException;
import java.security.CodeSource;
import java.util.Base64;
import java.util.TreeMap;
import org.apache.beam.sdk.util.ReleaseInfo;
import org.apache.beam.sdk.util.SerializableUtils;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * What a process has, and what it found.
 *
 * @param worker the process
 * @param user as whom it runs
 * @param versions of what it has loaded, by name
 * @param origins where each was loaded from
 * @param heap bytes
 * @param moment when it looked, in milliseconds since 1970 by its clock
 * @param storeAhead milliseconds by which the store's clock is ahead; null where it was not asked
 * @param failures words of what it could not do, by name
 */
record WorkerReport(
    String worker,
    String user,
    TreeMap<String, String> versions,
    TreeMap<String, String> origins,
    long heap,
    int processors,
    long moment,
    Long storeAhead,
    TreeMap<String, String> failures)
    implements Serializable {

  /** Of this process. */
  static WorkerReport ofThisProcess(Long storeAhead, TreeMap<String, String> failures) {
    TreeMap<String, String> versions = new TreeMap<>();
    TreeMap<String, String> origins = new TreeMap<>();
    note(versions, origins, "daisychain", Version.build(), WorkerReport.class);
    note(versions, origins, "Beam", ReleaseInfo.getReleaseInfo().getVersion(), ReleaseInfo.class);
    note(versions, origins, "HBase", VersionInfo.getVersion(), VersionInfo.class);
    Class<?> hadoop = org.apache.hadoop.util.VersionInfo.class;
    note(versions, origins, "Hadoop", org.apache.hadoop.util.VersionInfo.getVersion(), hadoop);
    note(versions, origins, "Java", "" + Runtime.version().feature(), Object.class);
    noteSpark(versions, origins);
    return new WorkerReport(
        name(),
        ownUser(),
        versions,
        origins,
        Runtime.getRuntime().maxMemory(),
        Runtime.getRuntime().availableProcessors(),
        System.currentTimeMillis(),
        storeAhead,
        failures);
  }

  /** Whose this process is, and who it is to HBase and HDFS where that is another. */
  private static String ownUser() {
    String owner = System.getProperty("user.name");
    try {
      String told = UserGroupInformation.getCurrentUser().getShortUserName();
      return told.equals(owner) ? owner : owner + " (" + told + " to HBase and HDFS)";
    } catch (IOException e) {
      return owner + " (to HBase and HDFS nobody: " + ErrorCauses.message(e) + ")";
    }
  }

  /** Host and process. */
  static String name() {
    long process = ProcessHandle.current().pid();
    try {
      return InetAddress.getLocalHost().getHostName() + "-" + process;
    } catch (UnknownHostException e) {
      return "unnamed-" + process;
    }
  }

  private static void note(
      TreeMap<String, String> versions,
      TreeMap<String, String> origins,
      String what,
      String version,
      Class<?> of) {
    versions.put(what, version.strip());
    CodeSource source = of.getProtectionDomain().getCodeSource();
    URL place = source == null ? null : source.getLocation();
    origins.put(what, place == null ? System.getProperty("java.home") : place.getPath());
  }

  /** Of Spark, which is on the class path where it is used; of Flink its job manager knows. */
  private static void noteSpark(TreeMap<String, String> versions, TreeMap<String, String> origins) {
    try {
      Class<?> spark = Class.forName("org.apache.spark.package$");
      Object version = spark.getMethod("SPARK_VERSION").invoke(spark.getField("MODULE$").get(null));
      note(versions, origins, "Spark", version.toString(), spark);
    } catch (ReflectiveOperationException | LinkageError e) {
      // It is not used.
      return;
    }
  }

  /** As a line that {@link #ofText} takes. */
  String toText() {
    return Base64.getEncoder().encodeToString(SerializableUtils.serializeToByteArray(this));
  }

  static WorkerReport ofText(String text) {
    byte[] bytes = Base64.getDecoder().decode(text);
    return (WorkerReport) SerializableUtils.deserializeFromByteArray(bytes, "a worker's report");
  }
}
