package io.daisychain.watch.subscribe;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Somebody who wants to hear of rows: which have changed since they were sent, and what was sent of
 * each. A slow one gets the latest of what it missed.
 */
final class Subscriber<K> {
  private final LiveTable<K> table;
  private final Subscription wanted;
  private final int statuses;
  private final boolean[] sentColumns;

  /** Rows that have changed, in the order in which that is to be told. */
  private final Map<K, Gone> pending = new LinkedHashMap<>();

  private final Map<K, List<String>> sent = new HashMap<>();
  private final Map<K, String> ids = new HashMap<>();
  private int snapshotLeft;
  private boolean isInSnapshot = true;
  private boolean closed;

  /** Where a row has gone; null values for one that has not, or to nowhere. */
  private record Gone(String into) {}

  private static final Gone CHANGED = new Gone(null);

  Subscriber(LiveTable<K> table, Subscription wanted) {
    this.table = table;
    this.wanted = wanted;
    this.statuses = wanted.statusMask();
    this.sentColumns = new boolean[table.columns().size()];
    for (int i = 0; i < sentColumns.length; i++) {
      sentColumns[i] =
          wanted.fields().isEmpty() || wanted.fields().contains(table.columns().get(i));
    }
  }

  boolean wants(LiveRow row) {
    return matches(wanted.symbols(), row.symbols())
        && matches(wanted.reporters(), row.reporters())
        && (statuses == 0 || (statuses & row.statuses()) != 0);
  }

  private static boolean matches(Set<String> wanted, Set<String> has) {
    return wanted.isEmpty() || !Collections.disjoint(wanted, has);
  }

  synchronized void changed(K key) {
    pending.put(key, CHANGED);
    notifyAll();
  }

  synchronized void gone(K key, K into, String intoId) {
    pending.remove(key);
    pending.put(key, new Gone(intoId));
    if (into != null) {
      // What took it over is told after it.
      Gone waits = pending.remove(into);
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

  private record Next<K>(K key, Gone gone, boolean snapshot) {}

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
    Map.Entry<K, Gone> first = pending.entrySet().iterator().next();
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

  private String line(K key, Gone gone, boolean snapshot) {
    LiveRow row = table.get(key);
    if (row == null || !wants(row)) {
      sent.remove(key);
      String id = ids.remove(key);
      if (id == null) {
        return null;
      }
      String into = row == null && gone.into() != null ? ",\"into\":\"" + gone.into() + "\"" : "";
      return "{\"op\":\"gone\",\"id\":\"" + id + "\"" + into + "}";
    }
    List<String> before = sent.put(key, row.values());
    ids.put(key, row.id());
    StringBuilder line = new StringBuilder(256);
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
}
