package io.daisychain.linkage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.LineageCell;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** What link writes, as text that {@link BruteForce} can say too. */
public final class CellText {
  private CellText() {}

  static String of(LineageCell cell, byte[] value) {
    StringBuilder edges = new StringBuilder();
    for (int i = 0; i < cell.edges(); i++) {
      edges.append(i == 0 ? "" : ",").append(RowKey.read(value, cell.parentAt(i))).append(':');
      edges.append(published(cell.edgeSymbolMatch(i))).append(':');
      edges.append(published(cell.edgeSideMatch(i)));
    }
    TreeSet<String> statuses = new TreeSet<>();
    if (cell.statuses() != 0) {
      Collections.addAll(statuses, ErrorStatus.words(cell.statuses()).split(";"));
    }
    return String.join(
        " ",
        "gp=" + RowKey.read(value, cell.grandParentAt()),
        "cycle=" + RowKey.read(value, cell.lifecycleAt()),
        "depth=" + cell.depth(),
        "children=" + cell.childCount(),
        "symbol=" + published(cell.symbolMatch()),
        "instrument=" + published(cell.instrumentMatch()),
        "side=" + published(cell.sideMatch()),
        "child="
            + (cell.hasChild()
                ? RowKey.read(value, cell.childAt())
                    + "/"
                    + cell.childSymbol()
                    + "/"
                    + cell.childSide()
                : ""),
        "edges=" + edges,
        "execution="
            + (!cell.isExecution()
                ? ""
                : (cell.isCounted() ? "counted" : "passed on")
                    + (!cell.stands() ? " busted" : "")
                    + (cell.isCorrected() ? " " + cell.standingQuantity() : "")),
        "statuses=" + statuses);
  }

  private static String published(CheckResult check) {
    return check.published();
  }

  static String of(LifecycleCell cell) {
    return String.join(
        " ",
        "first=" + cell.firstTime(),
        "last=" + cell.lastTime(),
        "events=" + cell.events(),
        "depth=" + cell.depth(),
        "firms=" + cell.firms(),
        "errors=" + cell.errors(),
        "ordered="
            + (cell.orderedQuantity() == null
                ? "null"
                : LifecycleCell.plain(cell.orderedQuantity())),
        "filled=" + LifecycleCell.plain(cell.filledQuantity()),
        "busted=" + LifecycleCell.plain(cell.bustedQuantity()),
        "state=" + cell.ordStatus(),
        "symbol=" + cell.symbol(),
        "rootState=" + cell.rootStatus(),
        "terms=" + cell.terms().reporter() + "/" + cell.terms().account());
  }

  /** As assertEquals, but tells only the cells that differ. */
  public static void assertSame(
      Map<String, String> expected, Map<String, String> found, String what) {
    Set<String> names = new TreeSet<>(expected.keySet());
    names.addAll(found.keySet());
    List<String> differences = new ArrayList<>();
    for (String name : names) {
      if (!Objects.equals(expected.get(name), found.get(name))) {
        differences.add(name + ": " + expected.get(name) + " but found " + found.get(name));
      }
    }
    assertEquals(List.of(), differences, what);
  }
}
