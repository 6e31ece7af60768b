package io.daisychain.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;

/** The store's log file: everything goes there, nothing to the console. */
final class StoreLog {
  /** The name of a store's log in its folder. */
  static final String FILE = "store.log";

  /** Beyond this many bytes a start moves the log aside, keeping one older. */
  private static final long KEEP_BYTES = 8 << 20;

  /** Classes that warn of what is so by design: a single machine, its file system, no web page. */
  private static final List<String> EXPECTED_WARNINGS =
      List.of(
          "org.apache.hadoop.util.NativeCodeLoader",
          "org.apache.hadoop.metrics2",
          "org.apache.hadoop.hbase.ZNodeClearer",
          "org.apache.hadoop.hbase.master.assignment.AssignmentManager",
          "org.apache.hadoop.hbase.regionserver.DataTieringManager",
          "org.apache.hadoop.hbase.util.CommonFSUtils",
          "org.apache.zookeeper");

  /** Loggers with a level of their own; the logging framework itself holds them only weakly. */
  private static final List<Logger> QUIET = new ArrayList<>();

  private StoreLog() {}

  /** Nothing is logged until there is a file: what stops a start is said in one line. */
  static void silence() {
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
    }
  }

  static void open(Path folder, String fileName) throws IOException {
    Path file = folder.resolve(fileName);
    if (Files.exists(file) && Files.size(file) > KEEP_BYTES) {
      Files.move(file, folder.resolve(fileName + ".1"), StandardCopyOption.REPLACE_EXISTING);
    }
    OutputStream out =
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    Logger root = Logger.getLogger("");
    root.addHandler(new FlushingHandler(out));
    root.setLevel(Level.WARNING);
    for (String name : EXPECTED_WARNINGS) {
      Logger quiet = Logger.getLogger(name);
      quiet.setLevel(Level.SEVERE);
      QUIET.add(quiet);
    }
    Logger own = Logger.getLogger(StoreLog.class.getPackageName());
    own.setLevel(Level.INFO);
    QUIET.add(own);
  }

  /** Writes each record at once, so that a killed store has told all it knew. */
  private static final class FlushingHandler extends StreamHandler {
    FlushingHandler(OutputStream out) throws IOException {
      super(out, new SimpleFormatter());
      setEncoding(UTF_8.name());
      setLevel(Level.ALL);
    }

    @Override
    public synchronized void publish(LogRecord logRecord) {
      super.publish(logRecord);
      flush();
    }
  }
}
