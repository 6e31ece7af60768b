package io.daisychain.linkage.live;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import java.util.Arrays;

/**
 * Clusters to which nothing has come for a while, as one array of bytes each: half of what their
 * events take while they are worked on.
 *
 * <p>Layout: epoch in which it was touched last, number of bytes that follow once they are
 * decompressed (varint each), and compressed by Zstandard the number of keys (varint), and of each
 * the key (16 bytes), whether the store may have something under it (1), the number of its events
 * (varint), and of each the length and the bytes of its {@link
 * io.daisychain.linkage.graph.LinkRecord} but the key. Lives only in memory, so it has no version.
 * Not thread-safe.
 */
final class RestingCluster implements AutoCloseable {
  private static final int LEVEL = 1;

  private final ZstdCompressCtx compressor = new ZstdCompressCtx();
  private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();
  private final PackedWriter plain = new PackedWriter();
  private final PackedWriter head = new PackedWriter();
  private final PackedReader in = new PackedReader();
  private byte[] buffer = new byte[1 << 12];

  RestingCluster() {
    compressor.setLevel(LEVEL);
    compressor.setMagicless(true);
    compressor.setContentSize(false);
    compressor.setChecksum(false);
    compressor.setDictID(false);
    decompressor.setMagicless(true);
  }

  /** Packs a cluster. */
  byte[] pack(LiveCluster cluster) {
    plain.clear().varint(cluster.keys);
    LiveNode node = cluster.ring;
    for (int i = 0; i < cluster.keys; i++) {
      plain.key(node.high, node.low).u8(node.mayBeStored ? 1 : 0);
      int events = 0;
      for (LiveNode event = node; event != null; event = event.next) {
        events += event.record == null ? 0 : 1;
      }
      plain.varint(events);
      for (LiveNode event = node; event != null; event = event.next) {
        if (event.record != null) {
          int length = event.record.length - RowKey.LENGTH;
          plain.varint(length).raw(event.record, RowKey.LENGTH, length);
        }
      }
      node = node.nextKey;
    }
    head.clear().varint((int) cluster.touched).varint(plain.length());
    int room = head.length() + (int) com.github.luben.zstd.Zstd.compressBound(plain.length());
    if (buffer.length < room) {
      buffer = new byte[room];
    }
    System.arraycopy(head.buffer(), 0, buffer, 0, head.length());
    int length =
        compressor.compressByteArray(
            buffer,
            head.length(),
            buffer.length - head.length(),
            plain.buffer(),
            0,
            plain.length());
    return Arrays.copyOf(buffer, head.length() + length);
  }

  /** The epoch in which a packed cluster was touched last. */
  long touched(byte[] packed) {
    return in.wrap(packed, 0, packed.length).varint();
  }

  /** The cluster that was packed. */
  LiveCluster unpack(byte[] packed) {
    in.wrap(packed, 0, packed.length);
    long touched = in.varint();
    byte[] bytes = new byte[in.varint()];
    decompressor.decompressByteArray(
        bytes, 0, bytes.length, packed, in.position(), packed.length - in.position());
    in.wrap(bytes, 0, bytes.length);
    LiveCluster cluster = null;
    for (int keys = in.varint(); keys > 0; keys--) {
      int key = in.advance(RowKey.LENGTH);
      LiveNode node = new LiveNode(RowKey.high(bytes, key), RowKey.low(bytes, key));
      node.mayBeStored = in.u8() == 1;
      node.cluster = new LiveCluster(node);
      for (int events = in.varint(); events > 0; events--) {
        int length = in.varint();
        int at = in.advance(length);
        byte[] record = new byte[RowKey.LENGTH + length];
        System.arraycopy(bytes, key, record, 0, RowKey.LENGTH);
        System.arraycopy(bytes, at, record, RowKey.LENGTH, length);
        node.cluster.add(node.event(record));
      }
      cluster = cluster == null ? node.cluster : LiveCluster.join(cluster, node.cluster);
    }
    cluster.touched = touched;
    return cluster;
  }

  @Override
  public void close() {
    compressor.close();
    decompressor.close();
  }
}
