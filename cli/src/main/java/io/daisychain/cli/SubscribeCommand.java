package io.daisychain.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.cli.option.ProofOption;
import io.daisychain.cli.option.TrustOption;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.watch.HostPort;
import io.daisychain.watch.subscribe.Subscription;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "subscribe",
    description = {
      "Prints what a running watch hands out, one JSON object a line, until either ends: a snapshot "
          + "of each row, ready, then changes with the fields that have changed, and gone.",
      "A watch with --entitlements asks who it is: a certificate in --tls says it, or NAME:SECRET in"
          + " the variable DAISYCHAIN_SECRET.",
      ""
    },
    footer = {"", "  ./daisychain subscribe --to=127.0.0.1:7000 --table=alerts --symbols=AAPL,IBM"})
final class SubscribeCommand implements Callable<Integer> {
  private static final String READY = "{\"op\":\"ready\"}";
  private static final int RETRY_MILLIS = 200;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "HOST:PORT,...",
      description = "Where watch --serve listens, and where one that stands by will.")
  private String to;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      defaultValue = "lifecycles",
      description = "lifecycles, alerts, nbbo or windows. Default: ${DEFAULT-VALUE}")
  private String table;

  @Option(
      names = "--symbols",
      paramLabel = "NAME,...",
      description = "Rows of which an event has one of these.")
  private String symbols = "";

  @Option(
      names = "--reporters",
      paramLabel = "MPID,...",
      description = "Rows of which an event is one of theirs.")
  private String reporters = "";

  @Option(
      names = "--statuses",
      paramLabel = "STATUS,...",
      description = "Rows of which an event has one of these, such as ORPHAN.")
  private String statuses = "";

  @Option(
      names = "--fields",
      paramLabel = "NAME,...",
      description = "Fields to print besides id. Default: all")
  private String fields = "";

  @Option(
      names = "--snapshot",
      description = "Ends after ready: what is there now, without what changes later.")
  private boolean snapshot;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description =
          "How long to try to connect while nobody listens there yet, or again when a watch has"
              + " ended, from a new snapshot. Default: ${DEFAULT-VALUE}")
  private int wait;

  @Mixin private TrustOption trust;

  private boolean hasBegun;

  @Override
  public Integer call() throws IOException {
    Subscription wanted =
        new Subscription(
            table, set(symbols), set(reporters), set(statuses), set(fields), ProofOption.asker(""));
    UsageException.checked(
        () -> {
          wanted.check();
          return wanted;
        });
    HostPort address = trust.address("--to=" + to, to);
    byte[] request = (wanted.toJson() + "\n").getBytes(UTF_8);
    Socket socket = connect(address);
    while (socket != null) {
      boolean isOver;
      try (Socket open = socket) {
        open.getOutputStream().write(request);
        isOver = print(new BufferedReader(new InputStreamReader(open.getInputStream(), UTF_8)));
      } catch (SocketException e) {
        isOver = false; // the watch was killed
      }
      if (!hasBegun) {
        throw new IOException("no answer of a watch: is --tls missing?");
      }
      socket = isOver || wait == 0 ? null : connectAgain(address);
    }
    return 0;
  }

  /**
   * Prints what comes.
   *
   * @return false when the watch has ended
   */
  private boolean print(BufferedReader in) throws IOException {
    PrintStream out = Terminal.out();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.startsWith("{\"op\":\"error\"")) {
        throw new IOException(line);
      }
      if (!hasBegun && !line.startsWith("{")) {
        return false;
      }
      hasBegun = true;
      out.print(line + "\n");
      if (!in.ready()) {
        out.flush();
        if (out.checkError()) {
          return true; // nobody reads any more
        }
      }
      if (snapshot && line.equals(READY)) {
        return true;
      }
    }
    return false;
  }

  private Socket connect(HostPort address) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(wait);
    while (true) {
      try {
        return address.connect();
      } catch (IOException e) {
        boolean nobody = e.getCause() instanceof ConnectException;
        if ((!nobody && !hasBegun) || System.nanoTime() >= end) {
          throw new IOException(
              "--to="
                  + e.getMessage()
                  + (nobody
                      ? " (a watch listens once it has printed: watch ready; --wait=SECONDS waits for it)"
                      : ""),
              e);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS));
      }
    }
  }

  /** Connects to the watch that takes the place of one that has ended; null where none does. */
  private Socket connectAgain(HostPort address) {
    try {
      return connect(address);
    } catch (IOException e) {
      return null;
    }
  }

  private static Set<String> set(String names) {
    Set<String> set = new TreeSet<>();
    Arrays.stream(names.split(",", -1)).filter(name -> !name.isEmpty()).forEach(set::add);
    return set;
  }
}
