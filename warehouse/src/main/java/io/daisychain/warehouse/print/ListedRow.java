package io.daisychain.warehouse.print;

import java.util.List;

/** Rows that lie in memory. */
final class ListedRow extends ResultRow {
  private final List<String> names;
  private final List<List<Object>> rows;
  private int current = -1;

  ListedRow(List<String> names, List<List<Object>> rows) {
    this.names = names;
    this.rows = rows;
  }

  @Override
  public boolean next() {
    return ++current < rows.size();
  }

  @Override
  public int size() {
    return names.size();
  }

  @Override
  public String name(int column) {
    return names.get(column);
  }

  @Override
  public Object value(int column) {
    return rows.get(current).get(column);
  }
}
