package io.daisychain.watch.journal;

import io.aeron.Publication;
import io.aeron.archive.codecs.SourceLocation;
import io.aeron.archive.status.RecordingPos;
import io.daisychain.store.JournalNote;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/**
 * Records what whoever watches tells, beside it, and says to it how far that is. Reads in the note
 * who that is.
 */
final class JournalCopy implements AutoCloseable {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long ANSWER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long IDLE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private final JournalArchive archive;
  private final String address;
  private final StoreTable table;
  private final Consumer<String> told;
  private final Consumer<Throwable> failed;
  private final Thread thread;

  /** Beside what asks the store, which may take its time. */
  private final Thread answering;

  private volatile Followed followed;
  private volatile boolean ending;

  JournalCopy(
      JournalArchive archive,
      String address,
      StoreTable table,
      Consumer<String> told,
      Consumer<Throwable> failed) {
    this.archive = archive;
    this.address = address;
    this.table = table;
    this.told = told;
    this.failed = failed;
    this.thread = new Thread(this::run, "daisychain-journal-copy");
    this.answering = new Thread(this::answer, "daisychain-journal-answers");
    thread.setDaemon(true);
    answering.setDaemon(true);
    thread.start();
    answering.start();
  }

  private void run() {
    try (MetaTable meta = MetaTable.open(table)) {
      try {
        while (!ending) {
          followed = follow(JournalNote.read(meta), followed);
          if (followed != null) {
            followed.look(meta);
          }
          LockSupport.parkNanos(LOOK_NANOS);
        }
      } finally {
        if (followed != null) {
          followed.close();
        }
      }
    } catch (IOException | RuntimeException e) {
      failed.accept(e);
    }
  }

  private void answer() {
    try {
      for (; !ending; LockSupport.parkNanos(IDLE_NANOS)) {
        Followed now = followed;
        if (now != null) {
          now.answer(System.nanoTime());
        }
      }
    } catch (RuntimeException e) {
      failed.accept(e);
    }
  }

  private Followed follow(Optional<JournalNote> note, Followed before) {
    int session = note.map(JournalNote::session).orElse(0);
    if (before != null && (note.isEmpty() || session != before.session)) {
      before.close();
    } else if (before != null) {
      return before;
    }
    return note.isEmpty() ? null : new Followed(note.get());
  }

  /** One stream, of which what comes is recorded. */
  private final class Followed implements AutoCloseable {
    private final int session;
    private final long subscription;
    private final Publication answers;
    private boolean hasBegun;
    private int counter;
    private long recording;
    private long start;
    private boolean isCopy;
    private long answered = -1;
    private long at = System.nanoTime() - ANSWER_NANOS;

    Followed(JournalNote note) {
      this.session = note.session();
      String[] at = note.at().split(":", -1);
      this.subscription =
          archive
              .archive()
              .startRecording(
                  "aeron:udp?control-mode=dynamic|control=%s:%s|endpoint=%s:0|session-id=%d"
                      .formatted(at[0], at[1], address, session),
                  JournalArchive.STREAM,
                  SourceLocation.REMOTE);
      this.answers =
          archive
              .aeron()
              .addPublication(
                  "aeron:udp?term-length=64k|endpoint=" + at[0] + ":" + at[2],
                  JournalArchive.COPIES);
    }

    /** Finds out where the recording is, once it has begun. */
    private synchronized boolean begin() {
      if (!hasBegun) {
        CountersReader counters = archive.aeron().countersReader();
        counter =
            RecordingPos.findCounterIdBySession(counters, session, archive.archive().archiveId());
        if (counter == CountersReader.NULL_COUNTER_ID) {
          return false;
        }
        recording = RecordingPos.getRecordingId(counters, counter);
        start = archive.archive().getStartPosition(recording);
        archive.deleteOthers(session); // all of it is in the store
        hasBegun = true;
      }
      return true;
    }

    synchronized void answer(long now) {
      CountersReader counters = archive.aeron().countersReader();
      if (!hasBegun || answers.isClosed() || !RecordingPos.isActive(counters, counter, recording)) {
        return;
      }
      long position = counters.getCounterValue(counter);
      if (position != answered || now - at >= ANSWER_NANOS) {
        byte[] answer =
            new JournalAnswer(session, start, position, archive.nameOf(recording)).bytes();
        if (answers.offer(new UnsafeBuffer(answer)) > 0) {
          answered = position;
          at = now;
        }
      }
    }

    void look(MetaTable meta) throws IOException {
      if (!begin()) {
        return;
      }
      Optional<JournalNote> note = JournalNote.read(meta);
      if (note.isPresent() && note.get().session() == session) {
        archive.deleteUpTo(recording, Math.max(start, note.get().stored(meta)));
      }
      boolean isNow = note.filter(of -> of.has(archive.idOf(recording))).isPresent();
      if (isNow != isCopy) {
        isCopy = isNow;
        told.accept(
            "the journal %s is %s copy of that of the one that watches"
                .formatted(archive, isNow ? "a" : "no"));
      }
    }

    @Override
    public synchronized void close() {
      answers.close();
      archive.archive().tryStopRecording(subscription);
    }
  }

  /** Records no more: what is told from now on is not here. */
  @Override
  public void close() {
    ending = true;
    try {
      LockSupport.unpark(thread);
      thread.join();
      answering.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
