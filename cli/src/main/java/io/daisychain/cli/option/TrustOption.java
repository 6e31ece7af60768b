package io.daisychain.cli.option;

import io.daisychain.cli.terminal.Environment;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.listen.TlsStore;
import io.daisychain.watch.HostPort;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Whose certificates a command trusts that connects to a watch. */
public final class TrustOption {
  private static final String PASSWORD = "DAISYCHAIN_TLS_PASSWORD";

  @Option(
      names = "--tls",
      paramLabel = "TRUSTSTORE",
      description =
          "Connects by TLS to who has a certificate in this file (PKCS #12 or JKS), or one by an"
              + " authority in it, for the host's name; its password is in the variable"
              + " DAISYCHAIN_TLS_PASSWORD.")
  private Path tls;

  /** Bad usage if {@code text}, the value of an option, is not HOST:PORT. */
  public HostPort address(String option, String text) {
    try {
      return HostPort.parse(text, store(tls));
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + ": " + e.getMessage(), e);
    }
  }

  /** A file of keys or certificates with the password of the environment; null for none. */
  static TlsStore store(Path file) {
    return file == null
        ? null
        : new TlsStore(file.toAbsolutePath().normalize(), Environment.get(PASSWORD));
  }
}
