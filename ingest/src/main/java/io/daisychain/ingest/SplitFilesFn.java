package io.daisychain.ingest;

import io.daisychain.cat.RecordStream;
import io.daisychain.ingest.file.InputFile;
import io.daisychain.ingest.file.InputForm;
import io.daisychain.ingest.file.InputRange;
import java.io.IOException;
import org.apache.beam.sdk.io.fs.MatchResult;
import org.apache.beam.sdk.transforms.DoFn;

/**
 * Cuts a large file of text into ranges. A compressed one is a range as a whole, which its first
 * bytes say; so is a small one, of whatever kind it is, which is not looked at here.
 */
final class SplitFilesFn extends DoFn<MatchResult.Metadata, InputRange> {
  private final long rangeBytes;

  SplitFilesFn(long rangeBytes) {
    this.rangeBytes = rangeBytes;
  }

  @ProcessElement
  public void split(@Element MatchResult.Metadata file, OutputReceiver<InputRange> out) {
    String name = file.resourceId().toString();
    if (file.sizeBytes() <= rangeBytes || !isText(name)) {
      out.output(InputRange.whole(name)); // an empty file, and what has no size, are ranges too
      return;
    }
    for (long start = 0; start < file.sizeBytes(); start += rangeBytes) {
      out.output(new InputRange(name, start, Math.min(file.sizeBytes(), start + rangeBytes)));
    }
  }

  private static boolean isText(String name) {
    try (InputFile in = InputFile.open(name)) {
      // Records of CAT are counted from the file's beginning.
      return in.form() == InputForm.TEXT && RecordStream.formOf(in.head()) == null;
    } catch (IOException e) {
      return false; // who reads it says so
    }
  }
}
