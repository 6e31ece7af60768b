package io.daisychain.watch;

import java.util.regex.Pattern;

/**
 * A subscription of Pub/Sub.
 *
 * @param name {@code projects/PROJECT/subscriptions/NAME}
 * @param emulator host and port at which an emulator of Pub/Sub listens; empty for Pub/Sub itself
 */
public record PubsubAddress(String name, String emulator) {
  /** The variable that names an emulator, for all of Google's clients. */
  public static final String EMULATOR_VARIABLE = "PUBSUB_EMULATOR_HOST";

  private static final Pattern NAME = Pattern.compile("projects/[^/]+/subscriptions/[^/]+");

  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if it cannot be that of a subscription
   */
  public PubsubAddress {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(name + " is not projects/PROJECT/subscriptions/NAME");
    }
  }

  /** How it is called in feedback. */
  String shown() {
    return "pubsub:" + name.substring(name.lastIndexOf('/') + 1);
  }
}
