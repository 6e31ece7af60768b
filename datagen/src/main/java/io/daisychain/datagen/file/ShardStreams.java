package io.daisychain.datagen.file;

import io.daisychain.datagen.WorkloadPlan;
import java.io.IOException;
import java.io.OutputStream;

/** Where the files of a shard go; the generator closes none of the streams. */
@FunctionalInterface
public interface ShardStreams {
  /**
   * Opens a file, once; it takes bytes before compression.
   *
   * @param name as {@link WorkloadPlan} says
   */
  OutputStream open(String name) throws IOException;
}
