package io.daisychain.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What people read. Results go to {@link #out}, everything else to standard error. */
final class Terminal {
  private static final PrintStream OUT =
      new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
  private static final PrintStream ERR =
      new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);

  private Terminal() {}

  /** Standard output, to be flushed at the end of a result. */
  static PrintStream out() {
    return OUT;
  }

  /** A line of a result. */
  static void result(String line) {
    OUT.println(line);
    OUT.flush();
  }

  /** A line for the person who waits. */
  static void note(String line) {
    ERR.println(line);
  }

  /** What went wrong, in one line. */
  static void error(String line) {
    ERR.println("daisychain: " + line);
  }

  /** Draws the progress line anew; empty removes it. */
  static void progress(String line) {
    ERR.print("\r\u001b[K" + line);
    ERR.flush();
  }

  /** True when somebody looks at the progress line. */
  static boolean isInteractive() {
    return "1".equals(System.getenv("DAISYCHAIN_TTY"));
  }

  /** A number with its thousands apart. */
  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
