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
 * The directory of a workload, on any file system of Beam.
 *
 * <p>A file is written under a temporary name and renamed when it is complete. A bundle that is
 * retried writes the same bytes again, under another temporary name.
 */
final class OutputDirectory {
  /** Prefix of temporary names; no pattern of finished files matches it. */
  private static final String UNFINISHED = "unfinished-";

  /** The list of the last run's files: the only ones that the next run deletes. */
  private static final String LIST = "generated-files.txt";

  /** Names of generated files, as readers of the directory match them. */
  private static final Pattern GENERATED =
      Pattern.compile(
          "(events|late)-.*\\.fix(\\.gz|\\.zst)?|(truth|gtc0-truth|injected|history)-.*\\.csv"
              + "|(quotes|trades|part-of-truth-market)-.*\\.csv"
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

  /** Writes a file, in place of one of the same name. */
  void write(String name, Content content) throws IOException {
    Unfinished file = begin(name);
    try (OutputStream out = file.open(Compression.UNCOMPRESSED)) {
      content.writeTo(out);
    }
    file.finish();
  }

  /** Joins files to one, in their order, and deletes them; again as often as needed. */
  void join(byte[] header, List<String> parts, String name) throws IOException {
    if (!names().containsAll(parts)) {
      return; // a bundle that was done again has joined them
    }
    write(
        name,
        out -> {
          out.write(header);
          for (String part : parts) {
            try (InputStream in = Channels.newInputStream(FileSystems.open(file(part)))) {
              in.transferTo(out);
            }
          }
        });
    FileSystems.delete(
        parts.stream().map(this::file).toList(), StandardMoveOptions.IGNORE_MISSING_FILES);
  }

  /** The content of a file as UTF-8. */
  String read(String name) throws IOException {
    try (InputStream in = Channels.newInputStream(FileSystems.open(file(name)))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Begins a file under a temporary name. */
  Unfinished begin(String name) {
    return new Unfinished(file(UNFINISHED + UUID.randomUUID() + "-" + name), file(name));
  }

  /**
   * Checks that every file with a generated name was written by an earlier run.
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
   * Deletes the files of an earlier run by its list, and lists the files of this one.
   *
   * @throws IllegalArgumentException naming a file that is in the way and not on the list
   */
  void prepare(Collection<String> files) throws IOException {
    check();
    Set<String> old = listed();
    Set<String> all = new TreeSet<>(old);
    all.addAll(files);
    list(all); // before the first file, so that the next run deletes the files of a killed one
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
   * A file that is being written.
   *
   * @param now its temporary name
   * @param then its final name
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
