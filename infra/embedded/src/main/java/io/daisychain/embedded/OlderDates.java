package io.daisychain.embedded;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableState;
import org.apache.hadoop.hbase.master.HMaster;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tables of trade dates that are not the latest ones. A store closes them when it ends (HBase:
 * disables), so that its next start does not open their regions, which cost some 40 ms of CPU each;
 * a command that uses one opens it. What a start costs then follows the dates in use, not all.
 */
final class OlderDates {
  /** Dates of a name that stay open: the last one and the one that comes beside it. */
  static final int LATEST = 2;

  private static final Logger LOG = LoggerFactory.getLogger(OlderDates.class);
  private static final Pattern OF_DATE = Pattern.compile("(.+)_\\d{8}");
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private OlderDates() {}

  /** Closes those that are open. One that is not done in time goes on at the next start. */
  static void close(HMaster master) {
    long deadline = System.nanoTime() + MOST_NANOS;
    try {
      List<Long> procedures = new ArrayList<>();
      for (TableName table : of(master.listTableNames(null, null, false))) {
        if (master.getTableStateManager().isTableState(table, TableState.State.ENABLED)) {
          // No nonce: nobody asks for the same a second time.
          procedures.add(master.disableTable(table, HConstants.NO_NONCE, HConstants.NO_NONCE));
        }
      }
      for (long procedure : procedures) {
        while (!master.getMasterProcedureExecutor().isFinished(procedure)
            && System.nanoTime() < deadline) {
          LockSupport.parkNanos(POLL_NANOS);
        }
      }
    } catch (IOException | RuntimeException e) {
      // The store ends whether or not; the next start opens more than it need.
      LOG.warn("older dates were not closed", e);
    }
  }

  /** The tables of all but the latest dates of each name. */
  static List<TableName> of(List<TableName> tables) {
    Map<String, List<TableName>> byName = new HashMap<>();
    for (TableName table : tables) {
      Matcher ofDate = OF_DATE.matcher(table.getNameAsString());
      if (ofDate.matches()) {
        byName.computeIfAbsent(ofDate.group(1), name -> new ArrayList<>()).add(table);
      }
    }
    List<TableName> older = new ArrayList<>();
    for (List<TableName> dates : byName.values()) {
      dates.sort(Comparator.comparing(TableName::getNameAsString));
      older.addAll(dates.subList(0, Math.max(0, dates.size() - LATEST)));
    }
    return older;
  }
}
