package io.daisychain.store;

import java.io.Serializable;

/**
 * A table of events, wherever it lies.
 *
 * @param store that has it
 * @param name of the table; its meta table has the same with a suffix
 */
public record StoreTable(StoreConnector store, String name) implements Serializable {
  @Override
  public String toString() {
    return name + " in " + store.address();
  }
}
