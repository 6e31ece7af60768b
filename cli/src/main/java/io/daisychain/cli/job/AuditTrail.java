package io.daisychain.cli.job;

import io.daisychain.audit.AuditFact;
import io.daisychain.audit.AuditHead;
import io.daisychain.audit.AuditLog;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.Environment;
import io.daisychain.cli.terminal.Secrets;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.model.CalendarDates;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Enters what commands do in the audit log, where one was begun: before a command works that it
 * begins, and by whom; then what it took and wrote; then how it ended. A command that cannot be
 * entered is not done.
 *
 * <p>Of the whole process, which does one command at a time, and parts beside it.
 */
public final class AuditTrail {
  /** Where the log is, unless {@code DAISYCHAIN_AUDIT} says another folder. */
  public static final Path DEFAULT_FOLDER = CommandLog.DEFAULT_FOLDER.resolve("audit");

  /** Field of the entries that say for how long trade dates are kept. */
  public static final String RETENTION = "retention";

  /** Names another folder, which has a log. */
  public static final String VARIABLE = "DAISYCHAIN_AUDIT";

  /** Commands that neither change nor show what was handed in, or that enter commands of others. */
  private static final Set<String> NOT_ENTERED =
      Set.of(
          "audit",
          "bench",
          "check",
          "completion",
          "config",
          "convert",
          "demo",
          "doctor",
          "generate",
          "plan",
          "secret",
          "serve",
          "status",
          "store");

  /** Of the command that has its turn; null where it is not entered. */
  private static Entered current;

  /** Of what goes on beside it, on the threads that it has started; empty where not entered. */
  private static final InheritableThreadLocal<Optional<Entered>> PART =
      new InheritableThreadLocal<>();

  private static boolean isSuspended;

  /**
   * A command that was entered.
   *
   * @param log which has it
   * @param number of its entry
   * @param began in nanoseconds of {@link System#nanoTime}
   */
  private record Entered(AuditLog log, long number, long began) {}

  private AuditTrail() {}

  /** The folder of the log that this command is to be entered in. */
  public static Path folder() {
    String given = Environment.get(VARIABLE);
    return given.isEmpty() ? DEFAULT_FOLDER : Path.of(given);
  }

  /** The log, where one was begun. */
  public static Optional<AuditLog> find() throws IOException {
    Path folder = folder();
    if (AuditLog.isIn(folder)) {
      return Optional.of(AuditLog.open(folder, InstantSource.system()));
    }
    if (!Environment.get(VARIABLE).isEmpty()) {
      throw new UsageException(
          VARIABLE + "=" + folder + " has no audit log: daisychain audit --begin begins one");
    }
    return Optional.empty();
  }

  /** A command begins. */
  public static synchronized void begin(String name, List<String> arguments) throws IOException {
    current = null; // one whose end could not be entered
    current = isSuspended ? null : entered(name, arguments);
  }

  /**
   * A command begins that goes on beside others: what this thread and those that it starts do is of
   * it from now on.
   */
  public static synchronized void beginPart(String name, List<String> arguments)
      throws IOException {
    PART.set(Optional.empty());
    PART.set(Optional.ofNullable(entered(name, arguments)));
  }

  /** Enters a command; null where there is no log, or it is not to be entered. */
  private static Entered entered(String name, List<String> arguments) throws IOException {
    Optional<AuditLog> log = NOT_ENTERED.contains(name) ? Optional.empty() : find();
    if (log.isEmpty()) {
      return null;
    }
    long began = System.nanoTime();
    AuditFact fact =
        AuditFact.of("command")
            .with("command", name)
            .with("arguments", Secrets.masked(arguments))
            .with("user", System.getProperty("user.name"));
    if (!Environment.get("SUDO_USER").isEmpty()) {
      fact.with("sudoUser", Environment.get("SUDO_USER"));
    }
    fact.with("process", ProcessHandle.current().pid())
        .with("directory", Path.of("").toAbsolutePath().toString())
        .with("version", ReportOption.version());
    try {
      return new Entered(log.get(), log.get().append(List.of(fact)).number(), began);
    } catch (IOException e) {
      throw new IOException("nothing was done, since it cannot be entered: " + e.getMessage(), e);
    }
  }

