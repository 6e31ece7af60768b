package io.daisychain.warehouse.bigquery;

import com.google.api.services.bigquery.model.GetQueryResultsResponse;
import com.google.auth.oauth2.GoogleCredentials;
import com.google.cloud.BaseService;
import com.google.cloud.NoCredentials;
import com.google.cloud.RetryHelper;
import com.google.cloud.ServiceOptions;
import com.google.cloud.bigquery.BigQuery;
import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.BigQueryOptions;
import com.google.cloud.bigquery.Dataset;
import com.google.cloud.bigquery.DatasetId;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.spi.v2.BigQueryRpc;
import com.google.cloud.bigquery.spi.v2.HttpBigQueryRpc;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseException;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** Google's client with credentials and the dataset's location. */
record BigQueryClient(BigQuery bigQuery, BigQueryRpc rpc, String project, String location) {

  /**
   * Reaches a dataset, with the application default credentials or at an emulator.
   *
   * @throws WarehouseException saying what is missing, in words for the user
   */
  static BigQueryClient open(WarehouseAddress.BigQuery address) throws IOException {
    boolean emulated = !address.emulator().isEmpty();
    BigQuery bigQuery = emulated ? emulated(address) : service(address);
    Dataset dataset;
    try {
      dataset = bigQuery.getDataset(DatasetId.of(address.project(), address.dataset()));
    } catch (BigQueryException e) {
      String where =
          emulated ? " (" + WarehouseAddress.EMULATOR + "=" + address.emulator() + ")" : "";
      throw new WarehouseException(
          address + where + " cannot be reached: " + BigQueryErrors.words(e), e);
    }
    if (dataset == null) {
      throw new WarehouseException(
          ("no dataset %s in project %s: bq --location=LOCATION mk --dataset %s:%s makes "
                  + "one, in the place that you choose")
              .formatted(
                  address.dataset(), address.project(), address.project(), address.dataset()));
    }
    BigQueryRpc rpc = new HttpBigQueryRpc(bigQuery.getOptions());
    return new BigQueryClient(bigQuery, rpc, address.project(), dataset.getLocation());
  }

  private static BigQuery emulated(WarehouseAddress.BigQuery address) {
    String emulator = address.emulator();
    return BigQueryOptions.newBuilder()
        .setProjectId(address.project())
        .setHost(emulator.contains("://") ? emulator : "http://" + emulator)
        .setCredentials(NoCredentials.getInstance())
        .setRetrySettings(ServiceOptions.getNoRetrySettings())
        .setUseInt64Timestamps(true)
        .build()
        .getService();
  }

  private static BigQuery service(WarehouseAddress.BigQuery address) throws IOException {
    GoogleCredentials credentials;
    try {
      credentials = GoogleCredentials.getApplicationDefault();
    } catch (IOException e) {
      throw new WarehouseException(
          address
              + ": no Google credentials: gcloud auth application-default login makes some, or name"
              + " a key file in GOOGLE_APPLICATION_CREDENTIALS",
          e);
    }
    return BigQueryOptions.newBuilder()
        .setProjectId(address.project())
        .setCredentials(credentials)
        .setUseInt64Timestamps(true)
        .build()
        .getService();
  }

  /**
   * A page of a query's answer. The client's own way is by the table that the answer lies in, for
   * which a user needs more rights than for the query.
   *
   * @param token of the page, null for the first
   */
  GetQueryResultsResponse results(Job job, String token) {
    Map<BigQueryRpc.Option, Object> options = new EnumMap<>(BigQueryRpc.Option.class);
    if (token != null) {
      options.put(BigQueryRpc.Option.PAGE_TOKEN, token);
    }
    try {
      return RetryHelper.runWithRetries(
          () -> rpc.getQueryResults(project, job.getJobId().getJob(), location, options),
          bigQuery.getOptions().getRetrySettings(),
          BaseService.EXCEPTION_HANDLER,
          bigQuery.getOptions().getClock());
    } catch (RetryHelper.RetryHelperException e) {
      if (e.getCause() instanceof BigQueryException refusal) {
        throw refusal;
      }
      throw e;
    }
  }
}
