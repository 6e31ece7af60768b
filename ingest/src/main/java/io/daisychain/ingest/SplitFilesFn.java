package io.daisychain.ingest;

import org.apache.beam.sdk.io.fs.MatchResult;
import org.apache.beam.sdk.transforms.DoFn;

/** Cuts a plain file into ranges; a compressed one is a range as a whole. */
final class SplitFilesFn extends DoFn<MatchResult.Metadata, InputRange> {
  private static final long serialVersionUID = 1;

  private final long rangeBytes;

  SplitFilesFn(long rangeBytes) {
    this.rangeBytes = rangeBytes;
  }

  @ProcessElement
  public void split(@Element MatchResult.Metadata file, OutputReceiver<InputRange> out) {
    String name = file.resourceId().toString();
    if (InputFiles.isCompressed(name)) {
      out.output(new InputRange(name, 0, Long.MAX_VALUE));
      return;
    }
    long start = 0;
    do { // an empty file is a range too
      out.output(new InputRange(name, start, Math.min(file.sizeBytes(), start + rangeBytes)));
      start += rangeBytes;
    } while (start < file.sizeBytes());
  }
}
