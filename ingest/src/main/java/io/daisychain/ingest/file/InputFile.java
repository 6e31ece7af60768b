package io.daisychain.ingest.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.beam.sdk.io.FileSystems;

/**
 * An open input file: a stream of its uncompressed bytes, which ends where damage begins.
 *
 * <p>gzip and zstd are unpacked, whatever the file's name; the members or frames of one file are
 * read one after the other. What is neither these nor text has no bytes here. A failure to read
 * what is stored is an exception, as against damage of what was read.
 */
public final class InputFile extends InputStream {
  /** In place of files: standard input, and what feedback calls it. */
  public static final String STANDARD_INPUT = "-";

  /** What may come out of a compressed byte; gzip cannot do more than 1,032. */
  static final int MOST_EXPANSION = 2_000;

  /** So much comes out of any file before its expansion is looked at. */
  private static final long ALWAYS_EXPANDED = 64L << 20;

  private static final AtomicBoolean STANDARD_INPUT_TAKEN = new AtomicBoolean();

  private final InputStream in;
  private final StoredBytes stored;
  private final InputForm form;
  private InputForm content = InputForm.TEXT;
  private byte[] head = {};
  private int headTaken;
  private long taken;
  private InputDamage damage;

  private InputFile(InputStream in, StoredBytes stored, InputForm form) {
    this.in = in;
    this.stored = stored;
    this.form = form;
  }

  /** What a file's first bytes say that it is. */
  public static InputForm formOf(String name) throws IOException {
    try (StoredBytes stored = stored(name, 0)) {
      int seen = stored.see(InputForm.HEAD_BYTES);
      return InputForm.of(stored.buffer(), stored.position(), seen);
    }
  }

  /** Opens a file of text somewhere behind its beginning. */
  public static InputFile openText(String name, long offset) throws IOException {
    StoredBytes stored = stored(name, offset);
    return new InputFile(stored, stored, InputForm.TEXT);
  }

  public static InputFile open(String name) throws IOException {
    return open(stored(name, 0));
  }

  public static InputFile open(InputStream in) throws IOException {
    return open(new StoredBytes(in));
  }

  private static InputFile open(StoredBytes stored) throws IOException {
    try {
      int seen = stored.see(InputForm.HEAD_BYTES);
      InputForm form = InputForm.of(stored.buffer(), stored.position(), seen);
      InputFile file =
          switch (form) {
            case GZIP -> new InputFile(new GzipMembers(stored), stored, form);
            case ZSTD -> new InputFile(new ZstdFrames(stored), stored, form);
            case BZIP2 -> new InputFile(new Bzip2Streams(stored), stored, form);
            default -> new InputFile(stored, stored, form);
          };
      file.look();
      return file;
    } catch (IOException | RuntimeException e) {
      stored.close();
      throw e;
    }
  }

  private static StoredBytes stored(String name, long offset) throws IOException {
    if (name.equals(STANDARD_INPUT)) {
      if (STANDARD_INPUT_TAKEN.getAndSet(true)) {
        throw new IOException("standard input can be read only once");
      }
      return new StoredBytes(System.in);
    }
    ReadableByteChannel channel =
        FileSystems.open(FileSystems.matchSingleFileSpec(name).resourceId());
    if (offset > 0) {
      if (!(channel instanceof SeekableByteChannel seekable)) {
        channel.close();
        throw new IOException("it cannot be read from the middle");
      }
      seekable.position(offset);
    }
    return new StoredBytes(Channels.newInputStream(channel));
  }

  /** Reads the first bytes, which say whether there is text. */
  private void look() throws IOException {
    if (form.isDamaged()) {
      damage = new InputDamage(0, 0, form.description());
      return;
    }
    if (!form.isRead()) {
      content = form;
      return;
    }
    byte[] first = new byte[InputForm.HEAD_BYTES];
    int length = 0;
    int read = 0;
    while (length < first.length && read >= 0) {
      length += read;
      read = length < first.length ? take(first, length, first.length - length) : -1;
    }
    head = Arrays.copyOf(first, length);
    taken = 0;
    if (form.isCompressed()) {
      InputForm inside = InputForm.of(head, 0, length);
      content = inside.isDamaged() ? InputForm.TEXT : inside;
    }
  }

  /** How the file's bytes are stored. */
  public InputForm form() {
    return form;
  }

  /** What is in it once it is unpacked; {@link InputForm#TEXT} alone is read. */
  public InputForm content() {
    return content;
  }

  /** How many of the file's bytes, as they are stored, have been taken. */
  public long storedBytes() {
    return stored.offset();
  }

  /** The uncompressed file's first bytes, of a file that was opened at its beginning. */
  public byte[] head() {
    return head;
  }

  /** Where and how it is damaged; null where no damage has been come upon. */
  public InputDamage damage() {
    return damage;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int room) throws IOException {
    if (content != InputForm.TEXT) {
      return -1;
    }
    if (headTaken < head.length) {
      int count = Math.min(room, head.length - headTaken);
      System.arraycopy(head, headTaken, into, offset, count);
      headTaken += count;
      taken += count;
      return count;
    }
    return take(into, offset, room);
  }

  private int take(byte[] into, int offset, int room) throws IOException {
    if (damage != null) {
      return -1;
    }
    try {
      int read = in.read(into, offset, room);
      taken += Math.max(0, read);
      if (form.isCompressed()
          && taken > ALWAYS_EXPANDED
          && taken / MOST_EXPANSION > stored.offset()) {
        throw new DamagedInputException(
            "its data is more than " + MOST_EXPANSION + " times as large as the file");
      }
      return read;
    } catch (DamagedInputException e) {
      damage = new InputDamage(stored.offset(), taken, e.getMessage());
      return -1;
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
