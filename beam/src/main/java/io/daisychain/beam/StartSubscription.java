package io.daisychain.beam;

import com.google.api.client.http.HttpRequestInitializer;
import com.google.api.client.http.HttpResponseException;
import com.google.api.services.pubsub.Pubsub;
import com.google.api.services.pubsub.model.AcknowledgeRequest;
import com.google.api.services.pubsub.model.PullRequest;
import com.google.api.services.pubsub.model.PullResponse;
import com.google.api.services.pubsub.model.ReceivedMessage;
import com.google.api.services.pubsub.model.SeekRequest;
import com.google.auth.Credentials;
import com.google.auth.http.HttpCredentialsAdapter;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.beam.sdk.extensions.gcp.options.GcpOptions;
import org.apache.beam.sdk.extensions.gcp.util.Transport;
import org.apache.beam.sdk.options.PipelineOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Pub/Sub subscription that says when a job begins. */
public final class StartSubscription {
  private static final Logger LOG = LoggerFactory.getLogger(StartSubscription.class);
  private static final Pattern NAME = Pattern.compile("projects/[^/]+/subscriptions/[^/]+");
  private static final int CONNECT_MILLIS = 10_000;

  /** Pub/Sub holds a pull for up to a minute and a half when there is nothing. */
  private static final int READ_MILLIS = 120_000;

  private final Pubsub.Projects.Subscriptions subscriptions;
  private final String name;

  private StartSubscription(Pubsub.Projects.Subscriptions subscriptions, String name) {
    this.subscriptions = subscriptions;
    this.name = name;
  }

  public static StartSubscription of(PipelineOptions options) {
    StartOptions start = options.as(StartOptions.class);
    String name = checked(start.getStartOn());
    Credentials credentials = options.as(GcpOptions.class).getGcpCredential();
    HttpRequestInitializer initializer =
        request -> {
          if (credentials != null) {
            new HttpCredentialsAdapter(credentials).initialize(request);
          }
          request.setConnectTimeout(CONNECT_MILLIS).setReadTimeout(READ_MILLIS);
        };
    Pubsub pubsub =
        new Pubsub.Builder(Transport.getTransport(), Transport.getJsonFactory(), initializer)
            .setRootUrl(start.getStartEndpoint())
            .setApplicationName("daisychain")
            .build();
    return new StartSubscription(pubsub.projects().subscriptions(), name);
  }

  /**
   * The name, if it can be that of a subscription.
   *
   * @throws IllegalArgumentException if it cannot
   */
  public static String checked(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "--startOn=" + name + " is not projects/PROJECT/subscriptions/NAME");
    }
    return name;
  }

  /**
   * Forgets the messages that are there: only one sent from now on starts the job. Also finds out
   * whether the subscription is there and the caller may read it.
   *
   * @throws IOException in Pub/Sub's own words
   */
  public void forget() throws IOException {
    try {
      subscriptions.seek(name, new SeekRequest().setTime(Instant.now().toString())).execute();
    } catch (HttpResponseException e) {
      throw new IOException(
          "--startOn=%s: Pub/Sub answers %s %s"
              .formatted(name, e.getStatusCode(), e.getStatusMessage()),
          e);
    }
  }

  /**
   * Waits for a message for as long as it takes.
   *
   * @throws IOException if Pub/Sub refuses for a reason that waiting does not mend
   */
  void await() throws IOException {
    LOG.info("waiting for a message on {}", name);
    while (true) {
      try {
        PullResponse answer =
            subscriptions.pull(name, new PullRequest().setMaxMessages(1)).execute();
        List<ReceivedMessage> messages = answer.getReceivedMessages();
        if (messages != null && !messages.isEmpty()) {
          // Before the work and not after it: a retried step waits for another message, but a
          // message that stays would start the next job at once.
          acknowledge(messages.get(0).getAckId());
          LOG.info("started by message {}", messages.get(0).getMessage().getMessageId());
          return;
        }
      } catch (HttpResponseException e) {
        if (e.getStatusCode() < 500 && e.getStatusCode() != 429) {
          throw e;
        }
        LOG.info("Pub/Sub answers {}, asking again", e.getStatusCode());
      } catch (java.net.SocketTimeoutException e) {
        LOG.info("still waiting for a message on {}", name);
      }
    }
  }

  private void acknowledge(String id) throws IOException {
    subscriptions.acknowledge(name, new AcknowledgeRequest().setAckIds(List.of(id))).execute();
  }
}
