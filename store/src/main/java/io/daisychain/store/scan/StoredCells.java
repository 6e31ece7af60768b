package io.daisychain.store.scan;

import io.daisychain.model.EventVersions;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.ParentReferenceCell;
import org.apache.hadoop.hbase.Cell;

/** What the cells of an event's row are, and what is in them. */
public final class StoredCells {
  private StoredCells() {}

  /** Reads a value. */
  @FunctionalInterface
  public interface Reader<T> {
    T read(byte[] source, int offset, int length);
  }

  /** The value of a cell, as {@code reader} reads it. */
  public static <T> T read(Cell cell, Reader<T> reader) {
    return reader.read(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
  }

  public static EventCell event(Cell cell) {
    return read(cell, new EventCell()::read);
  }

  public static ParentReferenceCell references(Cell cell) {
    return read(cell, new ParentReferenceCell()::read);
  }

  /** True when the cell is in {@code column}. */
  public static boolean is(byte[] column, Cell cell) {
    return TableSchema.is(
        column, cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
  }

  /** True for the column of a content with {@code prefix}. */
  public static boolean isContent(byte prefix, Cell cell) {
    return TableSchema.isContent(
        prefix, cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
  }

  /** The hash in the column of a content. */
  public static RowKey content(Cell cell) {
    return RowKey.read(cell.getQualifierArray(), cell.getQualifierOffset() + 1);
  }

  /** True when two cells in columns of contents are of one content. */
  public static boolean isSameContent(Cell a, Cell b) {
    return TableSchema.isSameContent(
        a.getQualifierArray(),
        a.getQualifierOffset(),
        b.getQualifierArray(),
        b.getQualifierOffset());
  }

  /** What a version says of itself, by the cell of its parent references. */
  public static EventVersions.Version version(Cell cell) {
    RowKey column = content(cell);
    ParentReferenceCell references = references(cell);
    return new EventVersions.Version(
        references.action(),
        references.sendingTime(),
        references.reporter().toString(),
        new RowKey(references.contentHigh(column.high()), references.contentLow(column.low())));
  }
}
