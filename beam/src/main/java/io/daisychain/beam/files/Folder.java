package io.daisychain.beam.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * A folder of this machine, or one that Beam's FileSystems reach; all other names are relative to
 * it.
 */
public sealed interface Folder permits LocalFolder, RemoteFolder {
  /** The folder that a user named; relative to the working directory. */
  static Folder of(String path) {
    if (path.startsWith("file://")) {
      return new LocalFolder(Path.of(path.substring("file://".length())));
    }
    return path.matches("[a-zA-Z][a-zA-Z0-9+.-]*://.*")
        ? new RemoteFolder(path.replaceAll("/+$", ""))
        : new LocalFolder(Path.of(path).toAbsolutePath().normalize());
  }

  /** The folder's full name, without a slash at its end. */
  String path();

  /** Makes the folder and tries to write into it. */
  void tryOut() throws IOException;

  /**
   * Names of what lies directly in a folder; none if it is not there.
   *
   * @param subfolder empty for this one
   */
  List<String> names(String subfolder) throws IOException;

  /** The text of a file; null if it is not there. */
  String read(String name) throws IOException;

  /** Writes a text, whole or not at all, in the place of a file of that name. */
  void write(String name, String text) throws IOException;

  /** Deletes files, those of them that are there. */
  void delete(Collection<String> names) throws IOException;

  /**
   * Whether a file is one that {@link #show} made, and not a user's own.
   *
   * @param listed what there was to show, by the list that runs keep
   */
  boolean isShown(String name, Set<String> listed) throws IOException;

  /** Links the files of a subfolder under their names, in the place of what has these. */
  void show(String subfolder, Collection<String> names) throws IOException;
}
