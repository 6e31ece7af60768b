package io.daisychain.warehouse.column;

/** Texts by number, of those that a column's values are. */
public interface Texts {
  int size();

  /** The bytes of a text. */
  byte[] bytes(int code);

  /** Adds a text to a page, as Parquet has it: length and bytes. */
  void put(int code, ByteBuilder page);

  /** Compares two texts by their bytes. */
  int compare(int code, int other);
}
