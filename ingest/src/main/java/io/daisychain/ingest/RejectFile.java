package io.daisychain.ingest;

import io.daisychain.beam.OutputFile;
import io.daisychain.ingest.file.InputRange;
import io.daisychain.reporting.FeedbackNames;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.Locale;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.ResolveOptions.StandardResolveOptions;
import org.apache.beam.sdk.io.fs.ResourceId;

/**
 * The rejected messages of one range, byte for byte, one a line: {@code rejects-*.fix}.
 *
 * <p>Made with the first reject. Its name says which range it is of, so a retried bundle writes the
 * same file again.
 */
final class RejectFile implements AutoCloseable {
  private final String directory;
  private final InputRange range;
  private OutputStream out;

  RejectFile(String directory, InputRange range) {
    this.directory = directory;
    this.range = range;
  }

  void write(byte[] buffer, int from, int to, boolean last) throws IOException {
    if (out == null) {
      out =
          new BufferedOutputStream(
              Channels.newOutputStream(OutputFile.create(resource(), "application/octet-stream")));
    }
    out.write(buffer, from, to - from);
    if (last) {
      out.write('\n');
    }
  }

  private ResourceId resource() {
    String name =
        String.format(
            Locale.ROOT, "rejects-%s-%015d.fix", FeedbackNames.digest(range.file()), range.start());
    return FileSystems.matchNewResource(directory, true)
        .resolve(name, StandardResolveOptions.RESOLVE_FILE);
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
    }
  }
}
