package io.daisychain.watch;

import io.daisychain.ingest.MessageCounts;
import io.daisychain.ingest.MessageIntake;
import io.daisychain.linkage.live.LiveLink;
import io.daisychain.reporting.FeedbackFolder;
import io.daisychain.reporting.SaveInputLines;
import io.daisychain.store.MetaTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.dates.Dates;
import io.daisychain.watch.journal.JournalEntry;
import io.daisychain.watch.journal.MessageLog;
import io.daisychain.watch.journal.WriteBehind;
import io.daisychain.watch.subscribe.ArrivalPrices;
import io.daisychain.watch.subscribe.HandOut;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;

/**
 * The way of messages from their sources into the store and the graph.
 *
 * <p>Three threads. One has what has come since its last group, up to {@value #MOST_ROWS} rows,
 * written ({@link GroupWriter}): the next group gathers meanwhile. One links each group while it is
 * written ({@link GroupLinker}). One tells sources what is durable ({@link Acknowledger}). A full
 * backlog makes sources wait.
 *
 * <p>Where sources are told of what is in a log ({@link #storeBehind}), a group is written into
 * that, and one thread more has its rows stored.
 *
 * <p>What the store has is linked first, by another one; what comes meanwhile is durable and told,
 * and linked after that.
 */
final class Intake implements MessageSink, AutoCloseable {
  private static final int MOST_ROWS = 1_000;
  private static final int MOST_UNACKNOWLEDGED = 64;

  /** What has just been read waits for so many groups that are not linked yet. */
  private static final int MOST_UNLINKED = 4;

  /** What has been read and is not durable has this part of the heap at most. */
  private static final int BACKLOG_PART = 16;

  private static final long POLL_MILLIS = 20;

  private final WatchSettings settings;
  private final WatchHooks hooks;
  private final HandOut handOut;
  private final LatencyListener latencies;
  private final ArrivalPrices prices;
  private final WatchFailure failure;
  private final FeedbackFolder feedback;
  private final Backlog backlog;
  private final BlockingQueue<CommitGroup> unlinked = new ArrayBlockingQueue<>(MOST_UNLINKED);
  private final BlockingQueue<CommitGroup> unacknowledged =
      new ArrayBlockingQueue<>(MOST_UNACKNOWLEDGED);

  /** Held while a group is handed over and written, and while an epoch ends. */
  private final ReentrantLock writing = new ReentrantLock(true);

  private final StoreEpochs epochs;
  private final GroupWriter writer;
  private final GroupLinker linker;
  private final MetaTable meta;
  private final Acknowledger acknowledger;
  private final Set<Integer> knownDates = ConcurrentHashMap.newKeySet();
  private final List<MessageIntake> readers = new ArrayList<>();
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong linked = new AtomicLong();
  private final CountDownLatch loaded = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();
  private Thread storer;
  private volatile boolean ending;
  private volatile boolean written;

  /** Null where sources are told of what is in the store. */
  private volatile WriteBehind behind;

  /**
   * An intake over a store.
   *
   * @param handOut hears what linking finds; null for nobody
   * @param prices looks at each event that arrives; null for nobody
   */
  Intake(
      WatchSettings settings,
      WatchHooks hooks,
      HandOut handOut,
      LatencyListener latencies,
      ArrivalPrices prices)
      throws IOException {
    this.settings = settings;
    this.hooks = hooks;
    this.latencies = latencies;
    this.prices = prices;
    this.failure = new WatchFailure(hooks::failed);
    this.backlog = new Backlog(settings.backlog(), Runtime.getRuntime().maxMemory() / BACKLOG_PART);
    this.feedback =
        new FeedbackFolder(settings.rejects(), settings.link().reference().participants());
    this.meta = MetaTable.open(settings.table());
    this.acknowledger = new Acknowledger(this::keepAcknowledged);
    this.handOut = handOut;
    this.epochs = new StoreEpochs(settings, hooks, handOut);
    this.writer = new GroupWriter(epochs, feedback, latencies, System::nanoTime);
    this.linker =
        new GroupLinker(
            epochs,
            unlinked,
            writing,
            failure,
            handOut == null ? () -> {} : handOut::tick,
            System::nanoTime);
  }

  void start() {
    threads.add(start("daisychain-watch-loader", this::load));
    threads.add(start("daisychain-watch-writer", this::write));
    threads.add(start("daisychain-watch-linker", this::link));
    threads.add(start("daisychain-watch-acknowledger", this::acknowledge));
  }

