package io.daisychain.linkage;

import io.daisychain.beam.Block;
import io.daisychain.beam.BlockPacker;
import io.daisychain.beam.BlockSink;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.EventGraph;
import io.daisychain.linkage.graph.KeyHash;
import io.daisychain.linkage.graph.RowChanges;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.Family;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.hadoop.hbase.Cell;

/**
 * Compares the cells of children that the table has with those that it should have, and changes
 * what differs.
 *
 * <p>A child's cell stands on its parent's row, so a run that was killed may have written either
 * and not the other, or removed neither. Nothing but the table tells which: the run that follows
 * looks at all such cells. Others know from the lineages what is there, and do without.
 */
final class CompareChildrenFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, Block>> {
  private static final int STORED = 0;
  private static final int WANTED = 1;

  /** Dates and keys of the row and of the child (20 bytes each), stored or wanted (1), relation. */
  private static final int LENGTH = 2 * (Integer.BYTES + RowKey.LENGTH) + 2;

  /** Relation of a stored cell whose value is none. */
  private static final int NO_RELATION = 0xff;

  private final LinkSettings settings;

  CompareChildrenFn(LinkSettings settings) {
    this.settings = settings;
  }

  /** Gathers cells for comparison, in shards by the parent's key. */
  static final class Cells {
    private final KeyHash hash;
    private final int shards;
    private final BlockPacker blocks;

    Cells(KeyHash hash, int shards, BlockSink blocks) {
      this.hash = hash;
      this.shards = shards;
      this.blocks = new BlockPacker(shards, blocks);
    }

    /** Adds a cell of a row's Link family if it is a child's. */
    void addStored(int date, byte[] row, Cell cell) {
      byte[] qualifier = cell.getQualifierArray();
      int at = cell.getQualifierOffset();
      int length = cell.getQualifierLength();
      if (row.length == RowKey.LENGTH && TableSchema.isChild(qualifier, at, length)) {
        DatedKey child =
            new DatedKey(
                TableSchema.childDate(qualifier, at, length, date), RowKey.read(qualifier, at + 1));
        int relation =
            cell.getValueLength() == 1
                ? cell.getValueArray()[cell.getValueOffset()] & 0xff
                : NO_RELATION;
        add(new DatedKey(date, RowKey.read(row, 0)), child, STORED, relation);
      }
    }

    /** Adds the cells that an event should have on its parents' rows of some dates. */
    void addWanted(EventGraph graph, int node, IntPredicate dates) {
      for (int edge = graph.firstEdge(node); edge < graph.firstEdge(node + 1); edge++) {
        int date = graph.childCellDate(node, edge);
        if (dates.test(date)) {
          RowKey parent = new RowKey(graph.parentHigh(edge), graph.parentLow(edge));
          int relation = graph.relation(node, edge).code();
          add(new DatedKey(date, parent), graph.datedKey(node), WANTED, relation);
        }
      }
      for (DatedKey place : graph.formerPlaces(node)) {
        if (dates.test(place.date())) {
          add(place, graph.datedKey(node), WANTED, graph.relation(node).code());
        }
      }
    }

    private void add(DatedKey parent, DatedKey child, int side, int relation) {
      int shard = hash.part(parent.key().high(), parent.key().low(), shards);
      PackedWriter out = blocks.begin(shard);
      parent.write(out);
      child.write(out);
      out.u8(side).u8(relation);
      blocks.end(shard);
    }

    /** Hands on whatever has gathered. */
    void flush() {
      blocks.flush();
    }
  }

  /** Ordered, so that a map finds one quickly even where many have one hash on purpose. */
  private record Place(DatedKey parent, DatedKey child) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byParent = parent.compareTo(other.parent);
      return byParent != 0 ? byParent : child.compareTo(other.child);
    }
  }

  @ProcessElement
  public void compare(
      @Element KV<Integer, Iterable<Block>> cells, OutputReceiver<KV<Integer, Block>> out)
      throws IOException {
    try (Spill.Writer spill = settings.spill().open()) {
      compare(cells.getValue(), new PackedChanges(settings, spill.into(out), null));
    }
  }

  private static void compare(Iterable<Block> cells, PackedChanges changes) {
    Map<Place, Byte> stored = new HashMap<>();
    Map<Place, Byte> wanted = new HashMap<>();
    for (Block packed : cells) {
      byte[] block = packed.bytes();
      for (int at = 0; at < block.length; at += LENGTH) {
        PackedReader in = new PackedReader().wrap(block, at, LENGTH);
        Place place = new Place(DatedKey.read(in), DatedKey.read(in));
        Map<Place, Byte> side = block[at + LENGTH - 2] == STORED ? stored : wanted;
        side.put(place, block[at + LENGTH - 1]);
      }
    }
    wanted.forEach(
        (place, relation) -> {
          if (!relation.equals(stored.get(place))) {
            byte[] column = begin(place, changes);
            changes.put(Family.LINK, column, new byte[] {relation}, 1);
          }
        });
    for (Place place : stored.keySet()) {
      if (!wanted.containsKey(place)) {
        changes.delete(Family.LINK, begin(place, changes));
      }
    }
    changes.flush();
  }

  private static byte[] begin(Place place, RowChanges changes) {
    changes.row(place.parent.date(), place.parent.key().high(), place.parent.key().low());
    return TableSchema.childQualifier(
        place.child.key().high(), place.child.key().low(), place.child.date(), place.parent.date());
  }
}
