package io.daisychain.cli.hostile;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdOutputStream;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.SmallWarehouse;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Harm by market data that is handed in, and by the other end of {@code explore --live}, each at a
 * heap of 256 MB beside the same without it.
 */
final class HandedInAttacks {
  private static final String HEAP = "256m";
  private static final int QUESTIONS = 300;
  private static final int QUOTES = 200_000;

  private final Path folder;
  private final Program program;

  HandedInAttacks(Path folder) {
    this.folder = folder;
    this.program = new Program(folder).withHeap(HEAP);
  }

  void all(ListenerCampaign.Out out) throws Exception {
    out.line(page());
    out.line(longMetadata());
    out.line(manyInstruments());
    out.line(manyExchanges());
  }

  /** A peer whose line has no end, and a cookie that others on this machine have read. */
  private String page() throws Exception {
    Path file = SmallWarehouse.publish(folder);
    try (ServerSocket peer = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread endless = new Thread(() -> sayWithoutAnEnd(peer));
      endless.setDaemon(true);
      double without = answered(file);
      endless.start();
      double beside = answered(file, "--live=127.0.0.1:" + peer.getLocalPort());
      return said("page: a peer's endless line", beside, without, "ms, p99");
    }
  }

  private static void sayWithoutAnEnd(ServerSocket peer) {
    byte[] block = new byte[1 << 16];
    Arrays.fill(block, (byte) '{');
    while (!peer.isClosed()) {
      try (Socket socket = peer.accept()) {
        while (true) {
          socket.getOutputStream().write(block);
        }
      } catch (IOException e) {
        // the page is gone, or the peer
      }
    }
  }

  /** How long a page waits for 99 of 100 answers, in ms. */
  private double answered(Path file, String... live) throws Exception {
    List<String> options = new ArrayList<>(List.of("--port=0", "--warehouse=duckdb:" + file));
    options.addAll(List.of(live));
    PageClient page = PageClient.start(program, options.toArray(String[]::new));
    long[] took = new long[QUESTIONS];
    try {
      assertTrue(page.ask("about", "").startsWith("401 "), "a cookie alone shows the market");
      for (int i = 0; i < took.length; i++) {
        long began = System.nanoTime();
        String answer = page.ask("picture?symbol=AAPL&range=all");
        took[i] = System.nanoTime() - began;
        assertTrue(answer.startsWith("200 ") || answer.startsWith("503 "), answer);
      }
    } finally {
      Program.Ended ended = page.end();
      assertFalse(ended.err().contains("OutOfMemory"), ended::toString);
    }
    Arrays.sort(took);
    return took[took.length * 99 / 100] / 1e6;
  }

  private Path dbn(String name, int length, byte[] metadata, int zeros) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(file))) {
      out.write("DBN\3".getBytes(US_ASCII));
      out.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(length).array());
      out.write(metadata);
      byte[] block = new byte[1 << 20];
      for (int left = zeros; left > 0; left -= block.length) {
        out.write(block, 0, Math.min(left, block.length));
      }
    }
    return file;
  }

  private Program.Ended load(Path file, String format, String into) throws Exception {
    return program.run(
        "marketdata",
        "load",
        "--input=" + file,
        "--format=" + format,
        "--marketdata=" + folder.resolve(into));
  }

  /** Half a gigabyte of metadata in a few kB: the load ends with the file's name. */
  private String longMetadata() throws Exception {
    Path file = dbn("long.dbn.zst", 1 << 29, new byte[0], 1 << 29);
    Program.Ended ended = load(file, "dbn", "long");
    assertEquals(1, ended.exitCode(), ended::toString);
    assertTrue(ended.err().contains("long.dbn.zst"), ended::toString);
    return "market data: %,d bytes of zstd as 512 MB of DBN's metadata: %s"
        .formatted(Files.size(file), ended.err().strip());
  }

  /** As many instruments as metadata of the length that is read can have. */
  private String manyInstruments() throws Exception {
    int length = 15 << 20; // a little less than a 16th of the heap
    ByteBuffer in = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    in.put("XNAS.ITCH".getBytes(US_ASCII)).position(16);
    in.putShort((short) 1).position(in.position() + 24);
    in.put((byte) 1).put((byte) 0).put((byte) 0).putShort((short) 7);
    in.position(in.position() + 53);
    int count = (length - in.position() - 20) / 26;
    in.putInt(0).putInt(0).putInt(0).putInt(0).putInt(count);
    for (int i = 0; i < count; i++) {
      byte[] number = "%07d".formatted(i).getBytes(US_ASCII);
      in.put(number).putInt(1).putInt(20260101).putInt(20270101).put(number);
    }
    Program.Ended ended = load(dbn("many.dbn.zst", length, in.array(), 0), "dbn", "many");
    assertEquals(0, ended.exitCode(), ended::toString);
    return "market data: %,d instruments in DBN's metadata: loaded".formatted(count);
  }

  /** Quotes of very many exchanges: CPU of the load beside as many quotes of ten. */
  private String manyExchanges() throws Exception {
    double few = cpuSeconds(10);
    double many = cpuSeconds(100_000);
    return said("market data: quotes of 100,000 exchanges", many, few, "CPU s");
  }

  private double cpuSeconds(int exchanges) throws Exception {
    StringBuilder csv = new StringBuilder("symbol,time,exchange,bid,bidSize,ask,askSize\n");
    for (int i = 0; i < QUOTES; i++) {
      long nanos = 1_773_667_800_000_000_000L + i * 1_000L;
      csv.append("AAPL,").append(nanos).append(",X").append(i % exchanges);
      csv.append(",10.").append(10 + i % 7).append(",1,10.").append(20 + i % 5).append(",1\n");
    }
    Path file = Files.writeString(folder.resolve("quotes.csv"), csv);
    double before = childrenSeconds();
    Program.Ended ended = load(file, "csv", "exchanges" + exchanges);
    assertEquals(0, ended.exitCode(), ended::toString);
    return childrenSeconds() - before;
  }

  /** CPU of processes that this one has started and that are over (proc(5), cutime and cstime). */
  private static double childrenSeconds() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) / 100.0;
  }

  private static String said(String what, double with, double without, String unit) {
    return String.format(
        Locale.ROOT,
        "%-46s %.2f, without %.2f %s, %.1f times",
        what,
        with,
        without,
        unit,
        with / without);
  }
}
