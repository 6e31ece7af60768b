package io.daisychain.beam;

import io.daisychain.model.LongBytes;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Sorts records of bytes, which compare as unsigned bytes, in memory that does not grow with their
 * number: sorted runs go to files and are merged. Not thread-safe.
 */
public final class RecordSorter implements Closeable {
  private static final int BUFFER_BYTES = 16 << 20;
  private static final int BLOCK_BYTES = 256 << 10;

  /** So many runs are merged at a time, each with a block in memory. */
  private static final int FAN_IN = 32;

  /** Up to so many records that begin alike are put in order by insertion. */
  private static final int MOST_INSERTED = 16;

  private final Spill spill;
  private final Spill.Writer writer;
  private final int bufferBytes;

  /** Runs by how often their records were merged. */
  private final List<List<List<Block>>> levels = new ArrayList<>();

  private byte[] buffer = new byte[64 << 10];
  private int[] starts = new int[1 << 10];
  private int count;

  private RecordSorter(Spill spill, int bufferBytes) {
    this.spill = spill;
    this.writer = spill.open();
    this.bufferBytes = bufferBytes;
  }

  /** A sorter whose files lie where those of {@code spill} do. */
  public static RecordSorter beside(Spill spill) {
    return new RecordSorter(spill.ofWorker(), BUFFER_BYTES);
  }

  /** The same with a buffer of another size. */
  static RecordSorter beside(Spill spill, int bufferBytes) {
    return new RecordSorter(spill.ofWorker(), bufferBytes);
  }

  /** Takes records one after the other. */
  @FunctionalInterface
  public interface Visitor {
    /** The record lies in {@code bytes} until the visitor returns. */
    void take(byte[] bytes, int from, int to) throws IOException;
  }

  /** Adds a record, whose bytes are copied. */
  public void add(byte[] bytes, int from, int length) {
    int end = end();
    if (count > 0 && (long) end + length > bufferBytes) {
      addRun(0, spillBuffer());
      end = 0;
    }
    if (buffer.length - end < length) {
      int doubled = Math.min(bufferBytes, 2 * buffer.length);
      buffer = Arrays.copyOf(buffer, Math.max(doubled, end + length));
    }
    if (count + 1 == starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
    }
    System.arraycopy(bytes, from, buffer, end, length);
    starts[++count] = end + length;
  }

  /** Hands all records over in order; the sorter is empty then. */
  public void drain(Visitor visitor) throws IOException {
    if (levels.isEmpty()) {
      for (long record : sorted()) {
        visitor.take(buffer, starts[(int) record], starts[(int) record + 1]);
      }
      count = 0;
      return;
    }
    if (count > 0) {
      addRun(0, spillBuffer());
    }
    // Lower levels first: their runs are the short ones.
    List<List<Block>> rest = new ArrayList<>();
    for (List<List<Block>> level : levels) {
      rest.addAll(level);
      if (rest.size() >= FAN_IN) {
        rest = new ArrayList<>(List.of(merge(rest)));
      }
    }
    levels.clear();
    visit(rest, visitor);
  }

  private int end() {
    return starts[count];
  }

  /** Numbers of the records in their order: sorted by the first bytes of each, then by the rest. */
  private long[] sorted() {
    long[] firsts = new long[count];
    long[] order = new long[count];
    for (int i = 0; i < count; i++) {
      firsts[i] = LongBytes.prefix(buffer, starts[i], starts[i + 1] - starts[i]);
      order[i] = i;
    }
    RadixSort.sort(firsts, order, count, (from, to) -> sortEqual(order, from, to));
    return order;
  }

  private void sortEqual(long[] order, int from, int to) {
    if (to - from > MOST_INSERTED) {
      Long[] equal = new Long[to - from];
      Arrays.setAll(equal, i -> order[from + i]);
      Arrays.sort(equal, this::compare);
      for (int i = from; i < to; i++) {
        order[i] = equal[i - from];
      }
      return;
    }
    for (int i = from + 1; i < to; i++) {
      long record = order[i];
      int at = i;
      while (at > from && compare(order[at - 1], record) > 0) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = record;
    }
  }

  private int compare(long a, long b) {
    return Arrays.compareUnsigned(
        buffer, starts[(int) a], starts[(int) a + 1], buffer, starts[(int) b], starts[(int) b + 1]);
  }

  private List<Block> spillBuffer() {
    RunWriter run = new RunWriter();
    for (long record : sorted()) {
      run.take(buffer, starts[(int) record], starts[(int) record + 1]);
    }
    count = 0;
    return run.end();
  }

  private void addRun(int level, List<Block> run) {
    if (levels.size() == level) {
      levels.add(new ArrayList<>());
    }
    List<List<Block>> runs = levels.get(level);
    runs.add(run);
    if (runs.size() == FAN_IN) {
      List<Block> merged = merge(runs);
      runs.clear();
      addRun(level + 1, merged);
    }
  }

  private List<Block> merge(List<List<Block>> runs) {
    RunWriter merged = new RunWriter();
    try {
      visit(runs, merged::take);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return merged.end();
  }

  private static void visit(List<List<Block>> runs, Visitor visitor) throws IOException {
    Comparator<RunReader> order =
        (a, b) -> Arrays.compareUnsigned(a.bytes, a.from, a.to, b.bytes, b.from, b.to);
    PriorityQueue<RunReader> readers = new PriorityQueue<>(runs.size(), order);
    for (List<Block> run : runs) {
      RunReader reader = new RunReader(run.iterator());
      if (reader.next()) {
        readers.add(reader);
      }
    }
    while (!readers.isEmpty()) {
      RunReader least = readers.poll();
      visitor.take(least.bytes, least.from, least.to);
      if (least.next()) {
        readers.add(least);
      }
    }
  }

  @Override
  public void close() throws IOException {
    writer.close();
    spill.close();
  }

  /** Packs records into blocks: a record's length, then its bytes. */
  private final class RunWriter {
    private final List<Block> blocks = new ArrayList<>();
    private final PackedWriter packed = new PackedWriter();

    void take(byte[] bytes, int from, int to) {
      packed.text(bytes, from, to - from);
      if (packed.length() >= BLOCK_BYTES) {
        send();
      }
    }

    private void send() {
      blocks.add(writer.block(packed.buffer(), packed.length()));
      packed.clear();
    }

    List<Block> end() {
      if (packed.length() > 0) {
        send();
      }
      return blocks;
    }
  }

  /** Stands at one record of a run. */
  private static final class RunReader {
    private final Iterator<Block> blocks;
    private final PackedReader packed = new PackedReader();
    private byte[] bytes = new byte[0];
    private int from;
    private int to;

    RunReader(Iterator<Block> blocks) {
      this.blocks = blocks;
    }

    boolean next() {
      if (packed.remaining() == 0) {
        if (!blocks.hasNext()) {
          return false;
        }
        bytes = blocks.next().bytes();
        packed.wrap(bytes, 0, bytes.length);
      }
      int length = packed.varint();
      from = packed.advance(length);
      to = from + length;
      return true;
    }
  }
}
