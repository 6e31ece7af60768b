package io.daisychain.linkage;

import io.daisychain.beam.Chunk;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/**
 * Finds which components of different partitions are one lifecycle or may be: the small graph that
 * remains.
 *
 * <p>Input: the pairs of {@link JoinLooseEndsFn}, all of them. Output: {@link Moves} by partition.
 * In memory a component takes some 50 bytes and a pair 8.
 */
final class UniteComponentsFn extends DoFn<KV<Integer, Iterable<Chunk>>, KV<Integer, Chunk>> {
  private static final long serialVersionUID = 1;
  private static final int NO_PARTITION = -1;
  private static final int CHUNK_BYTES = 256 << 10;

  @ProcessElement
  public void unite(
      @Element KV<Integer, Iterable<Chunk>> pairs, OutputReceiver<KV<Integer, Chunk>> out) {
    KeyNumbers components = new KeyNumbers();
    int[] partitions = new int[16];
    int[] ends = new int[16];
    int count = 0;
    PackedReader in = new PackedReader();
    for (Chunk chunk : pairs.getValue()) {
      in.wrap(chunk.bytes(), 0, chunk.length());
      while (in.remaining() > 0) {
        LooseEnd end = LooseEnd.read(in);
        int number = components.number(end.component().high(), end.component().low());
        partitions = withRoom(partitions, number);
        partitions[number] = end.partition();
        ends = withRoom(ends, count);
        ends[count++] = number;
      }
    }
    out.output(KV.of(NO_PARTITION, Chunk.of(new byte[0]))); // even without pairs: see LinkJob
    UnionFind groups = new UnionFind(components.size());
    for (int i = 0; i < count; i += 2) {
      groups.union(ends[i], ends[i + 1]);
    }
    move(components, partitions, groups, out);
  }

  private static void move(
      KeyNumbers components,
      int[] partitions,
      UnionFind groups,
      OutputReceiver<KV<Integer, Chunk>> out) {
    Map<Integer, PackedWriter> moves = new HashMap<>();
    for (int i = 0; i < components.size(); i++) {
      int group = groups.find(i);
      PackedWriter chunk = moves.computeIfAbsent(partitions[i], p -> new PackedWriter());
      Moves.write(
          chunk,
          new RowKey(components.high(i), components.low(i)),
          new RowKey(components.high(group), components.low(group)));
      if (chunk.length() >= CHUNK_BYTES) {
        send(partitions[i], chunk, out);
      }
    }
    moves.forEach((partition, chunk) -> send(partition, chunk, out));
  }

  private static void send(
      int partition, PackedWriter chunk, OutputReceiver<KV<Integer, Chunk>> out) {
    if (chunk.length() > 0) {
      out.output(KV.of(partition, Chunk.of(chunk.toBytes())));
      chunk.clear();
    }
  }

  private static int[] withRoom(int[] array, int index) {
    return index < array.length ? array : Arrays.copyOf(array, index * 2);
  }
}
