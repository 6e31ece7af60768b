package io.daisychain.publish.file;

import io.daisychain.beam.files.RemoteFolder;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.ResourceId;
import org.apache.beam.sdk.util.MimeTypes;

/**
 * A folder that Beam's FileSystems reach.
 *
 * <p>There, renaming is copying, so that files change one by one: while they do, the manifest is
 * not there. Nor are there locks: two runs at once into one folder are for the caller to avoid.
 */
public record RemoteOutput(RemoteFolder folder) implements OutputFolder {
  @Override
  public Closeable open() {
    return () -> {};
  }

  @Override
  public boolean isOurs(String name, Set<String> listed) {
    return listed.contains(name);
  }

  @Override
  public Path bring(String runFolder, Path scratch, Predicate<String> wanted) throws IOException {
    for (ResourceId file : new RemoteFolder(runFolder).match("*")) {
      if (wanted.test(file.getFilename())) {
        try (InputStream in = Channels.newInputStream(FileSystems.open(file))) {
          Files.copy(in, scratch.resolve(file.getFilename()));
        }
      }
    }
    return scratch;
  }

  @Override
  public Path stagingFolder(String runFolder, Path scratch) {
    return scratch;
  }

  @Override
  public void add(Path file, String runFolder, String name) throws IOException {
    ResourceId copy = FileSystems.matchNewResource(runFolder + "/" + name, false);
    try (OutputStream out = Channels.newOutputStream(FileSystems.create(copy, MimeTypes.BINARY))) {
      Files.copy(file, out);
    }
    Files.delete(file);
  }

  @Override
  public void swap(
      String runFolder, List<String> names, List<String> staying, List<String> stale, String last)
      throws IOException {
    folder.delete(List.of(last));
    List<String> others = names.stream().filter(name -> !name.equals(last)).toList();
    rename(runFolder, others);
    folder.delete(stale);
    rename(runFolder, List.of(last));
  }

  private void rename(String runFolder, List<String> names) throws IOException {
    FileSystems.rename(
        new RemoteFolder(runFolder).resources("", names), folder.resources("", names));
  }

  @Override
  public void deleteRuns() throws IOException {
    RemoteFolder.delete(folder.match(RUN_PREFIX + "*/*"));
  }
}
