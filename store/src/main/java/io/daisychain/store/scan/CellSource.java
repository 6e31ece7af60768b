package io.daisychain.store.scan;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.hbase.Cell;

/** Cells in the order of row, family, qualifier, the newest of each column. */
interface CellSource extends Closeable {
  /** The next cell; null at the end. */
  Cell next() throws IOException;
}
