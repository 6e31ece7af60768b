package io.daisychain.beam.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.beam.OutputFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.apache.beam.sdk.io.fs.MatchResult;
import org.apache.beam.sdk.io.fs.MoveOptions.StandardMoveOptions;
import org.apache.beam.sdk.io.fs.ResourceId;
import org.apache.beam.sdk.util.MimeTypes;

/**
 * A folder that Beam's FileSystems reach, as {@code gs://bucket/folder}: without links, so that
 * files are copied.
 */
public record RemoteFolder(String path) implements Folder {
  @Override
  public void tryOut() {
    // Whether the bucket may be written to was seen when its credentials were checked.
  }

  @Override
  public List<String> names(String subfolder) throws IOException {
    return match((subfolder.isEmpty() ? "" : subfolder + "/") + "*").stream()
        .map(ResourceId::getFilename)
        .toList();
  }

  public List<ResourceId> match(String pattern) throws IOException {
    MatchResult found = FileSystems.match(path + "/" + pattern, EmptyMatchTreatment.ALLOW);
    if (found.status() == MatchResult.Status.NOT_FOUND) {
      return List.of(); // no folder, no files
    }
    try {
      return found.metadata().stream().map(MatchResult.Metadata::resourceId).toList();
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }

  @Override
  public String read(String name) throws IOException {
    List<ResourceId> found = match(name);
    if (found.isEmpty()) {
      return null;
    }
    try (InputStream in = Channels.newInputStream(FileSystems.open(found.get(0)))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Override
  public void write(String name, String text) throws IOException {
    try (OutputStream out =
        Channels.newOutputStream(OutputFile.create(resource(name), MimeTypes.TEXT))) {
      out.write(text.getBytes(UTF_8)); // an object is there when it is whole
    }
  }

  @Override
  public void delete(Collection<String> names) throws IOException {
    delete(resources("", names));
  }

  /** Deletes files, those of them that are there. */
  public static void delete(List<ResourceId> files) throws IOException {
    if (!files.isEmpty()) {
      FileSystems.delete(files, StandardMoveOptions.IGNORE_MISSING_FILES);
    }
  }

  @Override
  public boolean isShown(String name, Set<String> listed) {
    return listed.contains(name);
  }

  @Override
  public void show(String subfolder, Collection<String> names) throws IOException {
    if (!names.isEmpty()) {
      FileSystems.copy(resources(subfolder + "/", names), resources("", names));
    }
  }

  /**
   * Files by name.
   *
   * @param subfolder with a slash at its end, or empty
   */
  public List<ResourceId> resources(String subfolder, Collection<String> names) {
    return names.stream().map(name -> resource(subfolder + name)).toList();
  }

  private ResourceId resource(String name) {
    return FileSystems.matchNewResource(path + "/" + name, false);
  }
}
