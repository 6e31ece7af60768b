package io.daisychain.datagen;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.apache.beam.sdk.io.fs.MatchResult;
import org.apache.beam.sdk.io.fs.MoveOptions.StandardMoveOptions;
import org.apache.beam.sdk.io.fs.ResolveOptions.StandardResolveOptions;
import org.apache.beam.sdk.io.fs.ResourceId;

/**
 * The directory that files go to, on whatever file system Beam knows.
 *
 * <p>A file appears under its name only when it is whole. A bundle that is tried twice writes the
 * same bytes twice, each time under a name of its own until the end.
 */
final class OutputDirectory {
  /** Begins the names of unfinished files; no pattern of finished ones matches it. */
  private static final String UNFINISHED = "unfinished-";

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
    try (OutputStream out = file.open()) {
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

  /** Deletes what an earlier run left: events, truth, summary, and what it did not finish. */
  void clear() throws IOException {
    List<String> patterns = new ArrayList<>();
    for (String pattern :
        List.of(
            "events-*.fix",
            "events-*.fix.gz",
            "events-*.fix.zst",
            "truth-*.csv",
            "injected-*.csv",
            UNFINISHED + "*",
            GenerateJob.SUMMARY_FILE)) {
      patterns.add(path + pattern);
    }
    List<ResourceId> old = new ArrayList<>();
    for (MatchResult match : FileSystems.match(patterns, EmptyMatchTreatment.ALLOW)) {
      match.metadata().forEach(file -> old.add(file.resourceId()));
    }
    FileSystems.delete(old, StandardMoveOptions.IGNORE_MISSING_FILES);
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
    OutputStream open() throws IOException {
      return Channels.newOutputStream(FileSystems.create(now, "application/octet-stream"));
    }

    void finish() throws IOException {
      FileSystems.rename(List.of(now), List.of(then));
    }
  }
}
