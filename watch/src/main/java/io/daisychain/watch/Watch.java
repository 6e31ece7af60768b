package io.daisychain.watch;

import io.daisychain.ingest.MessageCounts;
import io.daisychain.linkage.live.LiveLink;
import io.daisychain.listen.MetricsServer;
import io.daisychain.listen.SessionLog;
import io.daisychain.marketdata.window.WindowStream;
import io.daisychain.store.JournalNote;
import io.daisychain.store.MetaTable;
import io.daisychain.watch.journal.Durable;
import io.daisychain.watch.journal.Journal;
import io.daisychain.watch.journal.MessageLog;
import io.daisychain.watch.session.FirmPace;
import io.daisychain.watch.subscribe.ArrivalPrices;
import io.daisychain.watch.subscribe.HandOut;
import io.daisychain.watch.subscribe.NbboRows;
import io.daisychain.watch.subscribe.SubscriptionServer;
import io.daisychain.watch.ticks.NbboBooks;
import io.daisychain.watch.ticks.TickPlant;
import io.daisychain.watch.ticks.TickRoom;
import io.daisychain.watch.ticks.TickServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Watches: takes submissions from sources, has them durable and linked, and serves subscribers,
 * until it is closed.
 */
public final class Watch implements AutoCloseable {
  private final Intake intake;
  private final List<String> ready = new ArrayList<>();
  private final HandOut handOut;
  private SubscriptionServer server;
  private FolderSource folder;
  private FixAcceptor fix;
  private PubsubSource pubsub;
  private final WatchMeter meter;
  private final LatencyHistograms times;
  private MetricsServer metrics;
  private final WindowStream windows;
  private final NbboBooks books;
  private final TickPlant plant;
  private TickServer ticks;
  private NbboRows nbbo;
  private Journal journal;

  private Watch(WatchSettings settings, WatchHooks hooks, WatchPorts ports, WatchMeter meter)
      throws IOException {
    this.meter = meter;
    boolean serves = ports.serve() >= 0;
    times = new LatencyHistograms(meter);
    LatencyListener latencies =
        ports.metrics() >= 0 || meter != WatchMeter.NONE ? times : LatencyListener.NONE;
    handOut = new HandOut(ports.alertAfterSeconds());
    TickRoom room = TickRoom.ofHeap();
    windows =
        ports.windows() == null
            ? null
            : new WindowStream(ports.windows(), room.windowBytes(), handOut::windowed);
    books = ports.ticks() >= 0 ? new NbboBooks(room, windows) : null;
    plant = ports.ticks() >= 0 ? new TickPlant(books, room) : null;
    ArrivalPrices prices = books == null || !serves ? null : new ArrivalPrices(books, handOut);
    intake = new Intake(settings, hooks, serves ? handOut : null, latencies, prices);
  }

  /**
   * Begins. Nothing else writes to the store, which is linked while its first messages are taken.
   *
   * @param ports what it takes from, and where it serves
   */
  public static Watch start(WatchSettings settings, WatchHooks hooks, WatchPorts ports)
      throws IOException {
    return start(settings, hooks, ports, WatchMeter.NONE);
  }

  /** The same for somebody who measures. */
  public static Watch start(
      WatchSettings settings, WatchHooks hooks, WatchPorts ports, WatchMeter meter)
      throws IOException {
    Watch watch = new Watch(settings, hooks, ports, meter);
    try {
      watch.listen(settings, hooks, ports);
      return watch;
    } catch (IOException | RuntimeException e) {
      watch.close();
      throw e;
    }
  }

