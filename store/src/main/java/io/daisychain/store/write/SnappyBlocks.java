package io.daisychain.store.write;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.io.compress.BlockDecompressorStream;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.SnappyCodec;

/**
 * Hadoop's Snappy codec for readers of many small blocks.
 *
 * <p>Hadoop makes a stream for each block of a file, with a buffer of 256 KB that must be cleared
 * first: for blocks of 64 KB that took 2.7 % of the samples of a day from files to SQL. A stream's
 * buffer grows to what a block needs.
 */
final class SnappyBlocks extends SnappyCodec {
  /** Streams take no buffer of nothing. */
  private static final int LEAST_BUFFER = 1;

  @Override
  public CompressionInputStream createInputStream(InputStream in, Decompressor decompressor)
      throws IOException {
    return new BlockDecompressorStream(in, decompressor, LEAST_BUFFER);
  }
}
