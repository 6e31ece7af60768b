package io.daisychain.warehouse.iceberg;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that are there whole, on the disk, or not at all. */
final class DurableFile {
  private DurableFile() {}

  static void write(Path file, String text) throws IOException {
    write(file, text.getBytes(UTF_8));
  }

  /** Writes a file, in the place of one that is there. */
  static void write(Path file, byte[] bytes) throws IOException {
    Path fresh = file.resolveSibling("." + file.getFileName() + ".fresh");
    try (FileChannel channel =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
