package io.daisychain.cli.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.validate.Framing;
import io.daisychain.fix.validate.ValidationResult;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A FIX session in which everything goes wrong that may: messages are left out, damaged or sent
 * twice, the connection is cut between two messages or in one, numbers jump or begin anew. What it
 * was told to be durable it never sends again, whatever is killed; all else it sends until it is
 * told.
 */
public final class TroubledSession implements AutoCloseable {
  private static final int BATCH = 100;
  private static final int TROUBLES = 250;
  private static final int BATCH_TROUBLES = 12;
  private static final int LARGEST_JUMP = 50;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final Pattern NUMBER = Pattern.compile("\u000134=[^\u0001]*");
  private static final Pattern SENT = Pattern.compile("\u000152=([^\u0001]*)");

  private final int port;
  private final String sender;
  private final Random random;
  private final ArrayDeque<String> pending = new ArrayDeque<>();
  private final ArrayDeque<Sent> untold = new ArrayDeque<>();
  private final Thread thread;
  private int next = 1;
  private int told;
  private boolean begins = true;
  private int tests;
  private volatile int allowed;
  private volatile boolean isDone;
  private volatile boolean isClosed;
  private volatile Throwable failure;
  private int written;
  private volatile int toldMessages;
  private volatile int troubles;

  private record Sent(int number, String body) {}

  /** Sends messages to a port of this machine, as many as are {@linkplain #allow allowed}. */
  public TroubledSession(int port, String sender, List<String> messages, Random random) {
    this.port = port;
    this.sender = sender;
    this.random = random;
    for (String message : messages) {
      pending.add(body(message));
    }
    thread = new Thread(this::run, "troubled-session-" + sender);
    thread.setDaemon(true);
    thread.start();
  }

  /** True for a message that a session of the application can carry. */
  public static boolean canCarry(String message) {
    byte[] bytes = message.getBytes(ISO_8859_1);
    FixMessage indexed = new FixMessage();
    indexed.index(bytes, 0, bytes.length);
    ValidationResult faults = new ValidationResult();
    Framing.check(indexed, faults);
    return faults.count() == 0
        && indexed.find(FixTag.SENDER_COMP_ID) >= 0
        && !message.matches("(?s)8=[^\u0001]*\u00019=[^\u0001]*\u000135=[0-5A]\u0001.*");
  }

  /** What stays of a message: all but 8, 9, 10 and 34. */
  private static String body(String message) {
    int from = message.indexOf("\u000135=") + 1;
    int to = message.lastIndexOf("\u000110=") + 1;
    return NUMBER.matcher(message.substring(from, to)).replaceAll("");
  }

  /** Lets it send so many messages in all. */
  public void allow(int messages) {
    allowed = messages;
    LockSupport.unpark(thread);
  }

  /** True when it was told that all messages are durable; fails where it saw what must not be. */
  public boolean isDone() {
    if (failure != null) {
      throw new AssertionError(sender, failure);
    }
    return isDone;
  }

  /** Messages that it was told to be durable. */
  public int toldMessages() {
    return toldMessages;
  }

