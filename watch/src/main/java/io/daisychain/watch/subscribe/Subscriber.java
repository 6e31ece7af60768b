package io.daisychain.watch.subscribe;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.linkage.live.LifecycleShare;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Somebody who wants to hear of rows: which have changed since they were sent, and what was sent of
 * each. A slow one gets the latest of what it missed.
 */
final class Subscriber<K> {
  private final LiveTable<K> table;
  private final Subscription wanted;
  private final Sight sight;
  private final int statuses;
  private final boolean[] sentColumns;

  /** Rows that have changed, in the order in which that is to be told. */
  private final Map<K, Gone<K>> pending = new LinkedHashMap<>();

  private final Map<K, List<String>> sent = new HashMap<>();
  private final Map<K, String> ids = new HashMap<>();

  /** By id the row that was told last under it: what somebody sees of two may have one in turn. */
  private final Map<String, K> holders = new HashMap<>();

  private int snapshotLeft;
  private boolean isInSnapshot = true;
  private boolean closed;

  /** Where a row has gone; null values for one that has not, or to nowhere. */
  private record Gone<K>(K into, String intoId) {}

  private final Gone<K> stays = new Gone<>(null, null);

  Subscriber(LiveTable<K> table, Subscription wanted, Sight sight) {
    this.sight = sight;
    this.table = table;
    this.wanted = wanted;
    this.statuses = wanted.statusMask();
    this.sentColumns = new boolean[table.columns().size()];
    for (int i = 0; i < sentColumns.length; i++) {
      sentColumns[i] =
          wanted.fields().isEmpty() || wanted.fields().contains(table.columns().get(i));
    }
  }

  /** Whether a row that it may see is among those that it wants. */
  private boolean wants(LiveRow row) {
    return matches(wanted.symbols(), row, LifecycleShare::symbol)
        && matches(wanted.reporters(), row, LifecycleShare::reporter)
        && (statuses == 0 || row.shares().stream().anyMatch(of -> (statuses & of.statuses()) != 0));
  }

  private static boolean matches(
      Set<String> wanted, LiveRow row, Function<LifecycleShare, String> name) {
    return wanted.isEmpty()
        || row.shares().stream().anyMatch(of -> wanted.contains(name.apply(of)));
  }

  /** What it is to be told of a row; null for nothing. */
  LiveRow shown(LiveRow row) {
    LiveRow seen = sight.seen(row);
    return seen != null && wants(seen) ? seen : null;
  }

  synchronized void changed(K key) {
    pending.put(key, stays);
    notifyAll();
  }

  synchronized void gone(K key, K into, String intoId) {
    pending.remove(key);
    pending.put(key, new Gone<>(into, intoId));
    if (into != null) {
      // What took it over is told after it.
      Gone<K> waits = pending.remove(into);
      if (waits != null) {
        pending.put(into, waits);
      }
    }
    notifyAll();
  }

  synchronized void endSnapshot() {
    snapshotLeft = pending.size();
    notifyAll();
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }

  private record Next<K>(K key, Gone<K> gone, boolean snapshot) {}

  private synchronized Next<K> take(boolean waits) throws InterruptedException {
    while (waits && pending.isEmpty() && !closed && !(isInSnapshot && snapshotLeft == 0)) {
      wait();
    }
    if (isInSnapshot && snapshotLeft <= 0) {
      isInSnapshot = false;
      return new Next<>(null, null, true);
    }
    if (pending.isEmpty()) {
      return null;
    }
    Map.Entry<K, Gone<K>> first = pending.entrySet().iterator().next();
    pending.remove(first.getKey());
    if (isInSnapshot) {
      snapshotLeft--;
    }
    return new Next<>(first.getKey(), first.getValue(), isInSnapshot);
  }

  private synchronized boolean hasMore() {
    return !pending.isEmpty();
  }

  /** Sends what there is, until the end. */
  void send(OutputStream out) throws IOException, InterruptedException {
    send(out, true);
  }

  void sendPending(OutputStream out) throws IOException, InterruptedException {
    send(out, false);
  }

  private void send(OutputStream out, boolean waits) throws IOException, InterruptedException {
    for (Next<K> next = take(waits); next != null; next = take(waits)) {
      String line =
          next.key() == null
              ? "{\"op\":\"ready\"}"
              : line(next.key(), next.gone(), next.snapshot());
      if (line != null) {
        out.write((line + "\n").getBytes(UTF_8));
      }
      if (next.key() == null || !hasMore()) {
        out.flush();
      }
    }
    out.flush();
  }

  private String line(K key, Gone<K> gone, boolean snapshot) {
    LiveRow stands = table.get(key);
    LiveRow row = shown(stands);
    String known = ids.get(key);
    String over = "";
    if (known != null && (row == null || !row.id().equals(known))) {
      sent.remove(key);
      ids.remove(key);
      String into = row != null ? row.id() : stands == null ? into(gone) : null;
      if (sight.isWhole() || (!known.equals(into) && holders.remove(known, key))) {
        over =
            "{\"op\":\"gone\",\"id\":\""
                + known
                + (into == null ? "\"}" : "\",\"into\":\"" + into + "\"}");
      }
    }
    if (row == null) {
      return over.isEmpty() ? null : over;
    }
    List<String> before = sent.put(key, row.values());
    ids.put(key, row.id());
    if (!sight.isWhole()) {
      holders.put(row.id(), key);
    }
    StringBuilder line = new StringBuilder(256).append(over).append(over.isEmpty() ? "" : "\n");
    line.append("{\"op\":\"").append(snapshot ? "snapshot" : "change");
    line.append("\",\"id\":\"").append(row.id()).append('"');
    boolean news = before == null;
    for (int i = 0; i < sentColumns.length; i++) {
      String value = row.values().get(i);
      if (sentColumns[i] && (before == null || !before.get(i).equals(value))) {
        news = true;
        line.append(",\"").append(table.columns().get(i)).append("\":").append(value);
      }
    }
    return news ? line.append('}').toString() : null;
  }

  /** The id of the row that took one over; null where it is none that it may know. */
  private String into(Gone<K> gone) {
    if (sight.isWhole() || gone.into() == null) {
      return gone.intoId();
    }
    LiveRow row = shown(table.get(gone.into()));
    return row == null ? null : row.id();
  }
}
