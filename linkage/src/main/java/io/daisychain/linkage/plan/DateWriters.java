package io.daisychain.linkage.plan;

import io.daisychain.store.dates.Dates;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Notes which dates a link run may write to, once for each process and run. Where a run before was
 * not completed its note stays until all of the date has been compared.
 */
public final class DateWriters {
  private static final Set<String> NOTED = ConcurrentHashMap.newKeySet();

  private DateWriters() {}

  public static void note(LinkSettings settings, Collection<Integer> written) throws IOException {
    long number = settings.linkRun().number();
    boolean known = written.stream().allMatch(date -> NOTED.contains(name(settings, number, date)));
    if (known) {
      return;
    }
    synchronized (NOTED) {
      try (Dates dates = Dates.open(settings.table())) {
        Map<Integer, Long> before = dates.writers();
        for (int date : written) {
          Long writer = before.get(date);
          if (writer == null || !settings.linkRun().unfinished().contains(writer)) {
            dates.writtenBy(date, number);
          }
          NOTED.add(name(settings, number, date));
        }
      }
    }
  }

  private static String name(LinkSettings settings, long number, int date) {
    return settings.table() + "/" + settings.runId() + "/" + number + "/" + date;
  }
}
