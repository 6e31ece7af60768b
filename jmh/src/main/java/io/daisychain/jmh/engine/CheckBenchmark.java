package io.daisychain.jmh.engine;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One engine in a JVM of its own: checks, and checks with values. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@State(Scope.Thread)
public class CheckBenchmark {
  @Param private CorpusKind messages;
  private Corpus corpus;

  /** Every engine. */
  @State(Scope.Thread)
  public static class AnyEngine {
    @Param private EngineKind kind;
    private Engine engine;

    @Setup
    public void make() {
      engine = kind.make();
    }
  }

  /** The engines that read values. */
  @State(Scope.Thread)
  public static class ReadingEngine {
    @Param({"DAISYCHAIN", "PHILADELPHIA", "ARTIO", "QUICKFIX_J"})
    private EngineKind kind;

    private TypedEngine engine;

    @Setup
    public void make() {
      engine = (TypedEngine) kind.make();
    }
  }

  /** Makes the messages, the same in every run. */
  @Setup
  public void generate() {
    corpus = new Corpus(messages);
  }

  /** Messages read and checked; how many are accepted. */
  @Benchmark
  @OperationsPerInvocation(Corpus.MESSAGES)
  public int check(AnyEngine any) {
    return any.engine.accepted(corpus);
  }

  /** The same, with the values of those that are accepted. */
  @Benchmark
  @OperationsPerInvocation(Corpus.MESSAGES)
  public long values(ReadingEngine reading) {
    return reading.engine.values(corpus);
  }
}
