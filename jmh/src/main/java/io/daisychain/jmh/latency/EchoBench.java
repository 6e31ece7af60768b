package io.daisychain.jmh.latency;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * What a FIX session alone takes: engines that send each order back as it is, without checking,
 * storing or linking it. One session over loopback, open loop, by a client of plain sockets.
 */
public final class EchoBench {
  private static final int[] RATES = {1_000, 2_000, 5_000, 10_000, 20_000, 40_000};
  private static final int WARM_RATE = 4_000;
  private static final int SECONDS = 5;
  private static final double SATURATED = 0.95;
  private static final byte SOH = 1;
  private static final int BUFFER = 1 << 20;

  private final Consumer<String> out;
  private final LatencyTable table;

  /** An engine that accepts one session and sends back what comes. */
  interface Peer extends AutoCloseable {
    /** Where it listens on this machine. */
    int port();

    @Override
    void close() throws IOException;
  }

  public EchoBench(Consumer<String> out) {
    this.out = out;
    this.table = new LatencyTable(out);
  }

  /** Measures all engines, one after the other. */
  public void run() throws IOException {
    try (Peer peer = new QuickFixEcho()) {
      run("QuickFIX/J, settings as those of watch", peer);
    }
    try (Peer peer = new PhiladelphiaEcho()) {
      run("Philadelphia", peer);
    }
  }

  private void run(String name, Peer peer) throws IOException {
    out.accept("");
    out.accept("echo of " + name + ", in us: p50, p90, p99, p99.9, most, from the schedule");
    try (Client client = new Client(peer.port())) {
      client.measure(WARM_RATE);
      for (int rate : RATES) {
        Histogram times = new Histogram(3);
        double reached = client.measure(rate, times);
        table.line(String.format(Locale.ROOT, "%,d/s: %,.0f/s", rate, reached), times);
        if (reached < SATURATED * rate) {
          break;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** One side of a session. */
  private static final class Client implements AutoCloseable {
    private final Socket socket;
    private final OutputStream out;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int filled;
    private int number;

    Client(int port) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setTcpNoDelay(true);
      out = socket.getOutputStream();
      in = socket.getInputStream();
      out.write(message("A", "98=0|108=30|141=Y|"));
      boolean isOn = false;
      while (!isOn) {
        isOn = read('A') > 0;
      }
    }

    private byte[] message(String type, String fields) {
      String time = "52=20260316-10:00:00.000|";
      return FilledOrders.framed(
              "35=" + type + "|34=" + ++number + "|49=CLIENT|56=ECHO|" + time + fields)
          .getBytes(ISO_8859_1);
    }

    void measure(int rate) throws IOException, InterruptedException {
      measure(rate, new Histogram(3));
    }

    /**
     * Sends at a rate, and hears the echoes.
     *
     * @return echoes a second
     */
    double measure(int rate, Histogram times) throws IOException, InterruptedException {
      int count = rate * SECONDS;
      byte[][] messages = new byte[count][];
      for (int i = 0; i < count; i++) {
        messages[i] = message("D", FilledOrders.order(i) + "60=20260316-10:00:00.000|");
      }
      long began = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(10);
      double each = TimeUnit.SECONDS.toNanos(1) / (double) rate;
      AtomicInteger echoed = new AtomicInteger();
      CountDownLatch ended = new CountDownLatch(1);
      Thread listener =
          new Thread(
              () -> {
                try {
                  while (echoed.get() < count) {
                    int more = read('D');
                    long now = System.nanoTime();
                    for (int i = 0; i < more; i++) {
                      long due = began + (long) (each * echoed.getAndIncrement());
                      times.recordValue(Math.max(0, now - due));
                    }
                  }
                } catch (IOException e) {
                  times.reset(); // there is no such rate
                } finally {
                  ended.countDown();
                }
              });
      listener.setDaemon(true);
      listener.start();
      for (int i = 0; i < count; i++) {
        long due = began + (long) (each * i);
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        out.write(messages[i]);
      }
      ended.await();
      return echoed.get() * 1e9 / (System.nanoTime() - began);
    }

    /** Reads what there is, and counts the messages of a type that are whole. */
    private int read(char type) throws IOException {
      int read = in.read(buffer, filled, buffer.length - filled);
      if (read < 0) {
        throw new IOException("the echo has closed the session");
      }
      filled += read;
      int count = 0;
      int from = 0;
      for (int end = endOf(from); end > 0; end = endOf(from)) {
        count += typeOf(from) == type ? 1 : 0;
        from = end;
      }
      System.arraycopy(buffer, from, buffer, 0, filled - from);
      filled -= from;
      return count;
    }

    /** Behind the CheckSum of the message that begins at a place; 0 where it is not whole. */
    private int endOf(int from) {
      for (int i = from; i + 8 <= filled; i++) {
        if (buffer[i] == SOH
            && buffer[i + 1] == '1'
            && buffer[i + 2] == '0'
            && buffer[i + 3] == '='
            && buffer[i + 7] == SOH) {
          return i + 8;
        }
      }
      return 0;
    }

    /** The first character of 35, the third field. */
    private char typeOf(int from) {
      int fields = 0;
      int at = from;
      while (fields < 2) {
        fields += buffer[at++] == SOH ? 1 : 0;
      }
      return (char) buffer[at + 3];
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
