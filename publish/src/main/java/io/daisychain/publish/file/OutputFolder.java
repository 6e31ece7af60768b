package io.daisychain.publish.file;

import io.daisychain.beam.files.Folder;
import io.daisychain.beam.files.LocalFolder;
import io.daisychain.beam.files.RemoteFolder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The folder that files are published in: on this machine, or where Beam's FileSystems reach.
 *
 * <p>A run's own folder lies inside it, under a hidden name, so that moving files is renaming them.
 */
public sealed interface OutputFolder permits LocalOutput, RemoteOutput {
  /** First characters of a run's folder. */
  String RUN_PREFIX = ".publish-";

  /** The folder that a user named; relative to the working directory. */
  static OutputFolder of(String path) {
    Folder folder = Folder.of(path);
    return folder instanceof LocalFolder local
        ? new LocalOutput(local)
        : new RemoteOutput((RemoteFolder) folder);
  }

  Folder folder();

  /** The folder's full name, without a slash at its end. */
  default String path() {
    return folder().path();
  }

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

  /** Deletes the folders of all runs, with what is in them. */
  void deleteRuns() throws IOException;
}
