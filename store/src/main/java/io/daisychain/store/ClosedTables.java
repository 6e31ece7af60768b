package io.daisychain.store;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotDisabledException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * The tables of trade dates that an embedded store has closed (HBase: disabled) when it ended:
 * opened at their first use. The store closes none while a command is attached to it, so what a
 * connection has opened stays open.
 */
final class ClosedTables {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final int OPEN_SECONDS = 120;

  private final Connection connection;
  private final Set<TableName> open = ConcurrentHashMap.newKeySet();

  private ClosedTables(Connection connection) {
    this.connection = connection;
  }

  /** The connection, by which tables and their regions are there as if none had been closed. */
  static Connection openedBy(Connection connection) {
    ClosedTables closed = new ClosedTables(connection);
    return (Connection)
        Proxy.newProxyInstance(
            connection.getClass().getClassLoader(),
            connection.getClass().getInterfaces(),
            (proxy, method, arguments) -> {
              String name = method.getName();
              if (name.equals("getTable") || name.equals("getRegionLocator")) {
                closed.open((TableName) arguments[0]);
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private void open(TableName table) throws IOException {
    if (open.contains(table) || !StoreTable.isOfDate(table.getNameAsString())) {
      return;
    }
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(table)) {
        return; // whoever uses it is told so
      }
      if (admin.isTableDisabled(table)) {
        enable(admin, table);
      }
      await(admin, table);
    }
    open.add(table);
  }

  private static void enable(Admin admin, TableName table) throws IOException {
    try {
      admin.enableTable(table);
    } catch (TableNotDisabledException e) {
      // Another one was quicker.
    }
  }

  /** Another one may be opening it, or creating it. */
  private static void await(Admin admin, TableName table) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(OPEN_SECONDS);
    while (!admin.isTableEnabled(table)) {
      if (System.nanoTime() > deadline) {
        throw new IOException("table " + table + " was not opened in " + OPEN_SECONDS + " s");
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }
}
