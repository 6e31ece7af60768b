package io.daisychain.watch.replay;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Items that a thread reads ahead of those who take them, some thousands at most. */
final class ReplayQueue implements AutoCloseable {
  private static final int CHUNK = 256;
  private static final int CHUNKS = 32;

  private final BlockingQueue<List<ReplayItem>> chunks = new ArrayBlockingQueue<>(CHUNKS);
  private final Thread thread;
  private List<ReplayItem> filling = new ArrayList<>(CHUNK);
  private Iterator<ReplayItem> taking = List.<ReplayItem>of().iterator();
  private volatile IOException failure;
  private boolean ended;

  /** Reads into a taker, to the end. */
  interface Reading {
    void into(ReplayReader.Taker taker) throws IOException;
  }

  ReplayQueue(Reading reading) {
    thread = new Thread(() -> read(reading), "daisychain-replay-reader");
    thread.setDaemon(true);
    thread.start();
  }

  private void read(Reading reading) {
    try {
      try {
        reading.into(this::add);
      } catch (IOException e) {
        failure = e;
      } catch (RuntimeException e) {
        failure = new IOException(e);
      }
      put();
      chunks.put(List.of());
    } catch (InterruptedException | IOException e) {
      Thread.currentThread().interrupt(); // nobody takes any more
    }
  }

  private void add(ReplayItem item) throws IOException {
    filling.add(item);
    if (filling.size() == CHUNK) {
      put();
    }
  }

  private void put() throws IOException {
    try {
      if (!filling.isEmpty()) {
        chunks.put(filling);
        filling = new ArrayList<>(CHUNK);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /**
   * The next item; null at the end.
   *
   * @throws IOException if reading has failed, when what was read before has been taken
   */
  ReplayItem next() throws IOException, InterruptedException {
    while (!ended && !taking.hasNext()) {
      List<ReplayItem> chunk = chunks.take();
      taking = chunk.iterator();
      ended = chunk.isEmpty();
    }
    if (!ended) {
      return taking.next();
    }
    if (failure != null) {
      throw failure;
    }
    return null;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
