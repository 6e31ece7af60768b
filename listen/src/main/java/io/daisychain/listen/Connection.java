package io.daisychain.listen;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Somebody who has connected: a stranger, of whom little is read for a short time, until it is
 * proven. Closed by its {@link Listener} when a time is over. One thread reads, one writes.
 */
public final class Connection implements AutoCloseable {
  /** Written at once at most: each has the time of its own in which it must be read. */
  private static final int PIECE = 64 << 10;

  private static final long NEVER = Long.MAX_VALUE;

  private final Socket socket;
  private final Listener listener;
  private final long began;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicBoolean hasName = new AtomicBoolean(true);
  private SSLSocket tls;
  private InputStream in;
  private OutputStream out;
  private volatile long endOfReading;
  private volatile long endOfWriting = NEVER;
  private volatile String name;
  private volatile String reason = "";
  private int strangerBytes;
  private boolean wasLate;

  Connection(Socket socket, Listener listener, long began) {
    this.socket = socket;
    this.listener = listener;
    this.began = began;
    this.endOfReading = began + listener.limits().strangerTime().toNanos();
    this.strangerBytes = listener.limits().strangerBytes();
  }

  /** When it was accepted, in nanoseconds of the listener's clock. */
  long began() {
    return began;
  }

  /**
   * Opens its streams, by TLS with a factory; by the thread that serves it.
   *
   * @param asksClient for a certificate of the other end, which may have none
   */
  void begin(SSLSocketFactory factory, boolean asksClient) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setKeepAlive(true);
    if (factory != null) {
      tls = (SSLSocket) factory.createSocket(socket, null, true); // null: nothing was read before
      tls.setWantClientAuth(asksClient);
      tls.startHandshake();
    }
    in = new Input(tls == null ? socket.getInputStream() : tls.getInputStream());
    out = new Output(tls == null ? socket.getOutputStream() : tls.getOutputStream());
  }

  /** Says that this was all, where TLS says so. */
  void end() throws IOException {
    if (tls != null && !isClosed()) {
      endOfWriting = listener.now() + listener.limits().stuck().toNanos();
      tls.close();
    }
  }

  /** Counts what a stranger sends. */
  private final class Input extends FilterInputStream {
    Input(InputStream from) {
      super(from);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int at, int length) throws IOException {
      if (name != null) {
        return super.read(to, at, length);
      }
      if (length > 0 && strangerBytes == 0) {
        throw refused("more than " + listener.limits().strangerBytes() + " bytes of a stranger");
      }
      int read = super.read(to, at, Math.min(length, strangerBytes));
      strangerBytes -= Math.max(read, 0);
      return read;
    }
  }

  /** Writes in pieces, each of which has to be read in time. */
  private final class Output extends FilterOutputStream {
    Output(OutputStream to) {
      super(to);
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] from, int at, int length) throws IOException {
      try {
        for (int done = 0; done < length; done += PIECE) {
          endOfWriting = listener.now() + listener.limits().stuck().toNanos();
          out.write(from, at + done, Math.min(PIECE, length - done));
        }
      } finally {
        endOfWriting = NEVER;
      }
    }
  }

  /** What it sends; of a stranger no more than the listener's limit. */
  public InputStream in() {
    return in;
  }

  /** What it is sent. */
  public OutputStream out() {
    return out;
  }

  /** Where it comes from. */
  public InetAddress address() {
    return socket.getInetAddress();
  }

  InetSocketAddress remote() {
    return (InetSocketAddress) socket.getRemoteSocketAddress();
  }

  InetSocketAddress local() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  long strangerNanos() {
    return listener.limits().strangerTime().toNanos();
  }

  /** Where it comes from, with the port: for logs. */
  public String peer() {
    return socket.getInetAddress().getHostAddress() + ":" + socket.getPort();
  }

  /** The other end's certificate, whose chain is trusted; empty where it has shown none. */
  public Optional<X509Certificate> certificate() {
    if (tls == null) {
      return Optional.empty();
    }
    try {
      return tls.getSession().getPeerCertificates()[0] instanceof X509Certificate certificate
          ? Optional.of(certificate)
          : Optional.empty();
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty();
    }
  }

  /**
   * It is no stranger any more: limits of bytes and time end.
   *
   * @param as its name; connections of one name share a limit
   * @throws RefusedException where there are too many
   */
  public void prove(String as) throws RefusedException {
    if (name == null) {
      listener.proven(this, as);
      name = as;
      endOfReading = NEVER;
    }
  }

  /** Another connection may have its name from now on: all is said but the last words. */
  public void giveUpName() {
    if (name != null && hasName.compareAndSet(true, false)) {
      listener.gaveUp(name);
    }
  }

  /** The name under which it was proven; null of a stranger. */
  public String name() {
    return name;
  }

  /** Closes it when this is not called again for so long. */
  public void expectWithin(long nanos) {
    endOfReading = listener.now() + nanos;
  }

  /** Nothing is expected. */
  public void expectNothing() {
    endOfReading = NEVER;
  }

  /** What ends it, kept for the log. */
  public RefusedException refused(String why) {
    reason = reason.isEmpty() ? why : reason;
    return new RefusedException(why);
  }

  /** Says that nothing more is written. */
  public void shutdownOutput() throws IOException {
    if (tls == null) {
      socket.shutdownOutput();
    } else {
      tls.shutdownOutput();
    }
  }

  /**
   * True where a time is over. Who is known is looked at twice: where the process has stood still,
   * what has come meanwhile is read first.
   */
  boolean isLate(long now) {
    boolean isPast = isPast(endOfReading, now) || isPast(endOfWriting, now);
    boolean isLate = isPast && (wasLate || name == null);
    wasLate = isPast;
    return isLate;
  }

  private static boolean isPast(long end, long now) {
    return end != NEVER && now - end > 0;
  }

  /** Why it was closed by this end; empty where it was not. */
  public String reason() {
    return reason;
  }

  void close(String why) {
    reason = reason.isEmpty() ? why : reason;
    close();
  }

  /** True once it is closed by this end. */
  public boolean isClosed() {
    return closed.get();
  }

  /** Closes it; whoever reads or writes has an {@link IOException}. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      try {
        socket.close();
      } catch (IOException e) {
        reason = reason.isEmpty() ? String.valueOf(e.getMessage()) : reason;
      }
    }
  }
}
