package io.daisychain.datagen;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A chain as boxes and arrows: states in columns by their distance from the entries, arrows as
 * strong as they are likely.
 */
final class ChainDiagram {
  private static final int ROW = 34;
  private static final int BOX_WIDTH = 118;
  private static final int BOX_HEIGHT = 24;

  private final OrderChain chain;
  private final List<List<Integer>> columns = new ArrayList<>();
  private final int[] column;
  private final int[] row;
  private int rows;

  ChainDiagram(OrderChain chain) {
    this.chain = chain;
    column = new int[chain.states().size()];
    row = new int[column.length];
    arrange();
  }

  int height() {
    return rows * ROW + 20;
  }

  private void arrange() {
    Arrays.fill(column, -1);
    ArrayDeque<Integer> open = new ArrayDeque<>();
    for (int entry : chain.entries().values()) {
      if (column[entry] < 0) {
        column[entry] = 0;
        open.add(entry);
      }
    }
    while (!open.isEmpty()) {
      int at = open.remove();
      for (int i = 0; i < chain.states().get(at).transitions(); i++) {
        int to = chain.states().get(at).next(i);
        if (column[to] < 0) {
          column[to] = column[at] + 1;
          open.add(to);
        }
      }
    }
    for (int s = 0; s < column.length; s++) {
      while (columns.size() <= column[s]) {
        columns.add(new ArrayList<>());
      }
      row[s] = columns.get(column[s]).size();
      columns.get(column[s]).add(s);
      rows = Math.max(rows, row[s] + 1);
    }
  }

  void draw(StringBuilder svg, int left, int top, int width) {
    double step = (double) (width - BOX_WIDTH) / Math.max(1, columns.size() - 1);
    double[] x = new double[column.length];
    double[] y = new double[column.length];
    for (int s = 0; s < column.length; s++) {
      int tall = columns.get(column[s]).size();
      x[s] = left + column[s] * step;
      y[s] = top + (row[s] + (rows - tall) / 2.0) * ROW;
    }
    for (int s = 0; s < column.length; s++) {
      ChainState state = chain.states().get(s);
      for (int i = 0; i < state.transitions(); i++) {
        arrow(svg, x, y, s, state.next(i), state.probability(i));
      }
    }
    for (int s = 0; s < column.length; s++) {
      box(svg, x[s], y[s], s);
    }
  }

  private void arrow(StringBuilder svg, double[] x, double[] y, int from, int to, double share) {
    boolean forward = column[to] > column[from];
    double startX = forward ? x[from] + BOX_WIDTH : x[from];
    double endX = forward ? x[to] : x[to] + (column[to] == column[from] ? 0 : BOX_WIDTH);
    double startY = y[from] + BOX_HEIGHT / 2.0;
    double endY = y[to] + BOX_HEIGHT / 2.0;
    double bend = forward ? Math.max(20, (endX - startX) / 2) : -28;
    double bendEnd = forward ? -bend : column[to] == column[from] ? -28 : 28;
    svg.append(
        String.format(
            Locale.ROOT,
            "<path d=\"M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f\" fill=\"none\" stroke=\"%s\""
                + " stroke-width=\"%.1f\" stroke-opacity=\"%.2f\"><title>%s to %s: %s</title></path>%n",
            startX,
            startY,
            startX + bend,
            startY,
            endX + bendEnd,
            endY,
            endX,
            endY,
            forward ? "#1b6ca8" : "#c0504d",
            0.6 + 2.4 * share,
            0.25 + 0.6 * share,
            chain.states().get(from).name,
            chain.states().get(to).name,
            share));
  }

  private void box(StringBuilder svg, double x, double y, int s) {
    ChainState state = chain.states().get(s);
    boolean isEntry = chain.entries().containsValue(s);
    String fill = isEntry ? "#fff1c9" : state.isFinal() ? "#e3e3e3" : "#ffffff";
    svg.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.0f\" y=\"%.0f\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"%s\""
                + " stroke=\"#555\"/><text x=\"%.0f\" y=\"%.0f\" font-size=\"10.5\">%s</text>%n",
            x,
            y,
            BOX_WIDTH,
            BOX_HEIGHT,
            fill,
            x + 5,
            y + 11,
            state.name));
    String action = state.action == Action.NONE ? "" : state.action.name();
    String entries = entriesAt(s);
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.0f\" y=\"%.0f\" font-size=\"7.5\" fill=\"#777\">%s</text>%n",
            x + 5,
            y + 20,
            (entries + " " + action).trim()));
  }

  private String entriesAt(int s) {
    StringBuilder names = new StringBuilder();
    for (Map.Entry<OrderChain.Entry, Integer> entry : chain.entries().entrySet()) {
      if (entry.getValue() == s) {
        names.append(names.length() == 0 ? "" : ", ").append(entry.getKey().name());
      }
    }
    return names.toString().toLowerCase(Locale.ROOT);
  }
}
