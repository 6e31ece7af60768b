package io.daisychain.publish;

import io.daisychain.beam.OutputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.UUID;
import org.apache.beam.sdk.io.Compression;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.ResourceId;
import org.apache.beam.sdk.util.MimeTypes;

/**
 * One CSV file, written under a name of its own and given its right one when it is complete: a
 * worker that is taken for dead may go on writing beside the one that took over.
 */
final class ShardFile implements AutoCloseable {
  /** Lines are collected up to this many bytes. */
  private static final int BLOCK_BYTES = 1 << 20;

  private final CsvLines lines;
  private final ResourceId part;
  private final ResourceId complete;
  private final WritableByteChannel channel;

  /** Opens a file for {@code lines}, whose header was written. */
  ShardFile(String folder, String name, Compression compression, CsvLines lines)
      throws IOException {
    this.lines = lines;
    complete = FileSystems.matchNewResource(folder + "/" + name, false);
    part = FileSystems.matchNewResource(folder + "/" + UUID.randomUUID() + ".part", false);
    channel = compression.writeCompressed(OutputFile.create(part, MimeTypes.BINARY));
  }

  /** Writes lines out once there are enough of them. */
  void drain() throws IOException {
    if (lines.length() >= BLOCK_BYTES) {
      write();
    }
  }

  private void write() throws IOException {
    ByteBuffer block = ByteBuffer.wrap(lines.buffer(), 0, lines.length());
    while (block.hasRemaining()) {
      channel.write(block);
    }
    lines.clear();
  }

  /** Writes the rest and gives the file its name. */
  void complete() throws IOException {
    write();
    channel.close();
    FileSystems.rename(List.of(part), List.of(complete));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
