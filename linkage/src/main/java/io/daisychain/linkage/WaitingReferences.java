package io.daisychain.linkage;

import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.RowKey;
import io.daisychain.store.dates.OpenReferences;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Finds events of other dates that have waited for new ones. The references of a date are read
 * whole, once, where many events are asked about, else those alone. Not thread-safe.
 */
final class WaitingReferences implements AutoCloseable {
  /** With so many events a scan of all references of a date costs less than gets. */
  private static final int MANY = 200;

  /** References of all dates that are kept, in memory some 150 bytes each. */
  private static final int MOST_KEPT = 500_000;

  private final LinkSettings settings;
  private final Map<Integer, Map<RowKey, List<RowKey>>> kept = new HashMap<>();
  private OpenReferences references;
  private int size;

  WaitingReferences(LinkSettings settings) {
    this.settings = settings;
  }

  /** True when events of a date that is not scanned may wait for one of {@code date}. */
  boolean mayHave(int date) {
    return settings.openReferences().entrySet().stream()
        .anyMatch(open -> mayHave(open.getKey(), open.getValue(), date));
  }

  private boolean mayHave(int waitingDate, int[] range, int date) {
    return settings.isFetched(waitingDate) && range[0] <= date && date <= range[1];
  }

  /** Tells which events wait for some new ones; more may be told than do. */
  void find(List<DatedKey> events, Consumer<DatedKey> children) throws IOException {
    if (events.isEmpty()) {
      return;
    }
    if (references == null) {
      references = new OpenReferences(settings.table());
    }
    for (Map.Entry<Integer, int[]> open : settings.openReferences().entrySet()) {
      int date = open.getKey();
      List<RowKey> asked = new ArrayList<>();
      for (DatedKey event : events) {
        if (mayHave(date, open.getValue(), event.date())) {
          asked.add(event.key());
        }
      }
      if (asked.isEmpty()) {
        continue;
      }
      Map<RowKey, List<RowKey>> all = asked.size() >= MANY ? keep(date) : kept.get(date);
      if (all == null) {
        references.get(date, asked, (parent, child) -> children.accept(new DatedKey(date, child)));
      } else {
        for (RowKey parent : asked) {
          all.getOrDefault(parent, List.of())
              .forEach(child -> children.accept(new DatedKey(date, child)));
        }
      }
    }
  }

  /** All references of a date; null where they are too many to keep. */
  private Map<RowKey, List<RowKey>> keep(int date) throws IOException {
    if (!kept.containsKey(date)) {
      Map<RowKey, List<RowKey>> all = new HashMap<>();
      references.scan(
          date,
          (parent, child) -> {
            if (size <= MOST_KEPT) {
              size++;
              all.computeIfAbsent(parent, none -> new ArrayList<>()).add(child);
            }
          });
      kept.put(date, size > MOST_KEPT ? null : all);
    }
    return kept.get(date);
  }

  @Override
  public void close() throws IOException {
    if (references != null) {
      references.close();
    }
  }
}
