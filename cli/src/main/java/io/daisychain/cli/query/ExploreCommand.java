package io.daisychain.cli.query;

import io.daisychain.cli.job.AuditTrail;
import io.daisychain.cli.job.AuditedSessions;
import io.daisychain.cli.option.AsOption;
import io.daisychain.cli.option.MarketDataOption;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.ProofOption;
import io.daisychain.cli.option.TrustOption;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.serve.ServicePart;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.explorer.Explorer;
import io.daisychain.explorer.ShownWarehouse;
import io.daisychain.explorer.live.LiveSource;
import io.daisychain.explorer.point.BadParameterException;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.duckdb.Restriction;
import io.daisychain.watch.subscribe.Subscription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "explore",
    description = {
      "Shows the published market on a page of this machine, from the whole day to one fill.",
      "Prints the page's address and serves it until SIGTERM or Ctrl-C, to this machine alone. The"
          + " warehouse is only read. With --export it writes a picture or rows instead and ends.",
      ""
    },
    footer = {
      "",
      "  ./daisychain explore --open",
      "  ./daisychain explore --live=127.0.0.1:7002",
      "  ./daisychain explore --export=orphans.csv --view='status=ORPHAN'",
      "  ./daisychain explore --export=day.png --size=3840x2160",
      "",
      "A view is what stands behind # in the page's address. docs/explorer.md has more."
    })
public final class ExploreCommand implements Callable<Integer>, ServicePart {
  private static final int HIGHEST_PORT = 65_535;
  private static final Pattern SIZE = Pattern.compile("[0-9]{3,4}x[0-9]{3,4}");

  @Mixin private WarehouseOption warehouse;

  @Option(
      names = "--marketdata",
      paramLabel = "DIR",
      description =
          "Folder of market data that must be in the warehouse. Default: what the warehouse names.")
  private String marketData;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Port of 127.0.0.1; 0, the default, for any that is free.")
  private int port;

  @Option(
      names = "--live",
      paramLabel = "HOST:PORT",
      description =
          "Where a running watch --serve listens: its alerts are shown as they come, and the best bid"
              + " and offer of each symbol that it has quotes of, on lists of their own.")
  private String live;

  @Mixin private TrustOption trust;
  @Mixin private AsOption as;

