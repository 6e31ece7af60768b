package io.daisychain.publish;

import io.daisychain.beam.AwaitStart;
import io.daisychain.beam.ForeignFileException;
import io.daisychain.beam.NumbersBelow;
import io.daisychain.publish.file.LocalOutput;
import io.daisychain.publish.file.OutputFolder;
import io.daisychain.publish.file.OwnFiles;
import io.daisychain.publish.table.PublishedCounts;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.warehouse.PreparedLoad;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;

/**
 * The publish job: writes the stored events as CSV files, as Parquet files, or as both, and loads a
 * warehouse.
 *
 * <p>The steps of the pipeline:
 *
 * <ol>
 *   <li>Count shards, List shards, Distribute shards: the key ranges of the trade dates are divided
 *       among shards; a reshuffle spreads the shards' numbers over all workers.
 *   <li>Write shards: scans a shard's key ranges, turns each row into lines of the tables events,
 *       links, lifecycles and duplicates, and writes a CSV file of each, and, for a warehouse that
 *       takes them, Parquet files sorted as its tables are, of some shards together. A file has a
 *       temporary name until it is complete, so that a retried bundle replaces it with one of the
 *       same rows. Nothing is grouped: a row has all that is published of its event.
 *   <li>Add up counts, Write summary: rows and digests of each table and date, as files of the run.
 * </ol>
 *
 * <p>Trade dates that neither warehouse nor folder needs are left out, and of those of which a few
 * rows changed only these are read, by {@link ChangedRows}, without a pipeline.
 *
 * <p>When the pipeline is done, the files, which lie in a folder of the run, are loaded into the
 * warehouse where no reader sees them; then the files take the place of those of the last run, and
 * the warehouse commits. A run that fails or is killed before leaves what readers see as it was;
 * the next run deletes its folder. The same stored rows give the same files and tables.
 */
public final class PublishJob {

  /** Runs the parts of a publication. */
  @FunctionalInterface
  public interface Execution {
    /**
     * Told, before anything is written, that a pipeline will read so many events.
     *
     * @throws IOException to have nothing done
     */
    default void begin(long events) throws IOException {}

    /** Runs a pipeline to its end, and fails if it does. */
    void run(Pipeline pipeline) throws IOException;

    /** Loads the files that the pipeline has written. */
    default PreparedLoad load(Loading loading) throws IOException {
      return loading.run();
    }
  }

  /** The loading of a run's files into the warehouse. */
  @FunctionalInterface
  public interface Loading {
    /** Loads them where no reader sees them. */
    PreparedLoad run() throws IOException;
  }

  private PublishJob() {}

  /** Adds the writing of a run's files to {@code pipeline}; they lie in the run's folder then. */
  public static void build(Pipeline pipeline, PublishSettings settings) {
    // @DefaultCoder would have Beam call a method of a class that it may not see.
    pipeline
        .getCoderRegistry()
        .registerCoderForClass(PublishedCounts.class, new PublishedCounts.CountsCoder());
    pipeline
        .apply("Count shards", Create.of(settings.pieces()))
        .apply("Await start", AwaitStart.create())
        .apply("List shards", NumbersBelow.count())
        .apply("Distribute shards", Reshuffle.viaRandomKey())
        .apply("Write shards", ParDo.of(new WriteShardFn(settings)))
        .apply("Add up counts", Combine.perKey(PublishedCounts::plus))
        .apply("Write summary", ParDo.of(new WriteSummaryFn(settings.runFolder())));
  }

  /**
   * Makes sure, before any work, that no file is in the way that was not published.
   *
   * @param output a folder, which need not be there
   * @throws ForeignFileException naming the file
   */
  public static void checkOutput(String output) throws IOException {
    new OwnFiles(OutputFolder.of(output)).shown();
  }

  /**
   * Keeps other processes from publishing into a folder until it is closed, so that a publication
   * that comes after other work does not find it taken then.
   *
   * @throws IOException if another process is publishing
   */
  public static Closeable hold(String output) throws IOException {
    return OutputFolder.of(output) instanceof LocalOutput local ? local.hold()::close : () -> {};
  }

  /**
   * Runs a whole publication: files, warehouse, and both in the place of the old ones. Until then
   * nothing that readers see has changed.
   *
   * @param options Beam's, with the runner
   * @param selection which trade dates are published; those that the store does not have are not
   *     touched
   * @param stored the trade dates of the store
   * @param warehouse what the files are loaded into
   * @param execution runs the pipeline to its end
   * @throws IOException if the job failed, files cannot be written, or the warehouse not be loaded
   */
  public static PublishSummary run(
      PipelineOptions options,
      PublishSettings settings,
      DaySelection selection,
      List<StoredDate> stored,
      WarehouseLoader warehouse,
      Execution execution)
      throws IOException {
    warehouse.check(settings);
    FileSystems.setDefaultPipelineOptions(options);
    OutputFolder output = OutputFolder.of(settings.output());
    Closeable held = output.open();
    try (held) {
      output.deleteRuns(); // of runs that were killed
      return new Publishing(options, settings, output, warehouse, execution).run(selection, stored);
    } catch (IOException | RuntimeException e) {
      discard(output, e);
      throw e;
    }
  }

  /** Workers of a failed job may still be writing, which is no reason to forget why it failed. */
  private static void discard(OutputFolder output, Exception failure) {
    try {
      output.deleteRuns();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
