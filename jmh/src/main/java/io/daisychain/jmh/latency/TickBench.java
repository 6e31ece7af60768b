package io.daisychain.jmh.latency;

import io.daisychain.listen.Listening;
import io.daisychain.listen.SessionLog;
import io.daisychain.watch.ticks.LastValues;
import io.daisychain.watch.ticks.QuoteTick;
import io.daisychain.watch.ticks.TickPlant;
import io.daisychain.watch.ticks.TickRoom;
import io.daisychain.watch.ticks.TickServer;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The ticker plant's own test: ticks of 57 bytes of 10,000 to 2,000,000 symbols into the last value
 * cache, and over loopback TCP with two subscribers of one symbol in a hundred each.
 */
public final class TickBench {
  private static final int[] SYMBOLS = {10_000, 100_000, 2_000_000};
  private static final int ROUNDS = 3;
  private static final int TICKS = 1 << 20;
  private static final long CACHE_TICKS = 49_999_872;
  private static final long TCP_TICKS = 15_000_000;
  private static final int GROUP = 32;
  private static final int SHARE = 100;
  private static final int CHUNK = 1_000;
  private static final double NANOS = 1e9;

  private final Consumer<String> out;

  private TickBench(Consumer<String> out) {
    this.out = out;
  }

  /** Runs without the command line. */
  public static void main(String[] args) throws IOException {
    run(System.out::println);
  }

  /** Measures everything, and prints lines. */
  public static void run(Consumer<String> out) throws IOException {
    TickBench bench = new TickBench(out);
    out.accept("ticks into the last value cache, one thread, million a second (rounds)");
    for (int symbols : SYMBOLS) {
      bench.cache(symbols);
    }
    out.accept("");
    out.accept("ticks end to end over loopback TCP, two subscribers of 1 %, million a second");
    for (int symbols : SYMBOLS) {
      bench.tcp(symbols);
    }
  }

  private static byte[] ticks(int symbols) {
    Random random = new Random(symbols);
    byte[] all = new byte[TICKS * QuoteTick.LENGTH];
    random.nextBytes(all);
    ByteBuffer buffer = ByteBuffer.wrap(all);
    for (int i = 0; i < TICKS; i++) {
      buffer.putLong(i * QuoteTick.LENGTH, symbol(random.nextInt(symbols)));
      buffer.putLong(i * QuoteTick.LENGTH + Long.BYTES, i);
      all[i * QuoteTick.LENGTH + QuoteTick.LENGTH - 1] = 0; // no quote
    }
    return all;
  }

  private static long symbol(int number) {
    return QuoteTick.number(
        String.format(Locale.ROOT, "%07d", number)
            .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
  }

  private void cache(int symbols) {
    byte[] ticks = ticks(symbols);
    LastValues values = new LastValues();
    byte[] first = new byte[QuoteTick.LENGTH];
    for (int i = 0; i < symbols; i++) {
      ByteBuffer.wrap(first).putLong(0, symbol(i));
      values.update(first, 0);
    }
    StringBuilder line = new StringBuilder(String.format("%,12d symbols", values.size()));
    for (int round = 0; round < ROUNDS; round++) {
      long began = System.nanoTime();
      int at = 0;
      for (long i = 0; i < CACHE_TICKS; i += GROUP) {
        values.touch(ticks, at, GROUP);
        int end = at + GROUP * QuoteTick.LENGTH;
        for (; at < end; at += QuoteTick.LENGTH) {
          values.update(ticks, at);
        }
        at = at == ticks.length ? 0 : at;
      }
      double seconds = (System.nanoTime() - began) / NANOS;
      line.append(String.format(Locale.ROOT, " %7.1f", CACHE_TICKS / seconds / 1e6));
    }
    out.accept(line.toString());
  }

  private void tcp(int symbols) throws IOException {
    byte[] ticks = ticks(symbols);
    TickPlant plant = new TickPlant(null, TickRoom.ofHeap());
    StringBuilder line = new StringBuilder(String.format("%,12d symbols", symbols));
    try (TickServer server = new TickServer(plant, null, Listening.LOOPBACK, 0, SessionLog.NONE);
        Socket one = subscribe(server.port(), symbols, 0);
        Socket other = subscribe(server.port(), symbols, 1)) {
      AtomicLong received = new AtomicLong();
      read(one, received);
      read(other, received);
      for (int round = 0; round < ROUNDS; round++) {
        long before = received.get();
        long taken = plant.taken();
        long began = System.nanoTime();
        try (Socket feed = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
          send(feed, ticks);
        }
        while (plant.taken() < taken + TCP_TICKS) {
          Thread.onSpinWait();
        }
        double seconds = (System.nanoTime() - began) / NANOS;
        line.append(
            String.format(
                Locale.ROOT,
                " %7.2f (%,d handed on)",
                TCP_TICKS / seconds / 1e6,
                received.get() - before));
      }
    }
    out.accept(line.toString());
  }

  private static void send(Socket feed, byte[] ticks) throws IOException {
    OutputStream to = feed.getOutputStream();
    int at = 0;
    for (long sent = 0; sent < TCP_TICKS; sent += CHUNK) {
      int length = CHUNK * QuoteTick.LENGTH;
      if (at + length > ticks.length) {
        at = 0;
      }
      to.write(ticks, at, length);
      at += length;
    }
  }

  /** Subscribes to one symbol in a hundred. */
  private static Socket subscribe(int port, int symbols, int first) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    var request = new DataOutputStream(new java.io.BufferedOutputStream(socket.getOutputStream()));
    request.writeByte('S');
    request.writeInt(symbols / SHARE);
    for (int i = 0; i < symbols / SHARE; i++) {
      request.writeLong(symbol(i * SHARE + first));
    }
    request.flush();
    return socket;
  }

  private static void read(Socket socket, AtomicLong received) {
    Thread reader =
        new Thread(
            () -> {
              byte[] buffer = new byte[CHUNK * QuoteTick.LENGTH];
              try {
                InputStream in = socket.getInputStream();
                long rest = 0;
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                  rest += read;
                  received.addAndGet(rest / QuoteTick.LENGTH);
                  rest %= QuoteTick.LENGTH;
                }
              } catch (IOException e) {
                Thread.currentThread().interrupt(); // closed at the end
              }
            });
    reader.setDaemon(true);
    reader.start();
  }
}
