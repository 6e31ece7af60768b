package io.daisychain.reporting;

import io.daisychain.beam.files.Folder;
import io.daisychain.beam.files.Links;
import io.daisychain.beam.files.LocalFolder;
import io.daisychain.model.LongBytes;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * The lines that link has told of a shard, kept beside the files in which they were told ({@code
 * told-NN}), so that the next run need not make those again that have not changed.
 *
 * <p>Layout, version 1: version (1 byte); 1 where every section has files of its own, with the
 * names that follow from its own; number of sections (4 bytes); for each its name, its files
 * (number, then name, bytes and time of each), its sums for the summary, and its lines, each with
 * its length and its trailer; CRC32C of all before (4). Lengths and numbers are varints, but that
 * of the bytes of lines (4).
 */
final class ToldShard {
  /** Raised also where lines of the same cells get other words. */
  private static final int VERSION = 1;

  private static final int SECTIONS_AT = 2;

  /** Larger ones are not kept: a worker has two in memory. */
  private static final int MOST_BYTES = 32 << 20;

  /** A file in which lines were told; while size and time are the same, nobody has changed it. */
  record Shown(String name, long size, long modified) {
    static Shown of(Path folder, String name) throws IOException {
      Path file = folder.resolve(name);
      return new Shown(name, Files.size(file), Files.getLastModifiedTime(file).toMillis());
    }
  }

  private final boolean isPlain;
  private final List<Section> sections;
  private final byte[] bytes;

  private ToldShard(boolean isPlain, List<Section> sections, byte[] bytes) {
    this.isPlain = isPlain;
    this.sections = sections;
    this.bytes = bytes;
  }

  /** Whether names of files follow from those of the sections. */
  boolean isPlain() {
    return isPlain;
  }

  /** Of reporters, or files of CAT. */
  List<Section> sections() {
    return sections;
  }

  /** In which the sections lie. */
  byte[] bytes() {
    return bytes;
  }

  /** What belongs to one reporter or file of CAT: offsets of sums and lines in the bytes. */
  record Section(String name, List<Shown> files, int sumsFrom, int sumsTo, int from, int to) {}

  /** The folder on this machine; null where it is on another, and nothing is kept. */
  static Path folder(String directory) {
    return Folder.of(directory) instanceof LocalFolder local ? local.folder() : null;
  }

  static Path file(Path folder, int shard) {
    return folder.resolve(String.format(Locale.ROOT, "told-%02d", shard));
  }

  /** What was kept; null where it is not there, damaged, or of another version. */
  static ToldShard read(Path folder, int shard) {
    try {
      byte[] bytes = Files.readAllBytes(file(folder, shard));
      int end = bytes.length - Integer.BYTES;
      return end > SECTIONS_AT && sum(bytes, end) == LongBytes.readInt(bytes, end)
          ? parse(bytes, end)
          : null;
    } catch (IOException e) {
      return null;
    }
  }

  private static ToldShard parse(byte[] bytes, int end) {
    PackedReader in = new PackedReader().wrap(bytes, 0, end);
    if (in.u8() != VERSION) {
      return null;
    }
    boolean isPlain = in.u8() != 0;
    List<Section> sections = new ArrayList<>();
    for (int left = in.i32(); left > 0; left--) {
      String name = in.string();
      List<Shown> files = new ArrayList<>();
      for (int more = in.varint(); more > 0; more--) {
        files.add(new Shown(in.string(), in.i64(), in.i64()));
      }
      int sums = in.varint();
      int sumsFrom = in.advance(sums);
      int lines = in.i32();
      int from = in.advance(lines);
      sections.add(new Section(name, files, sumsFrom, sumsFrom + sums, from, from + lines));
    }
    return new ToldShard(isPlain, sections, bytes);
  }

  private static int sum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  /** Hands over the lines of a section. */
  void lines(Section section, LineVisitor visitor) throws IOException {
    PackedReader in = new PackedReader().wrap(bytes, section.from, section.to - section.from);
    while (in.remaining() > 0) {
      int length = in.varint();
      visitor.take(in.advance(length), length);
    }
  }

  /** Takes the place of a line in {@link #bytes}, its trailer included. */
  interface LineVisitor {
    void take(int from, int length) throws IOException;
  }

  /**
   * Gives the files of a section to a later run too.
   *
   * @return false where they are not what was written
   */
  static boolean share(Section section, Path folder, Path next) throws IOException {
    Files.createDirectories(next);
    for (Shown file : section.files) {
      try {
        if (!Shown.of(folder, file.name).equals(file)) {
          return false;
        }
        Files.deleteIfExists(next.resolve(file.name));
        Links.share(folder.resolve(file.name), next.resolve(file.name));
      } catch (NoSuchFileException e) {
        return false;
      }
    }
    return true;
  }

  /** Keeps the sections of a shard, one after the other. Not thread-safe. */
  static final class Writer {
    private final Path folder;
    private final int shard;
    private final PackedWriter out = new PackedWriter();
    private final PackedWriter lines = new PackedWriter();
    private boolean isPlain = true;
    private boolean isTooLarge;
    private int sections;

    Writer(Path folder, int shard) {
      this.folder = folder;
      this.shard = shard;
    }

    /** Adds a line, with its trailer, to the section that comes next. */
    void line(byte[] bytes, int from, int length) {
      isTooLarge |= (long) out.length() + lines.length() + length > MOST_BYTES;
      if (!isTooLarge) {
        lines.text(bytes, from, length);
      }
    }

    /** Ends a section, whose files are written; null where others share them or have its name. */
    void section(String name, List<String> files, PackedWriter sums) throws IOException {
      isPlain &= files != null;
      List<Shown> shown = new ArrayList<>();
      for (String file : files == null ? List.<String>of() : files) {
        shown.add(Shown.of(folder, file));
      }
      begin(name, shown);
      out.text(sums.buffer(), 0, sums.length()).i32(lines.length());
      out.raw(lines.buffer(), 0, lines.length());
      lines.clear();
    }

    /** Adds a section as it was. */
    void section(Section section, byte[] bytes) {
      isTooLarge |= (long) out.length() + section.to - section.from > MOST_BYTES;
      if (!isTooLarge) {
        begin(section.name, section.files);
        out.text(bytes, section.sumsFrom, section.sumsTo - section.sumsFrom);
        out.i32(section.to - section.from);
        out.raw(bytes, section.from, section.to - section.from);
      }
    }

    private void begin(String name, List<Shown> files) {
      sections++;
      out.text(name).varint(files.size());
      files.forEach(file -> out.text(file.name).i64(file.size).i64(file.modified));
    }

    void finish() throws IOException {
      if (isTooLarge) {
        return;
      }
      PackedWriter all = new PackedWriter();
      all.u8(VERSION).u8(isPlain ? 1 : 0).i32(sections).raw(out.buffer(), 0, out.length());
      all.i32(sum(all.buffer(), all.length()));
      Files.createDirectories(folder);
      Files.write(file(folder, shard), all.toBytes());
    }
  }
}
