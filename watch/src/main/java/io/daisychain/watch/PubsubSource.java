package io.daisychain.watch;

import com.google.api.core.ApiService;
import com.google.api.gax.batching.FlowControlSettings;
import com.google.api.gax.core.FixedExecutorProvider;
import com.google.api.gax.core.NoCredentialsProvider;
import com.google.cloud.pubsub.v1.AckReplyConsumer;
import com.google.cloud.pubsub.v1.Subscriber;
import com.google.cloud.pubsub.v1.SubscriberShutdownSettings;
import com.google.cloud.pubsub.v1.SubscriptionAdminSettings;
import com.google.pubsub.v1.PubsubMessage;
import io.daisychain.listen.SessionLog;
import io.daisychain.reporting.SaveInputLines;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Messages of a Pub/Sub subscription, each with lines of a submission as its data. One is
 * acknowledged when all of its rows are durable; until then Google's client extends its deadline,
 * and if this process ends before, it comes again and falls onto its own rows.
 */
final class PubsubSource implements MessageSource, AutoCloseable {
  private static final long MOST_BYTES = 64 << 20;

  /** For what is on its way when watching ends. */
  private static final Duration LONGEST_END = Duration.ofSeconds(30);

  private static final int DECIMAL = 10;

  private final PubsubAddress address;
  private final MessageSink sink;
  private final SourceReader reader;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(PubsubSource::daemon);
  private final Map<Long, AckReplyConsumer> unacknowledged = new ConcurrentHashMap<>();
  private final Subscriber subscriber;
  private final SessionLog sessions;
  private volatile long messages;
  private Closeable session = () -> {};

  /**
   * A subscription.
   *
   * @param sessions hears of this one
   * @param most messages that may be on their way; beyond it Pub/Sub keeps them
   */
  PubsubSource(PubsubAddress address, MessageSink sink, int most, SessionLog sessions)
      throws IOException {
    this.address = address;
    this.sessions = sessions;
    this.sink = sink;
    this.reader = sink.reader(this);
    sink.keep(SaveInputLines.rows(address.shown(), address.shown(), 0));
    Subscriber.Builder builder =
        Subscriber.newBuilder(address.name(), this::receive)
            .setExecutorProvider(FixedExecutorProvider.create(thread))
            .setFlowControlSettings(
                FlowControlSettings.newBuilder()
                    .setMaxOutstandingElementCount((long) most)
                    .setMaxOutstandingRequestBytes(MOST_BYTES)
                    .build())
            .setSubscriberShutdownSettings(
                SubscriberShutdownSettings.newBuilder().setTimeout(LONGEST_END).build());
    if (!address.emulator().isEmpty()) {
      builder
          .setCredentialsProvider(NoCredentialsProvider.create())
          .setChannelProvider(
              SubscriptionAdminSettings.defaultGrpcTransportProviderBuilder()
                  .setEndpoint(address.emulator())
                  .setChannelConfigurator(channel -> channel.usePlaintext())
                  .build());
    }
    this.subscriber = builder.build();
    subscriber.addListener(new Failure(), Runnable::run);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "daisychain-watch-pubsub");
    thread.setDaemon(true);
    return thread;
  }

  void start() throws IOException {
    session =
        sessions.begin(
            "pubsub",
            Map.of("subscription", address.name()),
            () -> Map.of("messages", Long.toString(messages)));
    subscriber.startAsync();
  }

  /** Called by one thread, which waits while too much is not durable yet. */
  void receive(PubsubMessage message, AckReplyConsumer answer) {
    long number = messages + 1;
    messages = number;
    unacknowledged.put(number, answer);
    try {
      take(message.getData().toByteArray(), lineOf(message.getMessageId()), number);
    } catch (IOException | RuntimeException e) {
      sink.fail(e);
    }
  }

  /** Hands over line by line; when the last one is durable, all are. */
  private void take(byte[] data, long line, long number) throws IOException {
    int from = 0;
    int to = endOfLine(data, from);
    while (to + 1 < data.length) {
      reader.take(line(data, from, to), address.shown(), line, SourceReader.PART);
      from = to + 1;
      to = endOfLine(data, from);
    }
    if (data.length == 0) {
      reader.mark(number);
    } else {
      reader.take(line(data, from, to), address.shown(), line, number);
    }
  }

  private static int endOfLine(byte[] data, int from) {
    int end = from;
    while (end < data.length && data[end] != '\n') {
      end++;
    }
    return end;
  }

  private static byte[] line(byte[] data, int from, int to) {
    return Arrays.copyOfRange(data, from, to > from && data[to - 1] == '\r' ? to - 1 : to);
  }

  /** Message ids of Pub/Sub are decimal numbers, though it does not promise it; 0 where not. */
  private static long lineOf(String messageId) {
    try {
      return Long.parseLong(messageId, DECIMAL);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  @Override
  public void durable(long number) {
    AckReplyConsumer answer = unacknowledged.remove(number);
    if (answer != null) {
      answer.ack();
    }
  }

  /** Says what Pub/Sub refuses for good; what passes, the client tries again. */
  private final class Failure extends ApiService.Listener {
    @Override
    public void failed(ApiService.State from, Throwable cause) {
      sink.fail(new IOException("--subscription=" + address.name() + ": " + why(cause), cause));
    }
  }

  /** Google's client wraps what was refused while it starts: it says that it does not run. */
  static String why(Throwable cause) {
    boolean isWrapped = cause instanceof IllegalStateException && cause.getCause() != null;
    return (isWrapped ? cause.getCause() : cause).getMessage();
  }

  private void end() {
    try {
      session.close();
    } catch (IOException e) {
      sink.fail(e);
    }
  }

  /** Asks for nothing more, and waits until what was read is durable and acknowledged. */
  @Override
  public void close() {
    try {
      if (sink.hasFailed()) {
        thread.shutdownNow();
        subscriber.stopAsync();
      } else {
        subscriber.stopAsync().awaitTerminated();
      }
    } catch (IllegalStateException e) {
      sink.fail(e); // it had failed before
    } finally {
      thread.shutdown();
      end();
    }
  }
}
