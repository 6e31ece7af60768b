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
 * A file that is written under a name of its own and given its right one when it is complete: a
 * worker that is taken for dead may go on writing beside the one that took over.
 */
final class PartFile implements AutoCloseable {
  private final ResourceId part;
  private final ResourceId complete;
  private final WritableByteChannel channel;

  /** Opens a file that is to have {@code name} in {@code folder}. */
  PartFile(String folder, String name, Compression compression) throws IOException {
    complete = FileSystems.matchNewResource(folder + "/" + name, false);
    part = FileSystems.matchNewResource(folder + "/" + UUID.randomUUID() + ".part", false);
    channel = compression.writeCompressed(OutputFile.create(part, MimeTypes.BINARY));
  }

  void write(byte[] bytes, int from, int to) throws IOException {
    write(ByteBuffer.wrap(bytes, from, to - from));
  }

  void write(ByteBuffer block) throws IOException {
    while (block.hasRemaining()) {
      channel.write(block);
    }
  }

  /** Gives the file its name. */
  void complete() throws IOException {
    channel.close();
    FileSystems.rename(List.of(part), List.of(complete));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
