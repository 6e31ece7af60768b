package io.daisychain.flight;

import io.daisychain.model.access.Entitlement;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.duckdb.LockedWarehouse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What DuckDB does for one call of Flight SQL, on a thread of its own: it cannot be cut into turns,
 * so that it is the operating system which has users take theirs.
 */
final class SqlWork implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(SqlWork.class);

  /** How Arrow tells what DuckDB has said. */
  private static final Pattern WORDS = Pattern.compile("(?s).*message=(.*)}\\s*");

  /** What is done. */
  interface Task {
    /** Does it, between calls of {@link #begin} and {@link #pause} of the work. */
    void run(SqlWork work, Connection connection)
        throws SQLException, IOException, RefusedRequestException;
  }

  private final Entitlement who;
  private final UserAnswers answers;
  private final UserWarehouse warehouse;
  private final Task task;
  private final Runnable done;
  private final Consumer<RuntimeException> failed;
  private final long asOf = System.nanoTime();

  /** What computes, if anything does; since when; and for how long it has before. */
  private Statement computing;

  private long since;
  private long computed;
  private boolean isCancelled;
  private boolean isLate;

  /**
   * Work that an executor does.
   *
   * @param done is told of the end, and {@code failed} of a fault
   */
  SqlWork(
      Entitlement who,
      UserAnswers answers,
      UserWarehouse warehouse,
      Task task,
      Runnable done,
      Consumer<RuntimeException> failed) {
    this.who = who;
    this.answers = answers;
    this.warehouse = warehouse;
    this.task = task;
    this.done = done;
    this.failed = failed;
  }

  /** Nobody waits for it any more. */
  synchronized void cancel() {
    isCancelled = true;
    LockedWarehouse.cancel(computing);
  }

  void sent(int rows) {
    answers.times().sent(rows);
  }

  private synchronized boolean isCancelled() {
    return isCancelled;
  }

  /** A statement begins to compute. */
  synchronized void begin(Statement statement) throws IOException {
    if (isCancelled) {
      throw new IOException("cancelled");
    }
    computing = statement;
    since = System.nanoTime();
  }

  /** It does not any more, or waits for the client. */
  synchronized void pause() {
    if (computing != null) {
      computed += System.nanoTime() - since;
      computing = null;
    }
  }

  /**
   * Ends what has computed too long, and again what was cancelled just before it began to.
   *
   * @param longest time that it may compute
   */
  synchronized void check(Duration longest) {
    if (computing != null) {
      isLate |= computed + System.nanoTime() - since > longest.toNanos();
      if (isLate || isCancelled) {
        LockedWarehouse.cancel(computing);
      }
    }
  }

  private synchronized boolean isLate() {
    return isLate;
  }

  @Override
  public void run() {
    UserWarehouse.Lease lease = null;
    RuntimeException fault = null;
    try {
      lease = warehouse.take();
      try (Connection connection = lease.warehouse.connect()) {
        task.run(this, connection);
      } finally {
        pause();
      }
      answers.times().answered(System.nanoTime() - asOf);
    } catch (RefusedRequestException e) {
      answers.times().refused();
      fault = e.forClient();
    } catch (WarehouseException | SQLException e) {
      answers.times().broken();
      fault = told(e);
    } catch (IOException | RuntimeException e) {
      Matcher words = WORDS.matcher(String.valueOf(e.getMessage()));
      answers.times().broken();
      if (words.matches() || isLate() || isCancelled()) {
        fault = told(words.matches() ? new IOException(words.group(1), e) : e);
      } else {
        LOG.error("{}: an answer has failed", who, e);
        fault =
            CallStatus.INTERNAL
                .withDescription("the answer has failed; the server's log says why")
                .toRuntimeException();
      }
    } finally {
      if (lease != null) {
        warehouse.give(lease);
      }
    }
    end(fault);
  }

  private FlightRuntimeException told(Exception e) {
    return isLate()
        ? CallStatus.RESOURCE_EXHAUSTED
            .withDescription("the query has computed as long as one may")
            .toRuntimeException()
        : CallStatus.INVALID_ARGUMENT
            .withDescription(words(String.valueOf(e.getMessage())))
            .toRuntimeException();
  }

  /** What DuckDB says; of memory without its advice, which is for who may change settings. */
  private static String words(String said) {
    return said.startsWith("Out of Memory") ? said.lines().findFirst().orElse(said) : said;
  }

  private void end(RuntimeException fault) {
    try {
      if (fault == null) {
        done.run();
      } else {
        failed.accept(fault);
      }
    } catch (RuntimeException e) {
      LOG.debug("{} has gone", who, e);
    } finally {
      answers.end();
    }
  }
}