  private void listen(WatchSettings settings, WatchHooks hooks, WatchPorts ports)
      throws IOException {
    SessionLog sessions = hooks.sessions();
    if (ports.serve() >= 0) {
      server =
          new SubscriptionServer(
              handOut,
              ports.entitlements(),
              ports.listening(),
              ports.serve(),
              meter::watched,
              sessions);
      ready.add("serve:" + server.port());
    }
    if (ports.ticks() >= 0) {
      ticks =
          new TickServer(plant, ports.entitlements(), ports.listening(), ports.ticks(), sessions);
      nbbo = new NbboRows(books, handOut);
      ready.add("ticks:" + ticks.port());
    }
    if (ports.metrics() >= 0) {
      metrics = new MetricsServer(ports.metrics(), this::metrics);
      ready.add("metrics:" + metrics.port());
    }
    intake.start();
    storeBehind(settings, hooks);
    if (ports.fix() >= 0) {
      fix = new FixAcceptor(ports.senders(), intake, ports.listening(), ports.fix(), sessions);
      fix.start();
      ready.add(0, "fix:" + fix.port());
    }
    if (ports.folder() != null) {
      folder = new FolderSource(ports.folder(), intake, hooks::taken);
      folder.start();
    }
    if (ports.subscription() != null) {
      pubsub = new PubsubSource(ports.subscription(), intake, settings.backlog(), sessions);
      pubsub.start();
    }
  }

  /** Has sources told of what is not in the store yet, where that is asked for. */
  private void storeBehind(WatchSettings settings, WatchHooks hooks) throws IOException {
    if (settings.durable() == Durable.JOURNAL) {
      intake.restore(settings.journal().takeOver());
      intake.storeBehind(settings.journal().begin(hooks::requireAlone));
      journal = settings.journal();
      return;
    }
    try (MetaTable meta = MetaTable.open(settings.table())) {
      JournalNote.requireNone(meta);
    }
    if (settings.durable() == Durable.MEMORY) {
      intake.storeBehind(MessageLog.MEMORY);
    }
  }

  /** The line that says that all listen. */
  public String ready() {
    return ("watch ready " + String.join(" ", ready)).strip();
  }

  /** What became of all messages; complete once this is closed. */
  public MessageCounts counts() {
    return intake.counts();
  }

  /** Trade dates of what was stored; complete once this is closed. */
  public Set<Integer> dates() {
    return intake.dates();
  }

  /** The port under a name, as the line says that tells that all listen. */
  public int port(String name) {
    for (String port : ready) {
      if (port.startsWith(name + ":")) {
        return Integer.parseInt(port.substring(name.length() + 1));
      }
    }
    throw new IllegalArgumentException("nothing listens as " + name);
  }

  /** Messages that are checked and not linked yet. */
  public long waiting() {
    return intake.waiting();
  }

  /** Events linked so far. */
  public long linked() {
    return intake.live(LiveLink::linked);
  }

  /** Keys in memory. */
  public int keys() {
    return (int) intake.live(LiveLink::live);
  }

  /** Keys in memory of lifecycles that are packed. */
  public long restingKeys() {
    return intake.live(LiveLink::resting);
  }

  /** Bytes of lifecycles that are packed. */
  public long restingBytes() {
    return intake.live(LiveLink::restingBytes);
  }

  /** Nanoseconds for which nothing was stored at most, while dates were noted as linked. */
  public long longestNoting() {
    return intake.longestEnd();
  }

