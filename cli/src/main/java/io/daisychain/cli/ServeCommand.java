package io.daisychain.cli;

import com.sun.management.OperatingSystemMXBean;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.serve.Residence;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.store.StoreSession;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "serve",
    description = {
      "Stays, and does small news of commands that are given in this folder.",
      "ingest, link, publish, run, repair, drop, feedback, days, row, tree and sql then end in a"
          + " fraction of the time: the launcher hands them over. Large ones, and all else, have a"
          + " process of their own as ever. It prints 'serve ready' once it can be used, and ends by"
          + " SIGTERM, by --stop, or when no command has come for long.",
      ""
    },
    footer = {"", "  ./daisychain serve &", "  ./daisychain serve --stop"})
final class ServeCommand implements Callable<Integer> {
  /** With less, two stores and this process might not fit. */
  private static final long REHEARSAL_MEMORY = 4L << 30;

  @Option(
      names = "--linger",
      paramLabel = "SECONDS",
      defaultValue = "3600",
      description = "Ends so long after the last command; 0 for never. Default: ${DEFAULT-VALUE}")
  private int linger;

  @Option(
      names = "--stop",
      description = "Ends the one of this folder in order, and returns when it is gone.")
  private boolean stop;

  @Option(
      names = "--noRehearsal",
      description = {
        "Does not rehearse small news, on made-up ones with a store of their own, when it is ready and"
            + " has no command: then the first ones cost what they do without it."
      })
  private boolean noRehearsal;

  @Mixin private StoreOptions store;

  @Override
  public Integer call() throws IOException {
    if (linger < 0) {
      throw new UsageException("--linger=" + linger + " is no number of seconds");
    }
    if (stop) {
      Terminal.result(Residence.stop() ? "serve stopped" : "no serve runs in this folder");
      return 0;
    }
    new Residence(!noRehearsal && hasMemory())
        .stay(Main::run, this::keepStore, Duration.ofSeconds(linger));
    return 0;
  }

  /** Whether a second store may start for a while. */
  private static boolean hasMemory() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize()
        >= REHEARSAL_MEMORY;
  }

  /** The store's connection, which commands share. */
  private Closeable keepStore() throws IOException {
    StoreSession session = store.open();
    session.stayAtExit();
    return session::close;
  }
}
