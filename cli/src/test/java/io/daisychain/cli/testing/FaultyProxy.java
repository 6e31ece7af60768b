package io.daisychain.cli.testing;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.HandlerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands before a gRPC server and passes calls on, but for some that it answers with errors of its
 * own, whatever the service. Which calls depends on their number alone, and on the seed.
 */
public final class FaultyProxy implements AutoCloseable {
  private static final int LONGEST_MESSAGE = 256 << 20;

  /** Messages of a stream that pass before it breaks, at most. */
  private static final int MOST_MESSAGES = 5;

  /** What the proxy does to a call. */
  private sealed interface Fate {
    /** Passes it on. */
    record Passed() implements Fate {}

    /** Answers itself; the server never hears of the call. */
    record Refused(Status status) implements Fate {}

    /** Passes it on and answers with an error when the server has done it. */
    record Lost(Status status) implements Fate {}

    /** Passes some messages of the answer, then ends it with an error. */
    record Broken(Status status, int messages) implements Fate {}

    /** Passes it on and keeps the answer for a while. */
    record Slow(int millis) implements Fate {}
  }

  /**
   * How many of a hundred calls.
   *
   * <p>Besides, the first call of each method is refused and the second lost, so that each has both
   * done to it.
   *
   * @param refused before they reach the server
   * @param lost after the server has done them
   * @param broken in the middle of the answer
   * @param slow to be answered
   */
  public record Rates(int refused, int lost, int broken, int slow, int slowMillis) {
    public static final Rates NONE = new Rates(0, 0, 0, 0, 0);
  }

  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
          return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
          try {
            return stream.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  private final long seed;
  private final ManagedChannel backend;
  private final Server server;
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final AtomicLong calls = new AtomicLong();
  private final Map<String, Integer> faults = new TreeMap<>();
  private final Map<String, Integer> callsByMethod = new ConcurrentHashMap<>();
  private volatile Rates rates = Rates.NONE;
  private volatile String deniedMethod = "";
  private volatile Status denial = Status.OK;

  private FaultyProxy(int port, long seed) throws IOException {
    this.seed = seed;
    backend =
        NettyChannelBuilder.forAddress("localhost", port)
            .usePlaintext()
            .maxInboundMessageSize(LONGEST_MESSAGE)
            .build();
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .maxInboundMessageSize(LONGEST_MESSAGE)
            .fallbackHandlerRegistry(new AnyMethod())
            .build()
            .start();
  }

  /** Stands before the server on a port of this machine. */
  public static FaultyProxy before(int port, long seed) throws IOException {
    return new FaultyProxy(port, seed);
  }

  public String address() {
    return "127.0.0.1:" + server.getPort();
  }

  /** From now on so many calls fail. */
  public void fail(Rates more) {
    callsByMethod.clear();
    rates = more;
  }

  /** From now on all calls of a method are answered with a status; with {@code OK} none. */
  public void deny(String method, Status status) {
    denial = status;
    deniedMethod = method;
  }

  long calls() {
    return calls.get();
  }

  /** How often what was done to calls, by method. */
  public Map<String, Integer> faults() {
    synchronized (faults) {
      return new TreeMap<>(faults);
    }
  }

  @Override
  public void close() {
    server.shutdownNow();
    backend.shutdownNow();
    clock.shutdownNow();
  }

  private Fate fate(String method) {
    String name = method.substring(method.indexOf('/') + 1);
    SplittableRandom random = new SplittableRandom(seed * 31 + calls.incrementAndGet());
    Fate fate = new Fate.Passed();
    if (!denial.isOk() && name.equals(deniedMethod)) {
      fate = new Fate.Refused(denial);
    } else {
      Status status =
          (random.nextBoolean() ? Status.UNAVAILABLE : Status.DEADLINE_EXCEEDED)
              .withDescription("as the proxy was told");
      int roll = random.nextInt(100);
      Rates now = rates;
      int number = now.equals(Rates.NONE) ? 2 : callsByMethod.merge(name, 1, Integer::sum) - 1;
      if (number == 0) {
        fate = new Fate.Refused(status);
      } else if (number == 1) {
        fate = new Fate.Lost(status);
      } else if (roll < now.refused) {
        fate = new Fate.Refused(status);
      } else if (roll < now.refused + now.lost) {
        fate = new Fate.Lost(status);
      } else if (roll < now.refused + now.lost + now.broken) {
        fate = new Fate.Broken(status, random.nextInt(MOST_MESSAGES));
      } else if (roll < now.refused + now.lost + now.broken + now.slow) {
        fate = new Fate.Slow(random.nextInt(now.slowMillis));
      }
    }
    if (!(fate instanceof Fate.Passed)) {
      synchronized (faults) {
        faults.merge(name + " " + fate.getClass().getSimpleName(), 1, Integer::sum);
      }
    }
    return fate;
  }

  private static MethodDescriptor<byte[], byte[]> descriptor(String method) {
    return MethodDescriptor.newBuilder(BYTES, BYTES)
        .setType(MethodDescriptor.MethodType.UNKNOWN)
        .setFullMethodName(method)
        .build();
  }

  private final class AnyMethod extends HandlerRegistry {
    @Override
    public ServerMethodDefinition<?, ?> lookupMethod(String method, String authority) {
      return ServerMethodDefinition.create(
          descriptor(method), (call, headers) -> start(method, call, headers));
    }
  }

  private ServerCall.Listener<byte[]> start(
      String method, ServerCall<byte[], byte[]> call, Metadata headers) {
    Fate fate = fate(method);
    if (fate instanceof Fate.Refused refused) {
      call.close(refused.status, new Metadata());
      return new ServerCall.Listener<>() {};
    }
    ClientCall<byte[], byte[]> passed = backend.newCall(descriptor(method), CallOptions.DEFAULT);
    passed.start(new Answer(call, passed, fate), headers);
    passed.request(1);
    call.request(1);
    return new ServerCall.Listener<>() {
      @Override
      public void onMessage(byte[] message) {
        passed.sendMessage(message);
        call.request(1);
      }

      @Override
      public void onHalfClose() {
        passed.halfClose();
      }

      @Override
      public void onCancel() {
        passed.cancel("the client gave up", null);
      }
    };
  }

  /** Hands an answer on, as the call's fate has it. */
  private final class Answer extends ClientCall.Listener<byte[]> {
    private final ServerCall<byte[], byte[]> call;
    private final ClientCall<byte[], byte[]> passed;
    private final Fate fate;
    private int messages;
    private boolean headersSent;
    private boolean closed;

    Answer(ServerCall<byte[], byte[]> call, ClientCall<byte[], byte[]> passed, Fate fate) {
      this.call = call;
      this.passed = passed;
      this.fate = fate;
    }

    @Override
    public void onHeaders(Metadata headers) {
      if (!(fate instanceof Fate.Lost)) {
        later(() -> sendHeaders(headers));
      }
    }

    @Override
    public void onMessage(byte[] message) {
      later(() -> send(message));
      passed.request(1);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      later(() -> close(fate instanceof Fate.Lost lost ? lost.status : status, trailers));
    }

    private void later(Runnable step) {
      if (fate instanceof Fate.Slow slow) {
        // Equal delays keep the steps' order; a step that fails shows in a call that never ends.
        var unused = clock.schedule(() -> inTurn(step), slow.millis, TimeUnit.MILLISECONDS);
      } else {
        inTurn(step);
      }
    }

    private synchronized void inTurn(Runnable step) {
      if (!closed && !call.isCancelled()) {
        step.run();
      }
    }

    private void sendHeaders(Metadata headers) {
      headersSent = true;
      call.sendHeaders(headers);
    }

    private void send(byte[] message) {
      if (fate instanceof Fate.Lost) {
        return;
      }
      if (fate instanceof Fate.Broken broken && messages >= broken.messages) {
        close(broken.status, new Metadata());
        passed.cancel("broken", null);
        return;
      }
      if (!headersSent) {
        sendHeaders(new Metadata());
      }
      call.sendMessage(message);
      messages++;
    }

    private void close(Status status, Metadata trailers) {
      closed = true;
      call.close(status, trailers);
    }
  }
}
