package io.daisychain.reporting;

import io.daisychain.model.reference.ValidityTable;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Feedback that is written while errors are found: the files of {@link WriteFeedback}, with lines
 * in the order of their coming, and the summary at the end. Safe for several threads.
 */
public final class FeedbackFolder implements Closeable {
  private static final FeedbackStage STAGE = FeedbackStage.INGEST;

  private final String directory;
  private final ValidityTable participants;
  private final Map<String, FeedbackFile> byReporter = new HashMap<>();
  private final Map<Integer, FeedbackFile> shared = new HashMap<>();
  private final Map<String, Map<String, Long>> sums = new TreeMap<>();
  private final Set<String> taken = new HashSet<>();
  private final Set<FeedbackFile> unflushed = new HashSet<>();
  private int ownFiles;

  /** Of the file of CAT in which something was wrong last: files are read one after the other. */
  private RecordErrorsFile records;

  private String recordsOf = "";
  private final Set<String> recordFiles = new HashSet<>();

  /**
   * Feedback in a folder.
   *
   * @param participants have a file of their own, however many others there are
   */
  public FeedbackFolder(String directory, ValidityTable participants) {
    this.directory = directory;
    this.participants = participants;
  }

  /** Adds all errors of a message at once: none of them is flushed without the others. */
  public synchronized void addAll(List<FeedbackLine> errors) throws IOException {
    for (FeedbackLine error : errors) {
      add(error);
    }
  }

  private void add(FeedbackLine error) throws IOException {
    FeedbackFile file = fileOf(error.reporter());
    file.add(error, error.line());
    unflushed.add(file);
    sums.computeIfAbsent(
            VisibleLine.of(FeedbackNames.inSummary(error.reporter())), none -> new TreeMap<>())
        .merge(error.status(), error.count(), Long::sum);
    if (RecordErrorsFile.takes(error)) {
      if (records == null || !recordsOf.equals(error.file())) {
        closeRecords();
        recordsOf = error.file();
        records =
            RecordErrorsFile.create(
                directory, recordsOf, STAGE, FeedbackLimits.DEFAULT, recordFiles);
      }
      records.add(error);
    }
  }

  private void closeRecords() throws IOException {
    if (records != null) {
      records.close();
      records = null;
    }
  }

  private FeedbackFile fileOf(String reporter) throws IOException {
    FeedbackFile file = byReporter.get(reporter);
    if (file != null) {
      return file;
    }
    boolean first = reporter.isEmpty() || participants.has(reporter);
    if (!first && ownFiles >= FeedbackLimits.DEFAULT.files()) {
      int shard = WriteFeedback.shardOf(reporter);
      FeedbackFile others = shared.get(shard);
      if (others == null) {
        others = open(FeedbackNames.others(shard, STAGE.csv()));
        shared.put(shard, others);
      }
      return others;
    }
    ownFiles += first ? 0 : 1;
    String name = FeedbackNames.file(reporter, STAGE.csv());
    if (!taken.add(FeedbackNames.folded(name))) {
      name = FeedbackNames.markedFile(reporter, STAGE.csv());
    }
    file = open(name);
    byReporter.put(reporter, file);
    return file;
  }

  private FeedbackFile open(String name) throws IOException {
    return FeedbackFile.create(directory, name, STAGE, FeedbackLimits.DEFAULT);
  }

  /** Hands all lines to the operating system: they survive the end of this process. */
  public synchronized void flush() throws IOException {
    for (FeedbackFile file : unflushed) {
      file.flush();
    }
    unflushed.clear();
    if (records != null) {
      records.flush();
    }
  }

  /** Ends all files, and writes the summary. */
  @Override
  public synchronized void close() throws IOException {
    closeRecords();
    for (Map.Entry<String, FeedbackFile> file : byReporter.entrySet()) {
      file.getValue().endReporter(file.getKey());
      file.getValue().close();
    }
    for (FeedbackFile file : shared.values()) {
      file.close();
    }
    byReporter.clear();
    shared.clear();
    try (CsvFile summary = WriteFeedbackSummaryFn.create(directory, STAGE)) {
      for (Map.Entry<String, Map<String, Long>> reporter : sums.entrySet()) {
        for (Map.Entry<String, Long> status : reporter.getValue().entrySet()) {
          summary.write(
              List.of(reporter.getKey(), status.getKey(), Long.toString(status.getValue())));
        }
      }
    }
  }
}
