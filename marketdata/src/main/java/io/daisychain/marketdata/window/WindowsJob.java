package io.daisychain.marketdata.window;

import io.daisychain.beam.OutputFile;
import io.daisychain.marketdata.MarketFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.ResourceId;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.values.KV;

/**
 * Makes windows as a Beam job: every piece is a file, {@code windows-00000.csv} and so on, which
 * read one after the other are what {@link WindowRequest#write} writes, but for the headers.
 *
 * <p>Workers read the files of market data by their paths, so these must be theirs too.
 */
public final class WindowsJob {
  private WindowsJob() {}

  /**
   * Adds the job to a pipeline; returns the number of files.
   *
   * @param outliers counts the records that are left out
   */
  public static int build(
      Pipeline pipeline,
      WindowRequest request,
      MarketFolder market,
      String output,
      LongAdder outliers)
      throws IOException {
    List<WindowPiece> pieces = request.pieces(market.days().values(), outliers);
    List<KV<Integer, WindowPiece>> numbered = new java.util.ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      numbered.add(KV.of(i, pieces.get(i)));
    }
    pipeline
        .apply(
            "List pieces",
            Create.of(numbered)
                .withCoder(
                    org.apache.beam.sdk.coders.KvCoder.of(
                        org.apache.beam.sdk.coders.VarIntCoder.of(),
                        SerializableCoder.of(WindowPiece.class))))
        .apply("Distribute pieces", Reshuffle.viaRandomKey())
        .apply("Write windows", ParDo.of(new WriteWindowsFn(request.header(), output)));
    return pieces.size();
  }

  /** Makes the windows of a piece and writes them; a retried bundle writes the same file again. */
  static final class WriteWindowsFn extends DoFn<KV<Integer, WindowPiece>, Void> {
    private transient WindowReader reader;
    private final Counter written = Metrics.counter("progress", "pieces");
    private final String header;
    private final String output;

    WriteWindowsFn(String header, String output) {
      this.header = header;
      this.output = output;
    }

    @Setup
    public void open() {
      reader = new WindowReader();
    }

    @Teardown
    public void close() throws IOException {
      reader.close();
    }

    @ProcessElement
    public void write(@Element KV<Integer, WindowPiece> piece) throws IOException {
      byte[] lines = piece.getValue().lines(reader);
      String name = "windows-%05d.csv".formatted(piece.getKey());
      ResourceId file = FileSystems.matchNewResource(output + "/" + name, false);
      try (OutputStream out = Channels.newOutputStream(OutputFile.create(file, "text/csv"))) {
        out.write((header + "\n").getBytes(StandardCharsets.UTF_8));
        out.write(lines);
      }
      written.inc();
    }
  }
}
