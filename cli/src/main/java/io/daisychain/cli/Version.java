package io.daisychain.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Which program this is, and on what it runs. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"daisychain " + program() + ", " + java()};
  }

  /** The version that the build has given this program. */
  static String program() {
    Properties values = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      values.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return values.getProperty("version");
  }

  /** The JVM that runs it. */
  static String java() {
    return "Java "
        + Runtime.version()
        + " ("
        + System.getProperty("java.vendor")
        + "), "
        + System.getProperty("os.name")
        + " "
        + System.getProperty("os.version")
        + " "
        + System.getProperty("os.arch");
  }
}
