package io.daisychain.publish;

import io.daisychain.model.TradeDates;
import io.daisychain.warehouse.BigQueryWarehouse;
import io.daisychain.warehouse.DuckDbWarehouse;
import io.daisychain.warehouse.PreparedLoad;
import io.daisychain.warehouse.Publication;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.io.Compression;

/** Brings a run's files into a warehouse. */
public interface WarehouseLoader {

  /**
   * The loader of a warehouse.
   *
   * @param dates name the trade dates that the store was filled by
   */
  static WarehouseLoader of(WarehouseAddress warehouse, TradeDates dates) {
    return warehouse instanceof WarehouseAddress.BigQuery bigQuery
        ? new OfBigQuery(bigQuery, dates)
        : new OfDuckDb(((WarehouseAddress.DuckDb) warehouse).file());
  }

  /**
   * Fails, before anything is done, for a warehouse that cannot be reached or cannot take these
   * files.
   */
  void check(PublishSettings settings) throws IOException;

  /** Loads the files of a run that has ended, where no reader sees them. */
  PreparedLoad prepare(PublishSettings settings, OutputFolder output, PublishSummary summary)
      throws IOException;

  /** Into a new file beside the old one. */
  record OfDuckDb(Path file) implements WarehouseLoader {
    @Override
    public void check(PublishSettings settings) {}

    @Override
    public DuckDbWarehouse.Load prepare(
        PublishSettings settings, OutputFolder output, PublishSummary summary) throws IOException {
      DuckDbWarehouse warehouse =
          new DuckDbWarehouse(
              file, PublishedTables.schema(), DuckDbWarehouse.Limits.ofThisMachine());
      DuckDbWarehouse.Load load =
          warehouse.prepare(scratch -> output.bring(settings.runFolder(), scratch));
      try {
        if (settings.parquet()) {
          writeParquet(load, settings, output);
        }
        return load;
      } catch (IOException | RuntimeException e) {
        load.close();
        throw e;
      }
    }

    private void writeParquet(
        DuckDbWarehouse.Load load, PublishSettings settings, OutputFolder output)
        throws IOException {
      Path folder = file.toAbsolutePath().getParent();
      Path scratch = Files.createTempDirectory(folder, "." + file.getFileName() + "-parquet");
      try {
        ParquetFiles.write(load, output, settings.runFolder(), scratch);
      } finally {
        Files.deleteIfExists(scratch);
      }
    }
  }

  /** By load jobs, which fetch files from {@code gs://} themselves and are sent others. */
  record OfBigQuery(WarehouseAddress.BigQuery address, TradeDates dates)
      implements WarehouseLoader {
    @Override
    public void check(PublishSettings settings) throws IOException {
      if (isInCloudStorage(settings) && settings.compression() == Compression.ZSTD) {
        throw new IllegalArgumentException(
            "BigQuery reads no .zst from gs://: publish plain or gz files");
      }
      BigQueryWarehouse.open(address, PublishedTables.schema(), dates);
    }

    private static boolean isInCloudStorage(PublishSettings settings) {
      return settings.output().startsWith("gs://");
    }

    @Override
    public PreparedLoad prepare(
        PublishSettings settings, OutputFolder output, PublishSummary summary) throws IOException {
      BigQueryWarehouse warehouse =
          BigQueryWarehouse.open(address, PublishedTables.schema(), dates);
      if (isInCloudStorage(settings) && !settings.parquet()) {
        return warehouse.prepare(publication(settings, summary, settings.runFolder()));
      }
      Path scratch = Files.createTempDirectory("daisychain-publish");
      try {
        if (settings.parquet()) {
          // DuckDB writes Parquet, from a warehouse that is thrown away again.
          new OfDuckDb(scratch.resolve("parquet.duckdb"))
              .prepare(settings, output, summary)
              .close();
        }
        String folder =
            isInCloudStorage(settings)
                ? settings.runFolder()
                : output.bring(settings.runFolder(), scratch).toString();
        return warehouse.prepare(publication(settings, summary, folder));
      } finally {
        remove(scratch);
      }
    }

    private static Publication publication(
        PublishSettings settings, PublishSummary summary, String folder) {
      List<Publication.Part> parts = new ArrayList<>();
      for (WarehouseTable table : PublishedTables.schema().tables()) {
        List<String> files = new ArrayList<>();
        Shards shards = settings.shards();
        for (int shard = 0; shard < shards.count(); shard++) {
          files.add(folder + "/" + shards.fileName(table, shard, settings.compression()));
        }
        String name = table.name();
        parts.add(
            new Publication.Part(name, files, summary.rows(name), summary.digests().get(name)));
      }
      return new Publication(settings.runId(), parts);
    }

    private static void remove(Path folder) throws IOException {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        for (Path file : files) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }
}
