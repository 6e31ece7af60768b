package io.daisychain.store;

import io.daisychain.beam.BytesCoder;
import io.daisychain.model.RowKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.TreeSet;
import org.apache.beam.sdk.coders.CoderProvider;
import org.apache.beam.sdk.coders.CoderProviders;
import org.apache.beam.sdk.coders.DefaultCoder;
import org.apache.beam.sdk.values.TypeDescriptor;

/**
 * The keys of the rows of one trade date that a run has changed, as long as they are few: beyond
 * {@link #MOST} only their number is known. Not thread-safe.
 */
@DefaultCoder(ChangedKeys.KeysCoder.class)
public final class ChangedKeys {
  /** Keys that are kept: 1 MB of them. More are found as quickly by a scan of the date. */
  public static final int MOST = 65_536;

  private Set<RowKey> keys = new TreeSet<>();
  private long count;

  /** Notes a change of a row, which may have been changed before. */
  public void add(long high, long low) {
    count++;
    if (keys != null) {
      keys.add(new RowKey(high, low));
      trim();
    }
  }

  /** Adds the changes of another run, or of another part of this one. */
  public void add(ChangedKeys other) {
    count += other.count;
    if (other.keys == null) {
      keys = null;
    } else if (keys != null) {
      keys.addAll(other.keys);
      trim();
    }
  }

  private void trim() {
    if (keys.size() > MOST) {
      keys = null;
    }
  }

  /** Number of changes; a row that was changed twice counts twice. */
  public long count() {
    return count;
  }

  /** True when the keys are known. */
  public boolean isKnown() {
    return keys != null;
  }

  /**
   * The keys in their order.
   *
   * @throws IllegalStateException if they are not known
   */
  public Set<RowKey> keys() {
    if (keys == null) {
      throw new IllegalStateException("the keys of " + count + " changes were not kept");
    }
    return keys;
  }

  /** Changes of which only the number is known; -1 where not even that is. */
  static ChangedKeys unknown(long count) {
    ChangedKeys changed = new ChangedKeys();
    changed.keys = null;
    changed.count = count;
    return changed;
  }

  /** Number of changes (8 bytes), then the keys, whether keys are known (1), and the keys. */
  byte[] toBytes() {
    int length = keys == null ? 0 : keys.size() * RowKey.LENGTH;
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + 1 + length).putLong(count);
    bytes.put((byte) (keys == null ? 0 : 1));
    if (keys != null) {
      keys.forEach(key -> bytes.putLong(key.high()).putLong(key.low()));
    }
    return bytes.array();
  }

  /**
   * Changes of bytes made by {@link #toBytes}.
   *
   * @throws IOException if they are none
   */
  static ChangedKeys of(byte[] bytes) throws IOException {
    int keyBytes = bytes.length - Long.BYTES - 1;
    if (keyBytes < 0 || keyBytes % RowKey.LENGTH != 0 || keyBytes > MOST * RowKey.LENGTH) {
      throw new IOException("changed keys have not " + bytes.length + " bytes");
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    ChangedKeys changed = unknown(buffer.getLong());
    if (buffer.get() == 1) {
      changed.keys = new TreeSet<>();
      while (buffer.hasRemaining()) {
        changed.keys.add(new RowKey(buffer.getLong(), buffer.getLong()));
      }
    }
    return changed;
  }

  /** Coder of changes: length as four bytes, then {@link ChangedKeys#toBytes}. */
  public static final class KeysCoder extends BytesCoder<ChangedKeys> {
    private static final long serialVersionUID = 1;
    private static final KeysCoder INSTANCE = new KeysCoder();

    private KeysCoder() {}

    /** The coder. */
    public static KeysCoder of() {
      return INSTANCE;
    }

    /** Found by Beam as the coder of all changes. */
    public static CoderProvider getCoderProvider() {
      return CoderProviders.forCoder(TypeDescriptor.of(ChangedKeys.class), INSTANCE);
    }

    @Override
    protected byte[] toBytes(ChangedKeys value) {
      return value.toBytes();
    }

    @Override
    protected ChangedKeys of(byte[] bytes) throws IOException {
      return ChangedKeys.of(bytes);
    }
  }
}
