package io.daisychain.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.flight.KnownUsers;
import io.daisychain.flight.MarketFlightServer;
import io.daisychain.flight.ServedLimits;
import io.daisychain.listen.Listening;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.model.access.Entitlements;
import io.daisychain.model.access.SecretHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
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
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;

/**
 * Market data over Arrow Flight to a client in this process, so that CPU is that of both: a whole
 * kind of all dates, and ten users who ask for days, weeks and months at once.
 */
@SuppressWarnings("try") // whoever interrupts a bench ends it
final class FlightBench {
  private static final int USERS = 10;
  private static final int ROUNDS = 4;
  private static final int REQUESTS = 30;
  private static final int WEEK = 5;
  private static final String SECRET = "a secret of the bench";

  private final MarketFolder market;
  private final int dates;
  private final Consumer<String> out;
  private final BufferAllocator memory = new RootAllocator();

  private FlightBench(MarketFolder market, int dates, Consumer<String> out) {
    this.market = market;
    this.dates = dates;
    this.out = out;
  }

  /** Measures, and prints lines: {@code quotes} of so many trade dates together. */
  static void run(Path folder, long quotes, int dates, Consumer<String> out) throws IOException {
    MarketFolder market = MarketBench.market(folder, quotes, dates);
    StringBuilder users = new StringBuilder("name,symbols,tables,dates,secret\n");
    String hash = SecretHash.of(SECRET).toString();
    for (int i = 0; i < USERS; i++) {
      users.append("U").append(i).append(",*,*,*,").append(hash).append('\n');
    }
    Path who = Files.writeString(folder.resolve("who.csv"), users);
    KnownUsers known =
        new KnownUsers(
            who,
            () -> Entitlements.parse("who.csv", Files.readString(who), List.of("quotes", "nbbo")));
    int cores = Runtime.getRuntime().availableProcessors();
    try (MarketFlightServer server =
        new MarketFlightServer(
            market, known, Listening.LOOPBACK, 0, new ServedLimits(4, 64, cores, 0))) {
      new FlightBench(market, dates, out).measure(server);
      String files =
          market.days().values().stream()
              .map(day -> day.path(MarketKind.QUOTE).toString())
              .collect(Collectors.joining("', '", "read_parquet(['", "'])"));
      MarketBench.readByDuckDb(folder, files, quotes / dates * dates, out);
    } catch (InterruptedException | ExecutionException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void measure(MarketFlightServer server)
      throws IOException, InterruptedException, ExecutionException {
    try (FlightClient client = client(server)) {
      CallOption token = client.authenticateBasicToken("U0", SECRET).orElseThrow();
      for (boolean decodes : new boolean[] {false, true}) {
        for (int round = 0; round < ROUNDS; round++) {
          CpuClock clock = new CpuClock();
          long rows = read(client, "{\"symbols\":[\"*\"],\"types\":[\"quote\"]}", decodes, token);
          clock.stop();
          out.accept(
              "%-26s %,14d rows  %6.2f s  %,12.0f a second  %6.2f CPU s of both  %,12.0f a CPU second"
                  .formatted(
                      decodes ? "quotes, sums of sizes" : "quotes, batches alone",
                      rows,
                      clock.seconds(),
                      rows / clock.seconds(),
                      clock.ownSeconds(),
                      rows / clock.ownSeconds()));
        }
      }
    }
    tenUsers(server);
  }

  private FlightClient client(MarketFlightServer server) {
    return FlightClient.builder(memory, Location.forGrpcInsecure("127.0.0.1", server.port()))
        .build();
  }

  private static long read(FlightClient client, String request, boolean decodes, CallOption token)
      throws IOException {
    long rows = 0;
    long sum = 0;
    try (FlightStream stream = client.getStream(new Ticket(request.getBytes(UTF_8)), token)) {
      while (stream.next()) {
        rows += stream.getRoot().getRowCount();
        for (FieldVector vector : stream.getRoot().getFieldVectors()) {
          if (decodes && vector instanceof BigIntVector sizes) {
            for (int i = 0; i < sizes.getValueCount(); i++) {
              sum += sizes.isNull(i) ? 0 : sizes.get(i);
            }
          }
        }
      }
    } catch (Exception e) {
      throw new IOException(e.getMessage(), e);
    }
    if (decodes && sum == 0) {
      throw new IOException("no sizes");
    }
    return rows;
  }

  /** Of each kind of request, seconds by user: each asks for the same, in an order of its own. */
  private void tenUsers(MarketFlightServer server)
      throws IOException, InterruptedException, ExecutionException {
    int[] first = {market.days().firstKey()};
    String[] kinds = {"day", "week", "month"};
    ExecutorService executor = Executors.newFixedThreadPool(USERS);
    List<Callable<double[][]>> users = new ArrayList<>();
    for (int user = 0; user < USERS; user++) {
      int number = user;
      users.add(
          () -> {
            Random random = new Random(number);
            double[][] seconds = new double[kinds.length][];
            List<List<Double>> lists =
                List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            try (FlightClient client = client(server)) {
              CallOption token = client.authenticateBasicToken("U" + number, SECRET).orElseThrow();
              for (int i = 0; i < REQUESTS; i++) {
                int kind = (i + number) % kinds.length;
                int length = kind == 0 ? 1 : kind == 1 ? Math.min(WEEK, dates) : dates;
                int from = first[0] + random.nextInt(dates - length + 1);
                String request =
                    "{\"symbols\":[\"S%d\",\"S%d\"],\"types\":[\"quote\"],\"dates\":\"%s..%s\"}"
                        .formatted(
                            1 + random.nextInt(20),
                            1 + random.nextInt(20),
                            LocalDate.ofEpochDay(from),
                            LocalDate.ofEpochDay(from + length - 1));
                long began = System.nanoTime();
                read(client, request, false, token);
                lists.get(kind).add((System.nanoTime() - began) / 1e6);
              }
            }
            for (int kind = 0; kind < kinds.length; kind++) {
              seconds[kind] = lists.get(kind).stream().mapToDouble(one -> one).toArray();
            }
            return seconds;
          });
    }
    List<double[][]> done = new ArrayList<>();
    for (Future<double[][]> one : executor.invokeAll(users)) {
      done.add(one.get());
    }
    executor.shutdown();
    for (int kind = 0; kind < kinds.length; kind++) {
      StringBuilder line = new StringBuilder();
      double[] means = new double[USERS];
      for (int user = 0; user < USERS; user++) {
        double[] times = done.get(user)[kind];
        means[user] = mean(times);
        line.append("  %.1f +- %.1f".formatted(means[user], deviation(times)));
      }
      out.accept(
          "a %s, ms by user:%s; over users %.1f, deviation %.0f %%"
              .formatted(kinds[kind], line, mean(means), 100 * deviation(means) / mean(means)));
    }
    server.summary().forEach(out);
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static double deviation(double[] values) {
    double mean = mean(values);
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return Math.sqrt(squares / values.length);
  }
}
