package io.daisychain.datagen;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * A file that is being written; a failure says which one, by the name that the file will have.
 *
 * @param channel takes the bytes
 * @param name what failures call the file
 */
record NamedFile(WritableByteChannel channel, Object name) implements WritableByteChannel {
  @Override
  public int write(ByteBuffer bytes) throws IOException {
    try {
      return channel.write(bytes);
    } catch (IOException e) {
      throw named(e);
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
      throw named(e);
    }
  }

  private IOException named(IOException e) {
    String reason = e.getMessage();
    if (reason != null && reason.contains("No space left on device")) {
      reason = "the disk is full";
    }
    return new IOException("cannot write " + name + ": " + reason, e);
  }
}
