package io.daisychain.flight;

import io.daisychain.listen.Listening;
import io.daisychain.marketdata.MarketFolder;
import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** Hands out market data over Arrow Flight, to users of whom it knows the rights. */
public final class MarketFlightServer implements AutoCloseable {
  /** Bytes of a request: some 40,000 symbols. */
  private static final int MOST_REQUEST_BYTES = 256 << 10;

  private static final int MOST_HEADER_BYTES = 8 << 10;
  private static final int MOST_CALLS_OF_A_CONNECTION = 64;
  private static final int STRANGER_SECONDS = 5;
  private static final int IDLE_MINUTES = 5;
  private static final int ALIVE_SECONDS = 30;

  /** Bytes that wait for one client: what is sent while the next part is read. */
  private static final int WAITING_BYTES = 2 << 20;

  /** Connections of which no call was proven yet, and those of which one was. */
  private static final int STRANGERS = 64;

  private static final int PROVEN = 1_024;
  private static final int PROVEN_OF_A_USER = 64;

  private static final Context.Key<CallerTracer> CALLER = Context.key("caller");

  private final BufferAllocator memory = new RootAllocator();
  private final OpenConnections connections =
      new OpenConnections(STRANGERS, PROVEN, PROVEN_OF_A_USER);
  private final EventLoopGroup acceptor = new NioEventLoopGroup(1);
  private final EventLoopGroup loops = new NioEventLoopGroup();
  private final FairQueue queue;
  private final MarketProducer producer;
  private final FlightServer server;

  /** Listens, and serves market data alone. */
  public MarketFlightServer(
      MarketFolder market, KnownUsers users, Listening where, int port, ServedLimits limits)
      throws IOException {
    this(market, Optional.empty(), users, where, port, limits);
  }

  /**
   * Listens.
   *
   * @param warehouse is asked by Flight SQL
   * @param port 0 for one that is free
   * @throws IOException if the port is taken, or the key cannot be read
   */
  public MarketFlightServer(
      MarketFolder market,
      Optional<ServedWarehouse> warehouse,
      KnownUsers users,
      Listening where,
      int port,
      ServedLimits limits)
      throws IOException {
    queue = new FairQueue(limits.workers());
    producer = new MarketProducer(market, users, memory, queue, limits, warehouse);
    String host = where.address().getHostAddress();
    Consumer<NettyServerBuilder> transport = transport(where);
    server =
        // The library's own TLS takes PEM alone; where there is any, it is the transport's.
        FlightServer.builder(memory, Location.forGrpcInsecure(host, port), producer)
            .headerAuthenticator(
                new UserAuthenticator(users, connections, () -> CALLER.get().caller))
            .maxInboundMessageSize(MOST_REQUEST_BYTES)
            .setMaxHeaderListSize(MOST_HEADER_BYTES)
            .backpressureThreshold(WAITING_BYTES)
            .transportHint("grpc.builderConsumer", transport)
            .build();
    try {
      server.start();
    } catch (IOException e) {
      close();
      throw new IOException(host + ":" + port + ": " + e.getMessage(), e);
    }
  }

  private Consumer<NettyServerBuilder> transport(Listening where) throws IOException {
    JdkSslContext tls = where.tls() == null ? null : tls(where);
    return builder -> {
      builder
          .handshakeTimeout(STRANGER_SECONDS, TimeUnit.SECONDS)
          .maxConnectionIdle(IDLE_MINUTES, TimeUnit.MINUTES)
          .keepAliveTime(ALIVE_SECONDS, TimeUnit.SECONDS)
          .maxConcurrentCallsPerConnection(MOST_CALLS_OF_A_CONNECTION)
          .bossEventLoopGroup(acceptor)
          .workerEventLoopGroup(loops)
          .channelFactory(connections::server)
          .addStreamTracerFactory(new CallerTracerFactory());
      if (tls != null) {
        builder.sslContext(tls);
      }
    };
  }

