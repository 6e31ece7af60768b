package io.daisychain.model.cell;

import io.daisychain.model.DamagedCellException;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.TableSchema;

/**
 * The place where a content was read, for feedback with file and line: the cell in {@code
 * Data:o<content>}.
 *
 * <p>Layout, version 1: version (1 byte); number of the file (8), by which {@code TABLE_meta} has
 * its name and the lines of its ranges; offset at which the range begins (8); line within the
 * range, from 1 (varint). Of several places the store keeps one, whatever the order of reading: see
 * {@link TableSchema#originTimestamp}.
 *
 * @param file number of the file
 * @param rangeStart offset in the uncompressed file at which the counting of lines began
 * @param line line within the range, from 1; {@link Integer#MAX_VALUE} for that line and all after
 *     it
 */
public record OriginCell(long file, long rangeStart, int line) {
  private static final int VERSION = 1;

  /** Appends this cell to {@code out}. */
  public void write(PackedWriter out) {
    write(file, rangeStart, line, out);
  }

  /** Appends a cell without making an object. */
  public static void write(long file, long rangeStart, int line, PackedWriter out) {
    out.u8(VERSION).i64(file).i64(rangeStart).varint(line);
  }

  /** Reads the cell at {@code offset}. */
  public static OriginCell read(byte[] source, int offset, int length) {
    try {
      return parse(source, offset, length);
    } catch (IndexOutOfBoundsException | IllegalArgumentException | IllegalStateException e) {
      throw new DamagedCellException("origin", e);
    }
  }

  private static OriginCell parse(byte[] source, int offset, int length) {
    PackedReader in = new PackedReader().wrap(source, offset, length);
    int version = in.u8();
    if (version != VERSION) {
      throw new IllegalStateException("origin of layout version " + version + "; known: 1");
    }
    return new OriginCell(in.i64(), in.i64(), in.varint());
  }
}
