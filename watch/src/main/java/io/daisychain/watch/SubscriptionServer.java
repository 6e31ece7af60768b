package io.daisychain.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.watch.net.ConnectionServer;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Serves subscribers over TCP: a line of JSON in, which says what is wanted ({@link Subscription}),
 * lines of JSON out. Each has a thread of its own and blocks nobody else.
 */
final class SubscriptionServer implements AutoCloseable {
  private static final int LONGEST_REQUEST = 1 << 20;
  private static final int OUT_BYTES = 64 << 10;

  private final HandOut handOut;
  private final WatchMeter meter;
  private final ConnectionServer server;

  /** Serves who connects to {@code listener}, which it closes. */
  SubscriptionServer(HandOut handOut, ServerSocket listener, WatchMeter meter) {
    this.meter = meter;
    this.handOut = handOut;
    this.server = new ConnectionServer("daisychain-watch-serve", listener, this::serve);
  }

  int port() {
    return server.port();
  }

  int connections() {
    return server.connections();
  }

  private void serve(Socket socket) throws IOException, InterruptedException {
    InputStream in = socket.getInputStream();
    OutputStream out = new BufferedOutputStream(meter.watched(socket.getOutputStream()), OUT_BYTES);
    Subscription wanted;
    try {
      wanted = Subscription.parse(readLine(in));
    } catch (IllegalArgumentException e) {
      out.write((error(e.getMessage()) + "\n").getBytes(UTF_8));
      out.flush();
      return;
    }
    serve(wanted, in, out);
  }

  private void serve(Subscription wanted, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    LiveTable<DatedKey> table = handOut.table(wanted.table());
    Subscriber<DatedKey> subscriber = new Subscriber<>(table, wanted);
    table.add(subscriber);
    ConnectionServer.start("daisychain-watch-subscriber-end", () -> awaitEnd(in, subscriber));
    try {
      subscriber.send(out);
    } finally {
      table.remove(subscriber);
    }
  }

  /** A subscriber says nothing more; when its side is closed it wants nothing more. */
  private static void awaitEnd(InputStream in, Subscriber<DatedKey> subscriber) {
    try {
      while (in.read() >= 0) {
        Thread.onSpinWait();
      }
    } catch (IOException e) {
      subscriber.close();
    } finally {
      subscriber.close();
    }
  }

  private static String error(String text) {
    return JsonNodeFactory.instance.objectNode().put("op", "error").put("text", text).toString();
  }

  private static String readLine(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    while (next >= 0 && next != '\n') {
      if (line.size() == LONGEST_REQUEST) {
        throw new IllegalArgumentException("a subscription is one line of less than 1 MB");
      }
      line.write(next);
      next = in.read();
    }
    return line.toString(UTF_8);
  }

  @Override
  public void close() {
    server.close();
  }
}
