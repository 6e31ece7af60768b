package io.daisychain.feedback;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.chunk.Chunk;
import io.daisychain.model.PackedReader;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.ResolveOptions.StandardResolveOptions;
import org.apache.beam.sdk.io.fs.ResourceId;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionView;

/**
 * Writes one CSV file for each reporter at fault, and a summary over all of them.
 *
 * <p>Input: chunks of {@link FaultLine}s, keyed by {@link #shardOf} their reporter. Output: number
 * of faults written, if there are any. Lines are sorted, so that the same faults make the same
 * file; names depend on the reporter alone, so that a retried bundle writes the same file again.
 */
public final class WriteFeedback
    extends PTransform<PCollection<KV<Integer, Chunk>>, PCollection<Long>> {
  private static final long serialVersionUID = 1;

  /** First line of every file (contract, section 5). */
  public static final String HEADER =
      "file,line,offset,reporter,eventType,EventId,id,status,reason,tag,text\n";

  /** The faults of a shard are sorted in memory. */
  private static final int SHARDS = 64;

  private final String directory;
  private final String suffix;
  private final PCollectionView<Map<String, Iterable<KV<Long, Long>>>> lineCounts;

  private WriteFeedback(
      String directory,
      String suffix,
      PCollectionView<Map<String, Iterable<KV<Long, Long>>>> lineCounts) {
    this.directory = directory;
    this.suffix = suffix;
    this.lineCounts = lineCounts;
  }

  /**
   * Feedback of ingest: {@code feedback-REPORTER.csv}.
   *
   * @param directory where the files go
   * @param lineCounts by file, for each range its start and its number of lines
   */
  public static WriteFeedback ofIngest(
      String directory, PCollectionView<Map<String, Iterable<KV<Long, Long>>>> lineCounts) {
    return new WriteFeedback(directory, ".csv", lineCounts);
  }

  /** Feedback of link: {@code feedback-REPORTER.link.csv}. */
  public static WriteFeedback ofLink(String directory) {
    return new WriteFeedback(directory, ".link.csv", null);
  }

  /** Shard that a reporter's faults belong to. */
  public static int shardOf(String reporter) {
    return Math.floorMod(reporter.hashCode(), SHARDS);
  }

  /** The file's name for a reporter; what a file system may not like is written as %XX. */
  static String fileName(String reporter, String suffix) {
    StringBuilder name = new StringBuilder("feedback-");
    for (byte b : (reporter.isEmpty() ? "_unknown" : reporter).getBytes(ISO_8859_1)) {
      boolean plain =
          (b >= '0' && b <= '9')
              || (b >= 'A' && b <= 'Z')
              || (b >= 'a' && b <= 'z')
              || b == '_'
              || b == '-';
      if (plain) {
        name.append((char) b);
      } else {
        name.append(String.format(java.util.Locale.ROOT, "%%%02X", b & 0xff));
      }
    }
    return name.append(suffix).toString();
  }

  @Override
  public PCollection<Long> expand(PCollection<KV<Integer, Chunk>> faults) {
    ParDo.SingleOutput<KV<Integer, Iterable<Chunk>>, KV<Integer, String>> write =
        ParDo.of(new WriteFn(directory, suffix, lineCounts));
    return faults
        .apply("GroupByReporter", GroupByKey.create())
        .apply("WriteFiles", lineCounts == null ? write : write.withSideInputs(lineCounts))
        .apply("GatherSums", GroupByKey.create())
        .apply("WriteSummary", ParDo.of(new WriteSummaryFn(directory, suffix)));
  }

  /** Line counts of the ranges of each file, as the side input that {@link #ofIngest} takes. */
  public static PCollectionView<Map<String, Iterable<KV<Long, Long>>>> viewOf(
      PCollection<KV<String, KV<Long, Long>>> counts) {
    return counts.apply("ViewLineCounts", View.asMultimap());
  }

  /** A new file in the folder of feedback; what was there before goes. */
  static OutputStream create(String directory, String name) throws IOException {
    ResourceId file =
        FileSystems.matchNewResource(directory, true)
            .resolve(name, StandardResolveOptions.RESOLVE_FILE);
    return new BufferedOutputStream(Channels.newOutputStream(FileSystems.create(file, "text/csv")));
  }

  static final class WriteFn extends DoFn<KV<Integer, Iterable<Chunk>>, KV<Integer, String>> {
    private static final long serialVersionUID = 1;

    private final String directory;
    private final String suffix;
    private final PCollectionView<Map<String, Iterable<KV<Long, Long>>>> lineCounts;

    WriteFn(
        String directory,
        String suffix,
        PCollectionView<Map<String, Iterable<KV<Long, Long>>>> lineCounts) {
      this.directory = directory;
      this.suffix = suffix;
      this.lineCounts = lineCounts;
    }

    @ProcessElement
    public void write(ProcessContext context) throws IOException {
      Map<String, List<FaultLine>> byReporter = new TreeMap<>();
      PackedReader reader = new PackedReader();
      for (Chunk chunk : context.element().getValue()) {
        byte[] bytes = chunk.bytes();
        reader.wrap(bytes, 0, bytes.length);
        while (reader.remaining() > 0) {
          FaultLine fault = FaultLine.read(reader);
          byReporter.computeIfAbsent(fault.reporter(), r -> new ArrayList<>()).add(fault);
        }
      }
      Map<String, Iterable<KV<Long, Long>>> counts =
          lineCounts == null ? Map.of() : context.sideInput(lineCounts);
      LineNumbers numbers = new LineNumbers(counts);
      for (Map.Entry<String, List<FaultLine>> entry : byReporter.entrySet()) {
        writeFile(entry.getKey(), entry.getValue(), numbers);
        WriteSummaryFn.sums(entry.getKey(), entry.getValue())
            .forEach(sum -> context.output(KV.of(WriteSummaryFn.ALL, sum)));
      }
    }

    private void writeFile(String reporter, List<FaultLine> faults, LineNumbers numbers)
        throws IOException {
      faults.sort(
          Comparator.comparing(FaultLine::file)
              .thenComparing(FaultLine::offset)
              .thenComparing(FaultLine::id)
              .thenComparing(FaultLine::order)
              .thenComparing(FaultLine::status)
              .thenComparing(FaultLine::text));
      StringBuilder line = new StringBuilder();
      try (OutputStream out = create(directory, fileName(reporter, suffix))) {
        out.write(HEADER.getBytes(UTF_8));
        for (FaultLine fault : faults) {
          line.setLength(0);
          append(line, fault, numbers);
          out.write(line.toString().getBytes(UTF_8));
        }
      }
    }

    private static void append(StringBuilder out, FaultLine fault, LineNumbers numbers) {
      CsvField.append(out, fault.file());
      out.append(',');
      if (fault.line() > 0) {
        out.append(numbers.before(fault.file(), fault.rangeStart()) + fault.line());
      }
      out.append(',');
      if (fault.offset() >= 0) {
        out.append(fault.offset());
      }
      for (String value :
          List.of(
              fault.reporter(),
              fault.eventType(),
              fault.eventId(),
              fault.id(),
              fault.status(),
              fault.reason())) {
        out.append(',');
        CsvField.append(out, value);
      }
      out.append(',');
      if (fault.tag() > 0) {
        out.append(fault.tag());
      }
      out.append(',');
      CsvField.append(out, fault.text());
      out.append('\n');
    }
  }
}
