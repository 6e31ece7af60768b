package io.daisychain.explorer.point;

import io.daisychain.beam.Scrubbed;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reads all side files of the explorer and holds them against their checksums. */
public final class SideFileScrub {
  private SideFileScrub() {}

  /** Reads the side files of a folder, which need not be there. */
  public static void read(Path folder, Scrubbed result) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SideFile.SUFFIX)) {
      for (Path file : files) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
          SideFileSums sums = SideFileSums.read(channel);
          if (sums == null) {
            throw new IOException("it is damaged: its end is not as it was written");
          }
          sums.requireFront(channel);
          sums.requireRest(channel);
          result.read(channel.size());
        } catch (IOException e) {
          result.fault(file + ": " + e.getMessage() + "; delete it, and explore makes it anew");
        }
      }
    }
  }
}
