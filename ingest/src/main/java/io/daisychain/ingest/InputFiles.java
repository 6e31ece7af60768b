package io.daisychain.ingest;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.util.zip.GZIPInputStream;
import org.apache.beam.sdk.io.FileSystems;

/** Opens input files: plain at any offset, {@code .gz} and {@code .zst} from the start. */
final class InputFiles {
  private static final int BUFFER_BYTES = 1 << 16;

  private InputFiles() {}

  static boolean isCompressed(String name) {
    return name.endsWith(".gz") || name.endsWith(".zst");
  }

  /** A stream of the file's uncompressed bytes from {@code offset} on. */
  static InputStream open(String name, long offset) throws IOException {
    ReadableByteChannel channel =
        FileSystems.open(FileSystems.matchSingleFileSpec(name).resourceId());
    if (name.endsWith(".gz")) {
      return new GZIPInputStream(Channels.newInputStream(channel), BUFFER_BYTES);
    }
    if (name.endsWith(".zst")) {
      return new ZstdInputStream(Channels.newInputStream(channel));
    }
    if (offset > 0) {
      if (!(channel instanceof SeekableByteChannel seekable)) {
        throw new IOException(name + " cannot be read from the middle");
      }
      seekable.position(offset);
    }
    return Channels.newInputStream(channel);
  }
}
