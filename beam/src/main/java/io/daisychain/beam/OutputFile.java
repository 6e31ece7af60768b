package io.daisychain.beam;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.ResourceId;

/** A new file of any file system that Beam knows; a full disk is told with the file's name. */
public final class OutputFile implements WritableByteChannel {
  private final ResourceId file;
  private final WritableByteChannel channel;

  private OutputFile(ResourceId file, WritableByteChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Makes a file; what was there before goes. */
  public static OutputFile create(ResourceId file, String mimeType) throws IOException {
    try {
      return new OutputFile(file, FileSystems.create(file, mimeType));
    } catch (IOException e) {
      throw FullDiskException.named(file, e);
    }
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    try {
      return channel.write(bytes);
    } catch (IOException e) {
      throw FullDiskException.named(file, e);
    }
  }

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } catch (IOException e) {
      throw FullDiskException.named(file, e);
    }
  }
}
