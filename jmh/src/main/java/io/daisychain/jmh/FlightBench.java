package io.daisychain.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.model.access.SecretHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * Market data over Arrow Flight from a server in a process of its own: a whole kind of all dates,
 * from files and from memory, in turns; then users who ask for days, weeks, months and quarters at
 * once.
 */
@SuppressWarnings("try") // whoever interrupts a bench ends it
final class FlightBench {
  private static final int DATES = 63;
  private static final int ROUNDS = 12;
  private static final int BUSIEST = 20;
  private static final String SECRET = "a secret of the bench";

  /** What users ask for, with its trade dates. */
  private enum Span {
    DAY(1),
    WEEK(5),
    MONTH(21),
    QUARTER(DATES);

    private final int dates;

    Span(int dates) {
      this.dates = dates;
    }
  }

  private final int first;
  private final Consumer<String> out;
  private final BufferAllocator memory = new RootAllocator();

  private FlightBench(int first, Consumer<String> out) {
    this.first = first;
    this.out = out;
  }

  /**
   * Measures, and prints lines.
   *
   * @param quotes of all trade dates together
   * @param users who ask at once
   * @param seconds for which they do
   */
  static void run(Path folder, long quotes, int users, int seconds, Consumer<String> out)
      throws IOException {
    MarketFolder market = MarketBench.market(folder, quotes, DATES);
    Path stored = market.days().get(market.days().firstKey()).folder().getParent().getParent();
    Path who = users(folder, users);
    FlightBench bench = new FlightBench(market.days().firstKey(), out);
    try (FlightProcess plain = new FlightProcess(stored, who, 0);
        FlightProcess held = new FlightProcess(stored, who, DATES)) {
      bench.allQuotes(plain, held);
      bench.users(plain, users, seconds);
      plain.end().forEach(out);
      held.end();
      String files =
          market.days().values().stream()
              .map(day -> day.path(MarketKind.QUOTE).toString())
              .collect(Collectors.joining("', '", "read_parquet(['", "'])"));
      MarketBench.readByDuckDb(folder, files, quotes / DATES * DATES, out);
    } catch (InterruptedException | ExecutionException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** The file of users U0, U1 and so on, and ALL. */
  private static Path users(Path folder, int count) throws IOException {
    StringBuilder users = new StringBuilder("name,symbols,tables,dates,secret\n");
    String rights = ",*,*,*," + SecretHash.of(SECRET) + "\n";
    users.append("ALL").append(rights);
    for (int i = 0; i < count; i++) {
      users.append('U').append(i).append(rights);
    }
    Path who = Files.writeString(folder.resolve("who.csv"), users);
    return Files.setPosixFilePermissions(who, PosixFilePermissions.fromString("rw-------"));
  }

  private void allQuotes(FlightProcess plain, FlightProcess held) throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      allQuotes("from files", plain);
      allQuotes("held in memory", held);
    }
  }

  private void allQuotes(String name, FlightProcess server) throws IOException {
    try (FlightClient client = client(server)) {
      CallOption token = client.authenticateBasicToken("ALL", SECRET).orElseThrow();
      long cpu = server.cpu().toMillis();
      CpuClock clock = new CpuClock();
      long rows = read(client, "{\"symbols\":[\"*\"],\"types\":[\"quote\"]}", token);
      clock.stop();
      double served = (server.cpu().toMillis() - cpu) / 1e3;
      out.accept(
          "quotes %-14s %,14d rows %6.2f s; server %6.2f CPU s, %,12.0f a CPU second; client %6.2f"
              .formatted(name, rows, clock.seconds(), served, rows / served, clock.ownSeconds()));
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private FlightClient client(FlightProcess server) {
    return FlightClient.builder(memory, Location.forGrpcInsecure("127.0.0.1", server.port()))
        .build();
  }

  private static long read(FlightClient client, String request, CallOption token)
      throws IOException {
    long rows = 0;
    try (FlightStream stream = client.getStream(new Ticket(request.getBytes(UTF_8)), token)) {
      while (stream.next()) {
        rows += stream.getRoot().getRowCount();
      }
    } catch (Exception e) {
      throw new IOException(e.getMessage(), e);
    }
    return rows;
  }

  /** Users ask at once, each one request behind the other, of each span as many. */
  private void users(FlightProcess server, int count, int seconds)
      throws InterruptedException, ExecutionException {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    ExecutorService executor = Executors.newFixedThreadPool(count);
    List<Callable<Map<Span, List<Double>>>> users = new ArrayList<>();
    for (int user = 0; user < count; user++) {
      int number = user;
      users.add(() -> user(server, number, end));
    }
    List<Map<Span, List<Double>>> done = new ArrayList<>();
    for (Future<Map<Span, List<Double>>> one : executor.invokeAll(users)) {
      done.add(one.get());
    }
    executor.shutdown();
    for (Span span : Span.values()) {
      StringBuilder line = new StringBuilder();
      double[] means = new double[count];
      int answers = 0;
      double worst = 0;
      for (int user = 0; user < count; user++) {
        double[] times = done.get(user).get(span).stream().mapToDouble(one -> one).toArray();
        means[user] = Arrays.stream(times).average().orElse(0);
        answers += times.length;
        worst = Math.max(worst, Arrays.stream(times).max().orElse(0));
        line.append("  %.0f +- %.0f".formatted(means[user], deviation(times)));
      }
      double mean = Arrays.stream(means).average().orElse(0);
      out.accept(
          "a %s of %d dates, %,d answers, ms by user:%s; over users %.0f, %.0f to %.0f, deviation %.1f %%, worst answer %.0f"
              .formatted(
                  span,
                  span.dates,
                  answers,
                  line,
                  mean,
                  Arrays.stream(means).min().orElse(0),
                  Arrays.stream(means).max().orElse(0),
                  100 * deviation(means) / mean,
                  worst));
    }
  }

  /** Milliseconds of one user's answers, by span. */
  private Map<Span, List<Double>> user(FlightProcess server, int number, long end)
      throws IOException, InterruptedException {
    Random random = new Random(number);
    Map<Span, List<Double>> times = new EnumMap<>(Span.class);
    for (Span span : Span.values()) {
      times.put(span, new ArrayList<>());
    }
    try (FlightClient client = client(server)) {
      CallOption token = client.authenticateBasicToken("U" + number, SECRET).orElseThrow();
      for (int i = number; System.nanoTime() < end; i++) {
        Span span = Span.values()[i % Span.values().length];
        int from = first + random.nextInt(DATES - span.dates + 1);
        String request =
            "{\"symbols\":[\"S%d\",\"S%d\"],\"types\":[\"quote\"],\"dates\":\"%s..%s\"}"
                .formatted(
                    1 + random.nextInt(BUSIEST),
                    1 + random.nextInt(BUSIEST),
                    LocalDate.ofEpochDay(from),
                    LocalDate.ofEpochDay(from + span.dates - 1));
        long began = System.nanoTime();
        read(client, request, token);
        times.get(span).add((System.nanoTime() - began) / 1e6);
      }
    }
    return times;
  }

  private static double deviation(double[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    return Math.sqrt(
        Arrays.stream(values).map(value -> (value - mean) * (value - mean)).average().orElse(0));
  }
}