  /** What this thread does is of this command; null where it is of none that is entered. */
  private static Entered own() {
    Optional<Entered> part = PART.get();
    return part == null ? current : part.orElse(null);
  }

  /** The command has ended. */
  public static synchronized void end(int code) throws IOException {
    Entered ending = own();
    if (ending != null) {
      enter(
          List.of(
              AuditFact.of("ended")
                  .with("exitCode", code)
                  .with("millis", (System.nanoTime() - ending.began()) / 1_000_000)));
    }
    if (PART.get() == null) {
      current = null;
    } else {
      PART.set(Optional.empty());
    }
  }

  /** Enters nothing until it is closed: what is done meanwhile changes nothing that is kept. */
  public static synchronized Closeable suspend() {
    isSuspended = true;
    return AuditTrail::resume;
  }

  private static synchronized void resume() {
    isSuspended = false;
  }

  /** Whether this command is entered. */
  public static synchronized boolean isKept() {
    return own() != null && (!isSuspended || PART.get() != null);
  }

  /**
   * Enters what the command does, if it is entered at all.
   *
   * @return where the log ends now; empty without one
   */
  public static synchronized Optional<AuditHead> enter(List<AuditFact> facts) throws IOException {
    if (!isKept() || facts.isEmpty()) {
      return Optional.empty();
    }
    Entered command = own();
    facts.forEach(fact -> fact.with("of", command.number()));
    return Optional.of(command.log().append(facts));
  }

  /**
   * Enters what is done for somebody who gave no command, such as a session: by a command that goes
   * on, or a process that does commands for others.
   *
   * @return where the log ends now; empty without one
   */
  static Optional<AuditHead> enterServed(AuditFact fact) throws IOException {
    Optional<AuditLog> found = find();
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            found.get().append(List.of(fact.with("process", ProcessHandle.current().pid()))));
  }

  /** Hands out all entries until now; none where the command is not entered. */
  static synchronized void entries(AuditLog.EntryReader reader) throws IOException {
    if (isKept()) {
      own().log().entries(reader);
    }
  }

  /** The longest time for which the log says that what was handed in is kept; empty for none. */
  public static Optional<Period> retention() throws IOException {
    Optional<AuditLog> found = find();
    Period[] longest = {null};
    if (found.isPresent()) {
      found
          .get()
          .entries(
              entry -> {
                if (!entry.text(RETENTION).isEmpty()) {
                  Period period = Period.parse(entry.text(RETENTION));
                  longest[0] =
                      longest[0] == null || isLonger(period, longest[0]) ? period : longest[0];
                }
              });
    }
    return Optional.ofNullable(longest[0]);
  }

  private static boolean isLonger(Period one, Period other) {
    LocalDate today = LocalDate.EPOCH;
    return today.plus(one).isAfter(today.plus(other));
  }

  /**
   * Refuses to do away with what must be kept.
   *
   * @param days epoch days that are to go
   * @throws UsageException naming the first that must stay
   */
  public static void requireRetained(Set<Integer> days) throws IOException {
    int from = retainedFrom();
    for (int day : days) {
      if (day >= from) {
        Period period = retention().orElseThrow();
        throw new UsageException(
            "%s must be kept until %s: the retention in %s is %s"
                .formatted(
                    CalendarDates.text(day),
                    LocalDate.ofEpochDay(day).plus(period),
                    folder(),
                    period));
      }
    }
  }

  /**
   * The first trade date that must be kept, in days since 1970-01-01; far off without retention.
   */
  static int retainedFrom() throws IOException {
    Optional<Period> period = retention();
    if (period.isEmpty()) {
      return Integer.MAX_VALUE;
    }
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    LocalDate day = today.minus(period.get()); // months differ: the first whose end is to come
    while (day.minusDays(1).plus(period.get()).isAfter(today)) {
      day = day.minusDays(1);
    }
    while (!day.plus(period.get()).isAfter(today)) {
      day = day.plusDays(1);
    }
    return (int) day.toEpochDay();
  }

  /** A statement that an analyst gives. */
  public static void query(String sql) throws IOException {
    enter(List.of(AuditFact.of("query").with("sql", Secrets.masked(sql))));
  }
}
