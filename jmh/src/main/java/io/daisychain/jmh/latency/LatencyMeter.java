package io.daisychain.jmh.latency;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.model.RowKey;
import io.daisychain.store.RowBatch;
import io.daisychain.watch.WatchMeter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Takes the times of messages inside of watch, and at a subscriber of all lifecycles. */
final class LatencyMeter implements WatchMeter {
  private final RowBatch.Reader reader = new RowBatch.Reader();
  private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();
  private final AtomicLong subscribed = new AtomicLong();
  private volatile LatencyRun run;

  private record Chunk(long end, long time) {}

  /** Times that are taken from now on are those of a run. */
  void begin(LatencyRun next) {
    run = next;
  }

  @Override
  public void linked(byte[] row, long read, long checked, long durable, long linked) {
    reader.wrap(row);
    reader.nextRow();
    long message = FilledOrders.messageOf(RowKey.low(reader.array(), reader.keyOffset()));
    LatencyRun now = run;
    int index = now.indexOf(message);
    if (index >= 0) {
      now.doors[1][index] = read;
      now.doors[2][index] = checked;
      now.doors[3][index] = durable;
      now.doors[4][index] = linked;
    }
  }

  @Override
  public OutputStream watched(OutputStream out) {
    return new Written(out);
  }

  /** Notes when which bytes were written. */
  private final class Written extends FilterOutputStream {
    private long position;

    Written(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      position += length;
      synchronized (chunks) {
        chunks.add(new Chunk(position, 0));
      }
      out.write(bytes, from, length);
      long now = System.nanoTime();
      synchronized (chunks) {
        chunks.removeLastOccurrence(new Chunk(position, 0));
        chunks.add(new Chunk(position, now));
        chunks.notifyAll();
      }
    }
  }

  /** When the bytes up to a position were written. */
  private long writtenAt(long position) throws InterruptedException {
    synchronized (chunks) {
      while (true) {
        while (!chunks.isEmpty() && chunks.peek().end() < position) {
          chunks.poll();
        }
        if (!chunks.isEmpty() && chunks.peek().time() > 0) {
          return chunks.peek().time();
        }
        chunks.wait();
      }
    }
  }

  /** Subscribes to all lifecycles, and waits until what there is has been told. */
  void subscribe(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket
        .getOutputStream()
        .write("{\"table\":\"lifecycles\",\"fields\":[\"events\"]}\n".getBytes(ISO_8859_1));
    Thread reader =
        new Thread(
            () -> {
              try (socket) {
                read(socket.getInputStream());
              } catch (IOException e) {
                subscribed.set(-1);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    reader.setDaemon(true);
    reader.start();
    while (subscribed.get() == 0) {
      Thread.onSpinWait();
    }
  }

  private void read(InputStream in) throws IOException, InterruptedException {
    byte[] buffer = new byte[1 << 20];
    int length = 0;
    long position = 0;
    for (int read = in.read(buffer);
        read >= 0;
        read = in.read(buffer, length, buffer.length - length)) {
      long now = System.nanoTime();
      length += read;
      int from = 0;
      for (int i = 0; i < length; i++) {
        if (buffer[i] == '\n') {
          position += i + 1 - from;
          take(new String(buffer, from, i - from, ISO_8859_1), position, now);
          from = i + 1;
        }
      }
      System.arraycopy(buffer, from, buffer, 0, length - from);
      length -= from;
    }
  }

  private void take(String line, long position, long now) throws InterruptedException {
    if (line.contains("\"ready\"")) {
      subscribed.set(1);
      return;
    }
    int id = line.indexOf("\"id\":\"");
    int events = line.indexOf("\"events\":");
    LatencyRun current = run;
    if (id < 0 || events < 0 || current == null) {
      return;
    }
    long low = UUID.fromString(line.substring(id + 6, id + 42)).getLeastSignificantBits();
    int root = current.indexOf(FilledOrders.messageOf(low));
    int count = line.charAt(events + 9) - '0';
    if (root < 0) {
      return;
    }
    long written = writtenAt(position);
    for (int pass = current.told[root]; pass < count; pass++) {
      current.doors[5][root + pass * FilledOrders.OPEN] = written;
      current.doors[6][root + pass * FilledOrders.OPEN] = now;
      current.ended.incrementAndGet();
    }
    current.told[root] = Math.max(current.told[root], count);
  }
}
