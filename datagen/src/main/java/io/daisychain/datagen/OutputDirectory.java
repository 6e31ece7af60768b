package io.daisychain.datagen;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.beam.sdk.io.Compression;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.apache.beam.sdk.io.fs.MatchResult;
import org.apache.beam.sdk.io.fs.MoveOptions.StandardMoveOptions;
import org.apache.beam.sdk.io.fs.ResolveOptions.StandardResolveOptions;
import org.apache.beam.sdk.io.fs.ResourceId;
import org.apache.beam.sdk.util.MimeTypes;

/**
 * The directory that files go to, on whatever file system Beam knows.
 *
 * <p>A file appears under its name only when it is whole. A bundle that is tried twice writes the
 * same bytes twice, each time under a name of its own until the end.
 */
final class OutputDirectory {
  /** Begins the names of unfinished files; no pattern of finished ones matches it. */
  private static final String UNFINISHED = "unfinished-";

  /** Lists the files of the last run, of which the next one may delete no other. */
  private static final String LIST = "generated-files.txt";

  /** Names that mean a generated file to whoever reads the folder. */
  private static final Pattern GENERATED =
      Pattern.compile(
          "events-.*\\.fix(\\.gz|\\.zst)?|(truth|injected)-.*\\.csv"
              + "|(participants|customers|symbols)\\.csv|"
              + Pattern.quote(GenerateJob.SUMMARY_FILE));

  private static final Pattern LEFT_BEHIND = Pattern.compile(UNFINISHED + "[0-9a-f-]{36}-.*");

  private final ResourceId directory;
  private final String path;

  OutputDirectory(String path) {
    this.path = path.endsWith("/") ? path : path + "/";
    directory = FileSystems.matchNewResource(this.path, true);
  }

  /** Writes the content of a file. */
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Writes a file whole, in place of one of the same name. */
  void write(String name, Content content) throws IOException {
    Unfinished file = begin(name);
    try (OutputStream out = file.open(Compression.UNCOMPRESSED)) {
      content.writeTo(out);
    }
    file.finish();
  }

  /** The content of a file as UTF-8. */
  String read(String name) throws IOException {
    try (InputStream in = Channels.newInputStream(FileSystems.open(file(name)))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Begins a file under a name of its own. */
  Unfinished begin(String name) {
    return new Unfinished(file(UNFINISHED + UUID.randomUUID() + "-" + name), file(name));
  }

  /**
   * Makes sure that no file of somebody else's is in the way.
   *
   * @throws IllegalArgumentException naming the file
   */
  void check() throws IOException {
    Set<String> ours = listed();
    for (String name : names()) {
      if (GENERATED.matcher(name).matches() && !ours.contains(name)) {
        throw foreign(name);
      }
    }
  }

  /**
   * Deletes what an earlier run left, by its list, and lists what this one is going to write.
   *
   * @throws IllegalArgumentException naming a file that is in the way and not on the list
   */
  void prepare(Collection<String> files) throws IOException {
    check();
    Set<String> old = listed();
    Set<String> all = new TreeSet<>(old);
    all.addAll(files);
    list(all); // before anything is written: a killed run's files are ours too
    for (String name : names()) {
      if (LEFT_BEHIND.matcher(name).matches()) {
        old.add(name);
      }
    }
    FileSystems.delete(
        old.stream().map(this::file).toList(), StandardMoveOptions.IGNORE_MISSING_FILES);
    list(files);
  }

  private void list(Collection<String> files) throws IOException {
    byte[] text = (String.join("\n", files) + "\n").getBytes(StandardCharsets.UTF_8);
    write(LIST, out -> out.write(text));
  }

  private Set<String> listed() throws IOException {
    Set<String> listed = new TreeSet<>();
    if (names().contains(LIST)) {
      for (String name : read(LIST).lines().toList()) {
        if (!GENERATED.matcher(name).matches()) {
          throw foreign(LIST);
        }
        listed.add(name);
      }
    }
    return listed;
  }

  private IllegalArgumentException foreign(String name) {
    return new IllegalArgumentException(
        path + name + " is there and was not generated: move it away, or give another --output");
  }

  private Set<String> names() throws IOException {
    Set<String> names = new TreeSet<>();
    MatchResult found = FileSystems.match(path + "*", EmptyMatchTreatment.ALLOW);
    if (found.status() == MatchResult.Status.OK) { // no folder, no files
      found.metadata().forEach(file -> names.add(file.resourceId().getFilename()));
    }
    return names;
  }

  private ResourceId file(String name) {
    return directory.resolve(name, StandardResolveOptions.RESOLVE_FILE);
  }

  /**
   * A file on its way.
   *
   * @param now where it is written
   * @param then where it will be
   */
  record Unfinished(ResourceId now, ResourceId then) {
    OutputStream open(Compression compression) throws IOException {
      WritableByteChannel channel = new NamedFile(FileSystems.create(now, MimeTypes.BINARY), then);
      return Channels.newOutputStream(compression.writeCompressed(channel));
    }

    void finish() throws IOException {
      FileSystems.rename(List.of(now), List.of(then));
    }
  }
}
