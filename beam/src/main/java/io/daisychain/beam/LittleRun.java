package io.daisychain.beam;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.metrics.BoundedTrie;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Distribution;
import org.apache.beam.sdk.metrics.Gauge;
import org.apache.beam.sdk.metrics.MetricName;
import org.apache.beam.sdk.metrics.MetricsContainer;
import org.apache.beam.sdk.metrics.MetricsEnvironment;
import org.apache.beam.sdk.metrics.NoOpCounter;
import org.apache.beam.sdk.metrics.StringSet;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.runners.TransformHierarchy;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.Impulse;
import org.apache.beam.sdk.transforms.Materializations;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.transforms.ViewFn;
import org.apache.beam.sdk.transforms.reflect.DoFnInvoker;
import org.apache.beam.sdk.transforms.reflect.DoFnInvokers;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.OutputBuilder;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;

/**
 * Runs a job of little work: one step after the other on the calling thread, each over all elements
 * that the steps before have given, which lie in memory. The same steps as on any runner, without
 * what runners need to deal work out: making DirectRunner's evaluators costs more than little work.
 *
 * <p>It knows what our jobs are made of: functions, groups by key, side inputs and what Beam makes
 * of these. Neither windows, timers, state nor functions that are split.
 */
public final class LittleRun extends Pipeline.PipelineVisitor.Defaults {
  /** It is over before anybody looks how far it is. */
  private static final MetricsContainer NOT_COUNTED = new NotCounted();

  private final PipelineOptions options;
  private final Map<PCollection<?>, List<Object>> contents = new HashMap<>();
  private final Map<PCollectionView<?>, Object> views = new HashMap<>();

  private LittleRun(PipelineOptions options) {
    this.options = options;
  }

  /** Runs a pipeline to its end; what a function throws comes out, in Beam's wrapping. */
  public static void of(Pipeline pipeline) {
    MetricsContainer before = MetricsEnvironment.setCurrentContainer(NOT_COUNTED);
    try {
      pipeline.traverseTopologically(new LittleRun(pipeline.getOptions()));
    } finally {
      MetricsEnvironment.setCurrentContainer(before);
    }
  }

  @Override
  public CompositeBehavior enterCompositeTransform(TransformHierarchy.Node node) {
    PTransform<?, ?> transform = node.getTransform();
    if (transform instanceof Create.Values<?> values) {
      values.getElements().forEach(outputOf(node)::add);
      return CompositeBehavior.DO_NOT_ENTER_TRANSFORM;
    }
    if (transform instanceof Reshuffle || transform instanceof Reshuffle.ViaRandomKey) {
      outputOf(node).addAll(inputOf(node));
      return CompositeBehavior.DO_NOT_ENTER_TRANSFORM;
    }
    return CompositeBehavior.ENTER_TRANSFORM;
  }

  @Override
  public void visitPrimitiveTransform(TransformHierarchy.Node node) {
    PTransform<?, ?> transform = node.getTransform();
    if (transform instanceof ParDo.MultiOutput<?, ?> parDo) {
      new Step<>(node, parDo).run();
    } else if (transform instanceof Impulse) {
      outputOf(node).add(new byte[0]);
    } else if (transform instanceof GroupByKey) {
      PCollection<?> input = node.getInputs().values().iterator().next();
      outputOf(node).addAll(grouped(input).values());
    } else if (transform instanceof Flatten.PCollections) {
      node.getInputs().values().forEach(input -> outputOf(node).addAll(contents.get(input)));
    } else if (transform instanceof View.CreatePCollectionView) {
      outputOf(node).addAll(inputOf(node)); // seen by steps as what view() makes of it
    } else {
      throw new UnsupportedOperationException(node.getFullName());
    }
  }

  private List<Object> inputOf(TransformHierarchy.Node node) {
    return contents.get(node.getInputs().values().iterator().next());
  }

  private List<Object> outputOf(TransformHierarchy.Node node) {
    return of(node.getOutputs().values().iterator().next());
  }

