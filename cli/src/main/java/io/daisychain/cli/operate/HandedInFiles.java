package io.daisychain.cli.operate;

import io.daisychain.audit.AuditEntry;
import io.daisychain.audit.Sha256;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.ingest.receipt.FileDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The files that the audit log says were handed in, and where they are now. */
final class HandedInFiles {
  /**
   * A file that was handed in.
   *
   * @param entry number of the entry that says so
   * @param time of this entry, ISO 8601
   * @param store to which
   */
  record HandedIn(long entry, String time, String store, String path, String sha256) {}

  private final Map<String, HandedIn> files = new TreeMap<>();

  /** Where files are that were moved, by SHA-256. */
  private final Map<String, String> moved = new HashMap<>();

  private final LongAdder bytes = new LongAdder();

  /** Takes note of an entry of the log. */
  void note(AuditEntry entry) {
    String sha256 = entry.text("sha256");
    if (entry.kind().equals("handed in") && !sha256.isEmpty()) {
      String path = entry.text("path");
      files.put(
          path + " " + sha256,
          new HandedIn(entry.number(), entry.text("time"), entry.text("store"), path, sha256));
    }
  }

  int count() {
    return files.size();
  }

  /** Bytes that were read so far. */
  long bytes() {
    return bytes.sum();
  }

  /**
   * Reads all files.
   *
   * @param folders in which those are looked for that are not where they were
   * @param faults takes a sentence for each that is not there, or not as it was
   */
  void check(List<Path> folders, Consumer<String> faults) throws IOException {
    Map<String, String> missing = new TreeMap<>();
    for (HandedIn file : files.values()) {
      String fault = fault(file);
      if (!fault.isEmpty()) {
        missing.put(
            file.sha256(),
            "%s %s: entry %d has SHA-256 %s"
                .formatted(file.path(), fault, file.entry(), file.sha256()));
      }
    }
    for (Path folder : folders) {
      if (!Files.isDirectory(folder)) {
        throw new UsageException("--files=" + folder + " is no folder");
      }
      if (!missing.isEmpty()) {
        find(folder, missing);
      }
    }
    missing.values().forEach(faults);
  }

  /** What is wrong with a file where it was handed in; empty for nothing. */
  String fault(HandedIn file) {
    try {
      FileDigest found = FileDigest.of(file.path());
      bytes.add(found.bytes());
      return found.sha256().equals(file.sha256()) ? "" : "was changed";
    } catch (IOException e) {
      return "is not there";
    }
  }

  private void find(Path folder, Map<String, String> missing) throws IOException {
    List<Path> all;
    try (Stream<Path> walked = Files.walk(folder)) {
      all = walked.filter(Files::isRegularFile).toList();
    }
    for (Path each : all) {
      String sum = Sha256.of(each);
      bytes.add(Files.size(each));
      if (missing.remove(sum) != null) {
        moved.put(sum, each.toAbsolutePath().toString());
      }
    }
  }

  /** Those of one store; there is at least one. */
  List<HandedIn> to(String store) {
    List<HandedIn> found = of(store);
    if (found.isEmpty()) {
      throw new UsageException("no file was handed in to " + store);
    }
    return found;
  }

  /** Those of one store. */
  List<HandedIn> of(String store) {
    return files.values().stream().filter(file -> file.store().equals(store)).toList();
  }

  /** Where a file is now. */
  String place(HandedIn file) {
    return moved.getOrDefault(file.sha256(), file.path());
  }
}
