package io.daisychain.warehouse.bigquery;

import com.google.cloud.bigquery.BigQueryError;
import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobConfiguration;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.JobStatus;
import io.daisychain.warehouse.WarehouseException;
import java.io.IOException;
import java.util.List;

/**
 * Jobs of a run, each under a name that the run gives it.
 *
 * <p>BigQuery takes each name once. So a command that is tried again under the same run finds what
 * its forerunner had done, or waits for what that left running, and does only the rest.
 */
final class BigQueryJobs {
  private static final int CONFLICT = 409;

  private final BigQueryClient client;
  private final String run;

  BigQueryJobs(BigQueryClient client, String run) {
    this.client = client;
    this.run = run;
  }

  /** Starts a job under a name. */
  interface Start {
    Job start(JobId id) throws IOException;
  }

  /** What became of the attempts at a step: the job that succeeded, if any, and how many failed. */
  record Attempts(Job succeeded, int failed) {}

  /** Waits for what an earlier command left running, and tells how the step stands. */
  Attempts attempts(String step) throws IOException {
    for (int failed = 0; ; failed++) {
      Job job = client.bigQuery().getJob(id(step, failed));
      if (job == null) {
        return new Attempts(null, failed);
      }
      if (errors(await(job)).isEmpty()) {
        return new Attempts(job, failed);
      }
    }
  }

  /**
   * Does a step for the first time or once more.
   *
   * @return the job that has ended, perhaps with {@link #errors}
   */
  Job start(String step, int attempt, Start start) throws IOException {
    JobId id = id(step, attempt);
    try {
      return await(start.start(id));
    } catch (BigQueryException e) {
      if (e.getCode() == CONFLICT) {
        return await(client.bigQuery().getJob(id)); // the answer got lost, not the job
      }
      throw e;
    }
  }

  /** Runs SQL once a run. */
  Job start(String step, int attempt, JobConfiguration configuration) throws IOException {
    return start(
        step,
        attempt,
        id -> client.bigQuery().create(JobInfo.newBuilder(configuration).setJobId(id).build()));
  }

  /** Runs a job that may be run any number of times. */
  Job run(JobConfiguration configuration) throws IOException {
    return run(
        id -> client.bigQuery().create(JobInfo.newBuilder(configuration).setJobId(id).build()));
  }

  /** Does a step that may be done any number of times. */
  Job run(Start start) throws IOException {
    return await(
        start.start(
            JobId.newBuilder()
                .setRandomJob()
                .setProject(client.project())
                .setLocation(client.location())
                .build()));
  }

  /** All that a job that has ended complains about; nothing if it succeeded. */
  static List<BigQueryError> errors(Job job) {
    JobStatus status = job.getStatus();
    if (status.getError() == null) {
      return List.of();
    }
    List<BigQueryError> details = status.getExecutionErrors();
    return details == null || details.isEmpty() ? List.of(status.getError()) : details;
  }

  private JobId id(String step, int attempt) {
    return JobId.newBuilder()
        .setProject(client.project())
        .setLocation(client.location())
        .setJob("daisychain_" + run + "_" + step + "_" + (attempt + 1))
        .build();
  }

  private Job await(Job job) throws IOException {
    try {
      Job ended = job.isDone() ? job : job.waitFor();
      if (ended == null) {
        throw new WarehouseException("BigQuery has lost job " + job.getJobId().getJob());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while BigQuery ran " + job.getJobId().getJob(), e);
    } catch (BigQueryException e) {
      if (e.getErrors() == null) {
        throw e;
      }
      // The job itself failed: it says why in more words.
    }
    return client.bigQuery().getJob(job.getJobId());
  }
}
