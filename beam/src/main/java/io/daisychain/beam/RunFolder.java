package io.daisychain.beam;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** A folder in which runs leave files; all other names are relative to it. */
interface RunFolder {
  /** The folder's full name, without a slash at its end. */
  String path();

  /** Makes the folder and tries to write into it. */
  void tryOut() throws IOException;

  /** Names of the files directly in a folder; none if it is not there. */
  List<String> files(String subfolder) throws IOException;

  /**
   * Whether a file is one that {@link #show} made, and not a user's own.
   *
   * @param listed what there was to show, by the list that runs keep
   */
  boolean isOurs(String name, Set<String> listed) throws IOException;

  /** The text of a file; null if it is not there. */
  String read(String name) throws IOException;

  /** Writes a text, whole or not at all. */
  void write(String name, String text) throws IOException;

  /** Links the files of a subfolder under their names, in the place of what has these. */
  void show(String subfolder, Collection<String> names) throws IOException;

  /** Removes what {@link #show} made. */
  void hide(Collection<String> names) throws IOException;
}
