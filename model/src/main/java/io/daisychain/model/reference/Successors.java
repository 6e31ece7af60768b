package io.daisychain.model.reference;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.Serializable;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What symbols and instruments were called later: the column {@code successor} of symbols.csv, with
 * the first day on which the successor is valid.
 */
public final class Successors implements Serializable {
  /** No symbol has another name. */
  public static final Successors NONE = new Successors(new TreeMap<>());

  /** Names of one instrument, one after the other, of more than which a table is circular. */
  private static final int LONGEST_CHAIN = 100;

  /** A later name, and the day from which on it counts, in days since 1970-01-01. */
  private record Later(String name, int from) implements Serializable {}

  private final Map<String, Later> laterNames;

  private Successors(Map<String, Later> laterNames) {
    this.laterNames = laterNames;
  }

  /** Reads them from the text of symbols.csv, which {@link ValidityTable#parse} has checked. */
  static Successors parse(String csv) {
    Map<String, String> successors = new HashMap<>();
    Map<String, Integer> firstDays = new HashMap<>();
    for (NamedCsvRecord row :
        CsvReader.builder()
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .ofNamedCsvRecord(csv.startsWith("\ufeff") ? csv.substring(1) : csv)) {
      String name = row.getField("symbol");
      String from = row.findField("valid_from").orElse("");
      if (!from.isEmpty()) {
        firstDays.merge(name, Math.toIntExact(LocalDate.parse(from).toEpochDay()), Math::min);
      }
      row.findField("successor")
          .filter(other -> !other.isEmpty() && !other.equals(name))
          .ifPresent(other -> successors.put(name, other));
    }
    Map<String, Later> later = new TreeMap<>();
    successors.forEach(
        (name, other) -> {
          if (firstDays.containsKey(other)) {
            later.put(name, new Later(other, firstDays.get(other)));
          }
        });
    return later.isEmpty() ? NONE : new Successors(later);
  }

  /**
   * Whether two names are of one instrument: the later date's is a successor of the earlier one's,
   * valid from a day after the earlier date on and not after the later one.
   *
   * @param date of {@code name}, in days since 1970-01-01, as {@code otherDate} of {@code other}
   */
  public boolean areOne(String name, int date, String other, int otherDate) {
    if (laterNames.isEmpty() || date == otherDate) {
      return false;
    }
    return date < otherDate
        ? becomes(name, date, other, otherDate)
        : becomes(other, otherDate, name, date);
  }

  private boolean becomes(String earlier, int first, String wanted, int last) {
    String name = earlier;
    for (int i = 0; i < LONGEST_CHAIN; i++) {
      Later later = laterNames.get(name);
      if (later == null || later.from <= first || later.from > last) {
        return false;
      }
      if (later.name.equals(wanted)) {
        return true;
      }
      name = later.name;
    }
    return false;
  }

  /**
   * True when these and others may say something else of events of a date and those that they hang
   * together with.
   *
   * @param span most days that lie between an event and its parent
   */
  public boolean differsNear(int epochDay, int span, Successors other) {
    return Stream.of(this, other)
        .flatMap(each -> each.laterNames.entrySet().stream())
        .filter(
            each ->
                !Objects.equals(laterNames.get(each.getKey()), other.laterNames.get(each.getKey())))
        .anyMatch(each -> Math.abs(each.getValue().from - epochDay) <= span);
  }
}
