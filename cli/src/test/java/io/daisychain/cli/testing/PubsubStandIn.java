package io.daisychain.cli.testing;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import com.google.pubsub.v1.AcknowledgeRequest;
import com.google.pubsub.v1.ModifyAckDeadlineRequest;
import com.google.pubsub.v1.PubsubMessage;
import com.google.pubsub.v1.ReceivedMessage;
import com.google.pubsub.v1.StreamingPullRequest;
import com.google.pubsub.v1.StreamingPullResponse;
import com.google.pubsub.v1.SubscriberGrpc;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;

/**
 * One subscription of Pub/Sub by its own protocol, as far as a subscriber sees it: messages are
 * delivered at least once, in any order, and again when a deadline passes without an
 * acknowledgement or a connection is lost. A part of them is delivered twice in any case.
 */
public final class PubsubStandIn implements AutoCloseable {
  public static final String SUBSCRIPTION = "projects/market/subscriptions/submissions";

  private static final int MOST_AT_ONCE = 500;
  private static final long LOOK_MILLIS = 10;
  private static final long OVERDUE_MILLIS = 200;

  private final Server server;
  private final Timer clock = new Timer(true);
  private final int deadlineSeconds;
  private final int twiceEach;
  private final Queue<PubsubMessage> waiting = new ArrayDeque<>();
  private final Map<String, Delivery> delivered = new HashMap<>();
  private final Set<String> acknowledged = new HashSet<>();
  private final List<Puller> pullers = new ArrayList<>();
  private long published;
  private long deliveries;

  private record Delivery(PubsubMessage message, Puller to, long deadline) {}

  /**
   * Listens at a port of this machine.
   *
   * @param deadlineSeconds after which a message is delivered again
   * @param twiceEach of so many messages one is delivered twice
   */
  public PubsubStandIn(int deadlineSeconds, int twiceEach) throws IOException {
    this.deadlineSeconds = deadlineSeconds;
    this.twiceEach = twiceEach;
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(new Service())
            .build()
            .start();
    clock.schedule(
        new TimerTask() {
          @Override
          public void run() {
            send();
          }
        },
        LOOK_MILLIS,
        LOOK_MILLIS);
    clock.schedule(
        new TimerTask() {
          @Override
          public void run() {
            takeBack();
          }
        },
        OVERDUE_MILLIS,
        OVERDUE_MILLIS);
  }

  /** What {@code PUBSUB_EMULATOR_HOST} is to say. */
  public String address() {
    return "127.0.0.1:" + server.getPort();
  }

  public synchronized void publish(Collection<byte[]> messages) {
    for (byte[] message : messages) {
      PubsubMessage next =
          PubsubMessage.newBuilder()
              .setMessageId(Long.toString(++published))
              .setData(ByteString.copyFrom(message))
              .build();
      waiting.add(next);
      if (published % twiceEach == 0) {
        waiting.add(next);
      }
    }
  }

  /** Messages that were acknowledged, each counted once. */
  public synchronized int acknowledged() {
    return acknowledged.size();
  }

  public synchronized boolean isDone() {
    return acknowledged.size() == published;
  }

  /** How many more were delivered than published. */
  public synchronized long repeats() {
    return deliveries - published;
  }

  /** Takes back what nobody has acknowledged in time. */
  private synchronized void takeBack() {
    long now = System.nanoTime();
    delivered
        .values()
        .removeIf(
            delivery -> {
              boolean back = delivery.to().isGone() || now - delivery.deadline() > 0;
              if (back) {
                delivery.to().outstanding--;
                waiting.add(delivery.message());
              }
              return back;
            });
  }

  /** Hands out what waits. */
  private synchronized void send() {
    pullers.removeIf(Puller::isGone);
    pullers.forEach(Puller::send);
  }

  private synchronized void acknowledge(Iterable<String> ids) {
    for (String id : ids) {
      Delivery delivery = delivered.remove(id);
      if (delivery != null) {
        delivery.to().outstanding--;
        acknowledged.add(delivery.message().getMessageId());
      }
    }
  }

  private synchronized void extend(String id, int seconds) {
    delivered.computeIfPresent(
        id,
        (same, delivery) ->
            new Delivery(
                delivery.message(), delivery.to(), after(Math.min(seconds, deadlineSeconds))));
  }

  private static long after(int seconds) {
    return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
  }

  @Override
  public void close() {
    clock.cancel();
    server.shutdownNow();
  }

  /** A connection that asks for messages. */
  private final class Puller implements StreamObserver<StreamingPullRequest> {
    private final ServerCallStreamObserver<StreamingPullResponse> out;
    private long most;
    private long outstanding;
    private boolean ended;

    Puller(ServerCallStreamObserver<StreamingPullResponse> out) {
      this.out = out;
    }

    boolean isGone() {
      return ended || out.isCancelled();
    }

    void send() {
      while (out.isReady() && outstanding < most && !waiting.isEmpty()) {
        StreamingPullResponse.Builder response = StreamingPullResponse.newBuilder();
        for (int i = 0; i < MOST_AT_ONCE && outstanding < most && !waiting.isEmpty(); i++) {
          PubsubMessage message = waiting.remove();
          String id = "delivery-" + ++deliveries;
          delivered.put(id, new Delivery(message, this, after(deadlineSeconds)));
          outstanding++;
          response.addReceivedMessages(
              ReceivedMessage.newBuilder().setAckId(id).setMessage(message));
        }
        out.onNext(response.build());
      }
    }

    @Override
    public void onNext(StreamingPullRequest request) {
      synchronized (PubsubStandIn.this) {
        if (!request.getSubscription().isEmpty()) {
          if (!request.getSubscription().equals(SUBSCRIPTION)) {
            ended = true;
            out.onError(
                Status.NOT_FOUND
                    .withDescription("no subscription " + request.getSubscription())
                    .asRuntimeException());
            return;
          }
          long asked = request.getMaxOutstandingMessages();
          most = asked > 0 ? asked : Long.MAX_VALUE;
          pullers.add(this);
        } else {
          out.onNext(StreamingPullResponse.getDefaultInstance()); // it asks whether we are there
        }
        acknowledge(request.getAckIdsList());
      }
    }

    @Override
    public void onError(Throwable cause) {
      synchronized (PubsubStandIn.this) {
        ended = true;
      }
    }

    @Override
    public void onCompleted() {
      synchronized (PubsubStandIn.this) {
        ended = true;
        out.onCompleted();
      }
    }
  }

  private final class Service extends SubscriberGrpc.SubscriberImplBase {
    @Override
    public StreamObserver<StreamingPullRequest> streamingPull(
        StreamObserver<StreamingPullResponse> responses) {
      ServerCallStreamObserver<StreamingPullResponse> out =
          (ServerCallStreamObserver<StreamingPullResponse>) responses;
      out.setOnCancelHandler(() -> {}); // else a lost connection is an exception
      return new Puller(out);
    }

    @Override
    public void acknowledge(AcknowledgeRequest request, StreamObserver<Empty> answer) {
      PubsubStandIn.this.acknowledge(request.getAckIdsList());
      answer.onNext(Empty.getDefaultInstance());
      answer.onCompleted();
    }

    @Override
    public void modifyAckDeadline(ModifyAckDeadlineRequest request, StreamObserver<Empty> answer) {
      request.getAckIdsList().forEach(id -> extend(id, request.getAckDeadlineSeconds()));
      answer.onNext(Empty.getDefaultInstance());
      answer.onCompleted();
    }
  }
}
