package io.daisychain.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Which program this is, and on what it runs. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    Properties values = values();
    String revision = values.getProperty("revision");
    return new String[] {
      "daisychain " + program() + (revision.isEmpty() ? "" : " (revision " + revision + ")"),
      java(),
      "HBase " + values.getProperty("hbase"),
      "Apache Beam " + values.getProperty("beam"),
      "DuckDB " + values.getProperty("duckdb")
    };
  }

  /** The version that the build has given this program. */
  public static String program() {
    return values().getProperty("version");
  }

  private static Properties values() {
    Properties values = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      values.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return values;
  }

  /** The version and, where the build knew it, the revision of the sources. */
  public static String build() {
    return program() + " " + values().getProperty("revision");
  }

  /** The JVM that runs it. */
  public static String java() {
    return "Java %s (%s), %s %s %s"
        .formatted(
            Runtime.version(),
            System.getProperty("java.vendor"),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch"));
  }
}
