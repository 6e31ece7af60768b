package io.daisychain.marketdata.feed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The messages of a session of MoldUDP64 1.00 from its first to its end. Lines that send the same
 * are arbitrated: of each message the first that comes is taken, and what both have lost is
 * requested again.
 */
public final class MoldUdp64Stream extends MessageStream {
  /** How addresses begin: {@code moldudp64://HOST:PORT,HOST:PORT?requests=HOST:PORT}. */
  public static final String SCHEME = "moldudp64://";

  private static final Pattern ADDRESS =
      Pattern.compile("moldudp64://([^?]+)(?:\\?(?:requests=([^&]+))?&?(?:interface=([^&]+))?)?");

  private static final int HEAD = 20;
  private static final int SESSION = 10;
  private static final int END_OF_SESSION = 0xFFFF;
  private static final int LARGEST_PACKET = 1 << 16;
  private static final int RECEIVE_BUFFER = 16 << 20;

  /** Of messages that came before others: what is beyond is requested when its turn comes. */
  static final int MOST_AHEAD_BYTES = 64 << 20;

  /** What one takes beside its own bytes, so that empty ones have a bound too. */
  static final int AHEAD_BYTES = 128;

  /** Before what they have is handed on: who sends without a pause fills no memory. */
  private static final int MOST_PACKETS = 1_000;

  private static final int MOST_REQUESTED = 1_000;

  /** The other line may bring what is missed. */
  private static final long PATIENCE_NANOS = 20_000_000L;

  private static final int MOST_REQUESTS = 100;

  /** A session that is alive sends a heartbeat each second. */
  private static final long SILENCE_NANOS = 60_000_000_000L;

  private final String address;
  private final Selector selector = Selector.open();
  private final List<DatagramChannel> lines = new ArrayList<>();
  private final DatagramChannel requests;
  private final SocketAddress server;
  private final ByteBuffer packet = ByteBuffer.allocate(LARGEST_PACKET);

  private byte[] session;
  private long next = 1;

  /** Messages from this number on are not known to have been sent. */
  private long unsent = 1;

  private boolean hasEnded;
  private final TreeMap<Long, byte[]> ahead = new TreeMap<>();
  private long aheadBytes;

  private long lastPacket = System.nanoTime();
  private long lastRequest = lastPacket;
  private int asked;

  private MoldUdp64Stream(String address, Matcher parts) throws IOException {
    this.address = address;
    this.server = parts.group(2) == null ? null : socket(parts.group(2));
    try {
      for (String line : parts.group(1).split(",", -1)) {
        lines.add(open(socket(line), parts.group(3)));
      }
      requests = server == null ? null : register(DatagramChannel.open());
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Listens to the lines of an address.
   *
   * @throws FeedException if it is none, or its lines cannot be listened to
   */
  public static MoldUdp64Stream open(String address) throws IOException {
    Matcher parts = ADDRESS.matcher(address);
    if (!parts.matches()) {
      throw new FeedException(
          address + " is not " + SCHEME + "HOST:PORT,HOST:PORT?requests=HOST:PORT&interface=NAME");
    }
    try {
      return new MoldUdp64Stream(address, parts);
    } catch (FeedException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new FeedException(address + " cannot be listened to: " + e.getMessage(), e);
    }
  }

  /** A multicast group is joined at an interface; any other address is one of this machine. */
  private DatagramChannel open(InetSocketAddress line, String at) throws IOException {
    DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
    register(channel);
    channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
    channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
    channel.bind(line);
    if (line.getAddress().isMulticastAddress()) {
      NetworkInterface joined =
          at == null
              ? NetworkInterface.networkInterfaces()
                  .filter(MoldUdp64Stream::isMulticast)
                  .findFirst()
                  .orElse(null)
              : NetworkInterface.getByName(at);
      if (joined == null) {
        throw new FeedException("there is no interface " + Objects.requireNonNullElse(at, ""));
      }
      channel.join(line.getAddress(), joined);
    }
    return channel;
  }

  private static boolean isMulticast(NetworkInterface at) {
    try {
      return at.isUp() && at.supportsMulticast() && !at.isLoopback();
    } catch (IOException e) {
      return false;
    }
  }

  private DatagramChannel register(DatagramChannel channel) throws IOException {
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ);
    return channel;
  }

  @Override
  boolean isOver() {
    return hasEnded && next >= unsent;
  }

  /** Takes what has come, and requests what is missed. */
  @Override
  void receive() throws IOException {
    selector.select(next < unsent ? PATIENCE_NANOS / 1_000_000 : 1_000);
    long now = System.nanoTime();
    for (SelectionKey key : selector.selectedKeys()) {
      DatagramChannel channel = (DatagramChannel) key.channel();
      for (int i = 0; i < MOST_PACKETS && channel.receive(packet.clear()) != null; i++) {
        take(packet.flip());
        lastPacket = now;
      }
    }
    selector.selectedKeys().clear();
    if (next < unsent && now - lastRequest > PATIENCE_NANOS) {
      request(now);
    }
    if (now - lastPacket > SILENCE_NANOS) {
      throw new FeedException(
          address + ": nothing has come for a minute; message " + next + " is the next");
    }
  }

  private void take(ByteBuffer in) {
    if (in.remaining() < HEAD) {
      return;
    }
    byte[] of = new byte[SESSION];
    in.get(of);
    if (session == null) {
      session = of;
    } else if (!Arrays.equals(session, of)) {
      return; // another day's, which is not over
    }
    long number = in.getLong();
    int count = in.getShort() & 0xFFFF;
    if (count == END_OF_SESSION) {
      hasEnded = true;
      count = 0;
    }
    unsent = Math.max(unsent, number + count);
    for (int i = 0; i < count && in.remaining() >= 2; i++, number++) {
      int length = in.getShort() & 0xFFFF;
      if (length > in.remaining()) {
        return;
      }
      byte[] message = new byte[length];
      in.get(message);
      if (number == next) {
        accept(message);
        takeAhead();
      } else if (number > next && aheadBytes < MOST_AHEAD_BYTES) {
        aheadBytes += ahead.putIfAbsent(number, message) == null ? AHEAD_BYTES + length : 0;
      }
    }
  }

  /** Messages that are held because others are missed before them. */
  int held() {
    return ahead.size();
  }

  private void takeAhead() {
    while (!ahead.isEmpty() && ahead.firstKey() <= next) {
      boolean isNext = ahead.firstKey() == next;
      byte[] message = ahead.pollFirstEntry().getValue();
      aheadBytes -= AHEAD_BYTES + message.length;
      if (isNext) {
        accept(message);
      }
    }
  }

  private void accept(byte[] message) {
    hand(ByteBuffer.wrap(message));
    next++;
    asked = 0;
  }

  private void request(long now) throws IOException {
    long end = Math.min(ahead.isEmpty() ? unsent : ahead.firstKey(), next + MOST_REQUESTED);
    if (++asked > MOST_REQUESTS) {
      throw new FeedException(
          "%s: messages %s to %s of session %s are missed by all lines%s"
              .formatted(
                  address,
                  next,
                  end - 1,
                  new String(session, ISO_8859_1).strip(),
                  server == null ? ", and there is no ?requests=HOST:PORT" : ""));
    }
    lastRequest = now;
    if (server != null) {
      ByteBuffer request = ByteBuffer.allocate(HEAD).put(session).putLong(next);
      requests.send(request.putShort((short) (end - next)).flip(), server);
    }
  }

  @Override
  public void close() throws IOException {
    for (SelectionKey key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }
}
