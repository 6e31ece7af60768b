package io.daisychain.warehouse.duckdb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.CRC32;

/**
 * The checksum of a Parquet file that DuckDB wrote, which has none in it: a file of its name with
 * {@code .crc32} behind it, with the sum and the number of bytes.
 */
final class FileSum {
  private static final String SUFFIX = ".crc32";

  private FileSum() {}

  /** The file that has the sum of another. */
  static Path of(Path file) {
    return file.resolveSibling(file.getFileName() + SUFFIX);
  }

  static void write(Path file) throws IOException {
    Files.writeString(of(file), sum(file));
  }

  static void deleteWith(Path file) throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(of(file));
  }

  private static String sum(Path file) throws IOException {
    CRC32 sum = new CRC32();
    long length = 0;
    byte[] bytes = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        sum.update(bytes, 0, count);
        length += count;
      }
    }
    return HexFormat.of().toHexDigits((int) sum.getValue()) + " " + length + "\n";
  }

  /** What is wrong with a file that has a sum; empty for nothing. */
  static String fault(Path file) throws IOException {
    String told;
    try {
      told = Files.readString(of(file), ISO_8859_1);
    } catch (NoSuchFileException e) {
      return file + " has no checksum";
    }
    String found = sum(file);
    return found.equals(told)
        ? ""
        : file
            + " is damaged: checksum and length are "
            + found.strip()
            + ", and should be "
            + told.strip();
  }
}
