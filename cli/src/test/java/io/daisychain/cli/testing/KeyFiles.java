package io.daisychain.cli.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** Files of keys with certificates of their own for this machine, under {@link #PASSWORD}. */
public final class KeyFiles {
  public static final String PASSWORD = "a secret";

  private KeyFiles() {}

  /** Makes files, each of a key under the alias of its name. */
  public static void make(Path folder, String... names) throws Exception {
    List<Process> all = new ArrayList<>();
    for (String name : names) {
      all.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                  "-genkeypair",
                  "-alias",
                  name,
                  "-keyalg",
                  "EC",
                  "-dname",
                  "CN=" + name,
                  "-ext",
                  "san=ip:127.0.0.1,ip:10.213.0.1,dns:localhost",
                  "-storetype",
                  "PKCS12",
                  "-storepass",
                  PASSWORD,
                  "-keystore",
                  folder.resolve(name + ".p12").toString())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve(name + ".keytool").toFile())
              .start());
    }
    for (Process made : all) {
      if (made.waitFor() != 0) {
        throw new IOException("keytool: " + made.exitValue());
      }
    }
  }

  /** Makes a file of a key by which warehouses are encrypted. */
  public static Path makeEncryption(Path folder) throws IOException {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    Path file = folder.resolve("encryption");
    Files.writeString(file, Base64.getEncoder().encodeToString(bytes) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  /** Has each of some files trust the certificates of all. */
  public static void trustOneAnother(Path folder, String... names) throws Exception {
    for (String name : names) {
      Path file = folder.resolve(name + ".p12");
      KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
      for (String other : names) {
        if (!other.equals(name)) {
          store.setCertificateEntry("of-" + other, certificate(folder, other));
        }
      }
      try (var out = java.nio.file.Files.newOutputStream(file)) {
        store.store(out, PASSWORD.toCharArray());
      }
    }
  }

  /** SHA-256 of a file's certificate, as entitlements name it. */
  public static String fingerprint(Path folder, String name) throws Exception {
    byte[] encoded = certificate(folder, name).getEncoded();
    return "sha256:"
        + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(encoded));
  }

  private static java.security.cert.Certificate certificate(Path folder, String name)
      throws IOException, GeneralSecurityException {
    Path file = folder.resolve(name + ".p12");
    return KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray()).getCertificate(name);
  }
}