  @Option(names = "--open", description = "Opens the page in the browser.")
  private boolean open;

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description =
          "Folder for files that make the next start quick. Default: the warehouse's name with"
              + " .explorer behind it.")
  private String cache;

  @Option(
      names = "--export",
      paramLabel = "FILE.png|csv",
      description = "Writes the picture, or the rows, of a view, and ends.")
  private String export;

  @Option(
      names = "--view",
      paramLabel = "FRAGMENT",
      defaultValue = "",
      description = "With --export: the view, as in the page's address. Default: all events.")
  private String view;

  @Option(
      names = "--size",
      paramLabel = "WIDTHxHEIGHT",
      defaultValue = "1920x1080",
      description = "With --export=FILE.png: pixels. Default: ${DEFAULT-VALUE}")
  private String size;

  @Override
  public Integer call() throws IOException {
    Path file = check();
    if (export == null && !view.isEmpty()) {
      throw new UsageException("--view goes with --export; the page has its view in its address");
    }
    if (export != null && live != null) {
      throw new UsageException("--live is for the page: --export writes what is published");
    }
    Optional<LiveSource> watch = watch();
    checkMarketData();
    if (export != null) {
      export(shown(file));
      return 0;
    }
    serve(shown(file), watch);
    return 0;
  }

  /** Checks options by themselves, and returns the file that is shown. */
  private Path check() throws IOException {
    if (port < 0 || port > HIGHEST_PORT) {
      throw new UsageException("--port=" + port + ": must be 0 to " + HIGHEST_PORT);
    }
    if (!SIZE.matcher(size).matches()) {
      throw new UsageException("--size=" + size + ": must be like 1920x1080");
    }
    if (export != null && !export.endsWith(".png") && !export.endsWith(".csv")) {
      throw new UsageException("--export=" + export + ": must end in .png or .csv");
    }
    if (!(warehouse.orDemos().address() instanceof WarehouseAddress.DuckDb duckDb)) {
      throw new UsageException("--warehouse=" + warehouse.shown() + ": must be duckdb:FILE");
    }
    return Path.of("").toAbsolutePath().resolve(duckDb.file()).normalize();
  }

  private Optional<LiveSource> watch() {
    return Optional.ofNullable(live)
        .map(to -> trust.address("--live=" + to, to))
        .map(address -> new LiveSource(address.toString(), address::connect, this::question));
  }

  @Override
  public void checkPart() throws IOException {
    if (export != null || !view.isEmpty() || open) {
      throw new UsageException("--export, --view and --open are for explore by itself");
    }
    check();
    watch();
  }

  @Override
  public void stay(CountDownLatch stopping, Host host) throws IOException {
    Path file = check();
    try {
      if (!Files.exists(file)) {
        host.waits("waits for the first publication");
      }
      boolean isStopped = false;
      while (!isStopped && !Files.exists(file)) {
        isStopped = stopping.await(1, TimeUnit.SECONDS);
      }
      if (!isStopped) {
        try (Explorer explorer =
            Explorer.start(shown(file), port, watch(), AuditedSessions::asked)) {
          host.ready("explore " + explorer.address(), State.QUIET);
          stopping.await();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** What is asked of a watch: of one firm, what this one may see. */
  private String question(String table, Set<String> symbols) {
    return new Subscription(
            table, symbols, Set.of(), Set.of(), Set.of(), ProofOption.asker(as.name()))
        .toJson();
  }

  /** What is shown: of one firm without side files, which would outlive what it may see. */
  private ShownWarehouse shown(Path file) throws IOException {
    Optional<Restriction> restriction = as.restriction();
    if (restriction.isPresent()) {
      if (cache != null) {
        throw new UsageException("--cache is for everything: what --as may see is kept in no file");
      }
      return ShownWarehouse.of(file, restriction.get());
    }
    return ShownWarehouse.whole(
        file,
        Optional.of(
            cache == null
                ? file.resolveSibling(file.getFileName() + ".explorer")
                : Path.of(Paths.absolute(cache))));
  }

  private void checkMarketData() throws IOException {
    if (marketData == null) {
      return;
    }
    MarketDataOption.of(marketData).existing();
    boolean isIn =
        !warehouse
            .query()
            .rows("SELECT 1 FROM duckdb_views() WHERE view_name = 'event_market'")
            .isEmpty();
    if (!isIn) {
      Terminal.note(
          "the warehouse has no market data: './daisychain marketdata asof --marketdata="
              + marketData
              + "' adds it");
    }
  }

  private void export(ShownWarehouse shown) throws IOException {
    int cross = size.indexOf('x');
    try {
      Explorer.export(
          shown,
          Path.of(Paths.absolute(export)),
          view,
          Integer.parseInt(size.substring(0, cross)),
          Integer.parseInt(size.substring(cross + 1)));
    } catch (BadParameterException e) {
      throw new UsageException("--view: " + e.getMessage(), e);
    }
    Terminal.note("written: " + export);
  }

  private void serve(ShownWarehouse shown, Optional<LiveSource> watch) throws IOException {
    CountDownLatch ended = new CountDownLatch(1);
    try (Explorer explorer = Explorer.start(shown, port, watch, AuditedSessions::asked)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(explorer, ended), "end"));
      Terminal.result(explorer.address());
      Terminal.note("the page is served until Ctrl-C, to this machine alone");
      if (open) {
        browse(explorer.address());
      }
      explorer.awaitReady();
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** A server that is told to end has done what it was asked for: exit code 0. */
  private static void end(Explorer explorer, CountDownLatch ended) {
    try {
      explorer.close();
      AuditTrail.end(0);
    } catch (IOException e) {
      CommandLog.failure(e);
    }
    ended.countDown();
    Runtime.getRuntime().halt(0);
  }

  private static void browse(String address) {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String program = system.startsWith("mac") ? "open" : "xdg-open";
    try {
      new ProcessBuilder(program, address)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      Terminal.note("no browser could be opened: open the address yourself");
    }
  }
}
