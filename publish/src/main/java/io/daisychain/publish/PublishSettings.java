package io.daisychain.publish;

import io.daisychain.model.reference.ValidityTable;
import io.daisychain.publish.file.KeptFiles;
import io.daisychain.publish.file.OutputFolder;
import io.daisychain.store.StoreTable;
import java.io.Serializable;
import java.util.List;
import java.util.UUID;
import org.apache.beam.sdk.io.Compression;

/**
 * What a publish job is to do.
 *
 * @param table where events are stored
 * @param days trade dates that are scanned, and the parts of their key spaces that workers take
 * @param output folder for the CSV files; made if missing
 * @param runId names the folder in {@code output} that the run writes into; no two runs share one
 * @param compression of the CSV files
 * @param kept which files stay in {@code output}
 * @param few up to so many rows of dates that are published whole are read without a pipeline,
 *     whose start costs what half a million rows do
 * @param participants firms that are named in errors of others; absent where there is no reference
 *     data, and then nobody is
 */
public record PublishSettings(
    StoreTable table,
    List<Shards> days,
    String output,
    String runId,
    Compression compression,
    KeptFiles kept,
    int few,
    ValidityTable participants)
    implements Serializable {
  private static final int FEW = 50_000;

  public PublishSettings {
    if (compression != Compression.UNCOMPRESSED
        && compression != Compression.GZIP
        && compression != Compression.ZSTD) {
      throw new IllegalArgumentException(
          "CSV files can be plain, GZIP or ZSTD, which the warehouse reads; not " + compression);
    }
    output = OutputFolder.of(output).path();
    days = List.copyOf(days);
  }

  /** Settings of a store without reference data. */
  public PublishSettings(
      StoreTable table,
      List<Shards> days,
      String output,
      String runId,
      Compression compression,
      KeptFiles kept,
      int few) {
    this(table, days, output, runId, compression, kept, few, ValidityTable.absent());
  }

  /** The same with firms that are named in errors of others. */
  public PublishSettings withParticipants(ValidityTable firms) {
    return new PublishSettings(table, days, output, runId, compression, kept, few, firms);
  }

  /** Settings of a run of which the trade dates are not known yet, in files of about 256 MB. */
  public static PublishSettings of(StoreTable table, String output, Compression compression) {
    return new PublishSettings(
        table, List.of(), output, UUID.randomUUID().toString(), compression, KeptFiles.CSV, FEW);
  }

  /** The same with other files that stay. */
  public PublishSettings withKept(KeptFiles files) {
    return new PublishSettings(table, days, output, runId, compression, files, few, participants);
  }

  /** The same under a name of the caller's, who tries a run again. */
  public PublishSettings withRunId(String id) {
    return new PublishSettings(table, days, output, id, compression, kept, few, participants);
  }

  /** The same with a pipeline for all that is more than so many rows. */
  PublishSettings withFew(int rows) {
    return new PublishSettings(table, days, output, runId, compression, kept, rows, participants);
  }

  /** The same of these trade dates. */
  PublishSettings withDays(List<Shards> scanned) {
    return new PublishSettings(table, scanned, output, runId, compression, kept, few, participants);
  }

  /** Folder that the run writes into. */
  String runFolder() {
    return OutputFolder.of(output).runFolder(runId);
  }

  /** How a trade date that is scanned is dealt out. */
  Shards shardsOf(int epochDay) {
    return days.stream().filter(day -> day.epochDay() == epochDay).findFirst().orElseThrow();
  }

  /** Number of pieces of all trade dates that are scanned. */
  int pieces() {
    return days.stream().mapToInt(Shards::pieces).sum();
  }

  /** Number of pieces of a trade date with so many events, in a table of so many ranges. */
  public static int piecesOf(long events, int ranges) {
    return FileSizes.files(events, ranges);
  }
}
