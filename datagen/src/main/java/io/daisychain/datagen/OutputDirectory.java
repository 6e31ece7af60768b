package io.daisychain.datagen;

import io.daisychain.beam.files.Folder;
import io.daisychain.beam.files.PartFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.beam.sdk.io.Compression;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.ResourceId;

/**
 * The directory of a workload, on any file system of Beam.
 *
 * <p>A file is written under a temporary name and renamed when it is complete. A bundle that is
 * retried writes the same bytes again, under another temporary name.
 */
final class OutputDirectory {
  /** Stands in the list for all files of records: their names are known when they are written. */
  static final String RECORDS = "0_*_OrderEvents_*";

  private static final Pattern RECORD =
      Pattern.compile("0_[^_]+_\\d{8}_daisychain_OrderEvents_\\d{6}\\.json(\\.gz|\\.zst)?");

  /** The list of the last run's files: the only ones that the next run deletes. */
  private static final String LIST = "generated-files.txt";

  /** Names of generated files, as readers of the directory match them. */
  private static final Pattern GENERATED =
      Pattern.compile(
          "(events|late|source)-.*\\.fix(\\.gz|\\.zst)?"
              + "|(truth|gtc0-truth|injected|cat-injected|history)-.*\\.csv|"
              + RECORD.pattern()
              + "|(quotes|trades|part-of-truth-market)-.*\\.csv"
              + "|(participants|customers|symbols)\\.csv|"
              + Pattern.quote(GenerateJob.SUMMARY_FILE));

  private final Folder folder;

  OutputDirectory(String path) {
    folder = Folder.of(path);
  }

  /** Writes the content of a file. */
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Writes a file, in place of one of the same name. */
  void write(String name, Content content) throws IOException {
    try (PartFile file = begin(name, Compression.UNCOMPRESSED);
        OutputStream out = Channels.newOutputStream(file)) {
      content.writeTo(out);
      file.complete();
    }
  }

  /** Joins files to one, in their order, and deletes them; again as often as needed. */
  void join(byte[] header, List<String> parts, String name) throws IOException {
    if (!folder.names("").containsAll(parts)) {
      return; // a bundle that was done again has joined them
    }
    write(
        name,
        out -> {
          out.write(header);
          for (String part : parts) {
            ResourceId file = FileSystems.matchNewResource(folder.path() + "/" + part, false);
            try (InputStream in = Channels.newInputStream(FileSystems.open(file))) {
              in.transferTo(out);
            }
          }
        });
    folder.delete(parts);
  }

  /** Begins a file under a temporary name. */
  PartFile begin(String name, Compression compression) throws IOException {
    return new PartFile(folder.path(), name, compression);
  }

  /**
   * Checks that every file with a generated name was written by an earlier run.
   *
   * @throws IllegalArgumentException naming the file
   */
  void check() throws IOException {
    Set<String> ours = listed();
    for (String name : folder.names("")) {
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
    folder.names("").stream().filter(PartFile::isLeftBehind).forEach(old::add);
    folder.delete(old);
    list(files);
  }

  private void list(Collection<String> files) throws IOException {
    folder.write(LIST, String.join("\n", files) + "\n");
  }

  private Set<String> listed() throws IOException {
    Set<String> listed = new TreeSet<>();
    String text = folder.read(LIST);
    for (String name : text == null ? List.<String>of() : text.lines().toList()) {
      if (name.equals(RECORDS)) {
        folder.names("").stream().filter(RECORD.asMatchPredicate()).forEach(listed::add);
      } else if (GENERATED.matcher(name).matches()) {
        listed.add(name);
      } else {
        throw foreign(LIST);
      }
    }
    return listed;
  }

  private IllegalArgumentException foreign(String name) {
    return new IllegalArgumentException(
        folder.path()
            + "/"
            + name
            + " is there and was not generated: move it away, or give another --output");
  }
}
