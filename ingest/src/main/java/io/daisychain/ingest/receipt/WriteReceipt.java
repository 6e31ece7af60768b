package io.daisychain.ingest.receipt;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.daisychain.beam.OutputFile;
import io.daisychain.ingest.file.InputNames;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.ResolveOptions.StandardResolveOptions;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.WithKeys;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TypeDescriptors;

/**
 * Writes {@code receipt.csv}: of each file its size, its digest, and how many messages of it were
 * stored, skipped and rejected, sorted by name.
 *
 * <p>Input: what became of the parts of files, by file. Files are read once more for their digest:
 * parts of one are read by several workers, and a digest has no parts.
 */
public final class WriteReceipt
    extends PTransform<PCollection<KV<String, FileCounts>>, PCollection<Long>> {
  public static final String NAME = "receipt.csv";

  private static final int ALL = 0;

  /** Workers that read files for their digests; a runner may begin anew for each. */
  private static final int SHARDS = 16;

  private final String directory;
  private final InputNames names;
  private final String stream;

  private WriteReceipt(String directory, InputNames names, String stream) {
    this.directory = directory;
    this.names = names;
    this.stream = stream;
  }

  /**
   * A receipt in a folder.
   *
   * @param names of files as they are to be shown
   * @param stream name of the input that cannot be read again
   */
  public static WriteReceipt into(String directory, InputNames names, String stream) {
    return new WriteReceipt(directory, names, stream);
  }

  @Override
  public PCollection<Long> expand(PCollection<KV<String, FileCounts>> parts) {
    return parts
        .apply(
            "Deal files",
            WithKeys.<Integer, KV<String, FileCounts>>of(part -> shardOf(part.getKey()))
                .withKeyType(TypeDescriptors.integers()))
        .apply("Gather parts of files", GroupByKey.create())
        .apply("Digest files", ParDo.of(new DigestFn(names, stream)))
        .apply("Gather lines", GroupByKey.create())
        .apply("Write lines", ParDo.of(new WriteFn(directory)));
  }

  private static int shardOf(String file) {
    return Math.floorMod(file.hashCode(), SHARDS);
  }

  private static final class DigestFn
      extends DoFn<KV<Integer, Iterable<KV<String, FileCounts>>>, KV<Integer, List<String>>> {
    private final InputNames names;
    private final String stream;

    DigestFn(InputNames names, String stream) {
      this.names = names;
      this.stream = stream;
    }

    @ProcessElement
    public void digest(
        @Element KV<Integer, Iterable<KV<String, FileCounts>>> parts,
        OutputReceiver<KV<Integer, List<String>>> lines) {
      Map<String, FileCounts> files = new HashMap<>();
      parts
          .getValue()
          .forEach(part -> files.merge(part.getKey(), part.getValue(), FileCounts::and));
      files.forEach(
          (path, counts) ->
              lines.output(
                  KV.of(
                      ALL,
                      path.equals(stream)
                          ? FileReceipt.withoutDigest(path, counts)
                          : FileReceipt.of(path, names.shown(path), counts))));
    }
  }

  private static final class WriteFn extends DoFn<KV<Integer, Iterable<List<String>>>, Long> {
    private final String directory;

    WriteFn(String directory) {
      this.directory = directory;
    }

    @ProcessElement
    public void write(
        @Element KV<Integer, Iterable<List<String>>> lines, OutputReceiver<Long> files)
        throws IOException {
      List<List<String>> sorted = new ArrayList<>();
      lines.getValue().forEach(sorted::add);
      sorted.sort(Comparator.comparing(line -> line.get(0)));
      try (Writer file =
              new OutputStreamWriter(
                  Channels.newOutputStream(
                      OutputFile.create(
                          FileSystems.matchNewResource(directory, true)
                              .resolve(NAME, StandardResolveOptions.RESOLVE_FILE),
                          "text/csv")),
                  UTF_8);
          CsvWriter out = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
        out.writeRecord(FileReceipt.COLUMNS);
        sorted.forEach(line -> out.writeRecord(line));
      }
      files.output((long) sorted.size());
    }
  }
}
