package io.daisychain.cli.option;

import com.google.api.client.http.HttpRequestInitializer;
import com.google.api.client.http.HttpResponseException;
import com.google.auth.Credentials;
import com.google.auth.http.HttpCredentialsAdapter;
import io.daisychain.cli.terminal.ErrorCauses;
import io.daisychain.cli.terminal.UsageException;
import java.io.IOException;
import org.apache.beam.sdk.extensions.gcp.options.GcsOptions;
import org.apache.beam.sdk.extensions.gcp.util.Transport;
import org.apache.beam.sdk.extensions.gcp.util.gcsfs.GcsPath;
import org.apache.beam.sdk.options.PipelineOptions;

/** Finds out whether Google Cloud Storage lets the user into a bucket. */
final class GcsAccess {
  static final String SCHEME = "gs://";

  private static final int TIMEOUT_MILLIS = 10_000;

  private GcsAccess() {}

  /**
   * Asks once for one name in the bucket, which every command may do that reads or writes there.
   *
   * @param given option and path, for the message
   */
  static void check(PipelineOptions options, String given, String path) throws IOException {
    GcsOptions gcs = options.as(GcsOptions.class);
    String bucket = GcsPath.fromUri(path).getBucket();
    Credentials credentials = gcs.getGcpCredential();
    try {
      Transport.newStorageClient(gcs)
          .setHttpRequestInitializer(withoutRetries(credentials))
          .build()
          .objects()
          .list(bucket)
          .setMaxResults(1L)
          .execute();
    } catch (HttpResponseException e) {
      if (isForGood(e.getStatusCode())) {
        throw new UsageException(given + ": " + refusal(e, bucket, credentials), e);
      }
    } catch (IOException e) {
      String reason = credentials == null ? " (and no Google credentials were found)" : "";
      throw new IOException(
          given + ": Google Cloud Storage cannot be reached: " + ErrorCauses.message(e) + reason,
          e);
    }
  }

  private static HttpRequestInitializer withoutRetries(Credentials credentials) {
    return request -> {
      if (credentials != null) {
        new HttpCredentialsAdapter(credentials).initialize(request);
      }
      request.setConnectTimeout(TIMEOUT_MILLIS).setReadTimeout(TIMEOUT_MILLIS);
    };
  }

  /** Whether an answer stays what it is; the others are worth Beam's patience. */
  private static boolean isForGood(int status) {
    return status < 500 && status != 408 && status != 429;
  }

  private static String refusal(HttpResponseException e, String bucket, Credentials credentials) {
    if (e.getStatusCode() == 404) {
      return "there is no bucket " + bucket;
    }
    return credentials == null
        ? "no Google credentials: gcloud auth application-default login makes some, or name a key"
            + " file in GOOGLE_APPLICATION_CREDENTIALS"
        : "Google Cloud Storage answers " + e.getStatusCode() + " " + e.getStatusMessage();
  }
}
