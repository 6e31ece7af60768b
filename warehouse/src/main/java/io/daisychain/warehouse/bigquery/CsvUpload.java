package io.daisychain.warehouse.bigquery;

import io.daisychain.warehouse.WarehouseException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.io.Compression;

/**
 * Several CSV files of this machine sent as one, unpacked and with one header, so that one job
 * loads all or nothing.
 */
final class CsvUpload {
  private static final int BLOCK_BYTES = 1 << 20;

  /**
   * Where a file begins in what is sent.
   *
   * @param line number of the line in which its header stands or would stand, from 1
   */
  private record Begin(String file, long line) {}

  private final List<String> files;
  private final List<Begin> begins = new ArrayList<>();
  private final byte[] block = new byte[BLOCK_BYTES];
  private long lines;

  CsvUpload(List<String> files) {
    this.files = files;
  }

  void send(WritableByteChannel channel) throws IOException {
    for (String file : files) {
      // The header of all but the first is left out: line 2 follows on the last line sent.
      begins.add(new Begin(file, begins.isEmpty() ? 1 : lines));
      try (InputStream in = open(file)) {
        if (begins.size() > 1) {
          skipLine(file, in);
        }
        send(file, in, channel);
      }
    }
  }

  private static InputStream open(String file) throws IOException {
    FileChannel channel = FileChannel.open(Path.of(file));
    try {
      return new BufferedInputStream(
          Channels.newInputStream(Compression.detect(file).readDecompressed(channel)), BLOCK_BYTES);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static void skipLine(String file, InputStream in) throws IOException {
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException(file + " has no header");
      }
    }
  }

  private void send(String file, InputStream in, WritableByteChannel channel) throws IOException {
    byte last = '\n';
    for (int length = in.read(block); length >= 0; length = in.read(block)) {
      for (int i = 0; i < length; i++) {
        lines += block[i] == '\n' ? 1 : 0;
      }
      last = length == 0 ? last : block[length - 1];
      ByteBuffer bytes = ByteBuffer.wrap(block, 0, length);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
    if (last != '\n') {
      throw new WarehouseException(file + " ends in the middle of its line " + lines);
    }
  }

  /** The file and line that a line of what was sent comes from. */
  BigQueryErrors.Line line(long sent) {
    Begin found = begins.get(0);
    for (Begin begin : begins) {
      // A file's first data line is one line behind its header.
      if (begin.line() < sent) {
        found = begin;
      }
    }
    return new BigQueryErrors.Line(found.file(), sent - found.line() + 1);
  }
}
