package io.daisychain.publish;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.apache.beam.sdk.io.fs.MatchResult;
import org.apache.beam.sdk.io.fs.MoveOptions.StandardMoveOptions;
import org.apache.beam.sdk.io.fs.ResourceId;
import org.apache.beam.sdk.util.MimeTypes;

/**
 * A folder that Beam's FileSystems reach, as {@code gs://bucket/folder}.
 *
 * <p>There, renaming is copying, so that files change one by one: while they do, the manifest is
 * not there. Nor are there locks: two runs at once into one folder are for the caller to avoid.
 */
record RemoteFolder(String path) implements OutputFolder {

  @Override
  public Closeable open() {
    return () -> {};
  }

  @Override
  public List<String> files(String folder) throws IOException {
    return match(folder + "/*").map(ResourceId::getFilename).toList();
  }

  @Override
  public boolean isOurs(String name, Set<String> listed) {
    return listed.contains(name);
  }

  @Override
  public String read(String name) throws IOException {
    for (ResourceId file : match(path + "/" + name).toList()) {
      try (InputStream in = Channels.newInputStream(FileSystems.open(file))) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    }
    return null;
  }

  @Override
  public Path bring(String runFolder, Path scratch, Predicate<String> wanted) throws IOException {
    for (ResourceId file : match(runFolder + "/*").toList()) {
      if (!wanted.test(file.getFilename())) {
        continue;
      }
      try (InputStream in = Channels.newInputStream(FileSystems.open(file))) {
        Files.copy(in, scratch.resolve(file.getFilename()));
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
    delete(List.of(last));
    List<String> others = names.stream().filter(name -> !name.equals(last)).toList();
    FileSystems.rename(resources(runFolder, others), resources(path, others));
    delete(stale);
    FileSystems.rename(resources(runFolder, List.of(last)), resources(path, List.of(last)));
  }

  private void delete(List<String> names) throws IOException {
    FileSystems.delete(resources(path, names), StandardMoveOptions.IGNORE_MISSING_FILES);
  }

  @Override
  public void deleteRuns() throws IOException {
    List<ResourceId> files = match(path + "/" + RUN_PREFIX + "*/*").toList();
    FileSystems.delete(files, StandardMoveOptions.IGNORE_MISSING_FILES);
  }

  private static Stream<ResourceId> match(String pattern) throws IOException {
    return FileSystems.match(pattern, EmptyMatchTreatment.ALLOW).metadata().stream()
        .map(MatchResult.Metadata::resourceId);
  }

  private static List<ResourceId> resources(String folder, List<String> names) {
    return names.stream()
        .map(name -> FileSystems.matchNewResource(folder + "/" + name, false))
        .toList();
  }
}
