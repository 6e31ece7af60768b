package io.daisychain.ingest;

import io.daisychain.chunk.Chunk;
import io.daisychain.chunk.ChunkSink;
import io.daisychain.chunk.Spill;
import io.daisychain.feedback.FaultLine;
import io.daisychain.feedback.WriteFeedback;
import io.daisychain.model.Findings;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;

/** Reads the lines of a range and sends each message where it belongs. */
final class ReadMessagesFn extends DoFn<InputRange, KV<Integer, Chunk>> {
  private static final long serialVersionUID = 1;

  /** Packed rows by key range. */
  static final TupleTag<KV<Integer, Chunk>> ROWS = new TupleTag<>() {};

  /** Packed faults by {@link WriteFeedback#shardOf}. */
  static final TupleTag<KV<Integer, Chunk>> FAULTS = new TupleTag<>() {};

  /** Number of lines of each range, by file and start. */
  static final TupleTag<KV<String, KV<Long, Long>>> LINES = new TupleTag<>() {};

  /** What became of the range's messages. */
  static final TupleTag<Tally> TALLIES = new TupleTag<>() {};

  private static final int FAULT_CHUNK_BYTES = 256 << 10;

  private static final int PROGRESS_EVENTS = 4096;

  private final IngestPlan plan;

  /** For the progress line only: a retried bundle counts twice. */
  private final Counter progress = Metrics.counter("progress", "events read");

  ReadMessagesFn(IngestPlan plan) {
    this.plan = plan;
  }

  @ProcessElement
  public void read(@Element InputRange range, MultiOutputReceiver out) throws IOException {
    try (InputStream in = InputFiles.open(range.file(), Math.max(0, range.start() - 1));
        RejectFile rejects = new RejectFile(plan.rejects(), range);
        Spill.Writer spill = plan.spill().open()) {
      RangeOutput output = new RangeOutput(rejects, spill, out);
      MessageIntake intake = new MessageIntake(plan.rules(), plan.reference(), output);
      long lines = readLines(range, in, intake);
      output.flush();
      out.get(LINES).output(KV.of(range.file(), KV.of(range.start(), lines)));
      out.get(TALLIES).output(intake.tally());
    } catch (IOException e) {
      throw new IOException(range.file() + ": " + e.getMessage(), e);
    }
  }

  /** Takes the lines that begin in the range; the one that begins before is another range's. */
  static long readLines(InputRange range, InputStream in, MessageIntake intake) throws IOException {
    boolean whole = range.start() == 0;
    LineReader lines = new LineReader(in, whole ? 0 : range.start() - 1);
    intake.range(range.file(), range.start());
    boolean more = lines.next();
    if (!whole) {
      while (more && lines.lines() == 1) {
        more = lines.next();
      }
      lines.forgetFirstLine();
    }
    long count = 0;
    while (more && !(lines.beginsLine() && lines.lineOffset() >= range.end())) {
      intake.take(lines);
      count = lines.lines();
      more = lines.next();
    }
    return count;
  }

  /** Packs what the intake finds. */
  private final class RangeOutput implements MessageIntake.Output {
    private final RejectFile rejects;
    private final RowPacker rows;
    private final ChunkSink toFeedback;
    private final Map<Integer, PackedWriter> faults = new HashMap<>();
    private int unseen;

    RangeOutput(RejectFile rejects, Spill.Writer spill, MultiOutputReceiver out) {
      this.rejects = rejects;
      this.toFeedback = spill.into(out.get(FAULTS));
      this.rows = new RowPacker(plan.ranges(), spill.into(out.get(ROWS)));
    }

    @Override
    public void event(OrderEvent event, Findings findings, PackedWriter content, long contentHash) {
      rows.add(event, findings, content, contentHash);
      if (++unseen == PROGRESS_EVENTS) {
        progress.inc(unseen);
        unseen = 0;
      }
    }

    @Override
    public void reject(byte[] buffer, int from, int to, boolean last) throws IOException {
      rejects.write(buffer, from, to, last);
    }

    @Override
    public void fault(FaultLine fault) {
      int shard = WriteFeedback.shardOf(fault.reporter());
      PackedWriter chunk = faults.computeIfAbsent(shard, s -> new PackedWriter());
      fault.write(chunk);
      if (chunk.length() >= FAULT_CHUNK_BYTES) {
        send(shard, chunk);
      }
    }

    private void send(int shard, PackedWriter chunk) {
      toFeedback.accept(shard, chunk.buffer(), chunk.length());
      chunk.clear();
    }

    void flush() {
      progress.inc(unseen);
      rows.flush();
      faults.forEach(
          (shard, chunk) -> {
            if (chunk.length() > 0) {
              send(shard, chunk);
            }
          });
    }
  }
}
