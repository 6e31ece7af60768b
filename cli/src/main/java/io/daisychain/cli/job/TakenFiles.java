package io.daisychain.cli.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.watch.FolderFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a folder that are complete, handed in together by one ingest: each is linked into a
 * folder of its own below, where a pattern names them and nobody adds to them, and answered by
 * {@code NAME.done} or {@code NAME.failed} when the ingest has ended.
 */
public final class TakenFiles {
  /** A file of the folder that begins with a dot is none that is handed in. */
  private static final String TAKEN = ".taken";

  private static final Pattern LINK = Pattern.compile("/\\.taken/([^/]+)$");

  private final Path folder;

  /** Ingests files. */
  @FunctionalInterface
  public interface Ingest {
    /**
     * Ingests the files of a pattern.
     *
     * @return what was counted, as in the report of {@code ingest}
     */
    JsonNode of(String pattern) throws IOException;
  }

  public TakenFiles(Path folder) {
    this.folder = folder;
  }

  /** Those that wait, by name. */
  public List<Path> waiting() throws IOException {
    return new FolderFiles(folder).complete();
  }

  /** Where a file that is read from the folder of those taken was put by its sender. */
  static String origin(String path) {
    return LINK.matcher(path).replaceFirst("/$1");
  }

  /**
   * Hands in files and answers each. Where it fails none is answered, and all come again.
   *
   * @return what was counted
   */
  public JsonNode handIn(List<Path> files, Ingest ingest) throws IOException {
    Path taken = folder.resolve(TAKEN);
    clear(taken); // of a run that was killed: its files are without an answer, and come again
    Files.createDirectories(taken);
    for (Path file : files) {
      Files.createLink(taken.resolve(file.getFileName()), file);
    }
    JsonNode counts = ingest.of(taken + "/*");
    Map<String, String> damaged = damaged(counts);
    for (Path file : files) {
      String reason = damaged.get(file.getFileName().toString());
      if (reason == null) {
        FolderFiles.done(file);
      } else {
        FolderFiles.failed(file, reason);
      }
    }
    clear(taken);
    return counts;
  }

  /** Why files could not be read to their ends, by their names. */
  private static Map<String, String> damaged(JsonNode counts) {
    Map<String, String> reasons = new HashMap<>();
    for (JsonNode file : counts.at("/inputs/damaged")) {
      Path name = Path.of(file.get("file").asText()).getFileName();
      reasons.put(name.toString(), file.at("/texts/0").asText());
    }
    return reasons;
  }

  private static void clear(Path taken) throws IOException {
    if (!Files.isDirectory(taken)) {
      return;
    }
    try (Stream<Path> links = Files.list(taken)) {
      for (Path link : links.toList()) {
        Files.delete(link);
      }
    }
    Files.delete(taken);
  }
}
