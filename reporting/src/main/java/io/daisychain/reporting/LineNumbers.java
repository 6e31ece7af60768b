package io.daisychain.reporting;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.values.KV;

/** How many lines of a file lie before each of the ranges in which it was read. */
final class LineNumbers {
  private final Map<String, Iterable<KV<Long, Long>>> counts;
  private final Map<String, Map<Long, Long>> before = new HashMap<>();

  /** By file, for each range its start and its number of lines. */
  LineNumbers(Map<String, Iterable<KV<Long, Long>>> counts) {
    this.counts = counts;
  }

  long before(String file, long rangeStart) {
    return before.computeIfAbsent(file, this::sum).getOrDefault(rangeStart, 0L);
  }

  private Map<Long, Long> sum(String file) {
    Map<Long, Long> lines = new TreeMap<>();
    Iterable<KV<Long, Long>> ranges = counts.get(file);
    if (ranges != null) {
      ranges.forEach(range -> lines.put(range.getKey(), range.getValue()));
    }
    long sum = 0;
    for (Map.Entry<Long, Long> range : lines.entrySet()) {
      long count = range.getValue();
      range.setValue(sum);
      sum += count;
    }
    return lines;
  }
}
