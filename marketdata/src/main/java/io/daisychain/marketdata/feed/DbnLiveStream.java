package io.daisychain.marketdata.feed;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a live gateway of Databento sends (their Raw TCP API): DBN as a file has it, once it was
 * proven who asks and said what is wanted.
 */
public final class DbnLiveStream extends FilterInputStream {
  /** How addresses begin: {@code dbn://HOST:PORT?dataset=NAME&schema=NAME,NAME&until=TIME}. */
  public static final String SCHEME = "dbn://";

  private static final String VALUE = "([!-~&&[^&|]]+)";
  private static final Pattern ADDRESS =
      Pattern.compile(
          "dbn://([^?]+)\\?dataset=V&schema=V(?:&symbols=V)?(?:&stype=V)?(?:&start=V)?&until=V"
              .replace("V", VALUE));

  /** What is the end of a key is told; the rest only as part of a hash. */
  private static final int BUCKET = 5;

  private static final int LONGEST_LINE = 1 << 16;
  private static final int SHOWN = 200;
  private static final int BUFFER = 1 << 17;
  private static final int MOST_SYMBOLS = 500; // of a request
  private static final int HEARTBEAT_SECONDS = 10;
  private static final int SILENCE_MILLIS = 60_000;

  private final String address;
  private final Socket socket;
  private final long until;
  private final boolean asksForPast;

  private DbnLiveStream(String address, Socket socket, long until, boolean asksForPast)
      throws IOException {
    super(new BufferedInputStream(socket.getInputStream(), BUFFER));
    this.address = address;
    this.socket = socket;
    this.until = until;
    this.asksForPast = asksForPast;
  }

  /**
   * Connects to a gateway, and asks for what the address says.
   *
   * @param key Databento's
   * @throws FeedException if the address is none, nobody is there, or the key is refused
   */
  public static DbnLiveStream open(String address, String key) throws IOException {
    Matcher parts = ADDRESS.matcher(address);
    if (!parts.matches()) {
      throw new FeedException(
          "%s is not %sHOST:PORT?dataset=NAME&schema=NAME,NAME&symbols=A,B&stype=NAME&start=TIME&until=TIME;"
                  .formatted(address, SCHEME)
              + " symbols, stype and start may be missing");
    }
    if (!key.matches("[!-~]{" + BUCKET + ",}")) {
      throw new FeedException(address + ": there is no key");
    }
    List<String> schemas = Arrays.asList(parts.group(3).split(",", -1));
    if (schemas.contains("tbbo")) {
      throw new FeedException(
          address + ": tbbo as it is sent live cannot be told from mbp-1: ask for mbp-1,trades");
    }
    String start = parts.group(6) == null ? "" : "|start=" + nanos(address, parts.group(6));
    long until = nanos(address, parts.group(7));
    Socket socket = new Socket();
    try {
      socket.setSoTimeout(SILENCE_MILLIS);
      socket.connect(MessageStream.socket(parts.group(1)), SILENCE_MILLIS);
      DbnLiveStream stream = new DbnLiveStream(address, socket, until, !start.isEmpty());
      stream.prove(parts.group(2), key);
      String[] symbols = (parts.group(4) == null ? "ALL_SYMBOLS" : parts.group(4)).split(",", -1);
      for (String schema : schemas) {
        for (int from = 0; from < symbols.length; from += MOST_SYMBOLS) {
          int to = Math.min(symbols.length, from + MOST_SYMBOLS);
          stream.say(
              "schema=%s|stype_in=%s|symbols=%s%s|snapshot=0|is_last=%s"
                  .formatted(
                      schema,
                      parts.group(5) == null ? "raw_symbol" : parts.group(5),
                      String.join(",", Arrays.asList(symbols).subList(from, to)),
                      start,
                      to == symbols.length ? 1 : 0));
        }
      }
      stream.say("start_session");
      return stream;
    } catch (FeedException e) {
      socket.close();
      throw e;
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw new FeedException(address + " cannot be reached: " + e.getMessage(), e);
    }
  }

  private static long nanos(String address, String time) throws FeedException {
    try {
      return ChronoUnit.NANOS.between(Instant.EPOCH, Instant.parse(time));
    } catch (DateTimeException | ArithmeticException e) {
      throw new FeedException(
          address + ": " + time + " is no time such as 2026-03-16T20:00:00Z", e);
    }
  }

  /** The first moment that is not wanted, in nanoseconds since 1970. */
  long until() {
    return until;
  }

  /** Whether what has been sent before is asked for, which comes first. */
  boolean asksForPast() {
    return asksForPast;
  }

  private void prove(String dataset, String key) throws IOException {
    String challenge = "";
    for (int i = 0; i < 2 && challenge.isEmpty(); i++) {
      String line = line();
      if (line.startsWith("cram=")) {
        challenge = line.substring("cram=".length());
      } else if (!line.startsWith("lsg_version=")) {
        throw new FeedException(address + " is no gateway of DBN: it says " + shown(line));
      }
    }
    say(
        "auth=%s-%s|dataset=%s|encoding=dbn|ts_out=0|client=daisychain|heartbeat_interval_s=%s"
            .formatted(
                hash(challenge + "|" + key),
                key.substring(key.length() - BUCKET),
                dataset,
                HEARTBEAT_SECONDS));
    String answer = line();
    if (!Arrays.asList(answer.split("\\|", -1)).contains("success=1")) {
      throw new FeedException(address + ": the key is refused: " + shown(answer));
    }
  }

  private static String hash(String text) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(US_ASCII)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private void say(String line) throws IOException {
    socket.getOutputStream().write((line + "\n").getBytes(US_ASCII));
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = read(); next != '\n'; next = read()) {
      if (next < 0 || line.length() == LONGEST_LINE) {
        throw new FeedException(
            "%s: the connection has %s after %s"
                .formatted(address, next < 0 ? "ended" : "no end of a line", shown(line)));
      }
      line.append((char) next);
    }
    return line.toString();
  }

  /** What others wrote, for a terminal. */
  static String shown(CharSequence text) {
    String all = text.toString().replaceAll("[^ -~]", "?");
    return "'" + all.substring(0, Math.min(SHOWN, all.length())) + "'";
  }

  @Override
  public int read() throws IOException {
    try {
      return in.read();
    } catch (SocketTimeoutException e) {
      throw new FeedException(address + ": nothing has come for a minute", e);
    }
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    try {
      return in.read(into, from, length);
    } catch (SocketTimeoutException e) {
      throw new FeedException(address + ": nothing has come for a minute", e);
    }
  }
}
