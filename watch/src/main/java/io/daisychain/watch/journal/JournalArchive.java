package io.daisychain.watch.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.aeron.Aeron;
import io.aeron.ChannelUri;
import io.aeron.CommonContext;
import io.aeron.FragmentAssembler;
import io.aeron.Subscription;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.ArchiveTool;
import io.aeron.archive.ArchivingMediaDriver;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveException;
import io.aeron.archive.status.RecordingPos;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.status.CountersReader;

/**
 * Aeron's archive in a folder, and the media driver that it needs, both in this process. A folder
 * belongs to one process.
 */
final class JournalArchive implements AutoCloseable {
  /** Of messages. */
  static final int STREAM = 1;

  /** Of what copies have recorded. */
  static final int COPIES = 2;

  private static final int REPLAY = 3;
  private static final String CONTROL = "aeron:ipc?term-length=64k";

  /** Memory that is shared has three of these; a message has an eighth at most. */
  static final int TERM_BYTES = 8 << 20;

  private static final int SEGMENT_BYTES = 16 << 20;

  /**
   * A thread that has nothing to do looks again after so long: it is part of each message's time.
   */
  private static final long MOST_IDLE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  /**
   * Driver, archive and their client are threads of this process: where one does not hear of
   * another for a while, the process or its machine stood still, and all go on together.
   */
  private static final long STILL_NANOS = TimeUnit.HOURS.toNanos(1);

  static {
    // The archive makes a client of its own, which has no other way to be told.
    System.setProperty(
        CommonContext.DRIVER_TIMEOUT_PROP_NAME, "" + TimeUnit.NANOSECONDS.toMillis(STILL_NANOS));
  }

  private final Path folder;
  private final String id;
  private final String place;
  private final FileChannel lock;
  private ArchivingMediaDriver driver;
  private Aeron aeron;
  private AeronArchive archive;

  /**
   * A recording.
   *
   * @param session of the stream
   */
  record Recording(long id, int session) {}

  private JournalArchive(Path folder, String id, FileChannel lock) {
    this.folder = folder;
    this.id = id;
    this.place = hostName() + ":" + folder.toAbsolutePath();
    this.lock = lock;
  }

  /**
   * Begins, with all recordings that are there.
   *
   * @param failed hears what goes wrong later
   */
  static JournalArchive open(Path folder, Consumer<Throwable> failed) throws IOException {
    Files.createDirectories(folder);
    FileChannel lock =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    JournalArchive opened = new JournalArchive(folder, idOf(folder), lock);
    try {
      FileLock held = lock.tryLock();
      if (held == null) {
        throw new IOException("another process has the journal " + folder);
      }
      try {
        opened.launch(failed);
      } catch (ArchiveException e) {
        opened.dropTorn(e);
        opened.launch(failed);
      }
      return opened;
    } catch (IOException e) {
      opened.close();
      throw e;
    } catch (RuntimeException e) {
      opened.close();
      throw new IOException("the journal %s cannot be opened: %s".formatted(folder, e), e);
    }
  }

  /**
   * A kill while the last fragment was written, of which nobody was told, leaves a part of it: it
   * is cut off. The archive itself only says so.
   */
  private void dropTorn(ArchiveException failure) throws IOException {
    boolean valid =
        ArchiveTool.verify(
            new PrintStream(OutputStream.nullOutputStream(), false, UTF_8),
            recordingsFolder().toFile(),
            Set.of(),
            null,
            torn -> true);
    if (!valid) {
      throw new IOException(
          "the journal " + folder + " is damaged: " + failure.getMessage(), failure);
    }
  }

  private Path recordingsFolder() {
    return folder.resolve("recordings");
  }

