package io.daisychain.publish;

import io.daisychain.store.Dates;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.beam.sdk.io.Compression;

/**
 * What a publish job is to do.
 *
 * @param table the events
 * @param dates trade dates that are published, days since 1970-01-01
 * @param ranges the parts of its key space that workers take
 * @param output folder for the CSV files; made if missing
 * @param runId names the folder in {@code output} that the run writes into; no two runs share one
 * @param compression of the CSV files
 * @param kept which files stay in {@code output}
 */
public record PublishSettings(
    StoreTable table,
    List<Integer> dates,
    KeyRanges ranges,
    String output,
    String runId,
    Compression compression,
    KeptFiles kept)
    implements Serializable {

  public PublishSettings {
    if (compression != Compression.UNCOMPRESSED
        && compression != Compression.GZIP
        && compression != Compression.ZSTD) {
      throw new IllegalArgumentException(
          "CSV files can be plain, GZIP or ZSTD, which the warehouse reads; not " + compression);
    }
    output = OutputFolder.of(output).path();
  }

  /**
   * Settings of a run over the whole table, in files of about 256 MB.
   *
   * @throws IOException saying so if the table is not there
   */
  public static PublishSettings ofTable(StoreTable table, String output, Compression compression)
      throws IOException {
    try (TableAdmin tables = TableAdmin.open(table.store())) {
      List<Integer> dates = new ArrayList<>();
      Dates.list(table).forEach(date -> dates.add(date.epochDay()));
      if (!tables.isKnown(table.name())) {
        throw new IOException(
            "no table '"
                + table.name()
                + "' in "
                + table.store().address()
                + ": 'ingest' makes it");
      }
      return new PublishSettings(
          table,
          dates,
          dates.isEmpty()
              ? KeyRanges.of(List.of())
              : FileSizes.rangesOf(table, dates.get(0), tables.keys(table.name(), dates.get(0))),
          output,
          UUID.randomUUID().toString(),
          compression,
          KeptFiles.CSV);
    }
  }

  /** The same with other files that stay. */
  public PublishSettings withKept(KeptFiles files) {
    return new PublishSettings(table, dates, ranges, output, runId, compression, files);
  }

  /** The same under a name of the caller's, who tries a run again. */
  public PublishSettings withRunId(String id) {
    return new PublishSettings(table, dates, ranges, output, id, compression, kept);
  }

  /** Whether the tables are written as Parquet too. */
  boolean parquet() {
    return kept == KeptFiles.CSV_AND_PARQUET;
  }

  /** Folder that the run writes into. */
  String runFolder() {
    return OutputFolder.of(output).runFolder(runId);
  }

  /** How the key ranges are dealt out to files. */
  Shards shards() {
    return Shards.of(ranges.count());
  }
}
