package io.daisychain.beam;

import java.util.ArrayList;
import java.util.List;

/** What was read to hold it against its checksums, and what was wrong. Not thread-safe. */
public final class Scrubbed {
  private final List<String> faults = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private long files;
  private long bytes;

  /** A file was read whole. */
  public void read(long size) {
    files++;
    bytes += size;
  }

  /** Something is not what was written: a sentence that names the file, and what to do. */
  public void fault(String words) {
    faults.add(words);
  }

  /** Something could not be held against a checksum. */
  public void note(String words) {
    notes.add(words);
  }

  public long files() {
    return files;
  }

  public long bytes() {
    return bytes;
  }

  /** What is wrong. */
  public List<String> faults() {
    return faults;
  }

  /** What has no checksum. */
  public List<String> notes() {
    return notes;
  }
}
