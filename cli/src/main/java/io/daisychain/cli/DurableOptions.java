package io.daisychain.cli;

import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.store.StoreTable;
import io.daisychain.watch.journal.Durable;
import io.daisychain.watch.journal.Journal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** When {@code watch} tells sources that a message is taken. */
final class DurableOptions {
  @Option(
      names = "--durable",
      paramLabel = "store|journal|memory",
      defaultValue = "STORE",
      description =
          "Sources are told of a message when its row is in the store, or earlier: when it is in the"
              + " journal here and with each watch that stands by, or in memory alone, which loses"
              + " what it told when the process is killed. The row follows. Default: store")
  private Durable durable = Durable.STORE;

  @Option(
      names = "--journal",
      paramLabel = "FOLDER",
      description =
          "Where --durable=journal keeps the journal, of one watch each. Default: journal")
  private Path folder;

  @Option(
      names = "--journalAt",
      paramLabel = "ADDRESS",
      description =
          "Address of this machine at which the journals of a watch and of those that stand by talk,"
              + " by UDP that is not encrypted: one of a network that nobody else is on. Default:"
              + " 127.0.0.1")
  private String address;

  /**
   * Checks that options go together.
   *
   * @param inIntervals messages are told when the jobs of an interval have stored them
   */
  void check(boolean inIntervals) throws UsageException {
    if (durable != Durable.JOURNAL && (folder != null || address != null)) {
      throw new UsageException(
          (folder == null ? "--journalAt" : "--journal") + " needs --durable=journal");
    }
    if (inIntervals && durable != Durable.STORE) {
      throw new UsageException("--interval takes files into the store: leave --durable out");
    }
  }

  /** When they are told. */
  Durable when() {
    return durable;
  }

  /** The journal; null where none is kept. */
  Journal open(StoreTable table, Consumer<Throwable> failed) throws IOException {
    return durable == Durable.JOURNAL
        ? Journal.open(
            (folder == null ? Path.of("journal") : folder).toAbsolutePath().normalize(),
            address == null ? "127.0.0.1" : address,
            table,
            Terminal::note,
            failed)
        : null;
  }
}
