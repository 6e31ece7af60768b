package io.daisychain.cli.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.KeyFiles;
import io.daisychain.listen.TlsStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What somebody does to the ports of a running watch who only wants harm. Each is done over and
 * over until it is over, from addresses of its own. {@code HOSTILE} is a firm that may log on.
 */
public final class ListenerAttacks {
  public static final String FIRM = "HOSTILE";

  private static final int TICK = 57;
  private static final int MANY = 256;

  /**
   * After having been cut off: what is measured is what an attack holds, not who has the processor.
   */
  private static final long PAUSE_NANOS = 1_000_000;

  private final Map<String, Integer> ports;

  /** Of a watch at another address, which speaks TLS; the keys of the firm. Null for none. */
  private final InetAddress address;

  private final TlsStore keys;
  private final AtomicInteger addresses = new AtomicInteger();
  private final AtomicInteger next = new AtomicInteger(1);

  /** Something that is done once; it may fail, since the other end does not want it. */
  @FunctionalInterface
  private interface Attack {
    void run(BooleanSupplier isOver) throws IOException;
  }

  /** Goes against the ports of {@code fix}, {@code serve}, {@code metrics} and {@code ticks}. */
  ListenerAttacks(Map<String, Integer> ports) {
    this(ports, null, null);
  }

  private ListenerAttacks(Map<String, Integer> ports, InetAddress address, TlsStore keys) {
    this.ports = ports;
    this.address = address;
    this.keys = keys;
  }