  /**
   * Stores what sources were told of and the store may lack, before anything else is taken.
   *
   * @param entries in the order in which they were told
   */
  void restore(List<JournalEntry> entries) throws IOException {
    if (entries.isEmpty()) {
      return;
    }
    RestoredSource source = new RestoredSource();
    long now = System.nanoTime();
    for (JournalEntry entry : entries) {
      source.kept.putAll(entry.kept());
      for (byte[] row : entry.rows()) {
        put(new PendingMessage(row, source, SourceReader.PART, now, now));
      }
    }
    put(new PendingMessage(null, source, RestoredSource.LAST, now, now));
    try {
      while (!source.stored.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        failure.check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** A journal that is read. */
  private static final class RestoredSource implements MessageSource {
    private static final long LAST = 1;
    private final Map<String, Map<String, String>> kept = new TreeMap<>();
    private final CountDownLatch stored = new CountDownLatch(1);

    @Override
    public void durable(long number) {
      if (number == LAST) {
        stored.countDown();
      }
    }

    @Override
    public Map<String, Map<String, String>> keep(long number) {
      return number == LAST ? kept : Map.of();
    }
  }

  /** From now on sources are told of what is in a log, and rows follow. */
  void storeBehind(MessageLog log) {
    writing.lock();
    try {
      behind =
          new WriteBehind(
              log,
              new Behind(),
              settings.backlog(),
              Runtime.getRuntime().maxMemory() / BACKLOG_PART,
              MOST_ROWS,
              System::nanoTime);
      epochs.storeBehind(behind);
    } finally {
      writing.unlock();
    }
    storer =
        start(
            "daisychain-watch-storer",
            () -> {
              while (!behind.hasEnded() && !hasFailed()) {
                behind.storeNext();
              }
            });
  }

  /** Where rows go that are durable already. */
  private final class Behind implements WriteBehind.Store {
    @Override
    public void check() throws IOException {
      failure.check();
      hooks.requireAlone();
    }

    @Override
    public void write(List<byte[]> rows) throws IOException {
      rows.sort(Comparator.comparingInt(CommitGroup::dateOf));
      epochs.store(rows);
    }

    @Override
    public void keep(Map<String, Map<String, String>> rows) throws IOException {
      SaveInputLines.save(meta, rows);
    }
  }

  private void keepAcknowledged(Map<String, Map<String, String>> rows) throws IOException {
    if (behind == null) { // else they are in the log with their messages
      SaveInputLines.save(meta, rows);
    }
  }

  /** A piece of work that goes on until the end. */
  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private Thread start(String name, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException | InterruptedException | RuntimeException | Error e) {
                fail(e);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Override
  public void fail(Throwable cause) {
    failure.set(cause);
  }

  @Override
  public boolean hasFailed() {
    return failure.isSet();
  }

  @Override
  public SourceReader reader(MessageSource source) {
    SourceReader reader =
        new SourceReader(
            this, source, settings.rules(), settings.reference(), settings.rejects(), feedback);
    synchronized (readers) {
      readers.add(reader.messages());
    }
    return reader;
  }

  /** What became of all messages, once sources have ended. */
  MessageCounts counts() {
    MessageCounts all = new MessageCounts();
    synchronized (readers) {
      readers.forEach(reader -> all.add(reader.counts()));
    }
    return all;
  }

  @Override
  public void put(PendingMessage message) throws IOException {
    if (prices != null && message.block() != null) {
      prices.look(message.block());
    }
    try {
      while (!backlog.offer(message, POLL_MILLIS)) {
        failure.check();
      }
      taken.incrementAndGet();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public String refusal(int date) throws IOException {
    if (knownDates.contains(date)) {
      return "";
    }
    synchronized (knownDates) {
      if (knownDates.contains(date)) {
        return ""; // all sources come with a date's first messages at once
      }
      try (Dates dates = Dates.open(settings.table());
          TableAdmin admin = TableAdmin.open(settings.table().store())) {
        if (dates.dropped().contains(date)) {
          return MessageIntake.DROPPED;
        }
        if (!admin.exists(settings.table().ofDate(date))) {
          if (dates.list().size() >= settings.mostDates()) {
            return MessageIntake.TOO_MANY;
          }
          admin.createDate(settings.table().name(), date, settings.splitKeys());
        }
        knownDates.add(date);
        return "";
      }
    }
  }

  @Override
  public Map<String, String> kept(String row) throws IOException {
    Map<String, String> unstored = behind == null ? Map.of() : behind.unstored(row);
    try (MetaTable meta = MetaTable.open(settings.table())) {
      Map<String, String> texts = meta.readTexts(row);
      texts.putAll(unstored);
      return texts;
    }
  }

  @Override
  public void keep(Map<String, Map<String, String>> rows) throws IOException {
    if (behind != null && behind.keep(rows)) {
      return;
    }
    try (MetaTable meta = MetaTable.open(settings.table())) {
      SaveInputLines.save(meta, rows);
    }
  }

  private void write() throws IOException, InterruptedException {
    List<PendingMessage> messages = new ArrayList<>(MOST_ROWS);
    while (!(ending && backlog.size() == 0) && !hasFailed()) {
      messages.clear();
      backlog.drainTo(messages, MOST_ROWS, POLL_MILLIS);
      if (behind != null) {
        behind.look();
      }
      if (!messages.isEmpty()) {
        write(new CommitGroup(messages, this::linked));
      }
    }
    written = true;
  }

  private void write(CommitGroup group) throws IOException, InterruptedException {
    // While an epoch ends nothing can be linked or stored, but sources can be told.
    boolean isAhead = behind != null && !writing.tryLock();
    if (isAhead) {
      writer.append(group);
      handOn(group, unacknowledged);
    }
    if (!writing.isHeldByCurrentThread()) {
      writing.lock();
    }
    try {
      writer.prepare();
      handOn(group, unlinked); // it is resolved while it is written
      if (isAhead) {
        writer.writeRows(group);
      } else {
        writer.write(group);
        handOn(group, unacknowledged);
      }
    } finally {
      writing.unlock();
    }
  }

  private void handOn(CommitGroup group, BlockingQueue<CommitGroup> to)
      throws InterruptedException {
    while (!to.offer(group, POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      if (hasFailed()) {
        return; // nobody takes it any more
      }
    }
  }

  /** By the thread that writes, or the one that links. */
  private void linked(List<PendingMessage> messages) {
    linked.addAndGet(messages.size());
    latencies.linked(messages, System.nanoTime());
  }

  private void load() throws IOException {
    epochs.load(handOut);
    if (handOut != null) {
      handOut.loaded();
    }
    loaded.countDown();
  }

  /** Groups that came before the store was linked, of no more messages than the backlog has. */
  private Deque<CommitGroup> early() throws InterruptedException {
    Deque<CommitGroup> early = new ArrayDeque<>();
    int messages = 0;
    while (!loaded.await(messages < settings.backlog() ? 0 : POLL_MILLIS, TimeUnit.MILLISECONDS)
        && !hasFailed()) {
      if (messages < settings.backlog()) {
        CommitGroup group = unlinked.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (group != null) {
          early.add(group);
          messages += group.messages().size();
        }
      }
    }
    return early;
  }

  private void link() throws IOException, InterruptedException {
    Deque<CommitGroup> early = early();
    if (!hasFailed()) {
      linker.linkAll(early);
    }
    while (!(written && unlinked.isEmpty()) && !hasFailed()) {
      linker.pass(unlinked.poll(linker.patience(), TimeUnit.MILLISECONDS));
    }
    if (!hasFailed()) {
      linker.endEpoch();
      epochs.finish();
    }
  }

  private void acknowledge() throws IOException, InterruptedException {
    List<CommitGroup> groups = new ArrayList<>();
    while (!(written && unacknowledged.isEmpty()) && !hasFailed()) {
      CommitGroup first = unacknowledged.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
      if (first != null) {
        groups.clear();
        groups.add(first);
        unacknowledged.drainTo(groups);
        acknowledger.acknowledge(groups);
      }
    }
  }

  /** Waits until all that was taken is durable and linked. */
  @Override
  public void close() throws IOException {
    ending = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
      if (behind != null && !hasFailed()) {
        behind.close();
        storer.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    feedback.close();
    meta.close();
    epochs.close();
    failure.rethrow();
  }

  /** Trade dates of what was stored. */
  Set<Integer> dates() {
    return epochs.dates();
  }

  /** Messages taken so far. */
  long taken() {
    return taken.get();
  }

  /** Rows stored so far. */
  long stored() {
    return epochs.stored();
  }

  /** Messages that are checked and not linked yet. */
  long waiting() {
    return taken.get() - linked.get();
  }

  /** Rows that are durable and not in the store yet, about. */
  int behind() {
    return behind == null ? 0 : behind.waiting();
  }

  /** Messages read and not durable yet. */
  int backlog() {
    return backlog.size();
  }

  /** Groups that are not linked yet. */
  int unlinked() {
    return unlinked.size();
  }

  /** Nanoseconds for which nothing was put at most, while dates were noted as linked. */
  long longestEnd() {
    return linker.longestEnd();
  }

  /** A counter of live linking. */
  long live(ToLongFunction<LiveLink> counter) {
    return epochs.live(counter);
  }
}
