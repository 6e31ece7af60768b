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
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.print.ResultRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

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
  private final Optional<DatasetAddition> addition;

  private BigQueryWarehouse(
      WarehouseAddress.BigQuery address,
      WarehouseSchema schema,
      BigQueryClient client,
      Optional<DatasetAddition> addition) {
    this.address = address;
    this.schema = schema;
    this.client = client;
    this.addition = addition;
  }

  /**
   * Reaches a dataset, which must be there.
   *
   * @throws WarehouseException in words for the user if it cannot be reached
   */
  public static BigQueryWarehouse open(WarehouseAddress.BigQuery address, WarehouseSchema schema)
      throws IOException {
    return new BigQueryWarehouse(address, schema, BigQueryClient.open(address), Optional.empty());
  }

  /** The same with something beside the published tables. */
  public BigQueryWarehouse withAddition(DatasetAddition added) {
    return new BigQueryWarehouse(address, schema, client, Optional.of(added));
  }

  /** What it has, by epoch day. */
  public SortedMap<Integer, PublishedDay> days() throws IOException {
    SortedMap<Integer, PublishedDay> days = new TreeMap<>();
    for (String[] row : noted(BigQuerySwap.NOTES, BigQuerySwap::notesQuery)) {
      PublishedDay day =
          new PublishedDay(
              Integer.parseInt(row[0]), row[1], Long.parseLong(row[2]), row[3], row[4]);
      days.put(day.epochDay(), day);
    }
    return days;
  }

  /** Whether it has what its addition would add. */
  public boolean isCurrent() throws IOException {
    return addition.isEmpty() || stale(addition.get(), additions(), days().values()).isEmpty();
  }

  /** What rows beside the published ones were made of, by table and epoch day. */
  private Map<String, SortedMap<Integer, String>> additions() throws IOException {
    Map<String, SortedMap<Integer, String>> states = new HashMap<>();
    for (String[] row : noted(BigQuerySwap.ADDITIONS, BigQuerySwap::additionsQuery)) {
      states.computeIfAbsent(row[0], name -> new TreeMap<>()).put(Integer.valueOf(row[1]), row[2]);
    }
    return states;
  }

  /** The tables and dates of an addition that are made of something else than they are to be. */
  private static List<BigQuerySwap.Added> stale(
      DatasetAddition addition,
      Map<String, SortedMap<Integer, String>> noted,
      Collection<PublishedDay> published)
      throws IOException {
    SortedMap<Integer, String> versions = new TreeMap<>();
    published.forEach(day -> versions.put(day.epochDay(), day.run()));
    Map<String, SortedMap<Integer, String>> wanted = addition.states(noted, versions);
    List<BigQuerySwap.Added> stale = new ArrayList<>();
    for (WarehouseTable table : addition.schema().tables()) {
      SortedMap<Integer, String> states =
          new TreeMap<>(wanted.getOrDefault(table.name(), new TreeMap<>()));
      SortedMap<Integer, String> before = noted.getOrDefault(table.name(), new TreeMap<>());
      states
          .entrySet()
          .removeIf(state -> state.getValue().equals(before.getOrDefault(state.getKey(), "")));
      if (!states.isEmpty()) {
        stale.add(new BigQuerySwap.Added(table, states));
      }
    }
    return stale;
  }

  /** Rows of a table of notes; none where there is no such table. */
  private List<String[]> noted(String table, Function<BigQuerySwap, String> query)
      throws IOException {
    try {
      return client.bigQuery().getTable(id(table)) == null
          ? List.of()
          : ask(query.apply(new BigQuerySwap(address, schema, ""))).rest();
    } catch (SQLException e) {
      throw new IOException(e); // of other warehouses' rows
    } catch (BigQueryException e) {
      throw new WarehouseException("cannot read " + address + ": " + BigQueryErrors.words(e), e);
    }
  }

  private TableId id(String table) {
    return TableId.of(address.project(), address.dataset(), table);
  }

  private BigQueryRow ask(String sql) throws IOException {
    Job job = new BigQueryJobs(client, "read").run(query(sql));
    succeed("cannot read ", job);
    return new BigQueryRow(client, job);
  }

  /**
   * Loads a run's files into tables of its own, and what the addition makes.
   *
   * @param publication may have neither dates nor parts where there is an addition
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
    private final List<BigQuerySwap.Added> added = new ArrayList<>();
    private BigQueryJobs.Attempts swaps;

    Load(Publication publication, BigQueryJobs jobs, BigQuerySwap swap) {
      this.publication = publication;
      this.jobs = jobs;
      this.swap = swap;
      this.swapStep = "swap_" + publication.digest();
    }

    void prepare() throws IOException {
      if (!publication.days().isEmpty()) {
        swaps = jobs.attempts(swapStep);
        if (swaps.succeeded() != null) {
          return; // the whole of this run was done before
        }
      }
      run(BigQueryDdl.statements(schema, address));
      for (Publication.Part part : publication.parts()) {
        load(part);
      }
      if (addition.isPresent()) {
        add(addition.get());
      }
    }

    private void run(List<String> ddl) throws IOException {
      succeed("cannot make the tables of ", jobs.run(query(String.join(";\n", ddl) + ";")));
    }

    private void load(Publication.Part part) throws IOException {
      TableId staging = staging(part.table());
      String step = "load_" + part.table() + "_" + part.digest();
      BigQueryJobs.Attempts attempts = jobs.attempts(step);
      int attempt = attempts.failed();
      if (attempts.succeeded() != null) {
        if (client.bigQuery().getTable(staging) != null) {
          return;
        }
        attempt++; // it was loaded, and thrown away since
      }
      makeStaging(table(schema, part.table()), staging);
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
      check(part.table(), part.rows(), job, lines);
    }

    private TableId staging(String table) {
      return id(swap.stagingName(table));
    }

    private TableId staging(BigQuerySwap.Added one) {
      return id(swap.ownStagingName(one.table().name()));
    }

    private void makeStaging(WarehouseTable table, TableId id) throws IOException {
      Instant end = Instant.now().plus(STAGING_LIFE);
      String ddl = swap.stagingDdl(table, id.getTable(), end);
      succeed("cannot make tables in ", jobs.run(query(ddl)));
    }

    private void check(String table, long expected, Job job, BigQueryErrors.Lines lines)
        throws IOException {
      List<BigQueryError> errors = BigQueryJobs.errors(job);
      if (!errors.isEmpty()) {
        throw new WarehouseException(BigQueryErrors.load(table, errors, lines));
      }
      LoadStatistics statistics = job.getStatistics();
      Long rows = statistics.getOutputRows();
      if (rows != null && rows != expected) {
        throw new WarehouseException(
            "cannot load " + table + ": of " + expected + " rows BigQuery took " + rows);
      }
    }

    /** Makes what is not current, of the rows that are being published and of those that stay. */
    private void add(DatasetAddition addition) throws IOException {
      SortedMap<Integer, PublishedDay> days = days();
      publication.days().forEach(day -> days.put(day.epochDay(), day));
      Map<String, SortedMap<Integer, String>> noted = additions();
      List<BigQuerySwap.Added> stale = stale(addition, noted, days.values());
      if (stale.isEmpty() && noted.isEmpty()) {
        return;
      }
      run(List.of(swap.additionsDdl()));
      run(BigQueryDdl.statements(addition.schema(), address));
      for (BigQuerySwap.Added one : stale) {
        added.add(one);
        if (!one.filled().isEmpty()) {
          load(addition, one);
        }
      }
    }

    /** By a job of its own: whoever tries again makes rows anew, of what there is then. */
    private void load(DatasetAddition addition, BigQuerySwap.Added one) throws IOException {
      String table = one.table().name();
      TableId staging = staging(one);
      makeStaging(one.table(), staging);
      Path file = Files.createTempFile("daisychain-" + table, ".csv");
      try {
        Files.delete(file);
        long rows = addition.write(table, one.filled(), this::published, file);
        CsvUpload upload = new CsvUpload(List.of(file.toString()));
        Job job = jobs.run(id -> upload(id, upload, staging));
        check(table, rows, job, (name, line) -> upload.line(line));
      } catch (SQLException e) {
        throw new IOException("cannot make " + table + ": " + e.getMessage(), e);
      } finally {
        Files.deleteIfExists(file);
      }
    }

    private ResultRow published(int epochDay, String template) throws IOException {
      boolean isLoading = publication.days().stream().anyMatch(day -> day.epochDay() == epochDay);
      return ask(
          SqlDialect.BIGQUERY.query(
              template, name -> address.quoted(isLoading ? swap.stagingName(name) : name)));
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
      if (swaps == null ? added.isEmpty() : swaps.succeeded() != null) {
        return;
      }
      try {
        QueryJobConfiguration script = query(swap.script(publication.days(), added));
        succeed(
            "cannot replace the tables of ",
            swaps == null ? jobs.run(script) : jobs.start(swapStep, swaps.failed(), script));
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
        publication.parts().forEach(part -> client.bigQuery().delete(staging(part.table())));
        added.forEach(one -> client.bigQuery().delete(staging(one)));
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

  private static WarehouseTable table(WarehouseSchema schema, String name) {
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
