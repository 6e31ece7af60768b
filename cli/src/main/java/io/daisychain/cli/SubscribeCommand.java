package io.daisychain.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.watch.Subscription;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "subscribe",
    description = {
      "Prints what a running watch hands out, one JSON object a line, until either ends: a snapshot "
          + "of each row, ready, then changes with the fields that have changed, and gone.",
      ""
    },
    footer = {"", "  ./daisychain subscribe --to=127.0.0.1:7000 --table=alerts --symbols=AAPL,IBM"})
final class SubscribeCommand implements Callable<Integer> {
  private static final int CONNECT_MILLIS = 10_000;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "HOST:PORT",
      description = "Where watch --serve listens.")
  private String to;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      defaultValue = "lifecycles",
      description = "lifecycles, alerts or nbbo. Default: ${DEFAULT-VALUE}")
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

  @Override
  public Integer call() throws IOException {
    Subscription wanted =
        new Subscription(table, set(symbols), set(reporters), set(statuses), set(fields));
    UsageException.checked(
        () -> {
          wanted.check();
          return wanted;
        });
    InetSocketAddress address = address();
    try (Socket socket = new Socket()) {
      try {
        socket.connect(address, CONNECT_MILLIS);
      } catch (IOException e) {
        throw new IOException("--to=" + to + ": " + e.getMessage(), e);
      }
      socket.getOutputStream().write((wanted.toJson() + "\n").getBytes(UTF_8));
      print(new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)));
      return 0;
    }
  }

  private static void print(BufferedReader in) throws IOException {
    PrintStream out = Terminal.out();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.startsWith("{\"op\":\"error\"")) {
        throw new IOException(line);
      }
      out.print(line + "\n");
      if (!in.ready()) {
        out.flush();
        if (out.checkError()) {
          return; // nobody reads any more
        }
      }
    }
  }

  private InetSocketAddress address() {
    int colon = to.lastIndexOf(':');
    String port = to.substring(colon + 1);
    if (colon < 1 || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65_535) {
      throw new UsageException("--to=" + to + " is not HOST:PORT");
    }
    return new InetSocketAddress(to.substring(0, colon), Integer.parseInt(port));
  }

  private static Set<String> set(String names) {
    Set<String> set = new TreeSet<>();
    Arrays.stream(names.split(",", -1)).filter(name -> !name.isEmpty()).forEach(set::add);
    return set;
  }
}
