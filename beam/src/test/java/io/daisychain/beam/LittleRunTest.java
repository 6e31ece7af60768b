package io.daisychain.beam;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.Impulse;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.transforms.join.CoGbkResult;
import org.apache.beam.sdk.transforms.join.CoGroupByKey;
import org.apache.beam.sdk.transforms.join.KeyedPCollectionTuple;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LittleRunTest {
  /** Functions are copied by runners; what they say is gathered here. */
  private static final List<String> SAID = Collections.synchronizedList(new ArrayList<>());

  private static final TupleTag<KV<byte[], Integer>> PAIRS = new TupleTag<>() {};
  private static final TupleTag<Integer> ODD = new TupleTag<>() {};
  private static final TupleTag<Integer> LEFT = new TupleTag<>() {};
  private static final TupleTag<Integer> RIGHT = new TupleTag<>() {};

  @BeforeEach
  void begin() {
    SAID.clear();
  }

  @Test
  void givesWhatDirectRunnerGives() {
    Pipeline direct = Pipeline.create(PipelineOptionsFactory.create());
    build(direct);
    direct.run().waitUntilFinish();
    List<String> expected = new ArrayList<>(SAID);
    Collections.sort(expected);
    SAID.clear();

    Pipeline little = Pipeline.create(PipelineOptionsFactory.create());
    build(little);
    LittleRun.of(little);
    List<String> found = new ArrayList<>(SAID);
    Collections.sort(found);

    assertEquals(expected, found);
    assertEquals(13, found.size(), found.toString());
  }

  /** Each kind of step that our jobs have. */
  private static void build(Pipeline pipeline) {
    PCollection<Integer> numbers =
        pipeline
            .apply("Numbers", Create.of(10))
            .apply("Below", NumbersBelow.count())
            .apply("Distribute", Reshuffle.viaRandomKey());
    PCollection<Integer> nothing =
        pipeline.apply("Nothing", Create.empty(TypeDescriptors.integers()));
    PCollectionTuple split =
        numbers.apply("Split", ParDo.of(new SplitFn()).withOutputTags(PAIRS, TupleTagList.of(ODD)));
    PCollection<KV<byte[], Integer>> pairs =
        split.get(PAIRS).setCoder(KvCoder.of(ByteArrayCoder.of(), VarIntCoder.of()));
    pairs.apply("Group", GroupByKey.create()).apply("Say groups", ParDo.of(new SayGroupsFn()));
    PCollectionView<Integer> sum =
        split.get(ODD).apply("Sum", Combine.globally(Sum.ofIntegers()).asSingletonView());
    PCollectionView<Iterable<Integer>> none = nothing.apply("View nothing", View.asIterable());
    PCollection<KV<Integer, Integer>> thirds = numbers.apply("Thirds", ParDo.of(new ThirdsFn()));
    PCollectionView<Map<Integer, Iterable<Integer>>> byThird =
        thirds.apply("View thirds", View.asMultimap());
    PCollectionList.of(nothing)
        .and(pipeline.apply("One", Create.of(1)))
        .apply("Flatten", Flatten.pCollections())
        .apply(
            "Say views",
            ParDo.of(new SayViewsFn(sum, none, byThird)).withSideInputs(sum, none, byThird));
    KeyedPCollectionTuple.of(LEFT, thirds)
        .and(RIGHT, thirds.apply("Add up", Sum.integersPerKey()))
        .apply("Join", CoGroupByKey.create())
        .apply("Say joined", ParDo.of(new SayJoinedFn()));
    pipeline
        .apply("Begin", Impulse.create())
        .apply("Say beginning", ParDo.of(new SayBeginningFn()));
    nothing.apply("Never", ParDo.of(new BundleFn()));
    numbers
        .apply("Add up all", Combine.globally(Sum.ofIntegers()).withoutDefaults())
        .apply("Say bundle", ParDo.of(new BundleFn()));
  }

  /** What even numbers end with, by a key of bytes, which equal where arrays do not. */
  private static final class SplitFn extends DoFn<Integer, KV<byte[], Integer>> {
    @ProcessElement
    public void split(@Element Integer number, MultiOutputReceiver out) {
      if (number % 2 == 0) {
        out.get(PAIRS).output(KV.of(("key" + number % 3).getBytes(UTF_8), number));
      } else {
        out.get(ODD).output(number);
      }
    }
  }

  private static final class ThirdsFn extends DoFn<Integer, KV<Integer, Integer>> {
    @ProcessElement
    public void split(@Element Integer number, OutputReceiver<KV<Integer, Integer>> out) {
      out.output(KV.of(number % 3, number));
    }
  }

  private static final class SayGroupsFn extends DoFn<KV<byte[], Iterable<Integer>>, Integer> {
    @ProcessElement
    public void say(ProcessContext context) {
      SAID.add(
          new String(context.element().getKey(), UTF_8) + sorted(context.element().getValue()));
    }
  }

  private static final class SayBeginningFn extends DoFn<byte[], Integer> {
    @ProcessElement
    public void say(@Element byte[] nothing) {
      SAID.add("begins with " + nothing.length);
    }
  }

  private static final class SayViewsFn extends DoFn<Integer, Integer> {
    private final PCollectionView<Integer> sum;
    private final PCollectionView<Iterable<Integer>> none;
    private final PCollectionView<Map<Integer, Iterable<Integer>>> byThird;

    SayViewsFn(
        PCollectionView<Integer> sum,
        PCollectionView<Iterable<Integer>> none,
        PCollectionView<Map<Integer, Iterable<Integer>>> byThird) {
      this.sum = sum;
      this.none = none;
      this.byThird = byThird;
    }

    @ProcessElement
    public void say(ProcessContext context) {
      SAID.add(context.element() + " sum " + context.sideInput(sum));
      SAID.add("none " + sorted(context.sideInput(none)));
      Map<Integer, Iterable<Integer>> thirds = context.sideInput(byThird);
      SAID.add("thirds " + new TreeSet<>(thirds.keySet()) + " " + sorted(thirds.get(1)));
      SAID.add("no fourth " + thirds.get(4));
    }
  }

  private static final class SayJoinedFn extends DoFn<KV<Integer, CoGbkResult>, Integer> {
    @ProcessElement
    public void say(@Element KV<Integer, CoGbkResult> joined) {
      SAID.add(
          joined.getKey()
              + " of "
              + sorted(joined.getValue().getAll(LEFT))
              + " is "
              + sorted(joined.getValue().getAll(RIGHT)));
    }
  }

  private static final class BundleFn extends DoFn<Integer, Integer> {
    private int sum;

    @StartBundle
    public void begin() {
      SAID.add("bundle");
    }

    @ProcessElement
    public void add(@Element Integer number) {
      sum += number;
    }

    @FinishBundle
    public void end() {
      SAID.add("sum of bundle " + sum);
    }
  }

  private static List<Integer> sorted(Iterable<Integer> numbers) {
    List<Integer> sorted = new ArrayList<>();
    numbers.forEach(sorted::add);
    Collections.sort(sorted);
    return sorted;
  }

  @Test
  void aFunctionThatFailsIsClosedAndEndsTheRun() {
    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
    pipeline
        .apply(Create.of(1, 2))
        .apply("Fail", ParDo.of(new FailingFn()))
        .apply("Never", ParDo.of(new BundleFn()));

    RuntimeException failure = assertThrows(RuntimeException.class, () -> LittleRun.of(pipeline));

    assertEquals("number 2", failure.getCause().getMessage());
    assertEquals(List.of("closed after 2"), SAID);
  }

  static final class FailingFn extends DoFn<Integer, Integer> {
    private int last;

    @ProcessElement
    public void fail(@Element Integer number, OutputReceiver<Integer> out) {
      last = number;
      if (number == 2) {
        throw new IllegalStateException("number " + number);
      }
      out.output(number);
    }

    @Teardown
    public void close() {
      SAID.add("closed after " + last);
    }
  }
}
