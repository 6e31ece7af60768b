package io.daisychain.reporting;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.beam.BlockSink;
import io.daisychain.model.LongBytes;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * From where a link run's feedback goes on: of some dates, the lines that earlier runs have told
 * stay, but for those of rows that have changed since.
 *
 * @param sources by folder of a run's feedback, the dates whose lines are taken from there
 * @param changed by date, the rows of which no line is taken: they are told anew
 * @param isAll false where all lines of other dates are told anew besides
 */
public record Retelling(
    Map<String, Set<Integer>> sources, Map<Integer, Set<RowKey>> changed, boolean isAll) {
  /** All lines of all dates are told anew. */
  public static final Retelling NONE = new Retelling(Map.of(), Map.of(), false);

  /** Bytes behind a line of link: its date, and the key of its row. */
  static final int TRAILER = Integer.BYTES + RowKey.LENGTH;

  /** Stands in a block where the length of a line is expected, which is never 0. */
  private static final int MARK = 0;

  /** Whether all that a run has told of the lines of link is still in its folder. */
  public static boolean isKept(String directory) {
    Path folder = ToldShard.folder(directory);
    for (int shard = 0; folder != null && shard < 2 * WriteFeedback.SHARDS; shard++) {
      if (ToldShard.read(folder, shard) == null) {
        return false;
      }
    }
    return folder != null;
  }

  /** Whether a run has kept what it has told, of which no part was too large. */
  public static boolean isWritten(String directory) {
    Path folder = ToldShard.folder(directory);
    for (int shard = 0; folder != null && shard < 2 * WriteFeedback.SHARDS; shard++) {
      if (!Files.exists(ToldShard.file(folder, shard))) {
        return false;
      }
    }
    return folder != null;
  }

  /** Deletes what a run has kept, when a later one goes on from elsewhere. */
  public static void delete(String directory) throws IOException {
    Path folder = ToldShard.folder(directory);
    for (int shard = 0; folder != null && shard < 2 * WriteFeedback.SHARDS; shard++) {
      Files.deleteIfExists(ToldShard.file(folder, shard));
    }
  }

  /** Hands this to all shards. */
  public void send(BlockSink sink) {
    PackedWriter out = new PackedWriter();
    out.varint(MARK).u8(isAll ? 1 : 0).varint(sources.size());
    sources.forEach(
        (folder, dates) -> {
          byte[] name = folder.getBytes(UTF_8);
          out.text(name, 0, name.length).varint(dates.size());
          dates.forEach(out::i32);
        });
    out.varint(changed.size());
    changed.forEach(
        (date, rows) -> {
          out.i32(date).varint(rows.size());
          rows.forEach(out::key);
        });
    for (int shard = 0; shard < 2 * WriteFeedback.SHARDS; shard++) {
      sink.accept(shard, out.buffer(), out.length());
    }
  }

  /** What {@link #send} has sent; null where a block has lines. */
  static Retelling read(byte[] block) {
    PackedReader in = new PackedReader().wrap(block, 0, block.length);
    if (in.varint() != MARK) {
      return null;
    }
    boolean isAll = in.u8() != 0;
    Map<String, Set<Integer>> sources = new TreeMap<>();
    for (int left = in.varint(); left > 0; left--) {
      int length = in.varint();
      String folder = new String(block, in.advance(length), length, UTF_8);
      Set<Integer> dates = new TreeSet<>();
      for (int more = in.varint(); more > 0; more--) {
        dates.add(in.i32());
      }
      sources.put(folder, dates);
    }
    Map<Integer, Set<RowKey>> changed = new TreeMap<>();
    for (int left = in.varint(); left > 0; left--) {
      Set<RowKey> rows = new HashSet<>();
      changed.put(in.i32(), rows);
      for (int more = in.varint(); more > 0; more--) {
        rows.add(in.key());
      }
    }
    return new Retelling(sources, changed, isAll);
  }

  /** Whether a line stays, which ends at an offset with its trailer. */
  boolean keeps(byte[] bytes, int end, Set<Integer> dates) {
    int date = LongBytes.readInt(bytes, end - TRAILER);
    return dates.contains(date)
        && !changed.getOrDefault(date, Set.of()).contains(RowKey.read(bytes, end - RowKey.LENGTH));
  }
}