  private static JdkSslContext tls(Listening where) throws IOException {
    return new JdkSslContext(
        where.tls().server(where.clients()),
        false,
        Http2SecurityUtil.CIPHERS,
        SupportedCipherSuiteFilter.INSTANCE,
        new ApplicationProtocolConfig(
            ApplicationProtocolConfig.Protocol.ALPN,
            ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
            ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
            "h2"),
        where.clients() == null ? ClientAuth.NONE : ClientAuth.OPTIONAL,
        null,
        false);
  }

  /**
   * Keeps who is at the other end of a call's connection, for who asks who calls. An interceptor
   * would be too late: those of the library are before it.
   */
  private static final class CallerTracer extends ServerStreamTracer {
    private volatile UserAuthenticator.Caller caller;

    @Override
    public Context filterContext(Context context) {
      return context.withValue(CALLER, this);
    }

    @Override
    public void serverCallStarted(ServerCallInfo<?, ?> call) {
      Attributes of = call.getAttributes();
      caller =
          new UserAuthenticator.Caller(
              of.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR),
              certificate(of.get(Grpc.TRANSPORT_ATTR_SSL_SESSION)));
    }

    private static Optional<X509Certificate> certificate(SSLSession session) {
      try {
        return session != null && session.getPeerCertificates()[0] instanceof X509Certificate shown
            ? Optional.of(shown)
            : Optional.empty();
      } catch (SSLPeerUnverifiedException e) {
        return Optional.empty(); // it has shown none
      }
    }
  }

  private static final class CallerTracerFactory extends ServerStreamTracer.Factory {
    @Override
    public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
      return new CallerTracer();
    }
  }

  /** The port. */
  public int port() {
    return server.getPort();
  }

  /** Bytes of rows that are being sent or are held. */
  long bytes() {
    return memory.getAllocatedMemory();
  }

  /** Bytes of rows of the latest dates. */
  long heldBytes() {
    return producer.heldBytes();
  }

  /** Counters and times by user, in the text format of Prometheus. */
  public String metrics() {
    StringBuilder text = new StringBuilder(1_024);
    for (UserAnswers user : producer.users()) {
      AnswerTimes.Summary of = user.times().summary();
      metric(text, "answers_total", user, of.count());
      metric(text, "answer_seconds_sum", user, of.sum());
      metric(text, "answer_seconds_mean", user, of.mean());
      metric(text, "answer_seconds_deviation", user, of.deviation());
      metric(text, "answer_seconds_worst", user, of.worst());
      metric(text, "answers_broken_total", user, of.broken());
      metric(text, "requests_refused_total", user, of.refused());
      metric(text, "requests_begun", user, user.begun());
      metric(text, "requests_waiting", user, user.waiting());
      metric(text, "rows_total", user, of.rows());
    }
    text.append("daisychain_flight_held_bytes ").append(heldBytes()).append('\n');
    return text.toString();
  }

  private static void metric(StringBuilder text, String name, UserAnswers user, Number value) {
    text.append(
        String.format(
            Locale.ROOT, "daisychain_flight_%s{user=\"%s\"} %s%n", name, user.user(), value));
  }

  /** A line each about the answers that users got. */
  public List<String> summary() {
    return producer.users().stream()
        .map(
            user -> {
              AnswerTimes.Summary of = user.times().summary();
              return String.format(
                  Locale.ROOT,
                  "%s  %,d answers, %,d rows, mean %.3f s, deviation %.3f s, worst %.3f s; %,d"
                      + " broken off, %,d refused",
                  user.user(),
                  of.count(),
                  of.rows(),
                  of.mean(),
                  of.deviation(),
                  of.worst(),
                  of.broken(),
                  of.refused());
            })
        .toList();
  }

  /** Takes no further request, and ends those that are being answered. */
  @Override
  public void close() {
    try {
      if (server != null) {
        server.shutdown();
        server.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
      queue.close();
      producer.close();
    }
  }
}
