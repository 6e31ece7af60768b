package io.daisychain.linkage.components;

import io.daisychain.beam.Block;
import io.daisychain.beam.BlockPacker;
import io.daisychain.beam.SortedRecords;
import io.daisychain.beam.Spill;
import java.io.IOException;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/** Tells all who took a label the label's group: itself, where it had no edges left. */
final class TellGroupsFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, Block>> {
  private final UniteComponents.Plan plan;
  private final int round;

  TellGroupsFn(UniteComponents.Plan plan, int round) {
    this.plan = plan;
    this.round = round;
  }

  @ProcessElement
  public void tell(
      @Element KV<Integer, Iterable<Block>> shard, OutputReceiver<KV<Integer, Block>> out)
      throws IOException {
    try (Spill.Writer spill = plan.spill().open()) {
      Teller teller = new Teller(new BlockPacker(plan.destinations(round), spill.into(out)));
      SortedRecords.visit(
          plan.spill(),
          shard.getValue(),
          GroupRecord.LENGTH,
          record -> teller.add(GroupRecord.read(record)));
      teller.groups.flush();
    }
  }

  /** Takes all records in their order: a label's group, if there is one, then its members. */
  private static final class Teller {
    private final BlockPacker groups;
    private GroupRecord last;
    private long group;

    Teller(BlockPacker groups) {
      this.groups = groups;
    }

    void add(GroupRecord record) {
      if (record.isGroup()) {
        group = record.value();
      } else {
        if (last == null || last.component() != record.component()) {
          group = record.component();
        }
        GroupRecord.group(record.value(), group).write(groups.begin(record.destination()));
        groups.end(record.destination());
      }
      last = record;
    }
  }
}
