package io.daisychain.linkage.graph;

import io.daisychain.model.Family;

/** Takes what linking changes, row by row; the timestamp is the taker's business. */
public interface RowChanges {

  /** Begins the changes of a row of a trade date; they end with the next call of this method. */
  void row(int date, long high, long low);

  /** Sets a column of the row. */
  void put(Family family, byte[] qualifier, byte[] value, int length);

  /** Removes a column of the row. */
  void delete(Family family, byte[] qualifier);
}
