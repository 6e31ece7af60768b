package io.daisychain.watch.subscribe;

import java.util.AbstractList;
import java.util.List;
import java.util.function.Supplier;

/** Values of a row as text, made when the first subscriber wants them, by its thread. */
final class LazyValues extends AbstractList<String> {
  private volatile Supplier<List<String>> made;
  private volatile List<String> values;

  LazyValues(Supplier<List<String>> made) {
    this.made = made;
  }

  private List<String> values() {
    Supplier<List<String>> making = made;
    if (making != null) {
      values = making.get();
      made = null;
    }
    return values;
  }

  @Override
  public String get(int column) {
    return values().get(column);
  }

  @Override
  public int size() {
    return values().size();
  }
}
