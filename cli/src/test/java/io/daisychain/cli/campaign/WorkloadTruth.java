package io.daisychain.cli.campaign;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.daisychain.cli.testing.TableDifference;
import io.daisychain.datagen.GeneratedMessage;
import io.daisychain.datagen.ReferenceTables;
import io.daisychain.model.RowKey;
import io.daisychain.warehouse.SqlQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What is published of the messages of a large workload that were handed in by some time: {@link
 * HistoryTruth} of each group of events that hang together by any message.
 */
final class WorkloadTruth {
  private final ReferenceTables reference;
  private final List<String> lines;
  private final byte[] handIns;

  /** Numbers of lines that are messages, by groups, and where each group begins. */
  private int[] byGroup;

  private int[] starts;

  /**
   * Groups messages.
   *
   * @param folder with reference data
   * @param handIns with which hand-in each line came first
   */
  WorkloadTruth(Path folder, List<String> lines, byte[] handIns) throws IOException {
    reference = ReferenceTables.read(folder);
    this.lines = lines;
    this.handIns = handIns;
    group();
  }

  private void group() {
    Map<RowKey, Integer> numbers = new HashMap<>();
    List<int[]> neighbors = new ArrayList<>();
    int[] of = new int[lines.size()];
    Arrays.fill(of, -1);
    for (int i = 0; i < of.length; i++) {
      if (!GeneratedMessage.isWhole(lines.get(i))) {
        continue;
      }
      GeneratedMessage message = GeneratedMessage.of(lines.get(i));
      of[i] = numbers.computeIfAbsent(message.key(), none -> numbers.size());
      if (message.action() != 'D') {
        for (RowKey parent : message.parents()) {
          neighbors.add(new int[] {of[i], numbers.computeIfAbsent(parent, none -> numbers.size())});
        }
      }
    }
    int[] above = IntStream.range(0, numbers.size()).toArray();
    neighbors.forEach(pair -> above[top(above, pair[0])] = top(above, pair[1]));
    byGroup =
        IntStream.range(0, of.length)
            .filter(i -> of[i] >= 0)
            .boxed()
            .sorted(java.util.Comparator.comparing(i -> top(above, of[i])))
            .mapToInt(Integer::intValue)
            .toArray();
    starts =
        IntStream.range(0, byGroup.length)
            .filter(at -> at == 0 || top(above, of[byGroup[at - 1]]) != top(above, of[byGroup[at]]))
            .toArray();
  }

  private static int top(int[] above, int number) {
    int at = number;
    while (above[at] != at) {
      above[at] = above[above[at]];
      at = above[at];
    }
    return at;
  }

  /**
   * Compares tables after a hand-in.
   *
   * @param scratch folder for the truth
   * @return how many rows there are, all as expected, and how many events of which the faults were
   *     not compared
   * @throws AssertionError with the first differences
   */
  String compare(int handIn, SqlQuery warehouse, Path scratch) throws Exception {
    Map<String, Long> rows = write(handIn, scratch);
    for (Map.Entry<String, String> table : HistoryTruth.QUERIES.entrySet()) {
      TableDifference.require(
          warehouse,
          table.getValue(),
          List.of(scratch.resolve(table.getKey() + ".csv")),
          isOfFaults(table.getKey()) ? scratch.resolve(HistoryTruth.TOO_LARGE + ".csv") : null,
          scratch,
          table.getKey() + " after hand-in " + handIn);
    }
    return rows + " rows, all as expected";
  }

  private static boolean isOfFaults(String table) {
    return table.equals("errors") || table.equals("breaks");
  }

  private Map<String, Long> write(int handIn, Path folder) throws IOException {
    Map<String, CsvWriter> files = new TreeMap<>();
    Map<String, Long> rows = new TreeMap<>();
    try {
      List<String> tables = new ArrayList<>(HistoryTruth.QUERIES.keySet());
      tables.add(HistoryTruth.TOO_LARGE);
      for (String table : tables) {
        CsvWriter file =
            CsvWriter.builder().build(Files.newBufferedWriter(folder.resolve(table + ".csv")));
        files.put(table, file.writeRecord(table));
      }
      IntStream.range(0, starts.length)
          .parallel()
          .forEach(
              group -> {
                Map<String, List<List<String>>> found = new TreeMap<>();
                new HistoryTruth(
                        reference,
                        0,
                        (table, cells) ->
                            found.computeIfAbsent(table, none -> new ArrayList<>()).add(cells))
                    .tell(messages(group, handIn));
                synchronized (files) {
                  found.forEach(
                      (table, all) -> {
                        all.forEach(files.get(table)::writeRecord);
                        rows.merge(table, (long) all.size(), Long::sum);
                      });
                }
              });
    } finally {
      for (CsvWriter file : files.values()) {
        file.close();
      }
    }
    return rows;
  }

  private List<GeneratedMessage> messages(int group, int handIn) {
    int end = group + 1 < starts.length ? starts[group + 1] : byGroup.length;
    return Arrays.stream(byGroup, starts[group], end)
        .filter(line -> handIns[line] <= handIn)
        .mapToObj(line -> GeneratedMessage.of(lines.get(line)))
        .toList();
  }
}
