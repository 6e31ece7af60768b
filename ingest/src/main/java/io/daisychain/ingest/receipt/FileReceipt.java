package io.daisychain.ingest.receipt;

import java.io.IOException;
import java.util.List;

/**
 * The line of a receipt about one file: its name as those know it who handed it in; its bytes as it
 * is stored, packed or not, and their digest in hex, both empty where it is a stream or could not
 * be read; what became of it.
 */
final class FileReceipt {
  static final List<String> COLUMNS =
      List.of("file", "bytes", "sha256", "read", "stored", "skipped", "rejected");

  private FileReceipt() {}

  /** Reads the file once more, for its digest. */
  static List<String> of(String path, String shown, FileCounts taken) {
    try {
      FileDigest digest = FileDigest.of(path);
      return line(shown, Long.toString(digest.bytes()), digest.sha256(), taken);
    } catch (IOException e) { // ingest tells of it, and what it took stays true
      return withoutDigest(shown, taken);
    }
  }

  /** Of a stream, which cannot be read again. */
  static List<String> withoutDigest(String shown, FileCounts taken) {
    return line(shown, "", "", taken);
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
