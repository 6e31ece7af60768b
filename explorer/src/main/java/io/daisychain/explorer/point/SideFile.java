package io.daisychain.explorer.point;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The points of a publication in a file of this user alone, so that the next start need not read
 * the warehouse. One that is of another publication or form, or damaged, is made anew.
 *
 * <p>Columns lie one behind the other, each at a multiple of eight bytes, in the order in which
 * they are wanted: what pictures and counts are made of is read at once, lifecycles, latencies and
 * places behind that, ids and hashes are not read but mapped. Behind them stand the sums of all
 * bytes ({@link SideFileSums}), against which they are held before they are used.
 */
public final class SideFile {
  /** Grows when what is kept changes, or how it is made. */
  private static final String FORM = "daisychain points 6";

  static final String SUFFIX = ".points";

  /** A column may take as long as it takes. */
  static final Duration READ = Duration.ofDays(1);

  private static final Logger LOG = LoggerFactory.getLogger(SideFile.class);

  /**
   * What a file has.
   *
   * @param dates whose events they are
   */
  public record Kept(ShownDates dates, Points points) {}

  private final Optional<Path> folder;
  private final String name;
  private final String key;

  /**
   * A file that may be there.
   *
   * @param folder where it is, if there may be any
   * @param id of the publication
   * @param key text that is another for other points
   */
  public SideFile(Optional<Path> folder, String id, String key) {
    this.folder = folder;
    this.name = id + SUFFIX;
    this.key = FORM + ' ' + key;
  }

