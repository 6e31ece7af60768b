package io.daisychain.ingest.receipt;

import java.io.Serializable;

/**
 * What became of a file, or of a part of it, in messages, noise lines and unframed lines.
 *
 * @param stored messages stored, repeats included
 * @param skipped messages and lines that are no events
 * @param rejected messages and lines that were not stored
 */
public record FileCounts(long stored, long skipped, long rejected) implements Serializable {
  long read() {
    return stored + skipped + rejected;
  }

  FileCounts and(FileCounts other) {
    return new FileCounts(
        stored + other.stored, skipped + other.skipped, rejected + other.rejected);
  }
}
