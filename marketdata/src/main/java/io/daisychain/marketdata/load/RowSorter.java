package io.daisychain.marketdata.load;

import io.daisychain.warehouse.column.TextCodes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.zip.CRC32;

/**
 * Sorts rows by trade date, symbol (bytes) and time, and leaves those of one time in the order in
 * which they came. What does not fit its memory goes to a file in sorted runs, which are merged.
 *
 * <p>A row has a time, four numbers and two codes. Rows of one date and symbol are a group; as they
 * mostly come in the order of their times, a group is sorted only where it must be.
 */
final class RowSorter implements Closeable {
  private static final int ROW_BYTES = 48;
  private static final int CURSOR_ROWS = 1 << 12;
  private static final int FIRST_CAPACITY = 1 << 12;

  private final Path file;
  private final TextCodes texts;
  private final int mostRows;
  private final Groups groups = new Groups();
  private final List<Run> runs = new ArrayList<>();
  private FileChannel spilled;
  private long end;

  private int capacity;
  private int count;
  private int[] group;
  private long[] time;
  private final long[][] numbers = new long[4][];
  private final int[][] codes = new int[2][];

  /**
   * A sorter.
   *
   * @param file where runs go; made when it is needed
   * @param texts of the symbols
   * @param mostRows that are held in memory, of some 70 bytes each
   */
  RowSorter(Path file, TextCodes texts, int mostRows) {
    this.file = file;
    this.texts = texts;
    this.mostRows = mostRows;
  }

  /** Takes sorted rows, group by group. */
  interface Visitor {
    /** Rows of a date and symbol follow. */
    void begin(int epochDay, int symbol) throws IOException;

    /** The next row of the group. */
    void row(long time, long a, long b, long c, long d, int x, int y) throws IOException;

    /** The group's last row has come. */
    void end() throws IOException;
  }

  /** Numbers for pairs of date and symbol. */
  private static final class Groups {
    private int[] days = new int[4];
    private int[][] bySymbol = new int[4][];
    private int dayCount;
    private int lastDay;
    private int[] day = new int[64];
    private int[] symbol = new int[64];
    private int size;

    int of(int epochDay, int code) {
      if (dayCount == 0 || days[lastDay] != epochDay) {
        lastDay = indexOf(epochDay);
      }
      int[] known = bySymbol[lastDay];
      if (code >= known.length) {
        int old = known.length;
        known = Arrays.copyOf(known, Math.max(code + 1, 2 * old));
        Arrays.fill(known, old, known.length, -1);
        bySymbol[lastDay] = known;
      }
      if (known[code] < 0) {
        if (size == day.length) {
          day = Arrays.copyOf(day, 2 * size);
          symbol = Arrays.copyOf(symbol, 2 * size);
        }
        day[size] = epochDay;
        symbol[size] = code;
        known[code] = size++;
      }
      return known[code];
    }

    private int indexOf(int epochDay) {
      for (int i = 0; i < dayCount; i++) {
        if (days[i] == epochDay) {
          return i;
        }
      }
      if (dayCount == days.length) {
        days = Arrays.copyOf(days, 2 * dayCount);
        bySymbol = Arrays.copyOf(bySymbol, 2 * dayCount);
      }
      days[dayCount] = epochDay;
      bySymbol[dayCount] = new int[0];
      return dayCount++;
    }

    /** Groups by date and the bytes of the symbol. */
    int[] ordered(TextCodes texts) {
      Integer[] order = new Integer[size];
      Arrays.setAll(order, i -> i);
      Arrays.sort(
          order,
          (one, other) ->
              day[one] != day[other]
                  ? Integer.compare(day[one], day[other])
                  : Arrays.compareUnsigned(texts.bytes(symbol[one]), texts.bytes(symbol[other])));
      return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
    }
  }

  /** A sorted run: of each group that it has, where its rows are. */
  private static final class Run {
    final long[] starts; // by group: bytes in the file, or index in memory
    final int[] counts;
    final int[] sums; // by group: CRC-32 of its bytes in the file

    Run(int groups) {
      starts = new long[groups];
      counts = new int[groups];
      sums = new int[groups];
    }

