package io.daisychain.cli.job;

import io.daisychain.audit.AuditEntry;
import io.daisychain.audit.AuditFact;
import io.daisychain.audit.Sha256;
import io.daisychain.warehouse.duckdb.DayFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The files of a DuckDB warehouse, which the audit log has with their SHA-256: all that was
 * published since the publication before, and what was done away with.
 *
 * <p>A Parquet file is never changed once it was written, so that those which the log has are not
 * read again; the file of DuckDB is another after each publication.
 */
public final class WrittenFiles {
  private static final String WROTE = "wrote";
  private static final String DELETED = "deleted";
  private static final String PATH = "path";

  private WrittenFiles() {}

  /**
   * Enters what a publication changed.
   *
   * @param warehouse the file of DuckDB
   */
  static void enter(Path warehouse) throws IOException {
    if (!AuditTrail.isKept()) {
      return;
    }
    Map<String, String> known = new TreeMap<>();
    AuditTrail.entries(entry -> note(entry, known));
    Path file = warehouse.toAbsolutePath().normalize();
    List<AuditFact> facts = new ArrayList<>();
    SortedSet<Path> there = of(file);
    for (Path each : there) {
      if (each.equals(file) || !known.containsKey(each.toString())) {
        try {
          String sum = Sha256.of(each);
          facts.add(
              AuditFact.of(WROTE)
                  .with(PATH, each.toString())
                  .with("bytes", Files.size(each))
                  .with("sha256", sum));
        } catch (NoSuchFileException e) {
          // Another publication has just done away with it.
        }
      }
    }
    for (String path : known.keySet()) {
      Path each = Path.of(path);
      if (isOf(file, each) && !there.contains(each)) {
        facts.add(AuditFact.of(DELETED).with(PATH, path));
      }
    }
    AuditTrail.enter(facts);
  }

  /** Notes what an entry says of files: by path the SHA-256 that each must have. */
  public static void note(AuditEntry entry, Map<String, String> sums) {
    if (entry.kind().equals(WROTE)) {
      sums.put(entry.text(PATH), entry.text("sha256"));
    } else if (entry.kind().equals(DELETED)) {
      sums.remove(entry.text(PATH));
    }
  }

  /** The files that a warehouse has now; empty where there is none. */
  public static SortedSet<Path> of(Path warehouse) throws IOException {
    TreeSet<Path> files = new TreeSet<>();
    if (Files.exists(warehouse)) {
      files.add(warehouse);
    }
    Path days = DayFolder.of(warehouse);
    if (Files.isDirectory(days)) {
      try (Stream<Path> all = Files.walk(days)) {
        all.filter(each -> each.toString().endsWith(".parquet")).forEach(files::add);
      }
    }
    return files;
  }

  private static boolean isOf(Path warehouse, Path file) {
    return file.equals(warehouse) || file.startsWith(DayFolder.of(warehouse));
  }
}
