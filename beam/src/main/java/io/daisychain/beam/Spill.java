package io.daisychain.beam;

import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import org.apache.beam.sdk.transforms.DoFn.OutputReceiver;
import org.apache.beam.sdk.values.KV;

/**
 * Where blocks wait between two steps of a job.
 *
 * <p>DirectRunner holds everything that is grouped in memory, and copies it once a bundle: at a
 * million events more than half of an ingest's CPU. Under it blocks therefore go to local files,
 * and only their places are grouped. Other runners move bytes themselves, to where they are needed.
 */
public final class Spill implements Serializable, Closeable {
  private final String name;
  private final String folder;

  private Spill(String name, String folder) {
    this.name = name;
    this.folder = folder;
  }

  /** Leaves blocks to the runner. */
  public static Spill none() {
    return new Spill("", null);
  }

  /** Writes blocks to files in {@code folder}, for a job that runs in this process alone. */
  public static Spill into(Path folder) {
    return new Spill(UUID.randomUUID().toString(), folder.toString());
  }

  /**
   * A spill into files whatever the runner, for what one worker sorts by itself: beside this one's
   * files, or in the system's folder for temporary ones. To be closed by the worker.
   */
  public Spill ofWorker() {
    return into(Path.of(folder == null ? System.getProperty("java.io.tmpdir") : folder));
  }

  /** Begins to take blocks; one thread's, to be closed. */
  public Writer open() {
    return new Writer();
  }

  /** Gives back the space of all blocks: the job is over. */
  @Override
  public void close() throws IOException {
    SpillFiles.close(name);
  }

  /** Takes blocks. Not thread-safe. */
  public final class Writer implements Closeable {
    private SpillFiles files;
    private SpillFiles.Appender file;

    private Writer() {}

    /**
     * A block of the first {@code length} bytes, which are copied.
     *
     * @throws UncheckedIOException if they cannot be written
     */
    public Block block(byte[] buffer, int length) {
      if (folder == null) {
        return Block.of(Arrays.copyOf(buffer, length));
      }
      try {
        if (file == null) {
          files = SpillFiles.open(name, Path.of(folder));
          file = files.borrow();
        }
        int sum = SpillPlace.sumOf(buffer, 0, length);
        long offset = file.append(buffer, length);
        return Block.at(new SpillPlace(name, file.number(), offset, length, sum));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** A sink that sends everything on as blocks. */
    public BlockSink into(OutputReceiver<KV<Integer, Block>> out) {
      return (number, buffer, length) -> out.output(KV.of(number, block(buffer, length)));
    }

    @Override
    public void close() {
      if (file != null) {
        files.giveBack(file);
        file = null;
      }
    }
  }
}
