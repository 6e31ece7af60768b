package io.daisychain.ingest.file;

import io.daisychain.reporting.SaveInputLines;
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
 * A part of one input file: the lines that begin in it.
 *
 * @param file name, as the file system of its scheme spells it
 * @param start offset of the first byte
 * @param end offset after the last byte; {@link Long#MAX_VALUE} for a file that is read to its end
 */
@DefaultCoder(InputRange.RangeCoder.class)
public record InputRange(String file, long start, long end) {

  /** Number of the file, by which the rows of its messages name it. */
  public long number() {
    return SaveInputLines.numberOf(file);
  }

  /** A file that is read from its beginning to its end. */
  public static InputRange whole(String file) {
    return new InputRange(file, 0, Long.MAX_VALUE);
  }

  /** Whether no other range is of the same file. */
  public boolean isWhole() {
    return start == 0 && end == Long.MAX_VALUE;
  }

  /** Name, then both offsets. */
  public static final class RangeCoder extends AtomicCoder<InputRange> {
    /** Found by {@link DefaultCoder} under this name. */
    public static CoderProvider getCoderProvider() {
      return CoderProviders.forCoder(TypeDescriptor.of(InputRange.class), new RangeCoder());
    }

    @Override
    public void encode(InputRange range, OutputStream out) throws IOException {
      DataOutputStream data = new DataOutputStream(out);
      data.writeUTF(range.file());
      data.writeLong(range.start());
      data.writeLong(range.end());
    }

    @Override
    public InputRange decode(InputStream in) throws IOException {
      DataInputStream data = new DataInputStream(in);
      return new InputRange(data.readUTF(), data.readLong(), data.readLong());
    }
  }
}
