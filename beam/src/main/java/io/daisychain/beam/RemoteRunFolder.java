package io.daisychain.beam;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.ArrayList;
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
 * A folder that Beam's FileSystems reach, as {@code gs://bucket/folder}: without links, so that the
 * last run's files are copied.
 */
record RemoteRunFolder(String path) implements RunFolder {
  @Override
  public void tryOut() {
    // Whether the bucket may be written to was seen when its credentials were checked.
  }

  @Override
  public List<String> files(String subfolder) throws IOException {
    String pattern = path + "/" + (subfolder.isEmpty() ? "" : subfolder + "/") + "*";
    List<String> names = new ArrayList<>();
    try {
      for (MatchResult.Metadata file :
          FileSystems.match(pattern, EmptyMatchTreatment.ALLOW).metadata()) {
        names.add(file.resourceId().getFilename());
      }
    } catch (FileNotFoundException e) {
      return names; // no folder, no files
    }
    return names;
  }

  @Override
  public boolean isOurs(String name, Set<String> listed) {
    return listed.contains(name);
  }

  @Override
  public String read(String name) throws IOException {
    MatchResult found = FileSystems.match(path + "/" + name, EmptyMatchTreatment.ALLOW);
    if (found.status() != MatchResult.Status.OK || found.metadata().isEmpty()) {
      return null;
    }
    try (InputStream in = Channels.newInputStream(FileSystems.open(resource(name)))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Override
  public void write(String name, String text) throws IOException {
    try (OutputStream out =
        Channels.newOutputStream(FileSystems.create(resource(name), MimeTypes.TEXT))) {
      out.write(text.getBytes(UTF_8)); // an object is there when it is whole
    }
  }

  @Override
  public void show(String subfolder, Collection<String> names) throws IOException {
    if (!names.isEmpty()) {
      FileSystems.copy(
          names.stream().map(name -> resource(subfolder + "/" + name)).toList(),
          names.stream().map(this::resource).toList());
    }
  }

  @Override
  public void hide(Collection<String> names) throws IOException {
    if (!names.isEmpty()) {
      FileSystems.delete(
          names.stream().map(this::resource).toList(), StandardMoveOptions.IGNORE_MISSING_FILES);
    }
  }

  private ResourceId resource(String name) {
    return FileSystems.matchNewResource(path + "/" + name, false);
  }
}
