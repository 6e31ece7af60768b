package io.daisychain.linkage;

import io.daisychain.model.Action;
import io.daisychain.model.EventVersions;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.ParentReferenceCell;
import java.util.ArrayList;
import java.util.Comparator;
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
  private record Placed(Cell cell, EventVersions.Version version, String content)
      implements Comparable<Placed> {
    private static final Comparator<Placed> ORDER =
        Comparator.comparingLong((Placed placed) -> placed.version.sendingTime())
            .thenComparing(Placed::content) // a character a byte
            .thenComparing(placed -> placed.version.action());

    @Override
    public int compareTo(Placed other) {
      return ORDER.compare(this, other);
    }
  }

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
  static RowVersions of(List<Cell> versions, LinkRow row, List<Cell> messages) {
    Map<RowKey, String> contents = new HashMap<>();
    for (Cell message : messages) {
      EventCell event =
          new EventCell()
              .read(message.getValueArray(), message.getValueOffset(), message.getValueLength());
      contents.put(column(message), event.contentBytes().toString());
    }
    List<Placed> placed = new ArrayList<>();
    for (Cell version : versions) {
      placed.add(
          new Placed(version, version(version, row), contents.getOrDefault(column(version), "")));
    }
    placed.sort(null);
    return new RowVersions(
        placed.stream().map(Placed::cell).toList(),
        new EventVersions(placed.stream().map(Placed::version).toList()));
  }

  private static RowKey column(Cell cell) {
    return RowKey.read(cell.getQualifierArray(), cell.getQualifierOffset() + 1);
  }

  private static EventVersions.Version version(Cell cell, LinkRow row) {
    RowKey column = column(cell);
    ParentReferenceCell references = row.read(cell);
    Action action = references.action();
    return new EventVersions.Version(
        action,
        references.sendingTime(),
        references.reporter().toString(),
        new RowKey(references.contentHigh(column.high()), references.contentLow(column.low())));
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
