package io.daisychain.beam;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.ResourceId;

/** A new file of any file system that Beam knows; a full disk is told with the file's name. */
public final class OutputFile implements WritableByteChannel {
  private final ResourceId name;
  private final WritableByteChannel channel;

  private OutputFile(ResourceId name, WritableByteChannel channel) {
    this.name = name;
    this.channel = channel;
  }

  /** Makes a file; what was there before goes. */
  public static OutputFile create(ResourceId file, String mimeType) throws IOException {
    return create(file, mimeType, file);
  }

  /**
   * Makes a file.
   *
   * @param name that it will have, and that failures say
   */
  public static OutputFile create(ResourceId file, String mimeType, ResourceId name)
      throws IOException {
    try {
      return new OutputFile(name, FileSystems.create(file, mimeType));
    } catch (IOException e) {
      throw FullDiskException.named(name, e);
    }
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    try {
      return channel.write(bytes);
    } catch (IOException e) {
      throw FullDiskException.named(name, e);
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
      throw FullDiskException.named(name, e);
    }
  }
}
