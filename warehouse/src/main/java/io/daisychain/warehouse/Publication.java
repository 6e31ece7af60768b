package io.daisychain.warehouse;

import java.util.List;

/**
 * A run's files on their way into BigQuery.
 *
 * @param runId the run: what was loaded under it and the same contents is not loaded again
 * @param days trade dates that the files have, whole, at least one
 * @param parts one a table
 */
public record Publication(String runId, List<PublishedDay> days, List<Part> parts) {

  /**
   * The files of one table.
   *
   * @param table its name
   * @param files {@code gs://} addresses, or files of this machine
   * @param rows number of rows in them
   * @param digest 32 hex digits, equal for equal contents
   */
  public record Part(String table, List<String> files, long rows, String digest) {
    /** Whether BigQuery can fetch the files itself. */
    public boolean isInCloudStorage() {
      return files.stream().allMatch(file -> file.startsWith("gs://"));
    }
  }

  public Publication {
    if (!runId.matches("[A-Za-z0-9_-]{1,200}")) {
      throw new IllegalArgumentException(
          "run id '" + runId + "' is not of letters, digits, - and _");
    }
    days = List.copyOf(days);
    parts = List.copyOf(parts);
  }

  /** Names the contents of all tables. */
  public String digest() {
    StringBuilder all = new StringBuilder();
    parts.forEach(part -> all.append(part.digest(), 0, 8));
    return all.toString();
  }
}
