package io.daisychain.audit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.EncodedKeySpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/**
 * The pair of keys by which receipts are signed (Ed25519, RFC 8032), beside the log: {@code
 * receipt-key.pem} (PKCS #8, for its owner alone) and {@code receipt-key.pub.pem}, which firms are
 * given. {@code openssl pkeyutl -verify -rawin} reads them.
 */
public final class ReceiptKey {
  /** The public key's file. */
  public static final String PUBLIC = "receipt-key.pub.pem";

  private static final String PRIVATE = "receipt-key.pem";
  private static final String ALGORITHM = "Ed25519";
  private static final int LINE_LETTERS = 64;

  private ReceiptKey() {}

  /** Makes a pair in a folder that has none. */
  public static void make(Path folder) throws IOException {
    KeyPair pair;
    try {
      pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java of 15 and later has Ed25519", e);
    }
    Path secret = folder.resolve(PRIVATE);
    boolean hasRights = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    Files.createFile(
        secret,
        hasRights
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0]);
    Files.writeString(secret, pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
    Files.writeString(folder.resolve(PUBLIC), pem("PUBLIC KEY", pair.getPublic().getEncoded()));
  }

  /** Signs bytes with the key of a folder. */
  public static byte[] sign(Path folder, byte[] bytes) throws IOException {
    Path file = folder.resolve(PRIVATE);
    try {
      PrivateKey key =
          KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(read(file)));
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(key);
      signature.update(bytes);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IOException(file + " is no key of Ed25519: " + e.getMessage(), e);
    }
  }

  /**
   * Whether bytes were signed with the key whose public part a file has.
   *
   * @throws IOException if the file is no such key
   */
  public static boolean isSigned(Path publicKey, byte[] bytes, byte[] signed) throws IOException {
    EncodedKeySpec encoded = new X509EncodedKeySpec(read(publicKey));
    try {
      PublicKey key = KeyFactory.getInstance(ALGORITHM).generatePublic(encoded);
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initVerify(key);
      signature.update(bytes);
      return signature.verify(signed);
    } catch (SignatureException e) {
      return false; // of another length
    } catch (GeneralSecurityException e) {
      throw new IOException(publicKey + " is no key of Ed25519: " + e.getMessage(), e);
    }
  }

  private static String pem(String what, byte[] encoded) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(
            what,
            Base64.getMimeEncoder(LINE_LETTERS, new byte[] {'\n'}).encodeToString(encoded),
            what);
  }

  private static byte[] read(Path file) throws IOException {
    String text = Files.readString(file, US_ASCII).replaceAll("-----[A-Z ]+-----|\\s", "");
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + " is no PEM", e);
    }
  }
}