  private List<Object> of(PCollection<?> collection) {
    return contents.computeIfAbsent(collection, none -> new ArrayList<>());
  }

  /** Pairs by key, of each key one pair with all values, in the order in which they came. */
  private Map<Object, KV<?, List<Object>>> grouped(PCollection<?> pairs) {
    Coder<?> keys = ((KvCoder<?, ?>) pairs.getCoder()).getKeyCoder();
    Map<Object, KV<?, List<Object>>> groups = new LinkedHashMap<>();
    for (Object element : contents.get(pairs)) {
      KV<?, ?> pair = (KV<?, ?>) element;
      groups
          .computeIfAbsent(
              structural(keys, pair.getKey()), key -> KV.of(pair.getKey(), new ArrayList<>()))
          .getValue()
          .add(pair.getValue());
    }
    return groups;
  }

  /** What equals where keys are one. */
  @SuppressWarnings("unchecked")
  private static <K> Object structural(Coder<K> keys, Object key) {
    return keys.structuralValue((K) key);
  }

  @SuppressWarnings("unchecked")
  private <T> T view(PCollectionView<T> view) {
    return (T) views.computeIfAbsent(view, this::made);
  }

  @SuppressWarnings({"unchecked", "deprecation"}) // what runners alone may ask
  private <P, T> T made(PCollectionView<T> view) {
    ViewFn<P, T> make = (ViewFn<P, T>) view.getViewFn();
    PCollection<?> source = view.getPCollection();
    return make.getMaterialization().getUrn().equals(Materializations.ITERABLE_MATERIALIZATION_URN)
        ? make.apply((P) (Materializations.IterableView<Object>) () -> contents.get(source))
        : make.apply((P) new Multimap(grouped(source), source));
  }

  /** Pairs by key, as Beam's views read them. */
  private record Multimap(Map<Object, KV<?, List<Object>>> groups, PCollection<?> source)
      implements Materializations.MultimapView<Object, Object> {
    @Override
    public Iterable<Object> get() {
      return groups.values().stream().<Object>map(KV::getKey).toList();
    }

    @Override
    public Iterable<Object> get(Object key) {
      Coder<?> keys = ((KvCoder<?, ?>) source.getCoder()).getKeyCoder();
      KV<?, List<Object>> group = groups.get(structural(keys, key));
      return group == null ? List.of() : group.getValue();
    }
  }

