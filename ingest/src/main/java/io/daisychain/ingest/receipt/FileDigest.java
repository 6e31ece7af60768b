package io.daisychain.ingest.receipt;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.beam.sdk.io.FileSystems;

/**
 * What tells a file from all others.
 *
 * @param bytes of the file as it is stored, packed or not
 * @param sha256 SHA-256 of these, in hex
 */
public record FileDigest(long bytes, String sha256) {
  private static final int BUFFER_BYTES = 1 << 18;

  /**
   * Reads a file.
   *
   * @param path as Beam's file systems name it
   */
  public static FileDigest of(String path) throws IOException {
    try (DigestInputStream in =
        new DigestInputStream(
            Channels.newInputStream(
                FileSystems.open(FileSystems.matchSingleFileSpec(path).resourceId())),
            newDigest())) {
      long bytes = readAll(in);
      return new FileDigest(bytes, HexFormat.of().formatHex(in.getMessageDigest().digest()));
    }
  }

  private static long readAll(InputStream in) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long bytes = 0;
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      bytes += read;
    }
    return bytes;
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
