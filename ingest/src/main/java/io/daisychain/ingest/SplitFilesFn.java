package io.daisychain.ingest;

import io.daisychain.cat.RecordStream;
import io.daisychain.ingest.file.InputFile;
import io.daisychain.ingest.file.InputForm;
import io.daisychain.ingest.file.InputRange;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.apache.beam.sdk.io.fs.MatchResult;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/**
 * Finds the files of a pattern and cuts the large ones of text into ranges. A compressed one is a
 * range as a whole, which its first bytes say; so is a small one, of whatever kind it is, which is
 * not looked at here.
 *
 * <p>Each range comes with the number of its group: a runner does all ranges of a group one after
 * the other, since what it does for a step that begins costs more than a small file.
 */
final class SplitFilesFn extends DoFn<String, KV<Integer, InputRange>> {
  /** As many groups at least, if there are as many ranges: enough for the cores of a machine. */
  static final int GROUPS = 32;

  private final long rangeBytes;

  SplitFilesFn(long rangeBytes) {
    this.rangeBytes = rangeBytes;
  }

  @ProcessElement
  public void split(@Element String pattern, OutputReceiver<KV<Integer, InputRange>> out)
      throws IOException {
    find(pattern, out::output);
  }

  void find(String pattern, Consumer<KV<Integer, InputRange>> out) throws IOException {
    // None is an error: the command saw some, and somebody has taken them away since.
    List<MatchResult.Metadata> files =
        FileSystems.match(pattern, EmptyMatchTreatment.DISALLOW).metadata();
    long all = files.stream().mapToLong(MatchResult.Metadata::sizeBytes).sum();
    long groupBytes = Math.max(1, Math.min(rangeBytes, all / GROUPS));
    long done = 0;
    int group = -1;
    long groupEnd = 0;
    for (MatchResult.Metadata file : files) {
      String name = file.resourceId().toString();
      long size = file.sizeBytes();
      long step = size <= rangeBytes || !isText(name) ? Math.max(1, size) : rangeBytes;
      long start = 0;
      do { // an empty file, and what has no size, are ranges too
        if (done >= groupEnd) {
          group++;
          groupEnd = done + groupBytes;
        }
        long end = Math.min(size, start + step);
        out.accept(
            KV.of(group, step >= size ? InputRange.whole(name) : new InputRange(name, start, end)));
        done += end - start;
        start = end;
      } while (start < size);
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
