package io.daisychain.publish;

import io.daisychain.beam.OutputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.util.MimeTypes;

/** Leaves the total where the launcher reads it, on whatever machine it runs. */
final class WriteSummaryFn extends DoFn<PublishedCounts, Void> {
  private final String runFolder;

  WriteSummaryFn(String runFolder) {
    this.runFolder = runFolder;
  }

  @ProcessElement
  public void write(@Element PublishedCounts total) throws IOException {
    ByteBuffer json = ByteBuffer.wrap(PublishSummary.of(total).toJson());
    String file = runFolder + "/" + PublishSummary.FILE;
    try (WritableByteChannel channel =
        OutputFile.create(FileSystems.matchNewResource(file, false), MimeTypes.TEXT)) {
      while (json.hasRemaining()) {
        channel.write(json);
      }
    }
  }
}
