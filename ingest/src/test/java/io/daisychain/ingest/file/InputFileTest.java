package io.daisychain.ingest.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdOutputStream;
import io.daisychain.ingest.Archive;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of every kind, whole and damaged. */
class InputFileTest {
  private static final long SEED = Long.getLong("daisychain.seed", System.nanoTime());
  private static final byte[] TEXT = "8=FIX.4.2\u00019=5\n".repeat(3000).getBytes(ISO_8859_1);

  @Test
  void bytesAndNotNamesSayHowAFileIsRead(@TempDir Path dir) throws IOException {
    byte[] gzip = new Archive(TEXT, true, new Random(SEED)).whole();
    byte[] zstd = new Archive(TEXT, false, new Random(SEED)).whole();
    for (String name : new String[] {"X.FIX.GZ", "x.gz", "x.zst", "x.fix", "x.zip", "x"}) {
      for (byte[] stored : new byte[][] {TEXT, gzip, zstd}) {
        Path file = Files.write(dir.resolve(name), stored);
        try (InputFile in = InputFile.open(file.toString())) {
          assertArrayEquals(TEXT, in.readAllBytes(), name);
          assertNull(in.damage());
        }
      }
    }
  }

  @Test
  void allOfADamagedArchiveIsReadOrTheDamageIsTold() throws IOException {
    int told = 0;
    for (int i = 0; i < 1_000; i++) {
      Random random = new Random(SEED + i);
      byte[] content = Arrays.copyOf(TEXT, 1 + random.nextInt(20_000));
      for (int at = 0; at < content.length; at += 1 + random.nextInt(20)) {
        content[at] = (byte) random.nextInt();
      }
      Archive archive = new Archive(content, random.nextBoolean(), random);
      byte[] damaged = archive.damaged(random);
      try {
        told += archive.read(damaged).length < content.length ? 1 : 0;
      } catch (AssertionError e) {
        throw new AssertionError("seed " + (SEED + i) + ": " + e.getMessage(), e);
      }
    }
    assertTrue(told > 100, "damage must come upon data too: " + told);
  }

  @Test
  void aLaterMembersDamagedHeaderIsDamageAndNotTheEnd() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    int second = 0;
    for (int i = 0; i < 3; i++) {
      second = i == 1 ? packed.size() : second;
      try (OutputStream out = new GZIPOutputStream(packed)) {
        out.write(TEXT);
      }
    }
    byte[] file = packed.toByteArray();
    file[second] ^= 1;

    try (InputFile in = InputFile.open(new ByteArrayInputStream(file))) {
      assertArrayEquals(TEXT, in.readAllBytes());
      InputDamage expected =
          new InputDamage(second, TEXT.length, "no gzip header where one must begin");
      assertEquals(expected, in.damage());
    }
  }

  @Test
  void aSmallFileThatUnpacksToAHugeOneIsDamage() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new ZstdOutputStream(packed)) {
      for (int i = 0; i < 100; i++) {
        out.write(new byte[1 << 20]);
      }
    }
    try (InputFile in = InputFile.open(new ByteArrayInputStream(packed.toByteArray()))) {
      long read = in.transferTo(OutputStream.nullOutputStream());
      assertNotNull(in.damage());
      assertTrue(read < 70 << 20, read + " bytes read");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "504b0304140000000800, ZIP",
    "fd377a585a000004, XZ",
    "377abcaf271c0004, SEVEN_ZIP",
    "04224d1864, LZ4",
    "1f9d90, COMPRESS",
    "50415231, PARQUET",
    "255044462d312e37, PDF",
    "0a0d0d0a, CAPTURE",
    "fffe3800, UTF_16",
    "fffe0000, UTF_32",
    "1f8a0800, DAMAGED_GZIP",
    "0f8b0800, DAMAGED_GZIP",
    "28b52ffc, DAMAGED_ZSTD",
    "425a68206973206120636f6d70616e79, TEXT",
    "383d4649582e342e3201, TEXT",
    "'', TEXT",
    "00, TEXT"
  })
  void whatIsNotTextIsToldByItsBytes(String hex, InputForm expected) throws IOException {
    byte[] bytes = HexFormat.of().parseHex(hex);
    try (InputFile in = InputFile.open(new ByteArrayInputStream(bytes))) {
      assertEquals(expected, in.form());
      assertArrayEquals(expected == InputForm.TEXT ? bytes : new byte[0], in.readAllBytes());
      assertEquals(expected.isDamaged(), in.damage() != null);
    }
  }

  @Test
  void textOfTwoBytesALetterIsToldWithAndWithoutAMark() throws IOException {
    String text = new String(TEXT, ISO_8859_1);
    for (byte[] bytes :
        new byte[][] {text.getBytes(UTF_16), text.getBytes(UTF_16LE), text.getBytes(UTF_16BE)}) {
      assertEquals(InputForm.UTF_16, InputForm.of(bytes, 0, bytes.length));
      byte[] packed = new Archive(bytes, true, new Random(SEED)).whole();
      try (InputFile in = InputFile.open(new ByteArrayInputStream(packed))) {
        assertEquals(InputForm.GZIP, in.form());
        assertEquals(InputForm.UTF_16, in.content());
        assertEquals(-1, in.read());
      }
    }
  }
}
