package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.model.TableSchema;
import io.daisychain.store.MetaTable;
import java.io.IOException;
import java.io.Serializable;
import java.util.Optional;

/**
 * A link run's place in the row of runs, which the meta table counts.
 *
 * @param number of this run, larger than any run's before: the timestamp of what it writes
 * @param completed number of the run that was the last to write everything; what is newer was left
 *     by runs that were killed or failed
 */
public record Generation(long number, long completed) implements Serializable {
  private static final String ROW = "link";
  private static final String BEGUN = "generation";
  private static final String COMPLETED = "completed";

  /** Begins a run. Until it is completed, the next will not trust what it finds. */
  public static Generation begin(MetaTable meta) throws IOException {
    Optional<byte[]> completed = meta.read(ROW, COMPLETED);
    long number = TableSchema.INGEST_TIMESTAMP + meta.increment(ROW, BEGUN);
    return new Generation(
        number,
        completed.isEmpty()
            ? TableSchema.INGEST_TIMESTAMP
            : Long.parseLong(new String(completed.get(), US_ASCII)));
  }

  /** Notes that the run has written everything, durably. */
  public void complete(MetaTable meta) throws IOException {
    meta.write(ROW, COMPLETED, Long.toString(number).getBytes(US_ASCII));
  }

  /** True when the run before may have written a part only. */
  boolean followsUnfinished() {
    return completed < number - 1;
  }
}
