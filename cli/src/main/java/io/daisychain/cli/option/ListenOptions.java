package io.daisychain.cli.option;

import io.daisychain.cli.terminal.UsageException;
import io.daisychain.listen.Listening;
import io.daisychain.listen.TlsStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** At which address a command accepts connections. */
public final class ListenOptions {
  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      description =
          "Accepts connections at this address of the machine in place of 127.0.0.1, 0.0.0.0 for all"
              + " of them; needs --tls. Metrics stay on 127.0.0.1.")
  private String listen;

  @Option(
      names = "--tls",
      paramLabel = "KEYSTORE",
      description =
          "Accepts TLS alone, with the key in this file (PKCS #12 or JKS); its password is in the"
              + " variable DAISYCHAIN_TLS_PASSWORD.")
  private Path tls;

  @Option(
      names = "--clients",
      paramLabel = "TRUSTSTORE",
      description =
          "Asks who connects for a certificate that this file has, or that one of its certificates"
              + " has signed; needs --tls. Whose it is --entitlements says. The password is that of"
              + " --tls.")
  private Path clients;

  /** Whether others than this machine's can connect. */
  public boolean isFarther() {
    return !listening().address().isLoopbackAddress();
  }

  /** Whether who connects is asked for a certificate. */
  public boolean asksClients() {
    return clients != null;
  }

  /** Where to listen; bad usage where others could read what is sent, or the key cannot be read. */
  public Listening listening() {
    TlsStore keys = TrustOption.store(tls);
    InetAddress address = Listening.LOOPBACK.address();
    if (listen != null) {
      try {
        address = InetAddress.getByName(listen);
      } catch (UnknownHostException e) {
        throw new UsageException("--listen=" + listen + " is no address of this machine", e);
      }
    }
    if (keys == null && !address.isLoopbackAddress()) {
      throw new UsageException(
          "--listen=" + listen + " needs --tls=KEYSTORE: others could read what is sent");
    }
    if (keys == null && clients != null) {
      throw new UsageException("--clients needs --tls=KEYSTORE");
    }
    Listening listening = new Listening(address, keys, TrustOption.store(clients));
    if (keys != null) {
      try {
        listening.check();
      } catch (IOException e) {
        throw new UsageException("--tls=" + e.getMessage(), e);
      }
    }
    return listening;
  }
}
