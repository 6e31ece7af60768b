package io.daisychain.warehouse.bigquery;

import com.google.cloud.bigquery.BigQueryError;
import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.CsvOptions;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.JobStatistics.LoadStatistics;
import com.google.cloud.bigquery.LoadJobConfiguration;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.TableDataWriteChannel;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.WriteChannelConfiguration;
import io.daisychain.warehouse.PreparedLoad;
import io.daisychain.warehouse.Publication;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A warehouse in a BigQuery dataset.
 *
 * <p>Load jobs put the files into tables of the run's own, which no view reads and which vanish a
 * day later if the run is killed. {@link PreparedLoad#commit} moves their rows in one transaction
 * over all tables: for each trade date of the run, what was there goes and the run's rows come;
 * other trade dates stay. Readers see all of that or nothing. Loading straight into the partitions
 * ({@code events$20260316}, WRITE_TRUNCATE) would be atomic for each alone.
 *
 * <p>Every job's name is made from the run id, the step and the contents; see {@link BigQueryJobs}.
 */
public final class BigQueryWarehouse {
  private static final Duration STAGING_LIFE = Duration.ofDays(1);

  private final WarehouseAddress.BigQuery address;
  private final WarehouseSchema schema;
  private final BigQueryClient client;

  private BigQueryWarehouse(
      WarehouseAddress.BigQuery address, WarehouseSchema schema, BigQueryClient client) {
    this.address = address;
    this.schema = schema;
    this.client = client;
  }

  /**
   * Reaches a dataset, which must be there.
   *
   * @throws WarehouseException in words for the user if it cannot be reached
   */
  public static BigQueryWarehouse open(WarehouseAddress.BigQuery address, WarehouseSchema schema)
      throws IOException {
    return new BigQueryWarehouse(address, schema, BigQueryClient.open(address));
  }

  /** What it has, by epoch day. */
  public SortedMap<Integer, PublishedDay> days() throws IOException {
    SortedMap<Integer, PublishedDay> days = new TreeMap<>();
    try {
      if (client
              .bigQuery()
              .getTable(TableId.of(address.project(), address.dataset(), BigQuerySwap.NOTES))
          == null) {
        return days;
      }
      Job job =
          new BigQueryJobs(client, "notes")
              .run(query(new BigQuerySwap(address, schema, "").notesQuery()));
      succeed("cannot read the trade dates of ", job);
      BigQueryRow row = new BigQueryRow(client, job);
      while (row.next()) {
        PublishedDay day =
            new PublishedDay(
                Integer.parseInt(row.text(0)),
                row.text(1),
                Long.parseLong(row.text(2)),
                row.text(3),
                row.text(4));
        days.put(day.epochDay(), day);
      }
      return days;
    } catch (SQLException e) {
      throw new IOException(e); // of other warehouses' rows
    } catch (BigQueryException e) {
      throw new WarehouseException("cannot read " + address + ": " + BigQueryErrors.words(e), e);
    }
  }

  /**
   * Loads a run's files into tables of its own.
   *
   * @throws WarehouseException naming file, line, column and reason of what cannot be loaded
   */
  public PreparedLoad prepare(Publication publication) throws IOException {
    BigQueryJobs jobs = new BigQueryJobs(client, publication.runId());
    var swap = new BigQuerySwap(address, schema, "daisychain_loading_" + publication.runId() + "_");
    Load load = new Load(publication, jobs, swap);
    try {
      load.prepare();
      return load;
    } catch (BigQueryException e) {
      load.discard(e);
      throw new WarehouseException("cannot load " + address + ": " + BigQueryErrors.words(e), e);
    } catch (IOException | RuntimeException e) {
      load.discard(e);
      throw e;
    }
  }

  /** One run's tables. */
  private final class Load implements PreparedLoad {
    private final Publication publication;
    private final BigQueryJobs jobs;
    private final BigQuerySwap swap;
    private final String swapStep;
    private BigQueryJobs.Attempts swaps;

    Load(Publication publication, BigQueryJobs jobs, BigQuerySwap swap) {
      this.publication = publication;
      this.jobs = jobs;
      this.swap = swap;
      this.swapStep = "swap_" + publication.digest();
    }

    void prepare() throws IOException {
      swaps = jobs.attempts(swapStep);
      if (swaps.succeeded() != null) {
        return; // the whole of this run was done before
      }
      List<String> ddl = BigQueryDdl.statements(schema, address);
      succeed("cannot make the tables of ", jobs.run(query(String.join(";\n", ddl) + ";")));
      for (Publication.Part part : publication.parts()) {
        load(part);
      }
    }

    private void load(Publication.Part part) throws IOException {
      TableId staging =
          TableId.of(address.project(), address.dataset(), swap.stagingName(part.table()));
      String step = "load_" + part.table() + "_" + part.digest();
      BigQueryJobs.Attempts attempts = jobs.attempts(step);
      int attempt = attempts.failed();
      if (attempts.succeeded() != null) {
        if (client.bigQuery().getTable(staging) != null) {
          return;
        }
        attempt++; // it was loaded, and thrown away since
      }
      Instant end = Instant.now().plus(STAGING_LIFE);
      succeed("cannot make tables in ", jobs.run(query(swap.stagingDdl(table(part.table()), end))));
      Job job;
      BigQueryErrors.Lines lines;
      if (part.isInCloudStorage()) {
        LoadJobConfiguration configuration =
            LoadJobConfiguration.newBuilder(staging, part.files(), csv())
                .setWriteDisposition(JobInfo.WriteDisposition.WRITE_TRUNCATE)
                .build();
        job = jobs.start(step, attempt, configuration);
        lines = (file, line) -> new BigQueryErrors.Line(file == null ? "?" : file, line);
      } else {
        CsvUpload upload = new CsvUpload(part.files());
        job = jobs.start(step, attempt, id -> upload(id, upload, staging));
        lines = (file, line) -> upload.line(line);
      }
      List<BigQueryError> errors = BigQueryJobs.errors(job);
      if (!errors.isEmpty()) {
        throw new WarehouseException(BigQueryErrors.load(part.table(), errors, lines));
      }
      LoadStatistics statistics = job.getStatistics();
      Long rows = statistics.getOutputRows();
      if (rows != null && rows != part.rows()) {
        throw new WarehouseException(
            "cannot load " + part.table() + ": of " + part.rows() + " rows BigQuery took " + rows);
      }
    }

    private Job upload(JobId id, CsvUpload upload, TableId staging) throws IOException {
      WriteChannelConfiguration configuration =
          WriteChannelConfiguration.newBuilder(staging)
              .setFormatOptions(csv())
              .setWriteDisposition(JobInfo.WriteDisposition.WRITE_TRUNCATE)
              .build();
      TableDataWriteChannel channel = client.bigQuery().writer(id, configuration);
      upload.send(channel);
      channel.close(); // not on failure: that would load what was sent so far
      return channel.getJob();
    }

    @Override
    public void commit() throws IOException {
      if (swaps.succeeded() != null) {
        return;
      }
      try {
        succeed(
            "cannot replace the tables of ",
            jobs.start(swapStep, swaps.failed(), query(swap.script(publication.days()))));
      } catch (BigQueryException e) {
        throw new WarehouseException(
            "cannot replace the tables of " + address + ": " + BigQueryErrors.words(e), e);
      }
    }

    /** After a failure, of which cleaning up must not hide the reason. */
    private void discard(Exception failure) {
      try {
        close();
      } catch (IOException e) {
        failure.addSuppressed(e);
      }
    }

    @Override
    public void close() throws IOException {
      try {
        for (Publication.Part part : publication.parts()) {
          client
              .bigQuery()
              .delete(
                  TableId.of(address.project(), address.dataset(), swap.stagingName(part.table())));
        }
      } catch (BigQueryException e) {
        throw new WarehouseException(
            "cannot remove what was loaded into " + address + ": " + BigQueryErrors.words(e), e);
      }
    }
  }

  private void succeed(String failure, Job job) throws WarehouseException {
    List<BigQueryError> errors = BigQueryJobs.errors(job);
    if (!errors.isEmpty()) {
      throw new WarehouseException(failure + address + ": " + errors.get(0).getMessage());
    }
  }

  private static QueryJobConfiguration query(String sql) {
    return QueryJobConfiguration.newBuilder(sql).setUseLegacySql(false).build();
  }

  private WarehouseTable table(String name) {
    return schema.tables().stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Nothing is guessed, and values are taken byte for byte, control characters too. */
  private static CsvOptions csv() {
    return CsvOptions.newBuilder()
        .setSkipLeadingRows(1)
        .setAllowQuotedNewLines(true)
        .setPreserveAsciiControlCharacters(true)
        .setEncoding("UTF-8")
        .build();
  }
}
