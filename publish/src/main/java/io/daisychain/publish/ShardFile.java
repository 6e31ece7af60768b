package io.daisychain.publish;

import io.daisychain.beam.files.PartFile;
import io.daisychain.publish.row.CsvLines;
import java.io.IOException;
import org.apache.beam.sdk.io.Compression;

/** One CSV file that lines are written to in blocks. */
final class ShardFile implements AutoCloseable {
  /** Lines are collected up to this many bytes. */
  private static final int BLOCK_BYTES = 1 << 20;

  private final CsvLines lines;
  private final PartFile file;

  /** Opens a file for {@code lines}, whose header was written. */
  ShardFile(String folder, String name, Compression compression, CsvLines lines)
      throws IOException {
    this.lines = lines;
    file = new PartFile(folder, name, compression);
  }

  /** Writes lines out once there are enough of them. */
  void drain() throws IOException {
    if (lines.length() >= BLOCK_BYTES) {
      write();
    }
  }

  private void write() throws IOException {
    file.write(lines.buffer(), 0, lines.length());
    lines.clear();
  }

  /** Writes the rest and gives the file its name. */
  void complete() throws IOException {
    write();
    file.complete();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
