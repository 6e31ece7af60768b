package io.daisychain.cli.terminal;

import io.daisychain.warehouse.print.VisibleText;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What people read. Results go to {@link #out}, everything else to standard error. */
public final class Terminal {
  /** Of what was printed last, whether it could be written. */
  private static CheckedOutput checked =
      new CheckedOutput(new FileOutputStream(FileDescriptor.out));

  private static PrintStream out = new PrintStream(checked, false, StandardCharsets.UTF_8);
  private static PrintStream err =
      new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);

  private static final PrintStream PROCESS =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

  private static volatile boolean isElsewhere;

  private Terminal() {}

  /** Standard output, to be flushed at the end of a result. */
  public static PrintStream out() {
    return out;
  }

  /** Sends what follows elsewhere: for those who run commands inside of their own process. */
  public static void divert(PrintStream results, PrintStream notes) {
    out = results;
    err = notes;
  }

  /** The same for who did not start this process and waits for a command's end elsewhere. */
  public static void attach(OutputStream results, OutputStream notes) {
    isElsewhere = true;
    checked = new CheckedOutput(results);
    divert(
        new PrintStream(checked, false, StandardCharsets.UTF_8),
        new PrintStream(notes, true, StandardCharsets.UTF_8));
  }

  /** What follows goes to who started this process again. */
  public static void detach() {
    attach(new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err));
    isElsewhere = false;
  }

  /**
   * Writes out what is left.
   *
   * @throws IOException if not everything that was printed could be written
   */
  public static void finish() throws IOException {
    out.flush();
    checked.check();
  }

  public static void result(String line) {
    out.println(VisibleText.lines(line));
    out.flush();
  }

  /** A line for who started this process, whomever it works for just now. */
  public static void ofProcess(String line) {
    CommandLog.info(line);
    synchronized (PROCESS) {
      PROCESS.println(VisibleText.lines(line));
    }
  }

  /** A line for the person who waits. */
  public static void note(String line) {
    CommandLog.info(line);
    err.println(shown(line));
  }

  /** What went wrong, in one line. */
  public static void error(String line) {
    CommandLog.info(line);
    err.println("daisychain: " + shown(line));
  }

  /** What ends this process at once, whomever it works for. */
  public static void fatal(String line) {
    error(line);
    if (isElsewhere) {
      ofProcess("daisychain: " + Secrets.masked(line));
    }
  }

  /** Messages quote what was read, and how the program was started. */
  private static String shown(String line) {
    return VisibleText.lines(Secrets.masked(line));
  }

  /** Draws the progress line anew; empty removes it. */
  public static void progress(String line) {
    err.print("\r\u001b[K" + line);
    err.flush();
  }

  /** Asks something, on the line that the answer will stand on. */
  public static void ask(String question) {
    err.print(shown(question));
    err.flush();
  }

  /** True when standard input is a terminal, so that a question can be answered. */
  public static boolean canAsk() {
    boolean can = "1".equals(Environment.get("DAISYCHAIN_ASK"));
    Bounds.require(!can, "a question is to be answered");
    return can;
  }

  /** True when standard error is a terminal, where a progress line can change. */
  public static boolean isInteractive() {
    return "1".equals(Environment.get("DAISYCHAIN_TTY"));
  }

  /** Columns of the terminal that results go to, as the launcher measured them; 0 for none. */
  public static int columns() {
    String columns = Environment.get("DAISYCHAIN_COLUMNS");
    return !columns.matches("[1-9][0-9]{0,4}") ? 0 : Integer.parseInt(columns);
  }

  /** A number with its thousands apart. */
  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
