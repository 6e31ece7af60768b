package io.daisychain.ingest;

import io.daisychain.fix.validate.ValidMessages;
import io.daisychain.ingest.PlainReading.Kind;
import io.daisychain.ingest.file.InputRange;
import io.daisychain.ingest.file.LineReader;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.ContentHash;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.reporting.FeedbackLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;

/**
 * Reads damaged logs the way ingest does and compares what became of every byte with {@link
 * PlainReading}. {@link #main} does it for as many messages as asked: arguments are their number
 * and the seed. Where something differs it prints the seed and the least bytes that show it.
 */
final class DamagedFiles {
  private static final int BATCH = 500;

  private final PlainReading plain = new PlainReading();
  private final DamagedLog damaged = new DamagedLog(valid());
  private final Map<String, Long> sums = new LinkedHashMap<>();

  public static void main(String[] args) {
    DamagedFiles files = new DamagedFiles();
    long started = System.nanoTime();
    files.run(Long.parseLong(args[0]), Long.parseLong(args[1]));
    double seconds = (System.nanoTime() - started) / 1e9;
    System.out.printf("%.1f s, %s%n", seconds, files.sums);
  }

  /** Reads one input, however it was made; throws where something is lost or differs. */
  static void readOne(byte[] input) throws IOException {
    new Books(new PlainReading().read(input, input.length), input, input.length).read();
  }

  /** Fails with the seed and the least input that shows what is wrong. */
  void run(long messages, long seed) {
    for (long done = 0; done < messages; done += BATCH) {
      damaged.write(BATCH, seed + done);
      int length = damaged.length();
      try {
        plain.read(damaged.log(), length);
        add(new Books(plain, damaged.log(), length).read());
      } catch (IOException | RuntimeException | AssertionError e) {
        byte[] least = least(Arrays.copyOf(damaged.log(), length), DamagedFiles::fails);
        String shown = "seed " + (seed + done) + " with " + BATCH + " messages: " + shown(least);
        throw new AssertionError(shown, e);
      }
    }
  }

  private void add(MessageCounts counts) {
    add("read", counts.read());
    add("stored", counts.stored());
    add("skipped", counts.skipped());
    add("rejected", counts.rejected());
    for (Kind kind : Kind.values()) {
      add(kind.name(), plain.count(kind));
    }
    counts.rejectedByKind().forEach((kind, count) -> add("rejected for " + kind, count));
    counts.faultyByStatus().forEach((status, count) -> add("stored with " + status, count));
    add("bytes", damaged.length());
  }

  private void add(String what, long count) {
    sums.merge(what, count, Long::sum);
  }

  /** What became of everything read so far. */
  Map<String, Long> sums() {
    return sums;
  }

  /** Takes away halves, quarters and so on, as long as it fails without them. */
  static byte[] least(byte[] failing, Predicate<byte[]> fails) {
    byte[] least = failing;
    for (int size = failing.length / 2; size > 0; size /= 2) {
      for (int at = 0; at < least.length; ) {
        byte[] less = without(least, at, Math.min(least.length, at + size));
        if (fails.test(less)) {
          least = less;
        } else {
          at += size;
        }
      }
    }
    return least;
  }

  private static byte[] without(byte[] all, int from, int to) {
    byte[] less = Arrays.copyOf(all, all.length - (to - from));
    System.arraycopy(all, to, less, from, all.length - to);
    return less;
  }

  private static boolean fails(byte[] input) {
    try {
      readOne(input);
      return false;
    } catch (IOException | RuntimeException | AssertionError e) {
      return true;
    }
  }

  private static String shown(byte[] input) {
    StringBuilder text = new StringBuilder();
    for (byte b : input) {
      if (b == 1) {
        text.append('|');
      } else if (b >= ' ' && b < 127) {
        text.append((char) b);
      } else {
        text.append(String.format("\\x%02x", b & 0xff));
      }
    }
    return text.toString();
  }

