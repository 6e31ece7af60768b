package io.daisychain.ingest.receipt;

import io.daisychain.audit.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.MatchResult;

/**
 * What tells a file from all others.
 *
 * @param bytes of the file as it is stored, packed or not
 * @param sha256 SHA-256 of these, in hex
 */
public record FileDigest(long bytes, String sha256) {
  /**
   * Reads a file.
   *
   * @param path as Beam's file systems name it
   */
  public static FileDigest of(String path) throws IOException {
    MatchResult.Metadata file = FileSystems.matchSingleFileSpec(path);
    try (InputStream in = Channels.newInputStream(FileSystems.open(file.resourceId()))) {
      return new FileDigest(file.sizeBytes(), Sha256.of(in));
    }
  }
}
