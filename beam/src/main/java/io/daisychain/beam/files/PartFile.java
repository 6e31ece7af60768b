package io.daisychain.beam.files;

import io.daisychain.beam.OutputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.beam.sdk.io.Compression;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.ResourceId;
import org.apache.beam.sdk.util.MimeTypes;

/**
 * A file that is written under a name of its own and given its right one when it is complete: a
 * worker that is taken for dead may go on writing beside the one that took over.
 */
public final class PartFile implements WritableByteChannel {
  private static final String UNFINISHED = "unfinished-";
  private static final Pattern LEFT_BEHIND = Pattern.compile(UNFINISHED + "[0-9a-f-]{36}-.*");

  private final ResourceId part;
  private final ResourceId complete;
  private final WritableByteChannel channel;

  /** Opens a file that is to have {@code name} in {@code folder}. */
  public PartFile(String folder, String name, Compression compression) throws IOException {
    complete = FileSystems.matchNewResource(folder + "/" + name, false);
    part =
        FileSystems.matchNewResource(
            folder + "/" + UNFINISHED + UUID.randomUUID() + "-" + name, false);
    channel = compression.writeCompressed(OutputFile.create(part, MimeTypes.BINARY, complete));
  }

  /** Whether a file is one that a kill left under the name of its own. */
  public static boolean isLeftBehind(String name) {
    return LEFT_BEHIND.matcher(name).matches();
  }

  /** Writes some bytes of an array. */
  public void write(byte[] bytes, int from, int to) throws IOException {
    write(ByteBuffer.wrap(bytes, from, to - from));
  }

  /** Writes all bytes. */
  @Override
  public int write(ByteBuffer block) throws IOException {
    int length = block.remaining();
    while (block.hasRemaining()) {
      channel.write(block);
    }
    return length;
  }

  public void complete() throws IOException {
    channel.close();
    FileSystems.rename(List.of(part), List.of(complete));
  }

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  /** Without {@link #complete} the file never gets its name. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
