package io.daisychain.ingest;

import com.github.luben.zstd.ZstdOutputStream;
import io.daisychain.ingest.file.InputFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** A file of several gzip members or zstd frames, each with its checksum, and what damages it. */
public final class Archive {
  private static final byte[] SKIPPED_FRAME = {0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 'a', 'b', 'c'};

  private final byte[] content;
  private final ByteArrayOutputStream packed = new ByteArrayOutputStream();

  /** Where each member begins, in the file and in the content; the ends come last. */
  private final List<int[]> members = new ArrayList<>();

  public Archive(byte[] content, boolean gzip, Random random) throws IOException {
    this.content = content;
    int at = 0;
    do {
      int room = content.length - at;
      int count = room == 0 ? 0 : 1 + random.nextInt(random.nextBoolean() ? room : 1 + room / 4);
      members.add(new int[] {packed.size(), at});
      if (!gzip && random.nextInt(4) == 0) {
        packed.write(SKIPPED_FRAME);
        members.add(new int[] {packed.size(), at});
      }
      try (OutputStream out = gzip ? new GZIPOutputStream(packed) : zstd()) {
        out.write(content, at, count);
      }
      at += count;
    } while (at < content.length);
    members.add(new int[] {packed.size(), at});
  }

  private OutputStream zstd() throws IOException {
    return new ZstdOutputStream(packed).setChecksum(true);
  }

  public byte[] whole() {
    return packed.toByteArray();
  }

  /** A flipped bit, a file that is cut, or a tail that is none of its own. */
  public byte[] damaged(Random random) {
    byte[] bytes = whole();
    switch (random.nextInt(3)) {
      case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      case 1 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      default -> {
        int length = bytes.length;
        bytes = Arrays.copyOf(bytes, length + 1 + random.nextInt(40));
        for (int i = length; i < bytes.length; i++) {
          bytes[i] = (byte) random.nextInt(256);
        }
      }
    }
    return bytes;
  }

  /**
   * What a reader gives of a damaged file.
   *
   * @throws AssertionError unless it is all of the content; or a part of it and damage, with all of
   *     the members that lie before it; or those of whole members alone that are all there are
   */
  public byte[] read(byte[] file) throws IOException {
    try (InputFile in = InputFile.open(new Trickle(file, file.length, file.length))) {
      byte[] read = in.readAllBytes();
      int same = mismatch(file, whole());
      int before = 0; // of the content, in members without damage
      boolean ends = false;
      for (int[] member : members) {
        before = member[0] <= same ? member[1] : before;
        ends |= member[0] == file.length && same == file.length;
      }
      boolean all = Arrays.equals(read, content);
      boolean part = Arrays.equals(read, Arrays.copyOf(content, before));
      boolean tooShort = file.length < 4; // for anybody to know what it was
      if (in.damage() == null && !all && !(ends && part) && !tooShort) {
        throw new AssertionError(
            "damage was not noticed: "
                + in.form()
                + " of "
                + file.length
                + " bytes, the first "
                + same
                + " right; read "
                + read.length
                + " of "
                + content.length);
      }
      if (read.length < before || !startsWith(read, before)) {
        throw new AssertionError("of " + before + " bytes before the damage: " + read.length);
      }
      if (in.damage() != null && in.damage().offset() != read.length) {
        throw new AssertionError("damage is told after other bytes than were read");
      }
      return read;
    }
  }

  private boolean startsWith(byte[] read, int count) {
    return Arrays.equals(read, 0, count, content, 0, count);
  }

  private static int mismatch(byte[] one, byte[] other) {
    int at = Arrays.mismatch(one, other);
    return at < 0 ? one.length : at;
  }
}
