package io.daisychain.explorer.picture;

import io.daisychain.explorer.point.BadParameterException;
import io.daisychain.explorer.point.Measure;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What of the events is looked at: the fragment of the page's address, and the parameters of most
 * requests. Values of one filter are alternatives, filters hold together; an empty text means
 * events that have no such value.
 *
 * @param window times and values that the picture shows; values only where they are zoomed into
 * @param brush times and values that are marked in it
 * @param isWide whether the picture has room for all values, not just for those of most events
 */
public record EventView(
    Measure measure,
    Area window,
    Area brush,
    List<String> symbols,
    List<String> reporters,
    List<String> types,
    List<String> statuses,
    List<String> sides,
    List<String> customers,
    Optional<BigDecimal> leastSize,
    Optional<BigDecimal> mostSize,
    boolean isWide) {

  /**
   * A part of the picture.
   *
   * @param from first nanosecond since 1970
   * @param to nanosecond after the last
   * @param low least value, included
   * @param high largest value, included
   */
  public record Area(
      Optional<Long> from, Optional<Long> to, Optional<BigDecimal> low, Optional<BigDecimal> high) {
    public static final Area ALL =
        new Area(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private static Area of(Parameters parameters, String prefix) {
      Area area =
          new Area(
              parameters.moment(prefix + "from"),
              parameters.moment(prefix + "to"),
              parameters.decimal(prefix + "low"),
              parameters.decimal(prefix + "high"));
      if (area.from.isPresent() && area.to.isPresent() && area.from.get() >= area.to.get()) {
        throw new BadParameterException(prefix + "from must be before " + prefix + "to");
      }
      if (area.low.isPresent()
          && area.high.isPresent()
          && area.low.get().compareTo(area.high.get()) > 0) {
        throw new BadParameterException(prefix + "low must not be above " + prefix + "high");
      }
      return area;
    }

    public boolean hasValues() {
      return low.isPresent() || high.isPresent();
    }

    /** What lies in both. */
    Area and(Area other) {
      return new Area(
          largest(from, other.from),
          least(to, other.to),
          largest(low, other.low),
          least(high, other.high));
    }

    private static <T extends Comparable<T>> Optional<T> largest(Optional<T> a, Optional<T> b) {
      return a.isEmpty() || (b.isPresent() && b.get().compareTo(a.get()) > 0) ? b : a;
    }

    private static <T extends Comparable<T>> Optional<T> least(Optional<T> a, Optional<T> b) {
      return a.isEmpty() || (b.isPresent() && b.get().compareTo(a.get()) < 0) ? b : a;
    }
  }

  /** The parameters that are part of what is looked at. */
  public static final Set<String> PARAMETERS =
      Set.of(
          ("y range from to low high bfrom bto blow bhigh symbol reporter type status side "
                  + "customer minsize maxsize")
              .split(" ", -1));

  /** What else the page keeps in its address. */
  public static final Set<String> PAGE_PARAMETERS =
      Set.of("publication", "id", "step", "tab", "layers", "alert");

  public static EventView of(Parameters parameters) {
    return new EventView(
        parameters.one("y").map(Measure::parse).orElse(Measure.RETURN),
        Area.of(parameters, ""),
        Area.of(parameters, "b"),
        parameters.all("symbol"),
        parameters.all("reporter"),
        parameters.all("type"),
        parameters.all("status"),
        parameters.all("side"),
        parameters.all("customer"),
        parameters.decimal("minsize"),
        parameters.decimal("maxsize"),
        parameters.isGiven("range", "all"));
  }

  /** All events of some symbols, or of all. */
  static EventView ofSymbols(Measure measure, List<String> symbols) {
    return new EventView(
        measure,
        Area.ALL,
        Area.ALL,
        symbols,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        false);
  }

  /** The same without what is marked. */
  public EventView withoutBrush() {
    return new EventView(
        measure, window, Area.ALL, symbols, reporters, types, statuses, sides, customers, leastSize,
        mostSize, isWide);
  }

  /** The same events at all times, with all values. */
  EventView withoutAreas() {
    return new EventView(
        measure, Area.ALL, Area.ALL, symbols, reporters, types, statuses, sides, customers,
        leastSize, mostSize, isWide);
  }

  /** The same with other statuses. */
  public EventView withStatuses(List<String> wanted) {
    return new EventView(
        measure, window, brush, symbols, reporters, types, wanted, sides, customers, leastSize,
        mostSize, isWide);
  }

  /** Window and brush together. */
  public Area area() {
    return window.and(brush);
  }
}