  /** How often something went wrong on purpose. */
  public int troubles() {
    return troubles;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
  private void trouble() {
    troubles++;
  }

  private void run() {
    try {
      while (!isDone && !isClosed) {
        try (FixClient client = new FixClient(port, sender, next)) {
          if (logOn(client)) {
            converse(client);
          }
        } catch (IOException e) {
          LockSupport.parkNanos(PAUSE_NANOS); // it was cut, or nobody listens
        }
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  private boolean logOn(FixClient client) throws IOException {
    if (begins) {
      // Numbers begin anew: what was not told goes again under new ones.
      List<Sent> again = new ArrayList<>(untold);
      for (int i = again.size() - 1; i >= 0; i--) {
        pending.addFirst(again.get(i).body());
        written--;
      }
      untold.clear();
      next = 1;
      told = 0;
    }
    client.sendRaw(session("A", next++, "98=0|108=30|" + (begins ? "141=Y|" : "")));
    while (true) {
      String answer = client.receive();
      if (answer.isEmpty()) {
        LockSupport.parkNanos(PAUSE_NANOS);
        return false;
      }
      if (isOf(answer, "A")) {
        begins = false;
        return true;
      }
    }
  }

  private void converse(FixClient client) throws IOException {
    while (!isClosed) {
      while (written >= allowed && untold.isEmpty() && !pending.isEmpty() && !isClosed) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      for (int i = 0; i < BATCH && !pending.isEmpty() && written < allowed; i++) {
        if (!send(client, pending.poll())) {
          return;
        }
      }
      if (!test(client)) {
        return;
      }
      if (pending.isEmpty()) {
        client.sendRaw(session("5", next++, ""));
        client.receive("5");
        isDone = true;
        return;
      }
      if (!troubleBetween(client)) {
        return;
      }
    }
  }

  /** Sends a message, or not as it should be; false once the connection is cut. */
  private boolean send(FixClient client, String body) throws IOException {
    int number = next++;
    written++;
    untold.add(new Sent(number, body));
    String message = message(number, body, false);
    int trouble = random.nextInt(TROUBLES);
    if (trouble < 5) {
      trouble();
    }
    switch (trouble) {
      case 0 -> {
        return true; // a gap
      }
      case 1 -> {
        int digit = message.length() - 2;
        char wrong = (char) ('0' + (message.charAt(digit) - '0' + 1) % 10);
        message = message.substring(0, digit) + wrong + "\u0001";
      }
      case 2 -> {
        client.sendRaw(message.substring(0, random.nextInt(message.length())));
        return false;
      }
      case 3 -> {
        client.sendRaw(message);
        return false;
      }
      case 4 -> {
        Sent first = untold.peek();
        client.sendRaw(message);
        message = message(first.number(), first.body(), true);
      }
      default -> {}
    }
    client.sendRaw(message);
    return true;
  }

  /** Asks whether all is durable, and sends again what is asked for; false when it was cut. */
  private boolean test(FixClient client) throws IOException {
    int asked = next++;
    String id = "test" + ++tests;
    client.sendRaw(session("1", asked, "112=" + id + "|"));
    while (true) {
      String answer = client.receive();
      if (answer.isEmpty()) {
        return false;
      }
      if (isOf(answer, "2")) {
        boolean hasTest = sendAgain(client, number(answer, "7"), number(answer, "16"), asked);
        if (hasTest) {
          asked = next++;
          client.sendRaw(session("1", asked, "112=" + id + "|"));
        }
      } else if (isOf(answer, "1")) {
        String test = answer.replaceFirst("(?s).*\\|112=([^|]*)\\|.*", "$1");
        client.sendRaw(session("0", next++, "112=" + test + "|"));
      } else if (isOf(answer, "0") && answer.contains("|112=" + id + "|")) {
        int count = toldMessages;
        while (!untold.isEmpty() && untold.peek().number() < asked) {
          told = untold.poll().number();
          count++;
        }
        toldMessages = count;
        return true;
      }
    }
  }

  /** True where the test was passed over. */
  private boolean sendAgain(FixClient client, int from, int to, int test) throws IOException {
    if (from <= told) {
      throw new AssertionError("message " + from + " is asked for again, " + told + " was told");
    }
    int end = to == 0 ? next - 1 : Math.min(to, next - 1);
    int number = from;
    for (Sent sent : untold) {
      if (sent.number() >= from && sent.number() <= end) {
        fill(client, number, sent.number());
        client.sendRaw(message(sent.number(), sent.body(), true));
        number = sent.number() + 1;
      }
    }
    fill(client, number, end + 1);
    return from <= test && test <= end;
  }

  private void fill(FixClient client, int from, int to) throws IOException {
    if (from < to) {
      String again = "43=Y|122=20260316-10:00:00.000|";
      client.sendRaw(session("4", from, again + "123=Y|36=" + to + "|"));
    }
  }

  /** When all is told, numbers may jump or begin anew; false when a new Logon is wanted. */
  private boolean troubleBetween(FixClient client) throws IOException {
    switch (random.nextInt(BATCH_TROUBLES)) {
      case 0 -> {
        int to = next + 1 + random.nextInt(LARGEST_JUMP);
        client.sendRaw(session("4", next, "36=" + to + "|"));
        next = to;
        trouble();
        return true;
      }
      case 1 -> {
        begins = true;
        trouble();
        return false;
      }
      case 2 -> {
        trouble();
        return false;
      }
      default -> {
        return true;
      }
    }
  }

  private String session(String type, int number, String fields) {
    return FixLine.of(
        "35="
            + type
            + "|34="
            + number
            + "|49="
            + sender
            + "|56=MRP|52=20260316-10:00:00.000|"
            + fields);
  }

  private static String message(int number, String body, boolean again) {
    int type = body.indexOf('\u0001') + 1;
    StringBuilder header = new StringBuilder("34=" + number + "\u0001");
    if (again) {
      Matcher time = SENT.matcher(body);
      header.append("43=Y\u0001");
      if (time.find()) {
        header.append("122=" + time.group(1) + "\u0001");
      }
    }
    return FixLine.framed(body.substring(0, type) + header + body.substring(type));
  }

  private static boolean isOf(String message, String type) {
    return message.contains("|35=" + type + "|");
  }

  private static int number(String message, String tag) {
    return Integer.parseInt(message.replaceFirst("(?s).*\\|" + tag + "=([0-9]+)\\|.*", "$1"));
  }

  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(thread);
  }
}
