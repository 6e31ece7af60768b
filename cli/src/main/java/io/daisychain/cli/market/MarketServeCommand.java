package io.daisychain.cli.market;

import io.daisychain.cli.job.AuditedSessions;
import io.daisychain.cli.option.EntitlementsOption;
import io.daisychain.cli.option.ListenOptions;
import io.daisychain.cli.option.MarketDataOption;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.flight.KnownUsers;
import io.daisychain.flight.MarketFlightServer;
import io.daisychain.flight.ServedLimits;
import io.daisychain.flight.ServedWarehouse;
import io.daisychain.listen.Listening;
import io.daisychain.listen.MetricsServer;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "serve",
    description = {
      "Hands out quotes, best bids and offers, trades and windows over Arrow Flight, and answers SQL"
          + " over the published tables of --warehouse over Arrow Flight SQL, JDBC's and ADBC's.",
      "Who may see what stands in --entitlements; users take turns, so that nobody waits behind a"
          + " large request of another.",
      ""
    })
final class MarketServeCommand implements Callable<Integer> {
  /** Of what DuckDB takes for one, a quarter of the machine's memory. */
  private static final int A_USERS_SHARE = 4;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Port of Arrow Flight. Default: one that is free")
  private int port;

  @Option(
      names = "--metrics",
      paramLabel = "PORT",
      description = "Serves http://127.0.0.1:PORT/metrics; 0 takes a free port.")
  private Integer metrics;

  @Option(
      names = "--requests",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Requests of one user that are answered at once; further ones wait. Default:"
              + " ${DEFAULT-VALUE}")
  private int requests = 4;

  @Option(
      names = "--waiting",
      paramLabel = "N",
      defaultValue = "64",
      description =
          "Requests of one user that wait; further ones are refused. Default: ${DEFAULT-VALUE}")
  private int waiting = 64;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that read and send, for all users. Default: one a core")
  private Integer threads;

  @Option(
      names = "--hold",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Holds of the N latest trade dates what was asked for in memory outside of Java's heap, 75"
              + " bytes a quote, and sends it from there. Default: ${DEFAULT-VALUE}")
  private int hold;

  @Option(
      names = "--memory",
      paramLabel = "MB",
      description =
          "Memory of the SQL queries of one user together; what does not fit fails. Default: a"
              + " sixteenth of the machine's")
  private Integer memory;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "600",
      description =
          "Longest time that a SQL query may compute; waiting for its client is none. Default:"
              + " ${DEFAULT-VALUE}")
  private int seconds = 600;

  @Mixin private WarehouseOption warehouse;
  @Mixin private EntitlementsOption entitlements;
  @Mixin private ListenOptions listen;
  @Mixin private MarketDataOption marketData;

  @Override
  public Integer call() throws IOException {
    if (requests < 1 || requests > 1_000 || waiting < 0 || waiting > 100_000) {
      throw new UsageException("--requests is from 1 to 1000, --waiting from 0 to 100000");
    }
    if (hold < 0) {
      throw new UsageException("--hold is 0 at least");
    }
    if (seconds < 1 || (memory != null && memory < 1)) {
      throw new UsageException("--seconds and --memory are 1 at least");
    }
    Listening where = listen.listening();
    ServedLimits limits =
        new ServedLimits(requests, waiting, MarketGetCommand.threads(threads), hold);
    MarketFolder market = marketData.existing();
    KnownUsers users = users();
    CountDownLatch ended = new CountDownLatch(1);
    try (MarketFlightServer server =
            new MarketFlightServer(
                market, Optional.of(published(limits)), users, where, port, limits);
        MetricsServer measured =
            metrics == null ? null : new MetricsServer(metrics, server::metrics)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, ended), "end"));
      Terminal.result(
          "marketdata serve ready flight:"
              + server.port()
              + (measured == null ? "" : " metrics:" + measured.port()));
      Terminal.out().flush();
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  private ServedWarehouse published(ServedLimits limits) {
    if (!(warehouse.address() instanceof WarehouseAddress.DuckDb duckDb)) {
      throw new UsageException("--warehouse=" + warehouse.shown() + ": must be duckdb:FILE");
    }
    int megabytes =
        memory == null
            ? DuckDbWarehouse.Limits.ofThisMachine().memoryMegabytes() / A_USERS_SHARE
            : memory;
    return new ServedWarehouse(
        Path.of("").toAbsolutePath().resolve(duckDb.file()),
        new DuckDbWarehouse.Limits(limits.workers(), megabytes),
        Duration.ofSeconds(seconds),
        (user, sql) -> AuditedSessions.asked("sql of " + user, sql));
  }

  /** A signal has come: says what was done, and ends as a command that did what it should. */
  private static void end(MarketFlightServer server, CountDownLatch ended) {
    server.close();
    server.summary().forEach(Terminal::note);
    ended.countDown();
    Runtime.getRuntime().halt(0);
  }

  private KnownUsers users() throws IOException {
    Path file = entitlements.path();
    if (file == null) {
      throw new UsageException(
          "--entitlements is missing: the file that says who may see what, docs/entitlements.md");
    }
    try {
      return new KnownUsers(
          file,
          () -> {
            requirePrivate(file);
            return entitlements.read().orElseThrow();
          });
    } catch (NoSuchFileException e) {
      throw new UsageException("--entitlements=" + file + ": there is no such file", e);
    }
  }

  /** Hashes of secrets are for nobody else to try. */
  private static void requirePrivate(Path file) throws IOException {
    try {
      String rights = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
      if (!rights.endsWith("------")) {
        throw new UsageException(
            "--entitlements=" + file + " can be read by others (" + rights + "): chmod 600 it");
      }
    } catch (UnsupportedOperationException e) {
      Terminal.note(file + " is on a file system that does not say who may read it");
    }
  }
}
