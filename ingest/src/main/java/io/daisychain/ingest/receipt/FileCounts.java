package io.daisychain.ingest.receipt;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.CoderProvider;
import org.apache.beam.sdk.coders.CoderProviders;
import org.apache.beam.sdk.coders.DefaultCoder;
import org.apache.beam.sdk.values.TypeDescriptor;

/**
 * What became of a file, or of a part of it, in messages, noise lines and unframed lines.
 *
 * @param stored messages stored, repeats included
 * @param skipped messages and lines that are no events
 * @param rejected messages and lines that were not stored
 */
@DefaultCoder(FileCounts.CountsCoder.class)
public record FileCounts(long stored, long skipped, long rejected) {
  long read() {
    return stored + skipped + rejected;
  }

  FileCounts and(FileCounts other) {
    return new FileCounts(
        stored + other.stored, skipped + other.skipped, rejected + other.rejected);
  }

  /** Three numbers. */
  public static final class CountsCoder extends AtomicCoder<FileCounts> {
    /** Found by {@link DefaultCoder} under this name. */
    public static CoderProvider getCoderProvider() {
      return CoderProviders.forCoder(TypeDescriptor.of(FileCounts.class), new CountsCoder());
    }

    @Override
    public void encode(FileCounts counts, OutputStream out) throws IOException {
      DataOutputStream data = new DataOutputStream(out);
      data.writeLong(counts.stored());
      data.writeLong(counts.skipped());
      data.writeLong(counts.rejected());
    }

    @Override
    public FileCounts decode(InputStream in) throws IOException {
      DataInputStream data = new DataInputStream(in);
      return new FileCounts(data.readLong(), data.readLong(), data.readLong());
    }
  }
}
