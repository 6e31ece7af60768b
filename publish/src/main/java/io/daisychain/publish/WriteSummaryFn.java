package io.daisychain.publish;

import io.daisychain.beam.OutputFile;
import io.daisychain.publish.table.PublishedCounts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.util.MimeTypes;
import org.apache.beam.sdk.values.KV;

/** Leaves the totals of each date where the launcher reads them, on whatever machine it runs. */
final class WriteSummaryFn extends DoFn<KV<Integer, PublishedCounts>, Void> {
  private final String runFolder;

  WriteSummaryFn(String runFolder) {
    this.runFolder = runFolder;
  }

  @ProcessElement
  public void write(@Element KV<Integer, PublishedCounts> total) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(DayCounts.bytes(total.getValue()));
    String file = runFolder + "/" + DayCounts.fileName(total.getKey());
    try (WritableByteChannel channel =
        OutputFile.create(FileSystems.matchNewResource(file, false), MimeTypes.BINARY)) {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }
}