  /** Counters and histograms in the text format of Prometheus. */
  public String metrics() {
    StringBuilder out = new StringBuilder();
    counter("daisychain_taken_total", "Messages read", intake.taken(), out);
    counter("daisychain_stored_total", "Rows stored", intake.stored(), out);
    counter("daisychain_linked_total", "Messages linked", intake.live(LiveLink::linked), out);
    counter(
        "daisychain_rows_written_total",
        "Rows of lineages",
        intake.live(LiveLink::rowsWritten),
        out);
    gauge("daisychain_backlog", "Messages read and not durable", intake.backlog(), out);
    gauge("daisychain_unstored_rows", "Durable and not in the store", intake.behind(), out);
    gauge("daisychain_unlinked_groups", "Groups not linked", intake.unlinked(), out);
    gauge("daisychain_live_keys", "Keys in memory", keys(), out);
    gauge("daisychain_packed_keys", "Keys of packed lifecycles", restingKeys(), out);
    gauge("daisychain_packed_bytes", "Bytes of packed lifecycles", restingBytes(), out);
    gauge(
        "daisychain_longest_wait_seconds",
        "Longest wait of an event of a large lifecycle",
        intake.live(LiveLink::longestWait) / 1e9,
        out);
    gauge(
        "daisychain_longest_resolution_seconds",
        "Longest time that resolving a large lifecycle took",
        intake.live(LiveLink::longestResolution) / 1e9,
        out);
    gauge(
        "daisychain_longest_noting_seconds",
        "Longest time for which nothing was stored while dates were noted as linked",
        longestNoting() / 1e9,
        out);
    gauge("daisychain_sessions", "FIX sessions", fix == null ? 0 : fix.sessions(), out);
    gauge("daisychain_subscribers", "Connections", server == null ? 0 : server.connections(), out);
    if (plant != null) {
      counter("daisychain_ticks_total", "Ticks taken", plant.taken(), out);
      counter("daisychain_ticks_refused_total", "Of symbols without room", plant.refused(), out);
      counter("daisychain_quotes_refused_total", "Not in the NBBO", books.refused(), out);
      gauge("daisychain_tick_symbols", "Symbols with a tick", plant.symbols(), out);
      gauge("daisychain_tick_subscribers", "Connections that ask", plant.subscribers(), out);
    }
    if (windows != null) {
      counter("daisychain_window_quotes_late_total", "Left out", windows.late(), out);
      counter("daisychain_window_quotes_repeated_total", "Passed over", windows.repeated(), out);
      counter("daisychain_window_quotes_refused_total", "No room", windows.refused(), out);
      counter("daisychain_window_outliers_total", "Records left out", windows.outliers(), out);
    }
    for (FirmPace firm : fix == null ? List.<FirmPace>of() : fix.paces()) {
      String of = "{firm=\"" + firm.name() + "\"}";
      out.append("daisychain_firm_messages_total" + of + ' ').append(firm.messages()).append('\n');
      out.append("daisychain_firm_waited_seconds_total" + of + ' ')
          .append(firm.waited() / 1e9)
          .append('\n');
    }
    times.write(out);
    return out.toString();
  }

  private static void counter(String name, String help, Number value, StringBuilder out) {
    value(name, help, "counter", value, out);
  }

  private static void gauge(String name, String help, Number value, StringBuilder out) {
    value(name, help, "gauge", value, out);
  }

  private static void value(
      String name, String help, String type, Number value, StringBuilder out) {
    out.append("# HELP ").append(name).append(' ').append(help).append('\n');
    out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    out.append(String.format(Locale.ROOT, "%s %s%n", name, value));
  }

  /** How far it is, in a line for people. */
  public String progress() {
    return String.format(
        "%,d taken, %,d stored, %,d linked, %,d wait, %,d keys live",
        intake.taken(),
        intake.stored(),
        intake.live(LiveLink::linked),
        intake.backlog(),
        intake.live(LiveLink::live));
  }

  /** Takes nothing new, and ends when all that was read is durable and linked. */
  @Override
  public void close() throws IOException {
    if (ticks != null) {
      ticks.endReading();
    }
    if (folder != null) {
      folder.close();
    }
    if (fix != null) {
      fix.endReading();
    }
    if (pubsub != null) {
      pubsub.close();
    }
    try {
      intake.close();
      if (journal != null) {
        journal.end();
      }
    } finally {
      if (fix != null) {
        fix.close();
      }
      if (nbbo != null) {
        nbbo.close();
      }
      if (ticks != null) {
        ticks.close();
      }
      if (server != null) {
        server.close();
      }
      if (metrics != null) {
        metrics.close();
      }
    }
  }
}
