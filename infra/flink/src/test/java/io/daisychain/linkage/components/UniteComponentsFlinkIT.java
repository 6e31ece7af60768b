package io.daisychain.linkage.components;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.beam.Block;
import io.daisychain.beam.BlockPacker;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.graph.KeyHash;
import io.daisychain.linkage.graph.flow.UnionFind;
import io.daisychain.model.PackedReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.logging.LogManager;
import java.util.stream.LongStream;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Components are united on Flink as union-find does it; linkage has more shapes on DirectRunner.
 */
class UniteComponentsFlinkIT {
  private static final int COUNT = 30_000;
  private static final int PARTITIONS = 7;

  private final long seed = Long.getLong("daisychain.seed", System.nanoTime());

  /** Flink tells every step of every job. */
  @BeforeAll
  static void silenceLogs() {
    LogManager.getLogManager().reset();
  }

  /** A long path, then trees of random depth, then parts of two. */
  private static int neighbor(int component, Random random) {
    if (component < COUNT / 3) {
      return component - 1;
    }
    return component < 2 * COUNT / 3 ? random.nextInt(component) : component - component % 2;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void equalsUnionFind(int rounds) {
    FlinkPipelineOptions options = PipelineOptionsFactory.as(FlinkPipelineOptions.class);
    options.setRunner(FlinkRunner.class);
    options.setFlinkMaster("[local]");
    options.setParallelism(2);
    Pipeline pipeline = Pipeline.create(options);
    UniteComponents.Plan plan =
        new UniteComponents.Plan(rounds, 4, PARTITIONS, KeyHash.random(), Spill.none());
    long[] numbers = new Random(seed).longs(COUNT).toArray();
    UnionFind truth = new UnionFind(COUNT);
    List<KV<Integer, Block>> edges = new ArrayList<>();
    BlockPacker packer =
        new BlockPacker(
            plan.shards(),
            (shard, buffer, length) ->
                edges.add(KV.of(shard, Block.of(Arrays.copyOf(buffer, length)))));
    Random random = new Random(seed);
    for (int i = 1; i < COUNT; i++) {
      int other = neighbor(i, random);
      truth.union(i, other);
      plan.write(new ComponentEdge(numbers[i], numbers[other], i % PARTITIONS), packer);
      plan.write(new ComponentEdge(numbers[other], numbers[i], other % PARTITIONS), packer);
    }
    packer.flush();
    long[] expected =
        LongStream.range(0, COUNT).map(component -> truth.find((int) component)).toArray();
    PCollection<KV<Integer, Block>> groups =
        pipeline.apply(Create.of(edges)).apply("Unite", new UniteComponents(plan));
    PAssert.that(groups).satisfies(new Comparison("seed " + seed, numbers, expected));
    pipeline.run().waitUntilFinish();
  }

  /** Compares what partitions are told with the set of each component. */
  private static final class Comparison
      implements SerializableFunction<Iterable<KV<Integer, Block>>, Void> {
    private static final long serialVersionUID = 1;
    private final String what;
    private final long[] numbers;
    private final long[] sets;

    Comparison(String what, long[] numbers, long[] sets) {
      this.what = what;
      this.numbers = numbers;
      this.sets = sets;
    }

    @Override
    public Void apply(Iterable<KV<Integer, Block>> told) {
      Map<List<Long>, Long> groups = new HashMap<>();
      PackedReader in = new PackedReader();
      for (KV<Integer, Block> block : told) {
        in.wrap(block.getValue().bytes(), 0, block.getValue().length());
        while (in.remaining() > 0) {
          GroupRecord record = GroupRecord.read(in);
          groups.put(List.of((long) block.getKey(), record.component()), record.value());
        }
      }
      assertEquals(numbers.length, groups.size(), what);
      Map<Long, Long> setOf = new HashMap<>();
      Map<Long, Long> groupOf = new HashMap<>();
      for (int i = 0; i < numbers.length; i++) {
        long set = sets[i];
        Long group = groups.get(List.of((long) (i % PARTITIONS), numbers[i]));
        assertEquals(set, setOf.computeIfAbsent(group, g -> set), what);
        assertEquals(group, groupOf.computeIfAbsent(set, s -> group), what);
      }
      return null;
    }
  }
}
