package io.daisychain.warehouse.bigquery;

import com.google.cloud.bigquery.BigQueryError;
import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.DatasetId;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobConfiguration;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.JobStatistics.QueryStatistics;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.QueryParameterValue;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;
import java.util.List;

/**
 * Asks a BigQuery dataset, whose tables and views need no prefix.
 *
 * <p>BigQuery has no mode in which nothing can be changed. So it is first asked, without running
 * anything, what kind of statement it sees, and only a SELECT is run.
 */
public final class BigQueryQuery implements SqlQuery {
  private final WarehouseAddress.BigQuery address;
  private BigQueryClient client;
  private volatile Job running;

  /** Queries of a dataset. */
  public BigQueryQuery(WarehouseAddress.BigQuery address) {
    this.address = address;
  }

  @Override
  public SqlDialect dialect() {
    return SqlDialect.BIGQUERY;
  }

  @Override
  public void run(String sql, QueryFormat format, OutputStream out) throws IOException {
    try {
      format.print(ask(sql), out);
    } catch (SQLException e) {
      throw new IOException(e); // of other warehouses' rows
    } catch (BigQueryException e) {
      throw new WarehouseException(BigQueryErrors.words(e), e);
    }
  }

  @Override
  public List<String[]> rows(String sql, String... parameters) throws IOException {
    try {
      return ask(sql, parameters).rest();
    } catch (SQLException e) {
      throw new IOException(e);
    } catch (BigQueryException e) {
      throw new WarehouseException(BigQueryErrors.words(e), e);
    }
  }

  private BigQueryRow ask(String sql, String... parameters) throws IOException {
    if (client == null) {
      client = BigQueryClient.open(address);
    }
    QueryJobConfiguration.Builder query =
        QueryJobConfiguration.newBuilder(sql)
            .setUseLegacySql(false)
            .setDefaultDataset(DatasetId.of(address.project(), address.dataset()));
    for (String parameter : parameters) {
      query.addPositionalParameter(QueryParameterValue.string(parameter));
    }
    refuseUnlessSelect(create(query.setDryRun(true).build()));
    try {
      running = create(query.setDryRun(false).build());
      Job ended = running.waitFor();
      if (ended == null) {
        throw new WarehouseException("BigQuery has lost the query");
      }
      List<BigQueryError> errors = BigQueryJobs.errors(ended);
      if (!errors.isEmpty()) {
        throw new WarehouseException(errors.get(0).getMessage());
      }
      return new BigQueryRow(client, ended);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      running = null;
    }
  }

  private Job create(JobConfiguration configuration) {
    JobId id =
        JobId.newBuilder()
            .setRandomJob()
            .setProject(client.project())
            .setLocation(client.location())
            .build();
    return client.bigQuery().create(JobInfo.newBuilder(configuration).setJobId(id).build());
  }

  private static void refuseUnlessSelect(Job dryRun) throws WarehouseException {
    List<BigQueryError> errors = BigQueryJobs.errors(dryRun);
    if (!errors.isEmpty()) {
      throw new WarehouseException(errors.get(0).getMessage());
    }
    QueryStatistics statistics = dryRun.getStatistics();
    String type = String.valueOf(statistics.getStatementType());
    if (!type.equals("SELECT")) {
      throw new WarehouseException("this is " + type + ", not SELECT: queries change nothing");
    }
  }

  @Override
  public void cancel() {
    Job job = running;
    if (job != null) {
      job.cancel();
    }
  }

  @Override
  public String tables() {
    return "SELECT table_name AS name, table_type AS type FROM "
        + address.quoted("INFORMATION_SCHEMA.TABLES")
        + " ORDER BY name";
  }

  @Override
  public String columns(String table) {
    return "SELECT column_name AS name, data_type AS type, description AS meaning FROM "
        + address.quoted("INFORMATION_SCHEMA.COLUMN_FIELD_PATHS")
        + " WHERE table_name = "
        + SqlDialect.BIGQUERY.literal(table);
  }
}
