package io.daisychain.cat;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MutatedRecordsTest {
  /** A slice of {@code .ci/campaign catmutations}. */
  @Test
  void eachVerdictIsAsTheTablesHaveIt() throws IOException {
    MutatedRecords records = new MutatedRecords();
    records.run(20_000, Long.getLong("daisychain.seed", System.nanoTime()));
    assertTrue(records.seen().size() > 100, () -> records.seen().toString());
  }
}
