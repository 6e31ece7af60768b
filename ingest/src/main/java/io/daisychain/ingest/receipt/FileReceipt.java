package io.daisychain.ingest.receipt;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.apache.beam.sdk.io.FileSystems;

/**
 * The line of a receipt about one file: its name as those know it who handed it in; its bytes as it
 * is stored, packed or not, and their digest in hex, both empty where it is a stream or could not
 * be read; what became of it.
 */
final class FileReceipt {
  static final List<String> COLUMNS =
      List.of("file", "bytes", "sha256", "read", "stored", "skipped", "rejected");

  private static final int BUFFER_BYTES = 1 << 18;

  private FileReceipt() {}

  /** Reads the file once more, for its digest. */
  static List<String> of(String path, String shown, FileCounts taken) {
    try (DigestInputStream in =
        new DigestInputStream(
            Channels.newInputStream(
                FileSystems.open(FileSystems.matchSingleFileSpec(path).resourceId())),
            newDigest())) {
      long bytes = readAll(in);
      String digest = HexFormat.of().formatHex(in.getMessageDigest().digest());
      return line(shown, Long.toString(bytes), digest, taken);
    } catch (IOException e) { // ingest tells of it, and what it took stays true
      return withoutDigest(shown, taken);
    }
  }

  /** Of a stream, which cannot be read again. */
  static List<String> withoutDigest(String shown, FileCounts taken) {
    return line(shown, "", "", taken);
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

  private static List<String> line(String shown, String bytes, String sha256, FileCounts taken) {
    return List.of(
        shown,
        bytes,
        sha256,
        Long.toString(taken.read()),
        Long.toString(taken.stored()),
        Long.toString(taken.skipped()),
        Long.toString(taken.rejected()));
  }
}
