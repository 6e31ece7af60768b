package io.daisychain.watch.journal;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.archive.codecs.SourceLocation;
import io.aeron.archive.status.RecordingPos;
import io.daisychain.store.JournalNote;
import io.daisychain.store.MetaTable;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/**
 * The stream of a watch's messages, recorded here, and by each that stands by and has said that it
 * has all of it. Who is waited for is in the note before it counts: whoever is named there has all
 * that was told.
 */
final class AeronLog implements MessageLog, AutoCloseable {
  /** The last byte of a part of an entry: nothing more of it follows, or more. */
  static final byte LAST = 1;

  private static final byte MORE = 2;

  private static final int PART_BYTES = JournalArchive.TERM_BYTES / 16;

  /**
   * A copy that is not heard of for so long, while it is waited for, is not waited for any more.
   */
  private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** One that is not waited for is forgotten then. */
  private static final long FORGOTTEN_NANOS = 10 * SILENT_NANOS;

  /** For so long nothing is told when a copy begins. */
  private static final long JOIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final int SPINS = 20;
  private static final int MOST_ANSWERS = 100;
  private static final int MOST_COPIES = 16;

  private final JournalArchive archive;
  private final MetaTable meta;
  private final Consumer<String> told;
  private final Journal.Check alone;
  private final ExclusivePublication publication;
  private final Subscription answers;
  private final CountersReader counters;
  private final int counter;
  private final long recording;
  private final String at;
  private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 + PART_BYTES]);
  private final Map<String, Copy> copies = new TreeMap<>();

  private Optional<JournalNote> noted = Optional.empty();
  private volatile long stored;

  /** What is known of a copy. */
  private static final class Copy {
    private long start;
    private long position;
    private long heard;

    /** The note names it: it has all that was told. */
    private boolean isWaitedFor;

    boolean isBehind(long asked) {
      return isWaitedFor && position < asked;
    }
  }

  private AeronLog(
      JournalArchive archive,
      String address,
      MetaTable meta,
      Consumer<String> told,
      Journal.Check alone)
      throws IOException {
    this.archive = archive;
    this.meta = meta;
    this.told = told;
    this.alone = alone;
    int port = freePort(address);
    int answerPort = freePort(address);
    this.at = address + ":" + port + ":" + answerPort;
    String channel = "aeron:udp?control-mode=dynamic|control=" + address + ":" + port;
    publication =
        archive
            .aeron()
            .addExclusivePublication(
                channel + "|fc=min,t:1s|ssc=true|term-length=" + JournalArchive.TERM_BYTES,
                JournalArchive.STREAM);
    answers =
        archive
            .aeron()
            .addSubscription(
                "aeron:udp?endpoint=" + address + ":" + answerPort, JournalArchive.COPIES);
    archive
        .archive()
        .startRecording(
            channel + "|session-id=" + publication.sessionId(),
            JournalArchive.STREAM,
            SourceLocation.LOCAL);
    counters = archive.aeron().countersReader();
    counter = archive.awaitCounter(publication.sessionId());
    recording = RecordingPos.getRecordingId(counters, counter);
  }

  /** Begins a stream; what was recorded before is in the store, and is deleted. */
  static AeronLog begin(
      JournalArchive archive,
      String address,
      MetaTable meta,
      Optional<JournalNote> before,
      Consumer<String> told,
      Journal.Check alone)
      throws IOException {
    AeronLog log = new AeronLog(archive, address, meta, told, alone);
    log.noted = before;
    log.writeNote();
    archive.deleteOthers(log.publication.sessionId());
    return log;
  }

  private static int freePort(String address) throws IOException {
    try (DatagramSocket socket =
        new DatagramSocket(new InetSocketAddress(InetAddress.getByName(address), 0))) {
      return socket.getLocalPort();
    }
  }

  private JournalNote note() {
    List<String> names = new ArrayList<>();
    names.add(archive.nameOf(recording));
    copies.forEach(
        (name, copy) -> {
          if (copy.isWaitedFor) {
            names.add(name);
          }
        });
    return new JournalNote(publication.sessionId(), at, names);
  }

  private void writeNote() throws IOException {
    alone.check();
    JournalNote next = note();
    next.replace(meta, noted);
    noted = Optional.of(next);
  }

  @Override
  public long append(byte[] entry) throws IOException {
    long position = 0;
    for (int from = 0; from < entry.length; from += PART_BYTES) {
      int length = Math.min(PART_BYTES, entry.length - from);
      buffer.putBytes(0, entry, from, length);
      buffer.putByte(length, from + length < entry.length ? MORE : LAST);
      position = offer(1 + length);
    }
    await(position);
    return position;
  }

  private long offer(int length) throws IOException {
    while (true) {
      long position = publication.offer(buffer, 0, length);
      if (position > 0) {
        return position;
      }
      if (position == Publication.CLOSED || position == Publication.MAX_POSITION_EXCEEDED) {
        throw takesNoMore();
      }
      requireRecording();
      LockSupport.parkNanos(1);
    }
  }

  private void await(long position) throws IOException {
    long began = System.nanoTime();
    for (int i = 0; ; i++) {
      hear();
      if (counters.getCounterValue(counter) >= position
          && copies.values().stream().noneMatch(copy -> copy.isBehind(position))) {
        return;
      }
      if (i < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(1);
        requireRecording();
        if (System.nanoTime() - began > SILENT_NANOS) {
          leaveOut(position);
        }
      }
    }
  }

  private void requireRecording() throws IOException {
    if (!RecordingPos.isActive(counters, counter, recording)) {
      throw takesNoMore();
    }
  }

  private IOException takesNoMore() {
    return new IOException("the journal " + archive + " takes no more");
  }

  private void hear() {
    answers.poll(
        (bytes, offset, length, header) -> {
          byte[] answer = new byte[length];
          bytes.getBytes(offset, answer);
          JournalAnswer.of(answer)
              .filter(heard -> heard.session() == publication.sessionId())
              .ifPresent(this::heard);
        },
        MOST_ANSWERS);
  }

  private void heard(JournalAnswer answer) {
    if (copies.size() >= MOST_COPIES && !copies.containsKey(answer.name())) {
      return;
    }
    Copy copy = copies.computeIfAbsent(answer.name(), none -> new Copy());
    copy.start = answer.start();
    copy.position = answer.position();
    copy.heard = System.nanoTime();
  }

  /** Goes on without copies that have not recorded what is waited for. */
  private void leaveOut(long position) throws IOException {
    List<String> gone = new ArrayList<>();
    copies.forEach(
        (name, copy) -> {
          if (copy.isBehind(position)) {
            gone.add(name);
          }
        });
    if (!gone.isEmpty()) {
      copies.keySet().removeAll(gone);
      writeNote();
      gone.forEach(name -> told.accept("the journal has no copy any more at " + place(name)));
    }
  }

  private static String place(String name) {
    return name.substring(name.indexOf(' ') + 1);
  }

  /** Takes in copies that have all that is not in the store. */
  @Override
  public void look() throws IOException {
    requireRecording();
    hear();
    long now = System.nanoTime();
    copies.values().removeIf(copy -> now - copy.heard > FORGOTTEN_NANOS && !copy.isWaitedFor);
    for (Map.Entry<String, Copy> copy : List.copyOf(copies.entrySet())) {
      if (!copy.getValue().isWaitedFor
          && copy.getValue().start <= stored
          && hasAll(copy.getValue())) {
        copy.getValue().isWaitedFor = true;
        writeNote();
        told.accept("the journal has a copy at " + place(copy.getKey()));
      }
    }
  }

  /** Waits a moment for a copy to have recorded all that was appended, while nothing is. */
  private boolean hasAll(Copy copy) {
    long began = System.nanoTime();
    while (copy.position < publication.position() && System.nanoTime() - began < JOIN_NANOS) {
      LockSupport.parkNanos(1);
      hear();
    }
    return copy.position >= publication.position();
  }

  @Override
  public void stored(long position) throws IOException {
    JournalNote.writeStored(meta, publication.sessionId(), position);
    archive.deleteUpTo(recording, position);
    stored = position;
  }

  /** Ends, when all is in the store. */
  void end() throws IOException {
    JournalNote.delete(meta);
  }

  @Override
  public void close() {
    publication.close();
    answers.close();
  }
}
