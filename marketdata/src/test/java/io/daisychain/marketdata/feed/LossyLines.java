package io.daisychain.marketdata.feed;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.paritytrading.nassau.moldudp64.MoldUDP64DefaultMessageStore;
import com.paritytrading.nassau.moldudp64.MoldUDP64DownstreamPacket;
import com.paritytrading.nassau.moldudp64.MoldUDP64RequestServer;
import com.paritytrading.nassau.moldudp64.MoldUDP64Server;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.PortUnreachableException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Two lines of MoldUDP64 by the library's own servers, on which packets are lost, doubled and late,
 * and a server of what was sent.
 */
public final class LossyLines implements AutoCloseable {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private final Random random;
  private final List<MoldUDP64Server> lines = new ArrayList<>();
  private final MoldUDP64DefaultMessageStore store = new MoldUDP64DefaultMessageStore();
  private final DatagramChannel requests;
  private final int[] ports = {freePort(), freePort()};
  private final List<String> hosts;
  private volatile boolean isOver;

  /** Lines with a generator of chances. */
  public LossyLines(Random random) throws IOException {
    this(random, false);
  }

  /** The same, also as groups of multicast on the interface of loopback. */
  LossyLines(Random random, boolean areGroups) throws IOException {
    this.random = random;
    hosts = areGroups ? List.of("233.252.0.1", "233.252.0.2") : List.of("127.0.0.1", "127.0.0.1");
    for (int i = 0; i < 2; i++) {
      DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
      if (areGroups) {
        channel.setOption(
            StandardSocketOptions.IP_MULTICAST_IF, NetworkInterface.getByInetAddress(LOOPBACK));
      }
      channel.connect(new InetSocketAddress(hosts.get(i), ports[i]));
      lines.add(new MoldUDP64Server(channel, "TODAY"));
    }
    requests = DatagramChannel.open(StandardProtocolFamily.INET);
    requests.bind(new InetSocketAddress(LOOPBACK, 0));
  }

  private static int freePort() throws IOException {
    // Below those that the system deals out, so that nobody is given it before it is listened to.
    Random any = new Random();
    while (true) {
      int port = 20_000 + any.nextInt(10_000);
      try (DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET)) {
        channel.bind(new InetSocketAddress(LOOPBACK, port));
        return port;
      } catch (BindException e) {
        // another's
      }
    }
  }

  /** The messages of a file of ITCH. */
  public static List<byte[]> messagesOf(InputStream in) throws IOException {
    List<byte[]> messages = new ArrayList<>();
    for (byte[] head = in.readNBytes(3); head.length == 3; head = in.readNBytes(3)) {
      byte[] message = new byte[ItchFeed.LENGTHS.get(head[2])];
      message[0] = head[2];
      in.readNBytes(message, 1, message.length - 1);
      messages.add(message);
    }
    return messages;
  }

  /** What {@code --input} takes. */
  public String address(boolean withRequests) throws IOException {
    int server = ((InetSocketAddress) requests.getLocalAddress()).getPort();
    return "moldudp64://%s:%d,%s:%d".formatted(hosts.get(0), ports[0], hosts.get(1), ports[1])
        + (withRequests ? "?requests=127.0.0.1:" + server : "")
        + (withRequests && hosts.get(0).startsWith("233")
            ? "&interface=" + NetworkInterface.getByInetAddress(LOOPBACK).getName()
            : "");
  }

  /** Sends messages, some a packet, and then until it is closed that the session has ended. */
  public Thread send(List<byte[]> messages, int lostOfTen) {
    Thread answers = new Thread(this::answer, "requests");
    Thread sender = new Thread(() -> run(messages, lostOfTen), "lines");
    answers.start();
    sender.start();
    return sender;
  }

  /** Sends a packet of messages without a byte on the first line. */
  void sendEmpty(long first, int count) throws IOException {
    byte[] packet = new byte[20 + 2 * count];
    ByteBuffer.wrap(packet)
        .put("EMPTY     ".getBytes(US_ASCII))
        .putLong(first)
        .putShort((short) count);
    lines.get(0).getChannel().write(ByteBuffer.wrap(packet));
  }

  private void answer() {
    MoldUDP64RequestServer server = new MoldUDP64RequestServer(requests);
    try {
      while (!isOver) {
        server.serve(store);
      }
    } catch (ClosedChannelException e) {
      return; // the test is over
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void run(List<byte[]> messages, int lostOfTen) {
    try {
      for (byte[] message : messages) {
        store.put(ByteBuffer.wrap(message));
      }
      for (int from = 0; from < messages.size(); ) {
        int to = Math.min(messages.size(), from + 1 + random.nextInt(5));
        MoldUDP64DownstreamPacket packet = new MoldUDP64DownstreamPacket();
        for (byte[] message : messages.subList(from, to)) {
          packet.put(ByteBuffer.wrap(message));
        }
        for (MoldUDP64Server line : lines) {
          if (random.nextInt(10) >= lostOfTen) {
            line.setNextSequenceNumber(1 + from);
            send(line, packet);
          }
        }
        from = random.nextInt(10) == 0 ? Math.max(0, from - 3) : to;
      }
      while (!isOver) {
        for (MoldUDP64Server line : lines) {
          line.setNextSequenceNumber(1 + messages.size());
          send(line, null);
        }
        LockSupport.parkNanos(1_000_000);
      }
    } catch (IOException e) {
      if (!isOver) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }

  /** What nobody listens to yet is lost. */
  private static void send(MoldUDP64Server line, MoldUDP64DownstreamPacket packet)
      throws IOException {
    try {
      if (packet == null) {
        line.sendEndOfSession();
      } else {
        line.send(packet);
      }
    } catch (PortUnreachableException e) {
      return;
    }
  }

  @Override
  public void close() throws IOException {
    isOver = true;
    for (MoldUDP64Server line : lines) {
      line.close();
    }
    requests.close();
  }
}
