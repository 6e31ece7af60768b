package io.daisychain.explorer;

import io.daisychain.warehouse.duckdb.Restriction;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is shown.
 *
 * @param file a DuckDB warehouse
 * @param cache folder for side files, which make the next start quick; made if there is none; empty
 *     for none
 * @param restriction what of the warehouse may be seen; empty for everything
 */
public record ShownWarehouse(Path file, Optional<Path> cache, Optional<Restriction> restriction) {
  /**
   * What is shown.
   *
   * @throws IllegalArgumentException for side files of a part, which would outlive the right to it
   */
  public ShownWarehouse {
    if (cache.isPresent() && restriction.isPresent()) {
      throw new IllegalArgumentException("what one firm may see is kept in no file");
    }
  }

  /** All of a warehouse. */
  public static ShownWarehouse whole(Path file, Optional<Path> cache) {
    return new ShownWarehouse(file, cache, Optional.empty());
  }

  /** What somebody may see of it. */
  public static ShownWarehouse of(Path file, Restriction restriction) {
    return new ShownWarehouse(file, Optional.empty(), Optional.of(restriction));
  }
}
