package io.daisychain.cli;

import io.daisychain.model.RowKey;
import picocli.CommandLine.Parameters;

/** An event's id, as the published tables write it. */
final class IdParameter {
  @Parameters(index = "0", paramLabel = "ID", description = "The event's id, a UUID.")
  private String id;

  RowKey key() {
    try {
      return RowKey.parse(id);
    } catch (IllegalArgumentException e) {
      throw new UsageException(id + " is not a UUID", e);
    }
  }
}
