package io.daisychain.validate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixMessage;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * CPU time a message, ours and QuickFIX/J's interleaved in one JVM. A look, not a benchmark: the
 * jmh module has those. The argument is the number of rounds.
 */
final class SpeedComparison {
  private static final int MESSAGES = 4096;

  private final byte[] bytes;
  private final int[] offsets = new int[MESSAGES + 1];
  private final FixMessage message = new FixMessage();
  private final MessageChecker checker = new MessageChecker();
  private final Faults faults = new Faults();
  private final QuickFixOracle oracle = new QuickFixOracle();

  private SpeedComparison() throws Exception {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Random random = new Random(42);
    for (int i = 0; i < MESSAGES; i++) {
      all.writeBytes(report(random));
      offsets[i + 1] = all.size();
    }
    bytes = all.toByteArray();
  }

  public static void main(String[] args) throws Exception {
    SpeedComparison comparison = new SpeedComparison();
    System.out.println("bytes a message: " + comparison.bytes.length / MESSAGES);
    for (int round = 0; round < Integer.parseInt(args[0]); round++) {
      List<String> line = new ArrayList<>();
      line.add("scan " + nanos(comparison::scan, 20));
      line.add("index " + nanos(comparison::index, 20));
      line.add("index and check " + nanos(comparison::check, 20));
      line.add("QuickFIX/J " + nanos(comparison::quickFix, 2));
      System.out.println(String.join(", ", line));
    }
  }

  private static long nanos(Runnable task, int times) {
    long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    for (int i = 0; i < times; i++) {
      task.run();
    }
    long after = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    return (after - before) / times / MESSAGES;
  }

  /** Looks for each SOH byte by byte and does nothing with it. */
  private void scan() {
    int sohs = 0;
    for (int i = 0; i < MESSAGES; i++) {
      for (int at = offsets[i]; at < offsets[i + 1]; at++) {
        if (bytes[at] == 1) {
          sohs++;
        }
      }
    }
    expect(sohs > MESSAGES);
  }

  private void index() {
    int fields = 0;
    for (int i = 0; i < MESSAGES; i++) {
      message.index(bytes, offsets[i], offsets[i + 1]);
      fields += message.fieldCount();
    }
    expect(fields > MESSAGES);
  }

  private void check() {
    for (int i = 0; i < MESSAGES; i++) {
      message.index(bytes, offsets[i], offsets[i + 1]);
      checker.check(message, faults);
      expect(faults.count() == 0);
    }
  }

  private void quickFix() {
    for (int i = 0; i < MESSAGES; i++) {
      expect(oracle.verdict(bytes, offsets[i], offsets[i + 1]) == null);
    }
  }

  private static void expect(boolean holds) {
    if (!holds) {
      throw new IllegalStateException("not as it should be");
    }
  }

  /** Execution reports of about 335 bytes and 30 fields, with some varying fields. */
  private static byte[] report(Random random) {
    int n = random.nextInt(1_000_000);
    String time = String.format("20260316-09:%02d:%02d.%03d", n % 60, n / 60 % 60, n % 1000);
    StringBuilder body =
        new StringBuilder("35=8|49=FIRM" + n % 10 + "|56=MRP|34=" + n + "|52=" + time);
    body.append("|115=BROKER|37=ORD-").append(n).append("-A|11=CL-20260316-").append(n);
    body.append("|17=EX-20260316-").append(n).append("|20=0|150=1|39=1|1=ACC").append(n % 1000);
    body.append("|55=SYM")
        .append(n % 100)
        .append("|54=")
        .append(1 + n % 2)
        .append("|38=")
        .append(n);
    body.append("|40=2|44=").append(n % 500).append(".25|59=0|15=USD");
    if (n % 3 > 0) {
      body.append("|48=US0378331005|22=4");
    }
    body.append("|32=")
        .append(n % 100 + 1)
        .append("|31=")
        .append(n % 500)
        .append(".2|30=XNYS|151=0|14=");
    body.append(n).append("|6=10.5|60=").append(time);
    if (n % 2 > 0) {
      body.append("|58=partial fill on the open");
    }
    body.append("|10001=09bab95c-3cf9-4dcf-ab5d-").append(String.format("%012d", n)).append('|');
    return Messages.framed(body.toString().replace('|', '\1').getBytes(ISO_8859_1));
  }
}
