package io.daisychain.cli.fuzz;

import com.github.luben.zstd.ZstdInputStream;
import com.sun.management.ThreadMXBean;
import io.daisychain.model.DamagedCellException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import picocli.CommandLine.ParameterException;

/**
 * A parser, or a door, and what any bytes may cost it: it reads them or refuses them in words, and
 * takes memory and processor in proportion to their number, and to that of what they unpack to.
 *
 * @param baseBytes of memory for no input at all
 * @param bytesEach of memory for a byte of input, all that is allocated counted
 * @param watched how many times the memory is taken where all that the code does is watched
 */
record FuzzTarget(String name, long baseBytes, long bytesEach, Body body, int watched) {
  /** For the little that an input of few bytes takes, on code that is compiled or not. */
  private static final long BASE_NANOS = 200_000_000;

  private static final long NANOS_EACH = 2_000;

  /** For a byte of what gzip or zstd unpacks to; one of input may become thousands. */
  private static final long UNPACKED_BYTES_EACH = 200;

  private static final long UNPACKED_NANOS_EACH = 100;

  /** A compiler or a first use is not the input's fault. */
  private static final int MOST_TRIES = 4;

  private static final int STRETCHED = 64 << 10;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Reads an input. */
  @FunctionalInterface
  interface Body {
    void read(byte[] input) throws Exception;
  }

  FuzzTarget(String name, long baseBytes, long bytesEach, Body body) {
    this(name, baseBytes, bytesEach, body, 1);
  }

  /** What a reader may throw: its message is for whoever handed the input in. */
  private static boolean isRefusal(Throwable e) {
    return e instanceof IOException
        || e instanceof DamagedCellException
        || e instanceof ParameterException
        || e.getClass().getSimpleName().equals("BadParameterException")
        || e.getClass() == IllegalArgumentException.class;
  }

  /**
   * Reads an input, and of every fourth a part over and over too, since what costs more than in
   * proportion shows only where there is much of it. Which ones is the input's own, so that what
   * was found once is found again.
   */
  void check(byte[] input) {
    cost(input);
    CRC32 sum = new CRC32();
    sum.update(input);
    if (input.length > 0 && sum.getValue() % 4 == 0) {
      cost(stretched(input, new Random(sum.getValue())));
    }
  }

  /** Bytes of a random part of an input, many times, between what is before and behind it. */
  private static byte[] stretched(byte[] input, Random random) {
    int from = random.nextInt(input.length);
    int part = 1 + random.nextInt(Math.min(64, input.length - from));
    int times = STRETCHED / part;
    byte[] all = new byte[input.length + times * part];
    System.arraycopy(input, 0, all, 0, from);
    int at = from;
    for (int i = 0; i < times; i++, at += part) {
      System.arraycopy(input, from, all, at, part);
    }
    System.arraycopy(input, from, all, at, input.length - from);
    return all;
  }

  private void cost(byte[] input) {
    long mostBytes = watched * (baseBytes + bytesEach * input.length);
    long mostNanos = BASE_NANOS + NANOS_EACH * input.length;
    long bytes = 0;
    long nanos = 0;
    for (int i = 0; i < MOST_TRIES; i++) {
      bytes = THREADS.getCurrentThreadAllocatedBytes();
      nanos = THREADS.getCurrentThreadCpuTime();
      read(input);
      nanos = THREADS.getCurrentThreadCpuTime() - nanos;
      bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
      if (bytes <= mostBytes && nanos <= mostNanos) {
        return;
      }
      if (i == 0) {
        long unpacked = unpacked(input);
        mostBytes += watched * UNPACKED_BYTES_EACH * unpacked;
        mostNanos += UNPACKED_NANOS_EACH * unpacked;
      }
    }
    throw new AssertionError(
        "%s: %,d bytes cost %,d of memory and %,d us, at most %,d and %,d are in proportion"
            .formatted(name, input.length, bytes, nanos / 1_000, mostBytes, mostNanos / 1_000));
  }

  /** Bytes that a gzip or zstd file unpacks to, up to where it is damaged; 0 for others. */
  private static long unpacked(byte[] input) {
    long bytes = 0;
    try (InputStream in = unpacking(input)) {
      byte[] buffer = new byte[512]; // the read that meets the damage does not say what came before
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        bytes += read;
      }
    } catch (IOException e) {
      return bytes;
    }
    return bytes;
  }

  private static InputStream unpacking(byte[] input) throws IOException {
    InputStream in = new ByteArrayInputStream(input);
    return switch (input.length < 4 ? 0 : input[0] & 0xFF) {
      case 0x1F -> new GzipCompressorInputStream(in, true);
      case 0x28 -> new ZstdInputStream(in);
      default -> InputStream.nullInputStream();
    };
  }

  private void read(byte[] input) {
    try {
      body.read(input);
    } catch (Exception | StackOverflowError | OutOfMemoryError e) {
      if (!isRefusal(e)) {
        throw new AssertionError(name + ": " + e, e);
      }
      List<String> lines = String.valueOf(e.getMessage()).lines().toList();
      if (e.getMessage() == null || lines.isEmpty()) {
        throw new AssertionError(name + ": a refusal without words", e);
      }
    }
  }
}
