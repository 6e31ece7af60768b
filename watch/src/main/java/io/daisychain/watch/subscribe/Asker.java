package io.daisychain.watch.subscribe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Who subscribes, where the certificate does not say it all: further names of a {@link
 * Subscription}'s line.
 *
 * @param name who it is, with a secret; empty for who has a certificate
 * @param secret by which this is proven
 * @param as for whom it asks, who may see less; empty for itself
 */
public record Asker(String name, String secret, String as) {
  /** Somebody who says nothing. */
  public static final Asker NOBODY = new Asker("", "", "");

  void put(ObjectNode json) {
    put(json, "name", name);
    put(json, "secret", secret);
    put(json, "as", as);
  }

  private static void put(ObjectNode json, String name, String value) {
    if (!value.isEmpty()) {
      json.put(name, value);
    }
  }

  static Asker of(JsonNode json) {
    return new Asker(
        json.path("name").asText(""), json.path("secret").asText(""), json.path("as").asText(""));
  }

  /** No secret, for logs. */
  @Override
  public String toString() {
    return name + (as.isEmpty() ? "" : " for " + as);
  }
}
