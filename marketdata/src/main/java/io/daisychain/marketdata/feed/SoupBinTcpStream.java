package io.daisychain.marketdata.feed;

import com.paritytrading.nassau.soupbintcp.SoupBinTCP;
import com.paritytrading.nassau.soupbintcp.SoupBinTCPClient;
import com.paritytrading.nassau.soupbintcp.SoupBinTCPClientStatusListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The messages of a session of SoupBinTCP 3.00 from its first to its end. Where a connection ends
 * before the session does, the next asks for what is missed.
 */
public final class SoupBinTcpStream extends MessageStream {
  /** How addresses begin: {@code soupbintcp://USER@HOST:PORT?session=NAME}. */
  public static final String SCHEME = "soupbintcp://";

  private static final Pattern ADDRESS =
      Pattern.compile("soupbintcp://([^@]{1,6})@([^@?]+)(?:\\?session=([^&]{1,10}))?");

  private static final int LARGEST_PACKET = 1 << 16;

  /** Either side sends a heartbeat each second; the library gives the other up after 15. */
  private static final long HEARTBEAT_MILLIS = 1_000;

  /** Connections one after the other that bring nothing. */
  private static final int MOST_TRIES = 10;

  private final String address;
  private final Matcher parts;
  private final String password;
  private final Selector selector = Selector.open();

  private SoupBinTCPClient client;
  private String session;
  private long next = 1;
  private boolean hasEnded;
  private String refusal;
  private boolean isSilent;
  private int tries;

  private SoupBinTcpStream(String address, Matcher parts, String password) throws IOException {
    this.address = address;
    this.parts = parts;
    this.password = password;
    this.session = parts.group(3) == null ? "" : parts.group(3);
  }

  /**
   * Connects to a session, by default the one that is current.
   *
   * @param password of at most ten characters; empty for none
   * @throws FeedException if the address is none, nobody is there, or the login is refused
   */
  public static SoupBinTcpStream open(String address, String password) throws IOException {
    Matcher parts = ADDRESS.matcher(address);
    if (!parts.matches()) {
      throw new FeedException(
          address
              + " is not "
              + SCHEME
              + "USER@HOST:PORT?session=NAME; a user has 1 to 6 characters");
    }
    if (password.length() > 10) {
      throw new FeedException(address + ": a password has at most ten characters");
    }
    SoupBinTcpStream stream = new SoupBinTcpStream(address, parts, password);
    try {
      stream.connect();
      return stream;
    } catch (FeedException e) {
      stream.close();
      throw e;
    } catch (IOException | RuntimeException e) {
      stream.close();
      throw new FeedException(address + " cannot be reached: " + e.getMessage(), e);
    }
  }

  private void connect() throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.connect(socket(parts.group(2)));
      client = new SoupBinTCPClient(channel, LARGEST_PACKET, this::take, new Status());
      SoupBinTCP.LoginRequest login = new SoupBinTCP.LoginRequest();
      login.setUsername(parts.group(1));
      login.setPassword(password);
      login.setRequestedSession(session);
      login.setRequestedSequenceNumber(next);
      client.login(login);
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private void take(ByteBuffer message) {
    hand(message);
    next++;
    tries = 0;
  }

  @Override
  boolean isOver() {
    return hasEnded;
  }

  @Override
  void receive() throws IOException {
    selector.select(HEARTBEAT_MILLIS);
    selector.selectedKeys().clear();
    String why = "the connection has ended";
    boolean isAlive = true;
    try {
      isAlive = client.receive() >= 0;
      client.keepAlive();
    } catch (FeedException e) {
      throw e;
    } catch (IOException e) {
      isAlive = false;
      why = e.getMessage();
    }
    if (refusal != null) {
      throw new FeedException(address + ": the login is refused: " + refusal);
    }
    if (!hasEnded && (isSilent || !isAlive)) {
      again(isSilent ? "nothing has come for 15 seconds" : why);
    }
  }

  private void again(String why) throws IOException {
    client.close();
    isSilent = false;
    if (++tries > MOST_TRIES) {
      throw new FeedException(
          "%s: %s, %s times; message %s is the next".formatted(address, why, MOST_TRIES, next));
    }
    try {
      connect();
    } catch (FeedException e) {
      throw e;
    } catch (IOException e) {
      throw new FeedException(
          "%s: %s, and then: %s; message %s is the next"
              .formatted(address, why, e.getMessage(), next),
          e);
    }
  }

  @Override
  public void close() throws IOException {
    if (client != null) {
      client.close();
    }
    selector.close();
  }

  private final class Status implements SoupBinTCPClientStatusListener {
    @Override
    public void heartbeatTimeout(SoupBinTCPClient of) {
      isSilent = true;
    }

    @Override
    public void loginAccepted(SoupBinTCPClient of, SoupBinTCP.LoginAccepted accepted)
        throws IOException {
      session = accepted.getSession().strip();
      if (accepted.getSequenceNumber() != next) {
        throw new FeedException(
            "%s: session %s begins at message %s, and %s is the next"
                .formatted(address, session, accepted.getSequenceNumber(), next));
      }
    }

    @Override
    public void loginRejected(SoupBinTCPClient of, SoupBinTCP.LoginRejected rejected) {
      refusal =
          rejected.getRejectReasonCode() == SoupBinTCP.LOGIN_REJECT_CODE_NOT_AUTHORIZED
              ? "user and password are not known"
              : "there is no session " + (session.isEmpty() ? "now" : session);
    }

    @Override
    public void endOfSession(SoupBinTCPClient of) {
      hasEnded = true;
    }
  }
}