  /**
   * Attacks a watch in a process of its own, which has what the watch leaves of the processors
   * (nice 19): an attacker's own are not here.
   *
   * @param from begins of the command line, such as a namespace to be in; may be empty
   * @param seconds how long
   * @param only the attack; empty for all at once
   * @param address of a watch that speaks TLS, and the firm's key for it; null for one that is here
   */
  static Process start(
      List<String> from,
      Path out,
      long seconds,
      String only,
      String address,
      Path keys,
      Map<String, Integer> ports)
      throws IOException {
    List<String> line = new ArrayList<>(List.of("nice", "-n", "19"));
    line.addAll(from);
    line.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            ListenerAttacks.class.getName(),
            Long.toString(seconds),
            only,
            address == null ? "" : address,
            String.valueOf(keys)));
    ports.forEach((name, port) -> line.add(name + ":" + port));
    return new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(out.toFile()).start();
  }

  /** The process that {@link #start} makes; ends with 1 where an attack got what it wanted. */
  public static void main(String[] args) throws Exception {
    Map<String, Integer> ports = new LinkedHashMap<>();
    for (String port : List.of(args).subList(4, args.length)) {
      ports.put(port.split(":", 2)[0], Integer.valueOf(port.split(":", 2)[1]));
    }
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[0]));
    ListenerAttacks attacks =
        args[2].isEmpty()
            ? new ListenerAttacks(ports)
            : new ListenerAttacks(
                ports,
                InetAddress.getByName(args[2]),
                new TlsStore(Path.of(args[3]), KeyFiles.PASSWORD));
    List<CompletableFuture<Void>> all = new ArrayList<>();
    attacks
        .all(() -> System.nanoTime() > end)
        .forEach(
            (name, attack) -> {
              if (args[1].isEmpty() || args[1].equals(name)) {
                all.add(run(attack));
              }
            });
    all.forEach(CompletableFuture::join);
  }

  /** Attacks in a thread of its own, which does not keep the program from ending. */
  static CompletableFuture<Void> run(Runnable attack) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                attack.run();
                done.complete(null);
              } catch (RuntimeException | AssertionError e) {
                done.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return done;
  }

  /** What there is, by name: each does it until it is over. */
  Map<String, Runnable> all(BooleanSupplier isOver) {
    Map<String, Attack> attacks = new LinkedHashMap<>();
    attacks.put("fix: a page's POST whose body begins a Logon", this::post);
    attacks.put("fix: 9=2000000000 and 260 MB behind it", this::longBody);
    attacks.put("fix: unread TestRequests of 400 kB", over -> unread(400_000, over));
    attacks.put("fix: unread TestRequests of 15 kB", over -> unread(15_000, over));
    attacks.put("fix: 108=0", over -> logOn("108=0|"));
    attacks.put("fix: 200 mute connections", over -> mute("fix", 200, "", over));
    attacks.put(
        "fix: half a Logon", over -> mute("fix", 200, "8=FIX.4.2\u00019=70\u000135=A", over));
    attacks.put("fix: 34=2147483647", this::highNumber);
    attacks.put("fix: numbers that fall", this::fallingNumbers);
    attacks.put("ticks: quotes of 60,000 exchanges", over -> ticks(60_000, true, over));
    attacks.put("ticks: 2.3 M symbols", over -> ticks(2_300_000, false, over));
    attacks.put("ticks: four requests of 1 M symbols", this::requests);
    attacks.put("ticks: 256 mute connections", over -> mute("ticks", MANY, "", over));
    attacks.put("serve: 256 mute connections", over -> mute("serve", MANY, "", over));
    attacks.put("serve: a line without an end", over -> mute("serve", MANY, "{\"a\":\"", over));
    attacks.put("serve: lines of 1 MB", this::longLine);
    attacks.put("metrics: 256 mute connections", over -> mute("metrics", MANY, "", over));
    attacks.put("metrics: half a request line", over -> mute("metrics", MANY, "GET /met", over));
    Map<String, Runnable> all = new LinkedHashMap<>();
    attacks.forEach(
        (name, attack) -> {
          if (ports.containsKey(name.substring(0, name.indexOf(':')))) {
            all.put(name, () -> repeat(attack, isOver));
          }
        });
    return all;
  }

  private static void repeat(Attack attack, BooleanSupplier isOver) {
    while (!isOver.getAsBoolean()) {
      try {
        attack.run(isOver);
        LockSupport.parkNanos(PAUSE_NANOS);
      } catch (IOException e) {
        LockSupport.parkNanos(PAUSE_NANOS); // it was cut off, as it should be
      }
    }
  }

  /** A stranger's connection; to another address by TLS every second time. */
  private Socket connect(String port) throws IOException {
    if (address != null) {
      boolean isPlain = addresses.incrementAndGet() % 2 == 0;
      return isPlain
          ? new Socket(address, ports.get(port))
          : keys.client().getSocketFactory().createSocket(address, ports.get(port));
    }
    return connectHere(port);
  }

  /** The firm's connection. */
  private Socket connectAsFirm() throws IOException {
    return address == null
        ? connectHere("fix")
        : keys.client().getSocketFactory().createSocket(address, ports.get("fix"));
  }

  private Socket connectHere(String port) throws IOException {
    Socket socket = new Socket();
    try {
      String from = "127.0.0." + (2 + addresses.incrementAndGet() % 8);
      socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.get(port)));
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  private static String message(String type, int number, String fields) {
    return FixLine.of(
        "35="
            + type
            + "|34="
            + number
            + "|49="
            + FIRM
            + "|56=MRP|52=20260316-10:00:00.000|"
            + fields);
  }

  /** All that the other end says until it closes. */
  private static String answer(Socket socket) {
    try {
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  private void post(BooleanSupplier isOver) throws IOException {
    try (Socket socket = connect("fix")) {
      write(socket, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200\r\n\r\n");
      write(socket, message("A", 1, "98=0|108=30|"));
      if (answer(socket).contains("35=A")) {
        throw new AssertionError("a page has logged on");
      }
    }
  }

  private void longBody(BooleanSupplier isOver) throws IOException {
    try (Socket socket = connect("fix")) {
      write(socket, "8=FIX.4.2\u00019=2000000000\u000135=A\u0001");
      byte[] block = new byte[1 << 16];
      for (int sent = 0; sent < 260 << 20 && !isOver.getAsBoolean(); sent += block.length) {
        socket.getOutputStream().write(block);
      }
    }
  }

  /** A connection that has logged on with a heartbeat of 30 seconds, or what the fields say. */
  private Socket logOn(String fields) throws IOException {
    Socket socket = connectAsFirm();
    try {
      write(socket, message("A", 1, "98=0|141=Y|" + fields));
      next.set(2);
      if (fields.contains("108=0|")) {
        if (answer(socket).contains("35=A")) {
          throw new AssertionError("a session without heartbeats has logged on");
        }
        socket.close();
      }
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private void unread(int length, BooleanSupplier isOver) throws IOException {
    String id = "x".repeat(length);
    try (Socket socket = logOn("108=30|")) {
      for (int i = 0; i < 1_026 && !isOver.getAsBoolean(); i++) {
        write(socket, message("1", next.getAndIncrement(), "112=" + id + "|"));
      }
    }
  }

  private void mute(String port, int count, String begin, BooleanSupplier isOver)
      throws IOException {
    List<Socket> mute = new ArrayList<>();
    try {
      while (mute.size() < count && !isOver.getAsBoolean()) {
        Socket socket = connect(port);
        mute.add(socket);
        write(socket, begin);
      }
      for (Socket socket : mute) {
        answer(socket); // each is closed by the other end
      }
    } finally {
      for (Socket socket : mute) {
        socket.close();
      }
    }
  }

  private void highNumber(BooleanSupplier isOver) throws IOException {
    try (Socket socket = logOn("108=30|")) {
      write(socket, message("0", Integer.MAX_VALUE, ""));
      String said = answer(socket);
      if (said.contains("\u00017=-")) {
        throw new AssertionError("a negative number is asked for");
      }
    }
  }

  private void fallingNumbers(BooleanSupplier isOver) throws IOException {
    try (Socket socket = logOn("108=30|")) {
      String text = "58=" + "x".repeat(500_000) + "|";
      for (int number = 1_000_000; number > 0 && !isOver.getAsBoolean(); number--) {
        write(socket, message("D", number, text));
      }
    }
  }

  private void ticks(int count, boolean areQuotes, BooleanSupplier isOver) throws IOException {
    try (Socket socket = connect("ticks")) {
      ByteBuffer block = ByteBuffer.allocate(1_000 * TICK);
      for (int i = 0; i < count && !isOver.getAsBoolean(); i++) {
        byte[] tick = new byte[TICK];
        ByteBuffer at = ByteBuffer.wrap(tick);
        at.put(String.format("%-8s", areQuotes ? "S" + i % 50 : "T" + i).getBytes(ISO_8859_1));
        at.putLong(i).putLong(i).putLong(10_000).putLong(10_100).putInt(1).putInt(1);
        at.put(String.format("%-8s", "X" + i).getBytes(ISO_8859_1));
        at.put((byte) (areQuotes ? 'Q' : 0));
        block.put(tick);
        if (!block.hasRemaining()) {
          socket.getOutputStream().write(block.array());
          block.clear();
        }
      }
    }
  }

  private void requests(BooleanSupplier isOver) throws IOException {
    try (Socket socket = connect("ticks")) {
      for (int i = 0; i < 4 && !isOver.getAsBoolean(); i++) {
        ByteBuffer request = ByteBuffer.allocate(5 + (8 << 20));
        request.put((byte) 'S').putInt(1 << 20);
        while (request.hasRemaining()) {
          request.putLong((long) i << 40 | request.position());
        }
        socket.getOutputStream().write(request.array());
      }
    }
  }

  private void longLine(BooleanSupplier isOver) throws IOException {
    try (Socket socket = connect("serve")) {
      StringBuilder line = new StringBuilder("{\"table\":\"lifecycles\",\"symbols\":[\"A\"");
      for (int i = 0; line.length() < 1 << 20; i++) {
        line.append(",\"").append(i).append('"');
      }
      write(socket, line + "]}\n");
      answer(socket);
    }
  }
}
