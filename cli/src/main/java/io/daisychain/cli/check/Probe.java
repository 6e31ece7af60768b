package io.daisychain.cli.check;

import io.daisychain.cli.terminal.ErrorCauses;
import io.daisychain.store.write.StoreTrial;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.apache.beam.sdk.io.fs.MatchResult;

/**
 * What each worker is to try.
 *
 * @param id of this check
 * @param trial of the store; null where it is not tried
 * @param files whether files are bulk-loaded
 * @param staging where files are to wait for that; null for HBase's own folder
 * @param input absolute pattern of files to read; null for none
 * @param inputFiles how many there are
 */
record Probe(
    String id,
    StoreTrial trial,
    boolean files,
    String staging,
    String input,
    int inputFiles,
    List<SharedFolder> folders)
    implements Serializable {
  static final String TABLES = "tables";
  static final String STAGING = "staging";
  static final String INPUT = "input";

  /** Something that may fail. */
  private interface Attempt {
    void run() throws Exception;
  }

  /** What the program tries itself where workers try all of it. */
  Probe ofProgram() {
    return new Probe(id, trial, false, staging, null, 0, List.of());
  }

  /** Tries all of it; what fails is in the report. */
  WorkerReport look() {
    TreeMap<String, String> failures = new TreeMap<>();
    Long[] ahead = new Long[1];
    if (trial != null) {
      attempt(
          TABLES,
          failures,
          () -> {
            OptionalLong clock = trial.tryRows();
            ahead[0] = clock.isPresent() ? clock.getAsLong() : null;
          });
    }
    if (trial != null && files) {
      attempt(STAGING, failures, () -> trial.tryFiles(staging));
    }
    if (input != null) {
      attempt(INPUT, failures, this::readInput);
    }
    for (SharedFolder folder : folders) {
      attempt(folder.option(), failures, () -> folder.use(WorkerReport.name()));
    }
    return WorkerReport.ofThisProcess(ahead[0], failures);
  }

  private static void attempt(String what, TreeMap<String, String> failures, Attempt attempt) {
    try {
      attempt.run();
    } catch (Exception e) {
      failures.put(what, ErrorCauses.message(e));
    } catch (LinkageError e) {
      failures.put(what, ErrorCauses.ofLibrary(e));
    }
  }

  private void readInput() throws IOException {
    List<MatchResult.Metadata> found = match(input);
    if (found.size() != inputFiles) {
      throw new IOException(
          "sees %d files and not %d: mount the folder of --input on all machines under the same name"
              .formatted(found.size(), inputFiles));
    }
    if (!found.isEmpty()) {
      try (ReadableByteChannel file = FileSystems.open(found.get(0).resourceId())) {
        file.read(ByteBuffer.allocate(1));
      }
    }
  }

  static List<MatchResult.Metadata> match(String pattern) throws IOException {
    return FileSystems.match(pattern, EmptyMatchTreatment.ALLOW).metadata();
  }
}