  /** Messages of all types, as submissions and as wire logs have them. */
  private static List<List<String>> valid() {
    ValidMessages messages = new ValidMessages();
    List<List<String>> valid = new ArrayList<>();
    for (int i = 0; i < 4096; i++) {
      List<String> message = messages.next(new Random(i));
      if (i % 2 == 0) {
        message.replaceAll(field -> field.startsWith("56=") ? "56=MRP" : field);
      }
      valid.add(message);
    }
    for (String session :
        List.of(
            "35=0|49=A|56=B|34=1|52=20260316-09:02:00",
            "35=A|49=A|56=B|34=1|52=20260316-09:02:00|98=0|108=30|95=5|96=ab|10",
            "35=3|49=A|56=B|34=1|52=20260316-09:02:00|45=7|58=no",
            "35=V|49=A|56=MRP|34=1|52=20260316-09:02:00|262=x")) {
      List<String> fields = new ArrayList<>(List.of(session.replace('|', '\1')));
      for (int i = 0; i < 64; i++) {
        valid.add(fields);
      }
    }
    return valid;
  }

  /** Reads a log and checks that each message of it is accounted for, in its place. */
  private static final class Books implements MessageClassifier.Output {
    private final PlainReading plain;
    private final byte[] log;
    private final LineReader lines;
    private final MessageClassifier classifier =
        new MessageClassifier(EventReader.Rules.DEFAULT, ReferenceData.NONE, this);
    private int item;
    private long stored;
    private long rejected;
    private long toldOffset = -1;

    Books(PlainReading plain, byte[] log, int length) {
      this.plain = plain;
      this.log = log;
      // Everything fits the window; smaller ones are LineReaderTest's.
      lines = new LineReader(new Trickle(log, length, length), 0, new byte[length + 64]);
    }

    MessageCounts read() throws IOException {
      classifier.range("log", InputRange.whole("log"));
      while (lines.next()) {
        classifier.take(lines);
      }
      MessageCounts counts = classifier.counts();
      Map<String, Long> skips = counts.skippedByKind();
      Map<String, Long> rejects = counts.rejectedByKind();
      int noise = plain.count(Kind.NOISE);
      int unreadable = plain.count(Kind.UNFRAMED) + plain.count(Kind.BROKEN);
      expect("read", plain.count(), counts.stored() + counts.skipped() + counts.rejected());
      expect("noise", noise, skips.getOrDefault("noise", 0L));
      expect("skipped", noise + plain.count(Kind.SKIPPED), counts.skipped());
      expect("not framed", unreadable, rejects.getOrDefault("FRAMING", 0L));
      long events = counts.storedByDate().values().stream().mapToLong(Long::longValue).sum();
      expect("stored rows", events, stored);
      expect("rejected messages", counts.rejected(), rejected);
      return counts;
    }

    private static void expect(String what, long expected, long found) {
      if (expected != found) {
        throw new AssertionError(what + ": expected " + expected + ", found " + found);
      }
    }

    @Override
    public void event(
        OrderEvent event,
        ValidationFlags flags,
        PackedWriter content,
        ContentHash hash,
        long line) {
      stored++;
      boolean told = toldOffset >= 0;
      toldOffset = -1;
      if (told || content.length() == 0) {
        throw new AssertionError("stored and rejected");
      }
    }

    @Override
    public DateVerdict verdict(int date) {
      return DateVerdict.TAKEN;
    }

    @Override
    public void reject(byte[] buffer, int from, int to, boolean last) {
      long offset = lines.fileOffset(from);
      rejected++;
      expect("told before it is rejected", offset, toldOffset);
      toldOffset = -1;
      while (item < plain.count() && plain.from(item) < offset) {
        if (plain.kind(item) == Kind.UNFRAMED || plain.kind(item) == Kind.BROKEN) {
          throw new AssertionError("not rejected: the message at " + plain.from(item));
        }
        item++;
      }
      if (item == plain.count() || plain.from(item) != offset || !last) {
        throw new AssertionError("no message begins at " + offset);
      }
      expect("length at " + offset, plain.to(item) - offset, to - from);
      if (plain.kind(item) == Kind.NOISE || plain.kind(item) == Kind.SKIPPED) {
        throw new AssertionError("rejected, not skipped: the message at " + offset);
      }
      if (!Arrays.equals(log, (int) offset, plain.to(item), buffer, from, to)) {
        throw new AssertionError("other bytes than those at " + offset);
      }
      item++;
    }

    @Override
    public void error(FeedbackLine error) {
      if (error.status().equals("REJECTED")) {
        toldOffset = error.offset();
      }
    }
  }
}
