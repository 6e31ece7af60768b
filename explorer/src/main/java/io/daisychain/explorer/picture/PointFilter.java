package io.daisychain.explorer.picture;

import io.daisychain.explorer.point.Codes;
import io.daisychain.explorer.point.Kinds;
import io.daisychain.explorer.point.Points;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/** A view, made ready to be asked of each of many points. */
public final class PointFilter {
  /** Bits of the filters that a point fails. */
  static final int SYMBOL = 1;

  static final int REPORTER = 2;
  static final int TYPE = 4;
  static final int STATUS = 8;
  static final int SIDE = 16;

  /** Fails what has no counts of its own. */
  static final int OTHER = 32;

  final Points points;

  /** First point of the view's times. */
  public final int from;

  /** Point after the last. */
  public final int to;

  private final Codes symbol;
  private final Codes reporter;
  private final Codes customer;
  private final Codes kind;
  private final byte[] symbolFails;
  private final byte[] reporterFails;
  private final byte[] kindFails;
  private final boolean[] customers;
  private final IntPredicate sizes;
  private final IntPredicate values;

  public PointFilter(Points points, EventView view) {
    this.points = points;
    EventView.Area area = view.area();
    from = area.from().map(points::from).orElse(0);
    to = Math.max(from, area.to().map(points::from).orElse(points.size()));
    symbol = points.symbols.codes();
    reporter = points.reporters.codes();
    customer = points.customers.codes();
    kind = points.kind;
    symbolFails = fails(points.symbols, view.symbols(), SYMBOL);
    reporterFails = fails(points.reporters, view.reporters(), REPORTER);
    byte[] customerFails = fails(points.customers, view.customers(), OTHER);
    customers = customerFails == null ? null : new boolean[customerFails.length];
    for (int i = 0; customers != null && i < customers.length; i++) {
      customers[i] = customerFails[i] == 0;
    }
    kindFails = kindFails(points.kinds, view);
    sizes =
        view.leastSize().isPresent() || view.mostSize().isPresent()
            ? points.quantity.between(view.leastSize(), view.mostSize())
            : null;
    values = area.hasValues() ? view.measure().of(points).between(area.low(), area.high()) : null;
  }

  /** By code, the bit where it is not wanted; null where all are. */
  private static byte[] fails(Points.Texts texts, List<String> wanted, int bit) {
    if (wanted.isEmpty()) {
      return null;
    }
    byte[] fails = new byte[texts.values().length];
    java.util.Arrays.fill(fails, (byte) bit);
    Map<String, Integer> codes = texts.byText();
    for (String text : wanted) {
      Integer code = text.isEmpty() ? Integer.valueOf(0) : codes.get(text);
      if (code != null) {
        fails[code] = 0;
      }
    }
    return fails;
  }

  private static byte[] kindFails(Kinds kinds, EventView view) {
    if (view.types().isEmpty() && view.statuses().isEmpty() && view.sides().isEmpty()) {
      return null;
    }
    Set<String> types = new HashSet<>(view.types());
    Set<String> sides = new HashSet<>(view.sides());
    long words = 0;
    for (String word : view.statuses()) {
      int bit = kinds.words().indexOf(word);
      words |= bit < 0 ? 0 : 1L << bit;
    }
    byte[] fails = new byte[kinds.size()];
    for (int i = 0; i < fails.length; i++) {
      if (!types.isEmpty() && !types.contains(kinds.types().get(kinds.typeOf(i)))) {
        fails[i] |= TYPE;
      }
      if (!sides.isEmpty() && !sides.contains(kinds.sides().get(kinds.sideOf(i)))) {
        fails[i] |= SIDE;
      }
      if (!view.statuses().isEmpty() && (kinds.wordsOf(i) & words) == 0) {
        fails[i] |= STATUS;
      }
    }
    return fails;
  }

  /** Whether every point of these times passes. */
  boolean isOpen() {
    return kindFails == null
        && symbolFails == null
        && reporterFails == null
        && customers == null
        && sizes == null
        && values == null;
  }

  public boolean passes(int index) {
    return (kindFails == null || kindFails[kind.at(index)] == 0)
        && (symbolFails == null || symbolFails[symbol.at(index)] == 0)
        && (reporterFails == null || reporterFails[reporter.at(index)] == 0)
        && passesOthers(index);
  }

  private boolean passesOthers(int index) {
    if (customers != null && !customers[customer.at(index)]) {
      return false;
    }
    return (sizes == null || sizes.test(index)) && (values == null || values.test(index));
  }

  /** Bits of the filters that a point fails, 0 for none. */
  int fails(int index) {
    if (!passesOthers(index)) {
      return OTHER;
    }
    int fails = 0;
    if (kindFails != null) {
      fails |= kindFails[kind.at(index)];
    }
    if (symbolFails != null) {
      fails |= symbolFails[symbol.at(index)];
    }
    if (reporterFails != null) {
      fails |= reporterFails[reporter.at(index)];
    }
    return fails;
  }
}
