package io.daisychain.beam;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The open files of one spill in this process, as many as there were writers at a time.
 *
 * <p>They are deleted as they are opened, so that the system takes their space back when they are
 * closed or the process dies, in whatever way.
 */
final class SpillFiles {
  private static final Map<String, SpillFiles> OPEN = new ConcurrentHashMap<>();
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path folder;
  private final List<Appender> files = new ArrayList<>();
  private final Queue<Appender> idle = new ConcurrentLinkedQueue<>();

  private SpillFiles(Path folder) {
    this.folder = folder;
  }

  /** The files of {@code spill}, which are opened as writers ask for them. */
  static SpillFiles open(String spill, Path folder) {
    return OPEN.computeIfAbsent(spill, name -> new SpillFiles(folder));
  }

  /** The files of {@code spill}, in which something was written. */
  static SpillFiles named(String spill) throws IOException {
    SpillFiles files = OPEN.get(spill);
    if (files == null) {
      throw new IOException("the spill " + spill + " is closed, or another process's");
    }
    return files;
  }

  static void close(String spill) throws IOException {
    SpillFiles files = OPEN.remove(spill);
    if (files != null) {
      files.closeAll();
    }
  }

  /** A file that no writer has, to be given back. */
  Appender borrow() throws IOException {
    Appender file = idle.poll();
    return file != null ? file : add();
  }

  void giveBack(Appender file) {
    idle.add(file);
  }

  /** Fills {@code bytes} with those from {@code offset} on. */
  void read(int file, long offset, ByteBuffer bytes) throws IOException {
    FileChannel channel;
    synchronized (this) {
      channel = files.get(file).channel;
    }
    long end = offset + bytes.remaining();
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, end - bytes.remaining()) < 0) {
        throw new EOFException("a spilled block of " + (end - offset) + " bytes ends early");
      }
    }
  }

  private synchronized Appender add() throws IOException {
    FileChannel channel;
    try {
      channel = open();
    } catch (IOException e) {
      throw cannotSpill(e);
    }
    Appender file = new Appender(files.size(), channel);
    files.add(file);
    return file;
  }

  private IOException cannotSpill(IOException cause) {
    return FullDiskException.isCauseOf(cause)
        ? FullDiskException.named("spill files into " + folder + " (see --spillFolder)", cause)
        : new IOException(
            "cannot spill into " + folder + " (see --spillFolder): " + cause.getMessage(), cause);
  }

  private FileChannel open() throws IOException {
    Files.createDirectories(folder);
    // The folder may be everybody's.
    return FileChannel.open(
        folder.resolve("spill-" + UUID.randomUUID()),
        Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE),
        OWNER_ONLY);
  }

  private synchronized void closeAll() throws IOException {
    for (Appender file : files) {
      file.channel.close();
    }
  }

  /** A file that grows at its end. One writer at a time; anybody may read. */
  final class Appender {
    private final int number;
    private final FileChannel channel;
    private long end;

    private Appender(int number, FileChannel channel) {
      this.number = number;
      this.channel = channel;
    }

    int number() {
      return number;
    }

    /** Adds bytes and returns their offset. */
    long append(byte[] bytes, int length) throws IOException {
      long offset = end;
      ByteBuffer rest = ByteBuffer.wrap(bytes, 0, length);
      try {
        while (rest.hasRemaining()) {
          channel.write(rest, offset + rest.position());
        }
      } catch (IOException e) {
        throw cannotSpill(e);
      }
      end += length;
      return offset;
    }
  }
}
