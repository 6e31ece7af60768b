package io.daisychain.cat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What is wrong in a record: at most so many faults as CAT tells. Reusable. */
public final class RecordFaults {
  /** CAT tells no more of a record. */
  public static final int MOST = 8;

  private static final String FURTHER = "2999";

  /**
   * A fault.
   *
   * @param code CAT's code; empty where its list has none
   * @param field what it is about, as {@code aggregatedOrders[1].orderID}, elements from 0
   * @param text what is wrong, for people
   */
  public record Fault(String code, String field, String text) {}

  private final List<Fault> all = new ArrayList<>();

  /** Forgets all. */
  public void clear() {
    all.clear();
  }

  /** Adds a fault. */
  void add(String code, String field, String text) {
    if (all.size() < MOST) {
      all.add(new Fault(code, field, text));
    } else if (all.size() == MOST) {
      all.add(new Fault(FURTHER, "", "the record has further faults"));
    }
  }

  public List<Fault> all() {
    return all;
  }

  /** The codes, each once, in order, with a line between them. */
  public String codes() {
    return all.stream()
        .map(Fault::code)
        .filter(code -> !code.isEmpty())
        .distinct()
        .collect(Collectors.joining("|"));
  }
}
