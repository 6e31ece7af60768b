package io.daisychain.beam;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tries outputs before hours of work go by, and writes small files whole. */
public final class WritableFiles {
  private static final Logger LOG = LoggerFactory.getLogger(WritableFiles.class);

  /** Less free space than this is none. */
  private static final long LEAST_SPACE = 1 << 20;

  private WritableFiles() {}

  /**
   * Tries to write into a folder, or to make it where it is not there; leaves nothing behind.
   *
   * @throws IOException naming the folder and why it cannot be written to
   */
  public static void tryFolder(Path folder) throws IOException {
    try {
      Closeable made = makeFolder(folder);
      try (made) {
        Path trial = folder.resolve(".daisychain-trial-" + UUID.randomUUID());
        Files.write(trial, new byte[1], StandardOpenOption.CREATE_NEW);
        Files.delete(trial);
        if (Files.getFileStore(folder).getUsableSpace() < LEAST_SPACE) {
          throw new IOException("the disk is full");
        }
      }
    } catch (IOException e) {
      throw new IOException("cannot write into " + folder + ": " + reason(e), e);
    }
  }

  /**
   * Makes a folder that is not there, until what is returned is closed. Then those go that were
   * made, but for what another process uses by now.
   */
  public static Closeable makeFolder(Path folder) throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path at = folder.toAbsolutePath(); at != null && !Files.exists(at); at = at.getParent()) {
      missing.addLast(at);
    }
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      remove(missing);
      throw e;
    }
    return () -> remove(missing);
  }

  /** Removes the folders made for the trial; those that another process uses by now stay. */
  private static void remove(Deque<Path> made) {
    try {
      for (Path folder : made) {
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      LOG.debug("a folder stays", e);
    }
  }

  /**
   * Makes the folder of a file, if it is not there, and tries to write into it.
   *
   * @throws IOException naming file or folder, and why it cannot be written
   */
  public static void tryFile(Path file) throws IOException {
    Path absolute = file.toAbsolutePath();
    if (Files.isDirectory(absolute)) {
      throw new IOException("cannot write " + file + ": it is a folder");
    }
    tryFolder(absolute.getParent());
  }

  /**
   * Writes a text file, whole or not at all, in the place of one of the same name.
   *
   * @throws IOException naming the file
   */
  public static void replace(Path file, String text) throws IOException {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      whole(
          file, // obeys the umask
          unfinished -> Files.writeString(unfinished, text, StandardOpenOption.CREATE_NEW));
    } catch (IOException e) {
      throw new IOException("cannot write " + file + ": " + reason(e), e);
    }
  }

  /** Writes into a place, and says something about it. */
  @FunctionalInterface
  public interface Content<P, R> {
    R writeTo(P place) throws IOException;
  }

  /** Writes a file aside and renames it, in the place of one of the same name. */
  public static <R> R whole(Path file, Content<Path, R> content) throws IOException {
    Path target = file.toAbsolutePath();
    Path unfinished = target.resolveSibling(".daisychain-" + UUID.randomUUID());
    try {
      R result = content.writeTo(unfinished);
      Files.move(
          unfinished, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      return result;
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  /** The same as a stream. */
  public static <R> R wholeStream(Path file, Content<OutputStream, R> content) throws IOException {
    return whole(
        file,
        unfinished -> {
          try (OutputStream out =
              new BufferedOutputStream(
                  Files.newOutputStream(unfinished, StandardOpenOption.CREATE_NEW))) {
            return content.writeTo(out);
          }
        });
  }

  /** Why a file could not be written, in words; Java's own exceptions often have the path alone. */
  public static String reason(IOException e) {
    if (FullDiskException.isCauseOf(e)) {
      return "the disk is full";
    }
    if (e instanceof FileSystemException failure) {
      String what =
          e instanceof AccessDeniedException
              ? "permission denied"
              : e instanceof FileAlreadyExistsException
                  ? "it is no folder"
                  : e instanceof NoSuchFileException ? "no such folder" : failure.getReason();
      return (what == null ? e.getClass().getSimpleName() : what) + " (" + failure.getFile() + ")";
    }
    return e.getMessage();
  }
}
