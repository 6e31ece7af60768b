package io.daisychain.watch.replay;

import io.daisychain.marketdata.load.MarketFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Items in the order in which they are sent: at a rate, file by file; at a speed, the files merged
 * by the items' times, each file's own order kept.
 */
final class ReplayOrder implements AutoCloseable {
  /** Files that are read beside one another. */
  static final int MOST_MERGED = 1_000;

  private final List<ReplayQueue> queues = new ArrayList<>();
  private final PriorityQueue<Head> heads =
      new PriorityQueue<>(
          (one, other) ->
              one.time != other.time
                  ? Long.compare(one.time, other.time)
                  : Integer.compare(one.file, other.file));

  /** The next item of a file; it is due no earlier than those before it in its file. */
  private static final class Head {
    private final int file;
    private ReplayItem item;
    private long time = Long.MIN_VALUE;

    Head(int file) {
      this.file = file;
    }
  }

  ReplayOrder(ReplaySettings settings, ReplayCounts counts)
      throws IOException, InterruptedException {
    if (settings.speed() > 0) {
      if (settings.files().size() > MOST_MERGED) {
        throw new IllegalArgumentException(
            "at a speed no more than " + MOST_MERGED + " files are read beside one another");
      }
      for (MarketFile file : settings.files()) {
        queues.add(new ReplayQueue(taker -> new ReplayReader(settings, counts, taker).read(file)));
      }
    } else {
      queues.add(
          new ReplayQueue(
              taker -> {
                ReplayReader reader = new ReplayReader(settings, counts, taker);
                for (MarketFile file : settings.files()) {
                  reader.read(file);
                }
              }));
    }
    for (int file = 0; file < queues.size(); file++) {
      advance(new Head(file));
    }
  }

  private void advance(Head head) throws IOException, InterruptedException {
    head.item = queues.get(head.file).next();
    if (head.item != null) {
      head.time = Math.max(head.time, head.item.time());
      heads.add(head);
    }
  }

  /** The next item; null at the end. */
  ReplayItem next() throws IOException, InterruptedException {
    Head first = heads.poll();
    if (first == null) {
      return null;
    }
    ReplayItem item = first.item;
    advance(first);
    return item;
  }

  @Override
  public void close() {
    queues.forEach(ReplayQueue::close);
  }
}
