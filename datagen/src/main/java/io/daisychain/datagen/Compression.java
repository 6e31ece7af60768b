package io.daisychain.datagen;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/** How files of messages are written. */
public enum Compression {
  PLAIN(""),
  GZ(".gz"),
  ZST(".zst");

  private static final int BUFFER_BYTES = 1 << 16;

  private final String suffix;

  Compression(String suffix) {
    this.suffix = suffix;
  }

  /** What stands behind {@code .fix} in the names of files. */
  public String suffix() {
    return suffix;
  }

  /** A stream that compresses into {@code sink}; closing it closes the sink. */
  OutputStream compress(OutputStream sink) throws IOException {
    return switch (this) {
      case PLAIN -> sink;
      case GZ -> new GZIPOutputStream(sink, BUFFER_BYTES);
      case ZST -> new ZstdOutputStream(sink);
    };
  }
}
