package io.daisychain.watch.replay;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.MessageFinder;
import io.daisychain.fix.validate.Framing;
import io.daisychain.fix.validate.ValidationResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A folder: lines that are due within a tenth of a second are a file, which gets its name when it
 * is complete. Told is what stands in a file beside which a {@code NAME.done} was found.
 */
final class FilesTarget implements ReplayTarget {
  private static final long FILE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int FILE_BYTES = 4 << 20;
  private static final long LOOK_MILLIS = 10;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Path folder;
  private final boolean now;
  private final ReplayCounts counts;
  private final ReplayRecord record;
  private final String prefix = "replay-" + System.currentTimeMillis() + "-";
  private final SessionMessage messages = new SessionMessage(FixVersion.FIX42.label());
  private final FixMessage message = new FixMessage();
  private final MessageFinder finder = new MessageFinder();
  private final ArrayDeque<Written> untold = new ArrayDeque<>();
  private final Thread looker;
  private ByteArrayOutputStream gathering = new ByteArrayOutputStream();
  private List<Line> lines = new ArrayList<>();
  private long began;
  private long files;
  private boolean isOpen;
  private boolean isEnding;
  private IOException failure;

  private record Line(long message, long scheduled) {}

  private record Written(Path file, long number, long sent, List<Line> lines) {}

  FilesTarget(Path folder, boolean now, ReplayCounts counts, ReplayRecord record) {
    this.folder = folder;
    this.now = now;
    this.counts = counts;
    this.record = record;
    this.looker = new Thread(this::look, "daisychain-replay-folder");
    looker.setDaemon(true);
    looker.start();
  }

  @Override
  public synchronized void send(ReplayItem item, long number, long scheduled) throws IOException {
    check();
    if (gathering.size() == 0) {
      began = System.nanoTime();
    }
    gathering.writeBytes(now && !item.isOpen() ? timed(item.bytes()) : item.bytes());
    if (!isOpen) {
      lines.add(new Line(number, scheduled));
    }
    isOpen = item.isOpen();
    writeIfDue();
  }

  /** The messages of a line with this moment as their SendingTime. */
  private byte[] timed(byte[] line) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(line.length);
    finder.line(line, 0, line.length);
    int copied = 0;
    for (MessageFinder.Found found = finder.next(message);
        found != MessageFinder.Found.END;
        found = finder.next(message)) {
      if (found == MessageFinder.Found.MESSAGE && isWhole()) {
        out.write(line, copied, finder.from() - copied);
        byte[] bytes = Arrays.copyOfRange(line, finder.from(), finder.to());
        int number = message.find(FixTag.MSG_SEQ_NUM);
        String digits =
            new String(line, message.valueOffset(number), message.valueLength(number), ISO_8859_1);
        copied = finder.to();
        out.writeBytes(messages.recorded(bytes, Integer.parseInt(digits), SessionMessage.now()));
      }
    }
    out.write(line, copied, line.length - copied);
    return out.toByteArray();
  }

  /** True where a message can be written anew; a damaged one stays as it is. */
  private boolean isWhole() {
    int number = message.find(FixTag.MSG_SEQ_NUM);
    if (number < 0 || message.valueLength(number) > 9 || !message.endsWithCheckSum()) {
      return false;
    }
    for (int i = 0; i < message.valueLength(number); i++) {
      byte digit = message.buffer()[message.valueOffset(number) + i];
      if (digit < '0' || digit > '9') {
        return false;
      }
    }
    ValidationResult faults = new ValidationResult();
    Framing.check(message, faults);
    return faults.count() == 0;
  }

  private void check() throws IOException {
    if (failure != null) {
      throw new IOException(failure.getMessage(), failure);
    }
  }

  private void writeIfDue() throws IOException {
    if (gathering.size() >= FILE_BYTES || System.nanoTime() - began >= FILE_NANOS) {
      write();
    }
  }

  /** Gives the file its name; one that ends inside of a line waits for the rest. */
  private void write() throws IOException {
    if (gathering.size() == 0 || isOpen) {
      return;
    }
    long number = ++files;
    String name = prefix + String.format("%09d", number) + ".fix";
    Path part = folder.resolve(name + ".part");
    Files.write(part, gathering.toByteArray());
    Path file = Files.move(part, folder.resolve(name));
    long sent = System.nanoTime();
    counts.sent(lines.size());
    untold.add(new Written(file, number, sent, lines));
    lines = new ArrayList<>();
    gathering = new ByteArrayOutputStream();
    notifyAll();
  }

  @Override
  public void idle() {
    // The thread that looks for what is done writes files when they are due.
  }

  private void look() {
    try {
      while (true) {
        synchronized (this) {
          wait(LOOK_MILLIS);
          if (gathering.size() > 0) {
            writeIfDue();
          }
          while (!untold.isEmpty() && isTold(untold.peek())) {
            Written done = untold.poll();
            counts.told(done.lines().size());
            note(done, System.nanoTime());
            notifyAll();
          }
          if (!untold.isEmpty() && hasFailed(untold.peek())) {
            note(untold.poll(), ReplayRecord.NEVER);
            notifyAll();
          }
          if (isEnding && untold.isEmpty() && gathering.size() == 0) {
            return;
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      synchronized (this) {
        failure = e;
        notifyAll();
      }
    }
  }

  private static boolean isTold(Written file) {
    return Files.exists(beside(file, ".done"));
  }

  /** True where watch could not read the file to its end, and never tells of it. */
  private static boolean hasFailed(Written file) {
    return Files.exists(beside(file, ".failed"));
  }

  private static Path beside(Written file, String suffix) {
    return file.file().resolveSibling(file.file().getFileName() + suffix);
  }

  private void note(Written file, long told) throws IOException {
    for (Line line : file.lines()) {
      record.note(line.message(), "", file.number(), line.scheduled(), file.sent(), told);
    }
  }

  /** With a record, waits while somebody takes files. */
  @Override
  public synchronized void finish() throws IOException, InterruptedException {
    isOpen = false;
    write();
    isEnding = true;
    long since = System.nanoTime();
    int left = untold.size();
    while (record.isWritten()
        && failure == null
        && !untold.isEmpty()
        && System.nanoTime() - since < PATIENCE_NANOS) {
      wait(LOOK_MILLIS);
      if (untold.size() < left) {
        left = untold.size();
        since = System.nanoTime();
      }
    }
    for (Written file : untold) {
      note(file, ReplayRecord.NEVER);
    }
    untold.clear();
    check();
  }

  @Override
  public void close() {
    looker.interrupt();
  }
}
