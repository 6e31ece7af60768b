package io.daisychain.jmh;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.terminal.Terminal;
import java.util.Locale;

/** What a bench has measured, for people and for the report. */
final class BenchTable {
  private final ObjectNode results = JsonNodeFactory.instance.objectNode();
  private final ObjectNode places = JsonNodeFactory.instance.objectNode();

  /** Adds a line for what happened since the clock was made. */
  public void add(String name, long events, CpuClock clock) {
    clock.stop();
    addStopped(name, events, clock);
  }

  /** Adds a line for what a clock measured until it was stopped. */
  void addStopped(String name, long events, CpuClock clock) {
    ObjectNode result = results.putObject(name);
    result.put("events", events).put("seconds", clock.seconds());
    result.put("eventsPerSecond", Math.round(events / clock.seconds()));
    result.put("cpuMicrosPerEvent", clock.ownSeconds() * 1e6 / events);
    result.put("storeCpuMicrosPerEvent", clock.storeSeconds() * 1e6 / events);
  }

  /** Adds a line for several lines, one after the other. */
  void addSum(String name, long events, Iterable<String> lines) {
    double seconds = 0;
    double own = 0;
    double store = 0;
    for (String line : lines) {
      seconds += seconds(line);
      own += cpuMicros(line) - storeCpuMicros(line);
      store += storeCpuMicros(line);
    }
    ObjectNode result = results.putObject(name);
    result.put("events", events).put("seconds", seconds);
    result.put("eventsPerSecond", Math.round(events / seconds));
    result.put("cpuMicrosPerEvent", own).put("storeCpuMicrosPerEvent", store);
  }

  /** Adds to a line what its work took of disk and heap, in bytes. */
  void addResources(String name, ResourceClock clock) {
    ObjectNode result = (ObjectNode) results.get(name);
    clock.written().ifPresent(bytes -> result.put("bytesWritten", bytes));
    clock.read().ifPresent(bytes -> result.put("bytesRead", bytes));
    result.put("peakHeapBytes", clock.peakHeap());
  }

  /** Adds the bytes that lie at a place in the end. */
  void addPlace(String name, long bytes) {
    places.put(name, bytes);
  }

  /** Name of a line that is measured in rounds, of which the first is cold. */
  static String name(String what, int round) {
    return what + (round == 1 ? " (cold)" : ", round " + round);
  }

  /** CPU of a line, this process and the store together, in microseconds an event. */
  double cpuMicros(String name) {
    return results.get(name).get("cpuMicrosPerEvent").asDouble() + storeCpuMicros(name);
  }

  double storeCpuMicros(String name) {
    return results.get(name).get("storeCpuMicrosPerEvent").asDouble();
  }

  double seconds(String name) {
    return results.get(name).get("seconds").asDouble();
  }

  /** All lines, for the report. */
  ObjectNode json() {
    ObjectNode json = results.deepCopy();
    if (!places.isEmpty()) {
      json.set("bytesAt", places);
    }
    return json;
  }

  void print() {
    Terminal.result("");
    Terminal.result(
        String.format(
            Locale.ROOT,
            "%-28s %9s %10s %12s %12s",
            "",
            "seconds",
            "events/s",
            "CPU us/event",
            "of the store"));
    results
        .properties()
        .forEach(
            entry ->
                Terminal.result(
                    String.format(
                        Locale.ROOT,
                        "%-28s %9.1f %,10d %12.1f %12.1f",
                        entry.getKey(),
                        entry.getValue().get("seconds").asDouble(),
                        entry.getValue().get("eventsPerSecond").asLong(),
                        entry.getValue().get("cpuMicrosPerEvent").asDouble(),
                        entry.getValue().get("storeCpuMicrosPerEvent").asDouble())));
  }
}
