package io.daisychain.watch.session;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixVersion;
import io.daisychain.fix.validate.Framing;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Cuts what a connection sends into messages, by BeginString (8), BodyLength (9) and where CheckSum
 * (10) has to be (FIX 4.2, volume 1, "Message format"). Until {@link #trust} is called nothing may
 * stand before a message, and it is short; afterwards what is no message is left out, up to a
 * limit, so that it is asked for again. The first message's BeginString is that of all. Not
 * thread-safe.
 */
public final class FixFrameReader {
  /** The longest first message, which is a Logon. */
  public static final int LONGEST_LOGON = 4 << 10;

  /** What messages begin with, of all versions that are read. */
  private static final List<byte[]> PREFIXES =
      Stream.concat(
              Stream.of(FixVersion.values())
                  .filter(version -> version.compareTo(FixVersion.FIX44) <= 0)
                  .map(FixVersion::label),
              Stream.of(FixVersion.FIXT11))
          .map(begin -> ("8=" + begin + "\u00019=").getBytes(ISO_8859_1))
          .toList();

  private static final byte SOH = 1;

  /** {@code 10=123} and its SOH. */
  private static final int TRAILER = 7;

  /** Digits of a BodyLength: leading zeros are none. */
  private static final int LENGTH_DIGITS = 7;

  private static final int SMALL = 16 << 10;

  /** Bytes in a row that are no message. */
  private static final int MOST_SKIPPED = 4 * Framing.MAX_LENGTH;

  /** For long messages of others to be done with. */
  private static final long ROOM_SECONDS = 10;

  private final InputStream in;
  private final Semaphore room;
  private List<byte[]> prefixes = PREFIXES; // one alone from the first message on
  private byte[] buffer = new byte[LONGEST_LOGON];
  private int from;
  private int to;
  private boolean isTrusted;
  private int skipped;
  private int taken;

  /**
   * Reads from a connection.
   *
   * @param room bytes that all connections may hold together beyond their first {@value #SMALL}
   */
  public FixFrameReader(InputStream in, Semaphore room) {
    this.in = in;
    this.room = room;
  }

  /** Whoever sends is known. */
  public void trust() {
    isTrusted = true;
  }

  /** True where a message has begun to come. */
  public boolean isWithin() {
    return from < to;
  }

  /**
   * The next message, whose 9 leads to its 10; the sum is not looked at.
   *
   * @return null at the end
   * @throws IOException where what comes is no message of FIX, is too long, or holds no message
   */
  public byte[] next() throws IOException {
    while (true) {
      int length = frameLength();
      if (length > 0) {
        if (length > LONGEST_LOGON && !isTrusted) {
          throw new IOException("a first message of more than " + LONGEST_LOGON + " bytes");
        }
        if (to - from >= length) {
          if (isTrailer(from + length - TRAILER)) {
            byte[] frame = Arrays.copyOfRange(buffer, from, from + length);
            from += length;
            skipped = 0;
            shrink();
            return frame;
          }
          skip("a CheckSum is not where BodyLength says");
          continue;
        }
        makeRoom(length);
      } else if (length < 0) {
        skip("what comes is no FIX, or of another BeginString");
        continue;
      } else {
        makeRoom(LONGEST_LOGON);
      }
      int read = in.read(buffer, to, buffer.length - to);
      if (read < 0) {
        return null;
      }
      to += read;
    }
  }

  /** Bytes of the message that begins here; 0 where more must come, negative where none begins. */
  private int frameLength() {
    int prefix = prefixLength();
    if (prefix <= 0) {
      return prefix;
    }
    int at = from + prefix;
    int length = 0;
    for (int digits = 0; digits <= LENGTH_DIGITS; digits++, at++) {
      if (at == to) {
        return 0;
      }
      if (buffer[at] == SOH && digits > 0) {
        long all = at + 1L - from + length + TRAILER;
        return length > 0 && all <= Framing.MAX_LENGTH ? (int) all : -1;
      }
      if (buffer[at] < '0' || buffer[at] > '9') {
        return -1;
      }
      length = 10 * length + buffer[at] - '0';
    }
    return -1;
  }

  /** Bytes of what a message begins with; 0 where more must come, negative where none begins. */
  private int prefixLength() {
    int result = -1;
    for (byte[] prefix : prefixes) {
      int come = Math.min(prefix.length, to - from);
      if (Arrays.equals(buffer, from, from + come, prefix, 0, come)) {
        if (come == prefix.length) {
          prefixes = List.of(prefix);
          return come;
        }
        result = 0;
      }
    }
    return result;
  }

  private boolean isTrailer(int at) {
    return buffer[at] == '1'
        && buffer[at + 1] == '0'
        && buffer[at + 2] == '='
        && buffer[at + TRAILER - 1] == SOH
        && buffer[at - 1] == SOH;
  }

  /** Goes to where the next message may begin. */
  private void skip(String why) throws IOException {
    if (!isTrusted) {
      throw new IOException(why);
    }
    int at = from + 1;
    while (at < to && buffer[at] != '8') {
      at++;
    }
    skipped += at - from;
    if (skipped > MOST_SKIPPED) {
      throw new IOException("no message in " + skipped + " bytes");
    }
    from = at;
  }

  private void makeRoom(int length) throws IOException {
    if (buffer.length - from >= length && to < buffer.length) {
      return;
    }
    int wanted = Math.max(buffer.length, Math.max(length, isTrusted ? SMALL : 0));
    byte[] larger = buffer;
    if (wanted > buffer.length) {
      take(wanted);
      larger = new byte[wanted];
    }
    System.arraycopy(buffer, from, larger, 0, to - from);
    buffer = larger;
    to -= from;
    from = 0;
  }

  private void take(int wanted) throws IOException {
    int more = Math.max(0, wanted - SMALL) - taken;
    try {
      if (more > 0 && !room.tryAcquire(more, ROOM_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("there is no room for a message of " + wanted + " bytes");
      }
      taken += Math.max(0, more);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** A long message's bytes are for others. */
  private void shrink() {
    if (taken > 0 && to - from <= SMALL) {
      byte[] small = new byte[SMALL];
      System.arraycopy(buffer, from, small, 0, to - from);
      buffer = small;
      to -= from;
      from = 0;
      release();
    }
  }

  /** Gives back what the connection holds; to be called at its end. */
  public void release() {
    room.release(taken);
    taken = 0;
  }
}
