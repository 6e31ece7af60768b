package io.daisychain.linkage;

import io.daisychain.model.EventVersions;
import io.daisychain.model.RowKey;
import io.daisychain.store.scan.StoredCells;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;

/**
 * The versions of a row's event, and which of them stands.
 *
 * @param cells parent references of each, in the order of the versions
 * @param choice what they say together
 */
record RowVersions(List<Cell> cells, EventVersions choice) {

  /** One version on its way into its place. */
  private record Placed(Cell cell, EventVersions.Version version, String content) {}

  /** True when SendingTime does not tell the order of some versions. */
  static boolean isTied(List<Cell> versions, LinkRow row) {
    Set<Long> times = new HashSet<>();
    for (Cell version : versions) {
      if (!times.add(row.sendingTime(version))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Puts versions in order.
   *
   * @param versions parent references, each version once
   * @param messages cells {@code Data:e<content>} of the row; none where no two were sent at one
   *     moment
   */
  static RowVersions of(List<Cell> versions, List<Cell> messages) {
    Map<RowKey, String> contents = new HashMap<>();
    for (Cell message : messages) {
      contents.put(
          StoredCells.content(message), StoredCells.event(message).contentBytes().toString());
    }
    List<Placed> placed = new ArrayList<>();
    for (Cell version : versions) {
      String content = contents.getOrDefault(StoredCells.content(version), "");
      placed.add(new Placed(version, StoredCells.version(version), content));
    }
    placed.sort(EventVersions.order(Placed::version, Placed::content));
    return new RowVersions(
        placed.stream().map(Placed::cell).toList(),
        new EventVersions(placed.stream().map(Placed::version).toList()));
  }

  /** The version that is published, else the deletion that stands. */
  Cell standing() {
    return cells.get(choice.standing());
  }

  /** The further contents under the key. */
  List<Cell> others() {
    return choice.others().stream().map(cells::get).toList();
  }
}
