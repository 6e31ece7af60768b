package io.daisychain.store.write;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.junit.jupiter.api.Test;

final class SnappyBlocksTest {
  private final SnappyBlocks blocks = new SnappyBlocks();
  private final SnappyCodec hadoop = new SnappyCodec();

  SnappyBlocksTest() {
    blocks.setConf(new Configuration(false));
    hadoop.setConf(new Configuration(false));
  }

  @Test
  void readsWhatHadoopsCodecWritesWithOneDecompressorForAllBlocks() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Compressor compressor = hadoop.createCompressor();
    Decompressor decompressor = blocks.createDecompressor();
    for (int round = 0; round < 60; round++) {
      byte[] bytes = new byte[random.nextInt(random.nextBoolean() ? 200 : 700_000)];
      int different = 1 + random.nextInt(256);
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) random.nextInt(different);
      }
      ByteArrayOutputStream pressed = new ByteArrayOutputStream();
      compressor.reset();
      try (OutputStream out = hadoop.createOutputStream(pressed, compressor)) {
        out.write(bytes);
      }

      decompressor.reset();
      InputStream in = new ByteArrayInputStream(pressed.toByteArray());
      try (InputStream read = blocks.createInputStream(in, decompressor)) {
        assertArrayEquals(bytes, read.readAllBytes(), "seed " + seed + ", round " + round);
      }
    }
  }
}
