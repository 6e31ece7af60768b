package io.daisychain.publish;

import io.daisychain.beam.OutputFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.ResourceId;
import org.apache.beam.sdk.util.MimeTypes;

/**
 * The folder that CSV files are published in: on this machine, or where Beam's FileSystems reach.
 *
 * <p>A run's own folder lies inside it, under a hidden name, so that moving files is renaming them.
 */
interface OutputFolder {
  /** First characters of a run's folder. */
  String RUN_PREFIX = ".publish-";

  /** The folder that a user named; relative to the working directory. */
  static OutputFolder of(String path) {
    if (path.startsWith("file://")) {
      return new LocalFolder(Path.of(path.substring("file://".length())));
    }
    if (path.matches("[a-zA-Z][a-zA-Z0-9+.-]*://.*")) {
      return new RemoteFolder(path.replaceAll("/+$", ""));
    }
    return new LocalFolder(Path.of(path).toAbsolutePath().normalize());
  }

  /** The folder's full name, without a slash at its end. */
  String path();

  /** Full name of a run's folder. */
  default String runFolder(String runId) {
    return path() + "/" + RUN_PREFIX + runId;
  }

  /** Makes the folder and keeps other runs out until the result is closed. */
  Closeable open() throws IOException;

  /**
   * Whether a file of this folder is one that {@link #swap} put there.
   *
   * @param listed names of what publications put there
   */
  boolean isOurs(String name, Set<String> listed);

  /** The text of a file of this folder; null if it is not there. */
  String read(String name) throws IOException;

  /**
   * Names of the files directly in {@code folder}, this one or a run's; none if it is not there.
   */
  List<String> files(String folder) throws IOException;

  /**
   * Files of {@code runFolder} on this machine.
   *
   * @param scratch where they are copied to if they are on another
   * @param wanted which are copied, by name
   */
  Path bring(String runFolder, Path scratch, Predicate<String> wanted) throws IOException;

  /**
   * Where files of this machine are to be made that {@link #add} then takes.
   *
   * @param scratch a folder that is there and may be it
   */
  Path stagingFolder(String runFolder, Path scratch);

  /** Makes a file of the staging folder a file of the run's folder. */
  void add(Path file, String runFolder, String name) throws IOException;

  /**
   * Puts files of a run's folder into this one, in the place of those of the same names, beside
   * others that stay as they are, and deletes the rest: in one step where the folder's file system
   * has symbolic links; else one by one, in a remote folder with {@code last} deleted before the
   * others and added after them.
   */
  void swap(
      String runFolder, List<String> names, List<String> staying, List<String> stale, String last)
      throws IOException;

  /** Writes a small file of this folder or a run's, replacing one of that name. */
  default void write(String folder, String name, String text) throws IOException {
    ResourceId file = FileSystems.matchNewResource(folder + "/" + name, false);
    try (WritableByteChannel out = OutputFile.create(file, MimeTypes.TEXT)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
    }
  }

  /** Deletes the folders of all runs, with what is in them. */
  void deleteRuns() throws IOException;
}
