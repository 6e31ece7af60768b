package io.daisychain.linkage.components;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.beam.Block;
import io.daisychain.beam.BlockPacker;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.graph.KeyHash;
import io.daisychain.linkage.graph.flow.UnionFind;
import io.daisychain.model.PackedReader;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricResult;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups of components beside union-find, whatever their shape and the number of rounds. */
class UniteComponentsTest {
  private static final int PARTITIONS = 9;
  private static final int SHARDS = 5;

  private final long seed = Long.getLong("daisychain.seed", System.nanoTime());

  @TempDir private Path folder;

  /** Pairs of components that belong together. */
  enum Shape {
    PATH {
      @Override
      void join(int count, Random random, Pairs pairs) {
        for (int i = 1; i < count; i++) {
          pairs.add(i - 1, i);
        }
      }
    },
    STAR {
      @Override
      void join(int count, Random random, Pairs pairs) {
        for (int i = 1; i < count; i++) {
          pairs.add(0, i);
        }
      }
    },
    GRID {
      @Override
      void join(int count, Random random, Pairs pairs) {
        int side = (int) Math.sqrt(count);
        for (int i = 0; i < side * side; i++) {
          if (i % side > 0) {
            pairs.add(i - 1, i);
          }
          if (i >= side) {
            pairs.add(i - side, i);
          }
        }
      }
    },
    /** A path of which each component has two more. */
    CATERPILLAR {
      @Override
      void join(int count, Random random, Pairs pairs) {
        for (int i = 1; i < count; i++) {
          pairs.add(i % 3 == 0 ? i - 3 : i - i % 3, i);
        }
      }
    },
    /** What honest lifecycles are: two or three parts. */
    LIFECYCLES {
      @Override
      void join(int count, Random random, Pairs pairs) {
        for (int i = 1; i < count; i++) {
          if (i % 3 != 0) {
            pairs.add(i - 1, i);
          }
        }
      }
    },
    RANDOM {
      @Override
      void join(int count, Random random, Pairs pairs) {
        for (int i = 0; i < count; i++) {
          pairs.add(random.nextInt(count), random.nextInt(count));
        }
      }
    },
    /** One of each of the others, apart. */
    ALL {
      @Override
      void join(int count, Random random, Pairs pairs) {
        int first = 0;
        for (Shape shape : OTHERS) {
          int from = first;
          shape.join(count / OTHERS.size(), random, (a, b) -> pairs.add(from + a, from + b));
          first += count / OTHERS.size();
        }
      }
    };

    static final List<Shape> OTHERS = List.of(PATH, STAR, GRID, CATERPILLAR, LIFECYCLES, RANDOM);

    abstract void join(int count, Random random, Pairs pairs);
  }

  interface Pairs {
    void add(int a, int b);
  }

  /** A graph of components; the same each time that it is made of one seed. */
  record Graph(Shape shape, int count, long seed, boolean oneNumber) implements Serializable {
    /** Numbers of components in the order of the path, grid and so on. */
    long[] numbers() {
      Random random = new Random(seed);
      long[] numbers = LongStream.generate(random::nextLong).limit(count).toArray();
      for (int[] pair : ofOneNumber()) {
        numbers[pair[0]] = numbers[pair[1]];
      }
      return numbers;
    }

    /** Components of two partitions that have one number, by chance: a pair in each shape. */
    List<int[]> ofOneNumber() {
      List<int[]> pairs = new ArrayList<>();
      int each = shape == Shape.ALL ? count / Shape.OTHERS.size() : count;
      for (int first = 0; oneNumber && first + each <= count; first += each) {
        pairs.add(new int[] {first + each / 2, first + each / 3});
      }
      return pairs;
    }

    int partition(int component) {
      return component % PARTITIONS;
    }

    List<int[]> pairs() {
      List<int[]> pairs = new ArrayList<>();
      shape.join(count, new Random(seed), (a, b) -> pairs.add(new int[] {a, b}));
      return pairs;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PATH, 50000, 4",
    "PATH, 20000, 0",
    "PATH, 2000, 20",
    "STAR, 50000, 2",
    "STAR, 2000, 3",
    "GRID, 20000, 3",
    "CATERPILLAR, 20000, 5",
    "LIFECYCLES, 20000, 2",
    "LIFECYCLES, 20000, 0",
    "RANDOM, 20000, 3",
  })
  void equalsUnionFind(Shape shape, int count, int rounds) throws Exception {
    long left = unite(new Graph(shape, count, seed, false), rounds);
    assertTrue(left <= 100 + count * Math.pow(0.65, rounds), left + " are left, seed " + seed);
    if (rounds > 1 && (shape == Shape.LIFECYCLES || shape == Shape.STAR)) {
      assertEquals(0, left, "seed " + seed);
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "2", "3", "20"})
  void twoComponentsOfOneNumberAreBothTold(int rounds) throws Exception {
    unite(new Graph(Shape.ALL, 600, seed, true), rounds);
  }

