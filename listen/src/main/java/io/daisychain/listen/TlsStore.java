package io.daisychain.listen;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Keys and certificates of one end of TLS, in a file of PKCS #12 or JKS, under one password.
 *
 * @param file where they are
 * @param password of the file and of the keys in it
 */
public record TlsStore(Path file, String password) {
  private static final String PROTOCOL = "TLS";

  /**
   * What accepts connections with the file's key.
   *
   * @param clients whose certificates count; null for nobody's
   * @throws IOException naming the file where it cannot be read, or has no key
   */
  public SSLContext server(TlsStore clients) throws IOException {
    try {
      KeyStore keys = keys();
      boolean hasKey = false;
      for (String alias : Collections.list(keys.aliases())) {
        hasKey |= keys.isKeyEntry(alias);
      }
      if (!hasKey) {
        throw new IOException(file + " has no private key");
      }
      SSLContext context = SSLContext.getInstance(PROTOCOL);
      context.init(own(keys), clients == null ? null : clients.trusted(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  /**
   * What connects to those whose certificates the file has, or who have one of theirs, and shows
   * the file's own certificate where that is asked for.
   *
   * @throws IOException naming the file where it cannot be read
   */
  public SSLContext client() throws IOException {
    try {
      SSLContext context = SSLContext.getInstance(PROTOCOL);
      context.init(own(keys()), trusted(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  private KeyManager[] own(KeyStore keys) throws GeneralSecurityException {
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, password.toCharArray());
    return managers.getKeyManagers();
  }

  private TrustManager[] trusted() throws IOException, GeneralSecurityException {
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(keys());
    return managers.getTrustManagers();
  }

  private KeyStore keys() throws IOException {
    if (!Files.isReadable(file)) {
      throw new IOException(file + " cannot be read");
    }
    try {
      return KeyStore.getInstance(new File(file.toString()), password.toCharArray());
    } catch (GeneralSecurityException | IOException e) {
      throw new IOException(file + " is no keystore of this password: " + e.getMessage(), e);
    }
  }
}
