package io.daisychain.publish;

import io.daisychain.model.CalendarDates;
import io.daisychain.model.ErrorStatus;
import io.daisychain.publish.table.PublishedCounts;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.WarehouseTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * What a run published: counts are of the trade dates that it published.
 *
 * <p>Digests are 32 hex digits, the sum modulo 2^128 of a hash of each line: equal contents have
 * equal digests, however lines lie in files and days in publications.
 *
 * @param events rows of {@code events}
 * @param links rows of {@code links}
 * @param lifecycles rows of {@code lifecycles}
 * @param duplicates rows of {@code duplicates}
 * @param history rows of {@code history}
 * @param errors rows of {@code errors}
 * @param breaks rows of {@code breaks}
 * @param keys rows of {@code keys}
 * @param legs rows of {@code legs}
 * @param allocations rows of {@code allocations}
 * @param unlinked events that no link run had seen yet
 * @param unreported rows of the table that only children wrote to, which are not published; of
 *     dates of which only some rows were read, among these
 * @param faultyByStatus number of events by error status; statuses that no event has are left out
 * @param days events by trade date, {@code YYYYMMDD}
 * @param changedRows stored rows that had changed, of dates of which not all were read, by trade
 *     date
 * @param stayed trade dates of the store that had not changed
 * @param cut trade dates that were taken out of the warehouse, {@code YYYYMMDD}
 * @param digests digest by table, of all dates in the folder of files, or, where no files are kept,
 *     of the published dates
 */
public record PublishSummary(
    long events,
    long links,
    long lifecycles,
    long duplicates,
    long history,
    long errors,
    long breaks,
    long keys,
    long legs,
    long allocations,
    long unlinked,
    long unreported,
    Map<String, Long> faultyByStatus,
    Map<String, Long> days,
    Map<String, Long> changedRows,
    int stayed,
    List<String> cut,
    Map<String, String> digests) {

  static PublishSummary of(
      SortedMap<Integer, PublishedCounts> days,
      Map<String, Long> changedRows,
      int stayed,
      List<String> cut,
      Map<String, String> digests) {
    PublishedCounts total = PublishedCounts.ZERO;
    Map<String, Long> events = new LinkedHashMap<>();
    for (Map.Entry<Integer, PublishedCounts> day : days.entrySet()) {
      total = total.plus(day.getValue());
      events.put(CalendarDates.text(day.getKey()), day.getValue().events().lines());
    }
    Map<String, Long> faulty = new LinkedHashMap<>();
    for (ErrorStatus status : ErrorStatus.values()) {
      long count = total.statuses().get(Integer.numberOfTrailingZeros(status.bit()));
      if (count > 0) {
        faulty.put(status.name(), count);
      }
    }
    return new PublishSummary(
        total.events().lines(),
        total.links().lines(),
        total.lifecycles().lines(),
        total.duplicates().lines(),
        total.of("history").lines(),
        total.of("errors").lines(),
        total.of("breaks").lines(),
        total.of("keys").lines(),
        total.of("legs").lines(),
        total.of("allocations").lines(),
        total.unlinked(),
        total.unreported(),
        faulty,
        events,
        changedRows,
        stayed,
        cut,
        digests);
  }

  static Map<String, String> digests(Iterable<PublishedCounts> days) {
    PublishedCounts total = PublishedCounts.ZERO;
    for (PublishedCounts day : days) {
      total = total.plus(day);
    }
    Map<String, String> digests = new LinkedHashMap<>();
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      digests.put(table.name(), total.of(table.name()).digest());
    }
    return digests;
  }
}
