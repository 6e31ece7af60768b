package io.daisychain.ingest.file;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * What a file is, told by its first bytes and never by its name: read as it is, unpacked first, or
 * not read because nothing in it is text of FIX.
 */
public enum InputForm {
  /** Everything that is none of the others. */
  TEXT("text", ""),
  GZIP("compressed by gzip", "", "1f8b"),
  ZSTD("compressed by zstd", "", "28b52ffd"),
  ZIP("a zip archive", "unzip it and hand in what is in it", "504b0304", "504b0506", "504b0708"),
  BZIP2("compressed by bzip2", "", "425a68"),
  XZ("compressed by xz", "unpack it, or use gzip or zstd instead", "fd377a585a00"),
  SEVEN_ZIP("a 7z archive", "unpack it and hand in what is in it", "377abcaf271c"),
  LZ4("compressed by lz4", "unpack it, or use gzip or zstd instead", "04224d18"),
  LZIP("compressed by lzip", "unpack it, or use gzip or zstd instead", "4c5a495001"),
  COMPRESS("compressed by compress", "unpack it, or use gzip or zstd instead", "1f9d", "1fa0"),
  RAR("a rar archive", "unpack it and hand in what is in it", "526172211a07"),
  PARQUET("a Parquet file", "hand in the FIX messages themselves, one a line", "50415231"),
  AVRO("an Avro file", "hand in the FIX messages themselves, one a line", "4f626a01"),
  PDF("a PDF document", "hand in the FIX messages themselves, one a line", "255044462d"),
  CAPTURE(
      "a network capture",
      "take the FIX messages out of it, one a line",
      "d4c3b2a1",
      "a1b2c3d4",
      "4d3cb2a1",
      "a1b23c4d",
      "0a0d0d0a"),
  UTF_32("text in UTF-32", "convert it: iconv -f UTF-32 -t ISO-8859-1", "fffe0000", "0000feff"),
  UTF_16("text in UTF-16", "convert it: iconv -f UTF-16 -t ISO-8859-1", "fffe", "feff"),
  /** First bytes that are those of gzip but for one. */
  DAMAGED_GZIP("gzip with a damaged beginning", ""),
  /** First bytes that are those of a zstd frame but for one. */
  DAMAGED_ZSTD("zstd with a damaged beginning", "");

  /** As much of a file as is looked at. */
  static final int HEAD_BYTES = 4096;

  private static final InputForm[] FORMS = values();

  /** What the file begins with; nothing where it is told otherwise. */
  private static final Map<InputForm, byte[][]> MAGICS = new EnumMap<>(InputForm.class);

  static {
    for (InputForm form : FORMS) {
      MAGICS.put(form, parseMagics(form));
    }
  }

  private static final byte[] SKIPPED_FRAME = HexFormat.of().parseHex("2a4d18");
  private static final byte[] GZIP_HEADER = HexFormat.of().parseHex("1f8b08");

  private final String words;
  private final String advice;
  private final String magics;

  InputForm(String words, String advice, String... magics) {
    this.words = words;
    this.advice = advice;
    this.magics = String.join(" ", magics);
  }

  /**
   * The form of a file.
   *
   * @param head where its first bytes begin in {@code bytes}
   * @param length how many of them there are
   */
  static InputForm of(byte[] bytes, int head, int length) {
    for (InputForm form : FORMS) {
      for (byte[] magic : MAGICS.get(form)) {
        if (differing(magic, bytes, head, length) == 0 && form.isMeant(bytes, head, length)) {
          return form;
        }
      }
    }
    int skipped = differingOfSkippedFrame(bytes, head, length);
    if (skipped == 0) {
      return ZSTD;
    }
    if (isUtf16WithoutMark(bytes, head, length)) {
      return UTF_16;
    }
    if (differing(GZIP_HEADER, bytes, head, length) == 1) {
      return DAMAGED_GZIP;
    }
    return skipped == 1 || differing(MAGICS.get(ZSTD)[0], bytes, head, length) == 1
        ? DAMAGED_ZSTD
        : TEXT;
  }

  /** Whether the file is read: as it is or unpacked. */
  public boolean isRead() {
    return this == TEXT || isCompressed();
  }

  /** Whether the file has to be unpacked, which cannot begin in its middle. */
  public boolean isCompressed() {
    return this == GZIP || this == ZSTD || this == BZIP2;
  }

  boolean isDamaged() {
    return this == DAMAGED_GZIP || this == DAMAGED_ZSTD;
  }

  /** What it is, for people. */
  public String description() {
    return words;
  }

  /** What the submitter of such a file can do. */
  public String advice() {
    return advice;
  }

  private static byte[][] parseMagics(InputForm form) {
    return Arrays.stream(form.magics.split(" "))
        .filter(hex -> !hex.isEmpty())
        .map(HexFormat.of()::parseHex)
        .toArray(byte[][]::new);
  }

  /** Some magics are too short, or too much like words, to stand alone. */
  private boolean isMeant(byte[] bytes, int head, int length) {
    if (this == BZIP2) { // then the block size as a digit, and the first block's own magic
      byte first = length < 6 ? 0 : bytes[head + 4];
      return (first == 0x31 && bytes[head + 5] == 0x41)
          || (first == 0x17 && bytes[head + 5] == 0x72);
    }
    return true;
  }

  /** Number of bytes that are not those of a magic; all where there are too few. */
  private static int differing(byte[] magic, byte[] bytes, int head, int length) {
    if (length < magic.length) {
      return magic.length;
    }
    int differing = 0;
    for (int i = 0; i < magic.length; i++) {
      differing += bytes[head + i] == magic[i] ? 0 : 1;
    }
    return differing;
  }

  /** A frame of zstd that is skipped may come first: RFC 8878, section 3.1.2. */
  private static int differingOfSkippedFrame(byte[] bytes, int head, int length) {
    boolean first = length > 0 && (bytes[head] & 0xf0) == 0x50;
    return (first ? 0 : 1) + differing(SKIPPED_FRAME, bytes, head + 1, length - 1);
  }

  /** Letters with a zero before or behind each. */
  private static boolean isUtf16WithoutMark(byte[] bytes, int head, int length) {
    int looked = Math.min(length, 64) & ~1;
    int[] zeros = new int[2];
    for (int i = 0; i < looked; i++) {
      zeros[i & 1] += bytes[head + i] == 0 ? 1 : 0;
    }
    int half = looked / 2;
    return looked >= 8
        && ((zeros[0] == 0 && zeros[1] >= half - 1) || (zeros[1] == 0 && zeros[0] >= half - 1));
  }
}
