package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.model.TableSchema;
import io.daisychain.store.MetaTable;
import java.io.IOException;
import java.io.Serializable;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A link run's place in the row of runs, which the meta table counts.
 *
 * @param number of this run, larger than any run's before: the timestamp of what it writes
 * @param completed number of the run that was the last to write everything; what is newer was left
 *     by runs that were killed or failed
 */
public record LinkRun(long number, long completed) implements Serializable {
  private static final String ROW = "link";
  private static final String BEGUN = "generation";
  private static final String COMPLETED = "completed";

  /** Set where rows of a later run were found than the meta table had counted. */
  private static final String BEHIND = "behind";

  /** Begins a run. Until it is completed, the next will not trust what it finds. */
  public static LinkRun begin(MetaTable meta) throws IOException {
    long completed = number(meta, COMPLETED).orElse(TableSchema.INGEST_TIMESTAMP);
    return new LinkRun(TableSchema.INGEST_TIMESTAMP + meta.increment(ROW, BEGUN), completed);
  }

  /** Notes that the run has written everything, durably. */
  public void complete(MetaTable meta) throws IOException {
    meta.write(ROW, COMPLETED, Long.toString(number).getBytes(US_ASCII));
  }

  /**
   * Notes that a row was written by a later run than this one, which must not write then: the meta
   * table was lost, or an older one was restored. What has a smaller timestamp than what is there
   * would never be seen.
   */
  static void noteBehind(MetaTable meta, long newest) throws IOException {
    meta.write(ROW, BEHIND, Long.toString(newest).getBytes(US_ASCII));
  }

  /** Whether a run found rows of a later one. */
  public static boolean isBehind(MetaTable meta) throws IOException {
    return number(meta, BEHIND).isPresent();
  }

  /**
   * Counts on from above what a table has.
   *
   * @param newest number of the last link run whose cells are in the table
   */
  public static void countFrom(MetaTable meta, long newest) throws IOException {
    long begun = meta.add(ROW, BEGUN, 0);
    if (begun < newest) {
      meta.add(ROW, BEGUN, newest - begun);
    }
    meta.delete(ROW, BEHIND);
  }

  /** True when the run before may have written a part only. */
  boolean followsUnfinished() {
    return completed < number - 1;
  }

  private static OptionalLong number(MetaTable meta, String column) throws IOException {
    Optional<byte[]> value = meta.read(ROW, column);
    if (value.isEmpty()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        meta.parsed(
            ROW, column, value.get(), bytes -> Long.parseLong(new String(bytes, US_ASCII))));
  }
}