  /** A function with all of its elements. */
  private final class Step<I, O> extends DoFnInvoker.BaseArgumentProvider<I, O>
      implements DoFn.MultiOutputReceiver {
    private final String name;
    private final ParDo.MultiOutput<I, O> parDo;
    private final List<Object> input;
    private final Map<TupleTag<?>, List<Object>> outputs = new HashMap<>();
    private final DoFn<I, O>.ProcessContext context;
    private I element;

    @SuppressWarnings("unchecked")
    Step(TransformHierarchy.Node node, ParDo.MultiOutput<?, ?> parDo) {
      name = node.getFullName();
      this.parDo = (ParDo.MultiOutput<I, O>) parDo;
      node.getOutputs().forEach((tag, collection) -> outputs.put(tag, of(collection)));
      List<Object> main = List.of();
      for (Map.Entry<TupleTag<?>, PCollection<?>> read : node.getInputs().entrySet()) {
        if (!parDo.getAdditionalInputs().containsKey(read.getKey())) {
          main = contents.get(read.getValue());
        }
      }
      input = main;
      context = new Context(this.parDo.getFn());
    }

    @SuppressWarnings("unchecked")
    void run() {
      if (input.isEmpty()) {
        return;
      }
      DoFnInvoker<I, O> function = DoFnInvokers.tryInvokeSetupFor(parDo.getFn(), options);
      try {
        function.invokeStartBundle(this);
        for (Object next : input) {
          element = (I) next;
          function.invokeProcessElement(this);
        }
        function.invokeFinishBundle(this);
      } finally {
        function.invokeTeardown();
      }
    }

    @Override
    public <T> DoFn.OutputReceiver<T> get(TupleTag<T> tag) {
      return new Receiver<>(outputs.get(tag));
    }

    @Override
    public <T> DoFn.OutputReceiver<Row> getRowReceiver(TupleTag<T> tag) {
      throw new UnsupportedOperationException(name);
    }

    @Override
    public DoFn.MultiOutputReceiver taggedOutputReceiver(DoFn<I, O> fn) {
      return this;
    }

    @Override
    public DoFn.OutputReceiver<O> outputReceiver(DoFn<I, O> fn) {
      return get(parDo.getMainOutputTag());
    }

    @Override
    public I element(DoFn<I, O> fn) {
      return element;
    }

    @Override
    public Object sideInput(String tag) {
      return view(parDo.getSideInputs().get(tag));
    }

    @Override
    public DoFn<I, O>.ProcessContext processContext(DoFn<I, O> fn) {
      return context;
    }

    @Override
    public BoundedWindow window() {
      return GlobalWindow.INSTANCE;
    }

    @Override
    public PipelineOptions pipelineOptions() {
      return options;
    }

    @Override
    public String getErrorContext() {
      return name;
    }

    /** The step, for functions that ask for everything at once. */
    private final class Context extends DoFn<I, O>.ProcessContext {
      Context(DoFn<I, O> fn) {
        fn.super();
      }

      @Override
      public I element() {
        return element;
      }

      @Override
      public <T> T sideInput(PCollectionView<T> asked) {
        return view(asked);
      }

      @Override
      public PipelineOptions getPipelineOptions() {
        return options;
      }

      @Override
      public Instant timestamp() {
        return BoundedWindow.TIMESTAMP_MIN_VALUE;
      }

      @Override
      public PaneInfo pane() {
        return PaneInfo.NO_FIRING;
      }

      @Override
      public String currentRecordId() {
        return null;
      }

      @Override
      public Long currentRecordOffset() {
        return null;
      }

      @Override
      public void output(O value) {
        output(parDo.getMainOutputTag(), value);
      }

      @Override
      public <T> void output(TupleTag<T> tag, T value) {
        outputs.get(tag).add(value);
      }

      @Override
      public void outputWithTimestamp(O value, Instant timestamp) {
        output(value);
      }

      @Override
      public <T> void outputWithTimestamp(TupleTag<T> tag, T value, Instant timestamp) {
        output(tag, value);
      }

      @Override
      public void outputWindowedValue(
          O value, Instant timestamp, Collection<? extends BoundedWindow> windows, PaneInfo pane) {
        output(value);
      }

      @Override
      public <T> void outputWindowedValue(
          TupleTag<T> tag,
          T value,
          Instant timestamp,
          Collection<? extends BoundedWindow> windows,
          PaneInfo pane) {
        output(tag, value);
      }
    }
  }

  /** Counters that nobody reads. */
  private static final class NotCounted implements MetricsContainer {
    @Override
    public Counter getCounter(MetricName name) {
      return NoOpCounter.getInstance();
    }

    @Override
    public Distribution getDistribution(MetricName name) {
      return new NotDistributed(name);
    }

    @Override
    public Gauge getGauge(MetricName name) {
      throw new UnsupportedOperationException(name.toString());
    }

    @Override
    public StringSet getStringSet(MetricName name) {
      throw new UnsupportedOperationException(name.toString());
    }

    @Override
    public BoundedTrie getBoundedTrie(MetricName name) {
      throw new UnsupportedOperationException(name.toString());
    }
  }

  private record NotDistributed(MetricName name) implements Distribution {
    @Override
    public MetricName getName() {
      return name;
    }

    @Override
    public void update(long value) {}

    @Override
    public void update(long sum, long count, long min, long max) {}
  }

  /** Takes what a step gives; none has a time or a window of its own. */
  private record Receiver<T>(List<Object> output) implements DoFn.OutputReceiver<T> {
    @Override
    public void output(T value) {
      output.add(value);
    }

    @Override
    public OutputBuilder<T> builder(T value) {
      throw new UnsupportedOperationException("windows");
    }
  }
}
