package io.daisychain.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * What a command says, on the way to whoever handed it over, in lines: {@code o} and a line of
 * standard output, {@code e} one of standard error, {@code p} and {@code q} a part of one without
 * its end, {@code x} and the exit code, {@code alone} and why the command is not done here, {@code
 * raw} and a number: what else comes on standard output comes on a connection that names it.
 *
 * <p>A shell reads lines byte by byte, which costs it less than another program's start as long as
 * they are few, and keeps the order of both outputs.
 */
final class ClientOutput {
  /** That a shell reads in a few milliseconds. */
  private static final int MOST_LINE_BYTES = 4 << 10;

  private final OutputStream to;
  private final RawOutput raw;
  private OutputStream rest;
  private int sent;

  /** Opens another connection for what is long, or not text. */
  interface RawOutput {
    /** Waits for the connection that names a number. */
    OutputStream open(Announcement announcement) throws IOException;
  }

  /** Tells the other end which number to name. */
  interface Announcement {
    void say(long number) throws IOException;
  }

  ClientOutput(OutputStream to, RawOutput raw) {
    this.to = to;
    this.raw = raw;
  }

  /** Standard output. */
  OutputStream results() {
    return new Lines('o', 'p', true);
  }

  /** Standard error. */
  OutputStream notes() {
    return new Lines('e', 'q', false);
  }

  /** The command is for a process of its own. */
  void alone(String why) throws IOException {
    say("alone " + why);
  }

  /** The command has ended. */
  synchronized void ended(int code) throws IOException {
    try {
      if (rest != null) {
        rest.close();
      }
    } catch (IOException e) {
      // Its reader is gone, which the command has heard when it wrote.
    }
    say("x " + code);
  }

  private synchronized void say(String line) throws IOException {
    to.write((line + "\n").getBytes(UTF_8));
    to.flush();
  }

  private synchronized void send(char kind, byte[] bytes, int from, int length) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(length + 3);
    line.write(new byte[] {(byte) kind, ' '});
    line.write(bytes, from, length);
    line.write('\n');
    to.write(line.toByteArray());
    sent += length;
  }

  /** Sends what one output says line by line. */
  private final class Lines extends OutputStream {
    private final char whole;
    private final char part;
    private final boolean mayBeLong;

    Lines(char whole, char part, boolean mayBeLong) {
      this.whole = whole;
      this.part = part;
      this.mayBeLong = mayBeLong;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      synchronized (ClientOutput.this) {
        if (mayBeLong && rest == null && !isShortText(bytes, from, length)) {
          rest = raw.open(number -> say("raw " + number));
        }
        if (mayBeLong && rest != null) {
          rest.write(bytes, from, length);
          return;
        }
        int begin = from;
        for (int i = from; i < from + length; i++) {
          if (bytes[i] == '\n') {
            send(whole, bytes, begin, i - begin);
            begin = i + 1;
          }
        }
        if (begin < from + length) {
          send(part, bytes, begin, from + length - begin);
        }
        to.flush();
      }
    }

    private boolean isShortText(byte[] bytes, int from, int length) {
      if (sent + length > MOST_LINE_BYTES) {
        return false;
      }
      for (int i = from; i < from + length; i++) {
        if (bytes[i] == 0) {
          return false; // a shell's words have none
        }
      }
      return true;
    }

    @Override
    public void flush() throws IOException {
      synchronized (ClientOutput.this) {
        if (mayBeLong && rest != null) {
          rest.flush();
        }
      }
    }
  }
}
