package io.daisychain.marketdata.window;

import io.daisychain.marketdata.MarketRequest;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Makes the windows of pieces by several threads, and hands them over in the pieces' order. */
final class WindowWorkers implements Closeable {
  private final int threads;
  private final ExecutorService executor;
  private final Queue<WindowReader> readers = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<WindowReader> own =
      ThreadLocal.withInitial(
          () -> {
            WindowReader reader = new WindowReader();
            readers.add(reader);
            return reader;
          });

  WindowWorkers(int threads) {
    this.threads = threads;
    executor = Executors.newFixedThreadPool(threads);
  }

  /** What a thread makes of a piece. */
  interface Making<T> {
    T make(WindowPiece piece, WindowReader reader) throws IOException;
  }

  /** Takes what was made, on the thread that asked for it. */
  interface Taking<T> {
    void take(WindowPiece piece, T made) throws IOException;
  }

  private record Begun<T>(WindowPiece piece, Future<T> made) {}

  <T> void make(List<WindowPiece> pieces, Making<T> making, Taking<T> taking) throws IOException {
    Deque<Begun<T>> begun = new ArrayDeque<>();
    for (WindowPiece piece : pieces) {
      begun.add(new Begun<>(piece, executor.submit(() -> making.make(piece, own.get()))));
      if (begun.size() > 2 * threads) {
        take(begun.remove(), taking);
      }
    }
    while (!begun.isEmpty()) {
      take(begun.remove(), taking);
    }
  }

  private static <T> void take(Begun<T> begun, Taking<T> taking) throws IOException {
    taking.take(begun.piece(), MarketRequest.result(begun.made()));
  }

  @Override
  public void close() throws IOException {
    executor.shutdownNow();
    for (WindowReader reader : readers) {
      reader.close();
    }
  }
}
