package io.daisychain.jmh;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixMessage;
import io.daisychain.model.EventReader;
import io.daisychain.validate.Faults;
import io.daisychain.validate.MessageChecker;
import java.io.IOException;
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
import quickfix.ConfigError;
import quickfix.DataDictionary;
import quickfix.FieldException;
import quickfix.FieldNotFound;
import quickfix.IncorrectDataFormat;
import quickfix.IncorrectTagValue;
import quickfix.InvalidMessage;
import quickfix.Message;

/** Cost of one message: from a plain look at its bytes to an event with its key and parents. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@State(Scope.Thread)
public class CheckBenchmark {
  /** Share of messages with one wrong byte. */
  @Param({"0", "0.05", "1"})
  private double damaged;

  private Corpus corpus;
  private final FixMessage message = new FixMessage();
  private final MessageChecker checker = new MessageChecker();
  private final Faults faults = new Faults();
  private final EventReader reader = new EventReader(EventReader.Rules.DEFAULT);
  private DataDictionary dictionary;

  /** Makes the messages, the same in every run. */
  @Setup
  public void generate() throws IOException, ConfigError {
    corpus = new Corpus(damaged);
    dictionary = new DataDictionary("FIX42.xml");
    dictionary.setCheckUserDefinedFields(false);
  }

  /** The least that reading can cost: every byte looked at, SOH counted. */
  @Benchmark
  @OperationsPerInvocation(Corpus.MESSAGES)
  public int scanForSoh() {
    int count = 0;
    for (byte b : corpus.bytes()) {
      count += b == 1 ? 1 : 0;
    }
    return count;
  }

  /** Fields found, CheckSum added up. */
  @Benchmark
  @OperationsPerInvocation(Corpus.MESSAGES)
  public int index() {
    int fields = 0;
    for (int i = 0; i < Corpus.MESSAGES; i++) {
      message.index(corpus.bytes(), corpus.start(i), corpus.end(i));
      fields += message.fieldCount();
    }
    return fields;
  }

  /** All checks of one message. */
  @Benchmark
  @OperationsPerInvocation(Corpus.MESSAGES)
  public int check() {
    int found = 0;
    for (int i = 0; i < Corpus.MESSAGES; i++) {
      message.index(corpus.bytes(), corpus.start(i), corpus.end(i));
      faults.clear();
      checker.check(message, faults);
      found += faults.count();
    }
    return found;
  }

  /** All checks, then type, row key and parents' keys. */
  @Benchmark
  @OperationsPerInvocation(Corpus.MESSAGES)
  public long checkAndRead() {
    long sum = 0;
    for (int i = 0; i < Corpus.MESSAGES; i++) {
      message.index(corpus.bytes(), corpus.start(i), corpus.end(i));
      faults.clear();
      checker.check(message, faults);
      reader.read(message);
      sum += faults.count() + reader.event().low();
    }
    return sum;
  }

  /** The peer: QuickFIX/J's parser and dictionary. */
  @Benchmark
  @OperationsPerInvocation(Corpus.MESSAGES)
  public int quickfix() {
    int found = 0;
    for (int i = 0; i < Corpus.MESSAGES; i++) {
      int start = corpus.start(i);
      String text = new String(corpus.bytes(), start, corpus.end(i) - start, ISO_8859_1);
      try {
        Message parsed = new Message();
        parsed.fromString(text, dictionary, true);
        dictionary.validate(parsed);
      } catch (InvalidMessage
          | IncorrectTagValue
          | FieldNotFound
          | IncorrectDataFormat
          | FieldException e) {
        found++;
      }
    }
    return found;
  }
}
