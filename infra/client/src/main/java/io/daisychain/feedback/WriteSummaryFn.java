package io.daisychain.feedback;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/** Writes how many faults of each error status each reporter has: a line for each. */
final class WriteSummaryFn extends DoFn<KV<Integer, Iterable<String>>, Long> {
  private static final long serialVersionUID = 1;

  /** First line of the summary. */
  static final String HEADER = "reporter,status,faults\n";

  /** All sums come together under this key. */
  static final int ALL = 0;

  private final String directory;
  private final String name;

  WriteSummaryFn(String directory, String suffix) {
    this.directory = directory;
    this.name = "summary" + suffix;
  }

  /** The lines of a reporter. */
  static List<String> sums(String reporter, List<FaultLine> faults) {
    Map<String, Integer> byStatus = new TreeMap<>();
    for (FaultLine fault : faults) {
      byStatus.merge(fault.status(), 1, Integer::sum);
    }
    List<String> lines = new ArrayList<>();
    byStatus.forEach(
        (status, count) -> {
          StringBuilder line = new StringBuilder();
          CsvField.append(line, reporter.isEmpty() ? "_unknown" : reporter);
          lines.add(line.append(',').append(status).append(',').append(count).toString());
        });
    return lines;
  }

  @ProcessElement
  public void write(@Element KV<Integer, Iterable<String>> sums, OutputReceiver<Long> faults)
      throws IOException {
    List<String> lines = new ArrayList<>();
    sums.getValue().forEach(lines::add);
    Collections.sort(lines);
    long count = 0;
    try (OutputStream out = WriteFeedback.create(directory, name)) {
      out.write(HEADER.getBytes(UTF_8));
      for (String line : lines) {
        out.write((line + "\n").getBytes(UTF_8));
        count += Long.parseLong(line.substring(line.lastIndexOf(',') + 1));
      }
    }
    faults.output(count);
  }
}
