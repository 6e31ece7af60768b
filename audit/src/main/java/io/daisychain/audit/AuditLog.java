package io.daisychain.audit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Lines of JSON in {@code audit.jsonl}, each with the SHA-256 of the one before: who changes,
 * removes or adds one must change all that follow, and cannot change the {@link AuditHead heads}
 * that others keep.
 *
 * <p>Several processes may append; each takes the file's lock for one write. An entry is on the
 * disk when {@link #append} has returned. What a process that was killed left of a line is cut off
 * by the next, which enters it as {@code broken off}.
 */
public final class AuditLog {
  static final String FILE = "audit.jsonl";

  /** What is read at once to find the last line. */
  private static final int TAIL_BYTES = 1 << 16;

  private final Path file;
  private final InstantSource clock;

  private AuditLog(Path folder, InstantSource clock) {
    this.file = folder.resolve(FILE);
    this.clock = clock;
  }

  /** Whether a folder has a log. */
  public static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(FILE));
  }

  /**
   * The log of a folder.
   *
   * @throws IOException if it has none
   */
  public static AuditLog open(Path folder, InstantSource clock) throws IOException {
    if (!isIn(folder)) {
      throw new IOException("there is no audit log in " + folder);
    }
    return new AuditLog(folder, clock);
  }

  /**
   * Begins a log in a folder, which is made if need be.
   *
   * @throws IOException if there is one
   */
  public static AuditLog begin(Path folder, InstantSource clock, AuditFact first)
      throws IOException {
    Files.createDirectories(folder);
    AuditLog log = new AuditLog(folder, clock);
    Files.createFile(log.file);
    log.append(List.of(first));
    return log;
  }

  /** The file with the lines. */
  public Path file() {
    return file;
  }

  /** Enters what has happened; returns when it is on the disk. */
  public AuditHead append(List<AuditFact> facts) throws IOException {
    // Locks are the process's: two of its threads would be refused, not made to wait.
    synchronized (AuditLog.class) {
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        FileLock lock = channel.lock();
        try (lock) {
          return append(channel, facts);
        }
      }
    }
  }

  private AuditHead append(FileChannel channel, List<AuditFact> facts) throws IOException {
    List<AuditFact> all = new ArrayList<>();
    long end = endOfLines(channel);
    if (end < channel.size()) {
      byte[] rest = read(channel, end, (int) Math.min(TAIL_BYTES, channel.size() - end));
      all.add(AuditFact.of("broken off").with("bytes", HexFormat.of().formatHex(rest)));
    }
    all.addAll(facts);
    AuditHead head =
        last(channel, end).map(AuditEntry::head).orElse(new AuditHead(0, AuditEntry.NONE));
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (AuditFact fact : all) {
      byte[] line =
          AuditEntry.line(
              head.number() + 1, head.hash(), clock.instant().truncatedTo(ChronoUnit.MILLIS), fact);
      lines.writeBytes(line);
      lines.write('\n');
      head = new AuditHead(head.number() + 1, Sha256.of(line));
    }
    channel.truncate(end);
    ByteBuffer bytes = ByteBuffer.wrap(lines.toByteArray());
    for (long at = end; bytes.hasRemaining(); ) {
      at += channel.write(bytes, at);
    }
    channel.force(true);
    return head;
  }

  /** The last entry of a log that has lines up to {@code end}. */
  private Optional<AuditEntry> last(FileChannel channel, long end) throws IOException {
    if (end == 0) {
      return Optional.empty();
    }
    long from = lineEndBefore(channel, end - 1);
    try {
      return Optional.of(AuditEntry.parse(read(channel, from, Math.toIntExact(end - 1 - from))));
    } catch (IOException e) {
      throw new IOException(
          file + ": the last line was changed: " + e.getMessage() + "; see daisychain verify", e);
    }
  }

  private static long endOfLines(FileChannel channel) throws IOException {
    return lineEndBefore(channel, channel.size());
  }

  /** Behind the last line end before a place; 0 where there is none. */
  private static long lineEndBefore(FileChannel channel, long place) throws IOException {
    for (long to = place; to > 0; ) {
      long from = Math.max(0, to - TAIL_BYTES);
      byte[] bytes = read(channel, from, (int) (to - from));
      for (int i = bytes.length - 1; i >= 0; i--) {
        if (bytes[i] == '\n') {
          return from + i + 1;
        }
      }
      to = from;
    }
    return 0;
  }

  private static byte[] read(FileChannel channel, long from, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
      // until all is read
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  /** The last entry. */
  public AuditHead head() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return last(channel, endOfLines(channel))
          .map(AuditEntry::head)
          .orElseThrow(() -> new IOException(file + " has no entry"));
    }
  }

  /** Takes the lines of a log. */
  @FunctionalInterface
  public interface LineReader {
    /**
     * Takes a line.
     *
     * @param bytes without the line end
     */
    void line(byte[] bytes) throws IOException;
  }

  /** Hands out all lines in their order; one that has no line end is none. */
  void lines(LineReader reader) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), TAIL_BYTES)) {
      for (int each = in.read(); each >= 0; each = in.read()) {
        if (each == '\n') {
          reader.line(line.toByteArray());
          line.reset();
        } else {
          line.write(each);
        }
      }
    }
  }

  /** Takes entries. */
  @FunctionalInterface
  public interface EntryReader {
    void entry(AuditEntry entry) throws IOException;
  }

  /**
   * Hands out all entries in their order, those that were changed too.
   *
   * @throws IOException naming a line that is no entry
   */
  public void entries(EntryReader reader) throws IOException {
    long[] number = {0};
    lines(
        line -> {
          number[0]++;
          try {
            reader.entry(AuditEntry.parse(line));
          } catch (IOException e) {
            throw new IOException(file + ":" + number[0] + ": " + e.getMessage(), e);
          }
        });
  }
}