  /**
   * The points, if a file of just these is there.
   *
   * @param most events that there is memory for
   */
  public Optional<Kept> read(long most) {
    if (folder.isEmpty()) {
      return Optional.empty();
    }
    Path file = folder.get().resolve(name);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return new Reader(file, channel).kept(key, most);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} is made anew", file, e);
      return Optional.empty();
    }
  }

  /**
   * Keeps points, once all of them is read, in place of those of other publications; where writing
   * fails nothing is kept.
   *
   * @throws IOException if they could not be read to their end
   */
  public void write(ShownDates dates, Points points) throws IOException {
    if (folder.isEmpty()) {
      return;
    }
    points.awaitDetails(READ);
    points.hashes(READ);
    Path aside = folder.get().resolve("." + name + "." + UUID.randomUUID());
    try {
      Files.createDirectories(folder.get());
      FileAttribute<?>[] mine =
          Files.getFileStore(folder.get()).supportsFileAttributeView("posix")
              ? new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
              }
              : new FileAttribute<?>[0];
      Set<OpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      try {
        try (FileChannel channel = (FileChannel) Files.newByteChannel(aside, options, mine)) {
          new SideFileWriter(channel).write(key, dates, points);
        }
        Files.move(aside, folder.get().resolve(name), StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(aside);
      }
      removeOthers();
    } catch (IOException | RuntimeException e) {
      LOG.warn("no side file in {}", folder.get(), e);
    }
  }

  private void removeOthers() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.get(), "*" + SUFFIX)) {
      for (Path file : files) {
        if (!file.getFileName().toString().equals(name)) {
          Files.delete(file);
        }
      }
    }
  }

  private static void deleteDamaged(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("{} cannot be deleted", file, e);
    }
  }

  /** Reads what a {@link SideFileWriter} wrote, in the same order. */
  private static final class Reader {
    private final Path file;
    private final FileChannel channel;
    private final List<Runnable> copies = new ArrayList<>();
    private SideFileSums sums;
    private long position;

    Reader(Path file, FileChannel channel) {
      this.file = file;
      this.channel = channel;
    }

    Optional<Kept> kept(String key, long most) throws IOException {
      sums = SideFileSums.read(channel);
      if (sums == null) {
        throw new IOException("it is not whole");
      }
      sums.requireFront(channel);
      if (!key.equals(text())) {
        return Optional.empty();
      }
      List<ShownDates.Date> all = new ArrayList<>();
      for (int left = number(); left > 0; left--) {
        all.add(
            new ShownDates.Date(text(), small(Long.BYTES).getLong(), small(Long.BYTES).getLong()));
      }
      ShownDates dates = ShownDates.of(all, most);
      if (dates.shown().size() != number()) { // there was less memory then, or more
        return Optional.empty();
      }
      return Optional.of(new Kept(dates, points()));
    }

    private Points points() throws IOException {
      int count = room(number(), Long.BYTES);
      align();
      long[] time = longs(count);
      Decimals price = decimals(count);
      Decimals quantity = decimals(count);
      Points.Texts symbols = texts(count);
      Points.Texts reporters = texts(count);
      Points.Texts customers = texts(count);
      List<Kinds.Kind> kinds = new ArrayList<>();
      for (int left = number(); left > 0; left--) {
        kinds.add(new Kinds.Kind(text(), text(), text()));
      }
      Codes kind = codes(count, kinds.size());
      copy();
      float[] latency = floats(count);
      double[] place = doubles(count);
      int[] numbers = ints(count);
      int lifecycles = room(number(), 2 * Long.BYTES);
      align();
      var together = new Points.Lifecycles(numbers, longs(lifecycles), longs(lifecycles));
      Points.Details details =
          new Points.Details(
              next((long) count * Long.BYTES).asLongBuffer(),
              next((long) count * Long.BYTES).asLongBuffer(),
              together,
              latency,
              place);
      FileChannel held = FileChannel.open(file, StandardOpenOption.READ);
      CompletableFuture<Boolean> rest = CompletableFuture.supplyAsync(() -> requireRest(held));
      Points.Hashes hashes = new Points.Hashes(hashes(count), hashes(count), hashes(count));
      return new Points(
          time,
          price,
          quantity,
          symbols,
          reporters,
          customers,
          kind,
          new Kinds(kinds),
          rest.thenApply(
              sound -> {
                copy();
                return details;
              }),
          rest.thenApply(sound -> hashes));
    }

    /**
     * Holds what is not read at once against its sums. Where they differ the file is deleted, so
     * that the next start makes it anew: what is shown by then came from bytes that were right.
     */
    private boolean requireRest(FileChannel held) {
      try (held) {
        sums.requireRest(held);
        return true;
      } catch (IOException e) {
        LOG.warn("{} is damaged", file, e);
        deleteDamaged(file);
        throw new UncheckedIOException(
            file + " was damaged and is deleted: start again (" + e.getMessage() + ")", e);
      }
    }

    /** Copies what was mapped since the last time, by all cores. */
    private void copy() {
      Workers.each(copies.size(), copy -> copies.get(copy).run());
      copies.clear();
    }

    /** The next bytes, mapped; what is read of them is copied later, by all cores. */
    private ByteBuffer next(long bytes) throws IOException {
      MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, position, bytes);
      position += bytes;
      return mapped.order(ByteOrder.LITTLE_ENDIAN);
    }

    private ByteBuffer small(int bytes) throws IOException {
      ByteBuffer buffer = ByteBuffer.allocate(room(bytes, 1)).order(ByteOrder.LITTLE_ENDIAN);
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, position + buffer.position()) < 0) {
          throw new IOException("it ends before its end");
        }
      }
      position += bytes;
      return buffer.flip();
    }

    /** A number of things, for which there are bytes: none is made for more than there are. */
    private int room(int count, int bytesEach) throws IOException {
      if (count < 0 || (long) count * bytesEach > channel.size() - position) {
        throw new IOException("it has no " + count + " of " + bytesEach + " bytes");
      }
      return count;
    }

    private void align() {
      position += (Long.BYTES - position % Long.BYTES) % Long.BYTES;
    }

    private int number() throws IOException {
      return small(Integer.BYTES).getInt();
    }

    private String text() throws IOException {
      int length = number();
      return length < 0 ? null : new String(small(length).array(), StandardCharsets.UTF_8);
    }

    private Points.Texts texts(int count) throws IOException {
      String[] values = new String[room(number(), Integer.BYTES)];
      for (int i = 0; i < values.length; i++) {
        values[i] = text();
      }
      return new Points.Texts(codes(count, values.length), values);
    }

    private Codes codes(int count, int distinct) throws IOException {
      align();
      Codes codes = Codes.of(count, distinct);
      if (codes instanceof Codes.Narrow narrow) {
        CharBuffer mapped = next((long) count * Character.BYTES).asCharBuffer();
        copies.add(() -> mapped.get(narrow.codes));
      } else {
        IntBuffer mapped = next((long) count * Integer.BYTES).asIntBuffer();
        copies.add(() -> mapped.get(((Codes.Wide) codes).codes));
      }
      align();
      return codes;
    }

    private long[] longs(int count) throws IOException {
      long[] values = new long[count];
      LongBuffer mapped = next((long) count * Long.BYTES).asLongBuffer();
      copies.add(() -> mapped.get(values));
      align();
      return values;
    }

    private int[] ints(int count) throws IOException {
      align();
      int[] values = new int[count];
      IntBuffer mapped = next((long) count * Integer.BYTES).asIntBuffer();
      copies.add(() -> mapped.get(values));
      align();
      return values;
    }

    private Decimals decimals(int count) throws IOException {
      int digits = number();
      boolean isWide = number() == Long.BYTES;
      align();
      long[] wide = isWide ? longs(count) : null;
      int[] narrow = isWide ? null : ints(count);
      Map<Integer, BigDecimal> large = new HashMap<>();
      for (int left = number(); left > 0; left--) {
        large.put(number(), new BigDecimal(text()));
      }
      align();
      return new Decimals(digits, narrow, wide, large);
    }

    private double[] doubles(int count) throws IOException {
      double[] values = new double[count];
      DoubleBuffer mapped = next((long) count * Double.BYTES).asDoubleBuffer();
      copies.add(() -> mapped.get(values));
      return values;
    }

    private float[] floats(int count) throws IOException {
      float[] values = new float[count];
      FloatBuffer mapped = next((long) count * Float.BYTES).asFloatBuffer();
      copies.add(() -> mapped.get(values));
      align();
      return values;
    }

    private IntBuffer hashes(int count) throws IOException {
      IntBuffer found = next((long) count * Integer.BYTES).asIntBuffer();
      align();
      return found;
    }
  }
}