    int count(int group) {
      return group < counts.length ? counts[group] : 0;
    }
  }

  void add(int epochDay, int symbol, long at, long a, long b, long c, long d, int x, int y)
      throws IOException {
    if (count == capacity) {
      if (capacity == mostRows) {
        spill();
      } else {
        grow();
      }
    }
    int i = count++;
    group[i] = groups.of(epochDay, symbol);
    time[i] = at;
    numbers[0][i] = a;
    numbers[1][i] = b;
    numbers[2][i] = c;
    numbers[3][i] = d;
    codes[0][i] = x;
    codes[1][i] = y;
  }

  private void grow() {
    capacity = Math.min(mostRows, Math.max(FIRST_CAPACITY, 2 * capacity));
    group = group == null ? new int[capacity] : Arrays.copyOf(group, capacity);
    time = time == null ? new long[capacity] : Arrays.copyOf(time, capacity);
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = numbers[i] == null ? new long[capacity] : Arrays.copyOf(numbers[i], capacity);
    }
    for (int i = 0; i < codes.length; i++) {
      codes[i] = codes[i] == null ? new int[capacity] : Arrays.copyOf(codes[i], capacity);
    }
  }

  /** Indices of the rows in memory by group and time; {@code run} gets where groups are. */
  private int[] sorted(Run run) {
    for (int i = 0; i < count; i++) {
      run.counts[group[i]]++;
    }
    int at = 0;
    for (int g : groups.ordered(texts)) {
      run.starts[g] = at;
      at += run.counts[g];
    }
    int[] next = new int[groups.size];
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int g = group[i];
      order[(int) run.starts[g] + next[g]++] = i;
    }
    int[] spare = new int[0];
    for (int g = 0; g < groups.size; g++) {
      int from = (int) run.starts[g];
      int to = from + run.counts[g];
      if (!isSorted(order, from, to)) {
        if (spare.length < to - from) {
          spare = new int[to - from];
        }
        mergeSort(order, from, to, spare);
      }
    }
    return order;
  }

  private boolean isSorted(int[] order, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      if (time[order[i - 1]] > time[order[i]]) {
        return false;
      }
    }
    return true;
  }

  /** Stable, and quick where there are long sorted parts. */
  private void mergeSort(int[] order, int from, int to, int[] spare) {
    if (to - from < 2) {
      return;
    }
    if (to - from <= 16) {
      for (int i = from + 1; i < to; i++) {
        int moved = order[i];
        int at = i;
        while (at > from && time[order[at - 1]] > time[moved]) {
          order[at] = order[at - 1];
          at--;
        }
        order[at] = moved;
      }
      return;
    }
    int middle = (from + to) >>> 1;
    mergeSort(order, from, middle, spare);
    mergeSort(order, middle, to, spare);
    if (time[order[middle - 1]] <= time[order[middle]]) {
      return;
    }
    int left = middle - from;
    System.arraycopy(order, from, spare, 0, left);
    int l = 0;
    int r = middle;
    int at = from;
    while (l < left && r < to) {
      order[at++] = time[spare[l]] <= time[order[r]] ? spare[l++] : order[r++];
    }
    System.arraycopy(spare, l, order, at, left - l);
  }

  private void spill() throws IOException {
    if (spilled == null) {
      spilled =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
    }
    Run run = new Run(groups.size);
    int[] order = sorted(run);
    for (int g = 0; g < run.starts.length; g++) {
      run.starts[g] = end + run.starts[g] * ROW_BYTES;
    }
    var out = ByteBuffer.allocateDirect(CURSOR_ROWS * ROW_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    CRC32 sum = new CRC32();
    int summed = 0;
    for (int i = 0; i < count; i++) {
      int from = order[i];
      boolean isNewGroup = i > 0 && group[from] != group[order[i - 1]];
      if (isNewGroup || !out.hasRemaining()) {
        sum.update(out.slice(summed, out.position() - summed));
        summed = out.position();
      }
      if (isNewGroup) {
        run.sums[group[order[i - 1]]] = (int) sum.getValue();
        sum.reset();
      }
      if (!out.hasRemaining()) {
        write(out);
        summed = 0;
      }
      out.putLong(time[from]);
      for (long[] column : numbers) {
        out.putLong(column[from]);
      }
      out.putInt(codes[0][from]).putInt(codes[1][from]);
    }
    sum.update(out.slice(summed, out.position() - summed));
    run.sums[group[order[count - 1]]] = (int) sum.getValue();
    write(out);
    runs.add(run);
    count = 0;
  }

  private void write(ByteBuffer out) throws IOException {
    out.flip();
    while (out.hasRemaining()) {
      end += spilled.write(out, end);
    }
    out.clear();
  }

  /** The rows of one group in one run, in order. */
  private final class Cursor implements Comparable<Cursor> {
    private final int number;
    private long position;
    private int left;
    private int[] order; // of a run in memory
    private final int sum;
    private final CRC32 found = new CRC32();
    private ByteBuffer in;
    long at;
    long a;
    long b;
    long c;
    long d;
    int x;
    int y;

    Cursor(int number, Run run, int wanted, int[] order) {
      this.number = number;
      this.position = run.starts[wanted];
      this.left = run.counts[wanted];
      this.sum = run.sums[wanted];
      this.order = order;
    }

    boolean next() throws IOException {
      if (left == 0) {
        return false;
      }
      if (order != null) {
        int i = order[(int) position++];
        at = time[i];
        a = numbers[0][i];
        b = numbers[1][i];
        c = numbers[2][i];
        d = numbers[3][i];
        x = codes[0][i];
        y = codes[1][i];
      } else {
        if (in == null || !in.hasRemaining()) {
          fill();
        }
        at = in.getLong();
        a = in.getLong();
        b = in.getLong();
        c = in.getLong();
        d = in.getLong();
        x = in.getInt();
        y = in.getInt();
      }
      left--;
      return true;
    }

    private void fill() throws IOException {
      int length = Math.min(left, CURSOR_ROWS) * ROW_BYTES;
      if (in == null) {
        in = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
      }
      in.clear().limit(Math.min(length, in.capacity()));
      while (in.hasRemaining()) {
        if (spilled.read(in, position + in.position()) < 0) {
          throw new IOException(file + " ends before its time");
        }
      }
      position += in.limit();
      in.flip();
      found.update(in.duplicate());
      if (in.limit() == left * ROW_BYTES && (int) found.getValue() != sum) {
        throw new IOException(file + " is damaged: rows are not what was written; load again");
      }
    }

    @Override
    public int compareTo(Cursor other) {
      return at != other.at
          ? Long.compare(at, other.at)
          : Integer.compare(number, other.number); // runs are in the order in which rows came
    }

    void visit(Visitor visitor) throws IOException {
      visitor.row(at, a, b, c, d, x, y);
    }
  }

  /** Hands all rows over in order. */
  void drain(Visitor visitor) throws IOException {
    Run last = new Run(groups.size);
    int[] order = sorted(last);
    group = null;
    for (int g : groups.ordered(texts)) {
      PriorityQueue<Cursor> cursors = new PriorityQueue<>();
      for (int i = 0; i <= runs.size(); i++) {
        Run run = i < runs.size() ? runs.get(i) : last;
        if (run.count(g) > 0) {
          Cursor cursor = new Cursor(i, run, g, run == last ? order : null);
          cursor.next();
          cursors.add(cursor);
        }
      }
      visitor.begin(groups.day[g], groups.symbol[g]);
      merge(cursors, visitor);
      visitor.end();
    }
  }

  private static void merge(PriorityQueue<Cursor> cursors, Visitor visitor) throws IOException {
    while (!cursors.isEmpty()) {
      Cursor first = cursors.poll();
      Cursor second = cursors.peek();
      boolean more = true;
      // Runs follow each other mostly: as long as one leads there is nothing to be put in order.
      while (more && (second == null || first.compareTo(second) < 0)) {
        first.visit(visitor);
        more = first.next();
      }
      if (more) {
        cursors.add(first);
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (spilled != null) {
      spilled.close();
      java.nio.file.Files.deleteIfExists(file);
    }
  }
}