  @Test
  void nothingIsUnitedWhereNothingCrosses() throws Exception {
    assertEquals(0, unite(new Graph(Shape.RANDOM, 0, seed, false), 2));
  }

  /** Unites a graph, compares, and returns how many components were left after all rounds. */
  private long unite(Graph graph, int rounds) throws Exception {
    DirectOptions options = PipelineOptionsFactory.as(DirectOptions.class);
    options.setTargetParallelism(2);
    Pipeline pipeline = Pipeline.create(options);
    try (Spill spill = Spill.into(folder)) {
      UniteComponents.Plan plan =
          new UniteComponents.Plan(rounds, SHARDS, PARTITIONS, KeyHash.random(), spill);
      PCollection<KV<Integer, Block>> groups =
          pipeline.apply(Create.of(edges(graph, plan))).apply("Unite", new UniteComponents(plan));
      PAssert.that(groups).satisfies(new Comparison(graph));
      PipelineResult result = pipeline.run();
      result.waitUntilFinish();
      MetricsFilter inOnePlace =
          MetricsFilter.builder()
              .addNameFilter(MetricNameFilter.named("unite", "components in one place"))
              .build();
      long left = 0;
      for (MetricResult<Long> counted : result.metrics().queryMetrics(inOnePlace).getCounters()) {
        left += counted.getAttempted();
      }
      return left;
    }
  }

  private static List<KV<Integer, Block>> edges(Graph graph, UniteComponents.Plan plan) {
    List<KV<Integer, Block>> blocks = new ArrayList<>();
    BlockPacker packer =
        new BlockPacker(
            plan.shards(),
            (shard, buffer, length) ->
                blocks.add(KV.of(shard, Block.of(Arrays.copyOf(buffer, length)))));
    long[] numbers = graph.numbers();
    List<int[]> pairs = graph.pairs();
    Collections.shuffle(pairs, new Random(graph.seed()));
    for (int[] pair : pairs) {
      for (int end = 0; end < 2; end++) {
        int from = pair[end];
        long to = numbers[pair[1 - end]];
        plan.write(new ComponentEdge(numbers[from], to, graph.partition(from)), packer);
      }
    }
    packer.flush();
    blocks.add(KV.of(0, Block.of(new byte[0])));
    return blocks;
  }

  /** Compares what partitions are told with union-find. */
  private record Comparison(Graph graph)
      implements SerializableFunction<Iterable<KV<Integer, Block>>, Void> {
    @Override
    public Void apply(Iterable<KV<Integer, Block>> told) {
      String what = graph.toString();
      Map<List<Long>, Long> groups = new HashMap<>();
      PackedReader in = new PackedReader();
      for (KV<Integer, Block> block : told) {
        in.wrap(block.getValue().bytes(), 0, block.getValue().length());
        while (in.remaining() > 0) {
          GroupRecord record = GroupRecord.read(in);
          assertTrue(record.isGroup(), what);
          List<Long> place = List.of((long) block.getKey(), record.component());
          Long before = groups.put(place, record.value());
          assertTrue(before == null || before == record.value(), what);
        }
      }
      long[] numbers = graph.numbers();
      UnionFind truth = new UnionFind(graph.count());
      boolean[] joined = new boolean[graph.count()];
      for (int[] pair : graph.pairs()) {
        truth.union(pair[0], pair[1]);
        joined[pair[0]] = true;
        joined[pair[1]] = true;
      }
      for (int[] pair : graph.ofOneNumber()) {
        truth.union(pair[0], pair[1]);
      }
      Map<Long, Integer> sets = new HashMap<>();
      Map<Integer, Long> found = new HashMap<>();
      int expected = 0;
      for (int i = 0; i < graph.count(); i++) {
        if (joined[i]) {
          expected++;
          Long group = groups.get(List.of((long) graph.partition(i), numbers[i]));
          assertTrue(group != null, () -> what + ": a component was not told");
          int set = truth.find(i);
          assertEquals(set, sets.computeIfAbsent(group, g -> set), what);
          assertEquals(group, found.computeIfAbsent(set, s -> group), what);
        }
      }
      assertEquals(expected, groups.size(), what);
      return null;
    }
  }
}