  private static String idOf(Path folder) throws IOException {
    Path id = folder.resolve("id");
    if (!Files.exists(id)) {
      Path part = folder.resolve("id.part");
      Files.writeString(part, UUID.randomUUID().toString());
      Files.move(part, id);
    }
    return Files.readString(id).strip();
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost"; // it is for people alone
    }
  }

  private static IdleStrategy idle() {
    return new BackoffIdleStrategy(10, 10, 1_000, MOST_IDLE_NANOS);
  }

  private void launch(Consumer<Throwable> failed) throws IOException {
    Path memory = Path.of("/dev/shm");
    String shared =
        (Files.isWritable(memory) ? memory : folder).resolve("daisychain-" + id).toString();
    // Left by a process that is gone, whose lock this one has.
    Files.deleteIfExists(recordingsFolder().resolve("archive-mark.dat"));
    driver =
        ArchivingMediaDriver.launch(
            new MediaDriver.Context()
                .aeronDirectoryName(shared)
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(idle())
                .termBufferSparseFile(true)
                .clientLivenessTimeoutNs(STILL_NANOS)
                .publicationUnblockTimeoutNs(2 * STILL_NANOS)
                .errorHandler(failed::accept),
            new Archive.Context()
                .aeronDirectoryName(shared)
                .archiveDir(recordingsFolder().toFile())
                .controlChannelEnabled(false) // nobody else can reach it
                .archiveClientContext(new AeronArchive.Context().controlResponseChannel(CONTROL))
                .localControlChannel(CONTROL)
                .replicationChannel("aeron:udp?endpoint=127.0.0.1:0")
                .recordingEventsEnabled(false)
                .connectTimeoutNs(STILL_NANOS)
                .threadingMode(ArchiveThreadingMode.SHARED)
                .idleStrategySupplier(JournalArchive::idle)
                .segmentFileLength(SEGMENT_BYTES)
                .errorHandler(failed::accept));
    aeron =
        Aeron.connect(new Aeron.Context().aeronDirectoryName(shared).errorHandler(failed::accept));
    archive =
        AeronArchive.connect(
            new AeronArchive.Context()
                .aeron(aeron)
                .controlRequestChannel(CONTROL)
                .controlResponseChannel(CONTROL));
  }

  /** Names a recording as no other one is. */
  String idOf(long recording) {
    return id + "/" + recording;
  }

  /** The same, and where it is. */
  String nameOf(long recording) {
    return idOf(recording) + " " + place;
  }

  Aeron aeron() {
    return aeron;
  }

  AeronArchive archive() {
    return archive;
  }

  /** All recordings of messages. */
  List<Recording> recordings() {
    List<Recording> found = new ArrayList<>();
    archive.listRecordings(
        0,
        Integer.MAX_VALUE,
        (control,
            correlation,
            id,
            began,
            ended,
            start,
            stop,
            term,
            segment,
            terms,
            mtu,
            session,
            stream,
            stripped,
            channel,
            source) -> {
          if (stream == STREAM) {
            found.add(new Recording(id, session));
          }
        });
    return found;
  }

  /** Deletes all recordings but that of a session. */
  void deleteOthers(int session) {
    for (Recording recording : recordings()) {
      if (recording.session() != session) {
        archive.purgeRecording(recording.id());
      }
    }
  }

  /** Deletes what of a recording lies before a position, in whole files. */
  void deleteUpTo(long recording, long position) {
    long start = archive.getStartPosition(recording);
    long base = AeronArchive.segmentFileBasePosition(start, position, TERM_BYTES, SEGMENT_BYTES);
    if (base > start) {
      archive.purgeSegments(recording, base);
    }
  }

  /** The counter of how far a session is recorded, once that has begun. */
  int awaitCounter(int session) throws IOException {
    CountersReader counters = aeron.countersReader();
    long began = System.nanoTime();
    while (true) {
      int counter = RecordingPos.findCounterIdBySession(counters, session, archive.archiveId());
      if (counter != CountersReader.NULL_COUNTER_ID) {
        return counter;
      }
      if (System.nanoTime() - began > WAIT_NANOS) {
        throw new IOException("the journal " + folder + " does not begin to record");
      }
      LockSupport.parkNanos(MOST_IDLE_NANOS);
    }
  }

  /** The position behind the end of a recording, which has ended or is about to. */
  private long awaitStop(long recording) throws IOException {
    long began = System.nanoTime();
    while (true) {
      long stop = archive.getStopPosition(recording);
      if (stop != AeronArchive.NULL_POSITION) {
        return stop;
      }
      if (System.nanoTime() - began > WAIT_NANOS) {
        throw new IOException("the journal " + folder + " does not end its recording");
      }
      LockSupport.parkNanos(MOST_IDLE_NANOS);
    }
  }

  /** All entries of a recording that has ended, from a position on. */
  List<JournalEntry> entries(long recording, long from) throws IOException {
    List<JournalEntry> entries = new ArrayList<>();
    long end = awaitStop(recording);
    if (from >= end) {
      return entries;
    }
    ByteArrayOutputStream parts = new ByteArrayOutputStream();
    String channel = "aeron:ipc?term-length=" + TERM_BYTES;
    long replay = archive.startReplay(recording, from, end - from, channel, REPLAY);
    String ofReplay = ChannelUri.addSessionId(channel, (int) replay);
    try (Subscription subscription = aeron.addSubscription(ofReplay, REPLAY)) {
      List<byte[]> whole = new ArrayList<>();
      FragmentAssembler assembler =
          new FragmentAssembler(
              (buffer, offset, length, header) -> {
                byte[] part = new byte[length - 1];
                buffer.getBytes(offset, part);
                parts.writeBytes(part);
                if (buffer.getByte(offset + length - 1) == AeronLog.LAST) {
                  whole.add(parts.toByteArray());
                  parts.reset();
                }
              });
      long began = System.nanoTime();
      for (long position = from; position < end; ) {
        if (subscription.poll(assembler, 10) > 0) {
          began = System.nanoTime();
          position = subscription.imageAtIndex(0).position();
        } else if (System.nanoTime() - began > WAIT_NANOS) {
          throw new IOException("the journal " + folder + " cannot be read to its end");
        } else {
          LockSupport.parkNanos(MOST_IDLE_NANOS);
        }
      }
      for (byte[] entry : whole) {
        entries.add(JournalEntry.of(entry));
      }
    }
    return entries;
  }

  @Override
  public void close() throws IOException {
    CloseHelper.quietCloseAll(archive, aeron, driver);
    lock.close();
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
