package io.daisychain.cli.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** A generated workload, worsened by messages such as no generator makes. */
public final class Workload {
  private static final String FIRST_SHUFFLED = "shuffled/first-";
  private static final List<String> SHUFFLED_FILES =
      List.of(
          FIRST_SHUFFLED + "0.fix",
          FIRST_SHUFFLED + "1.fix.gz",
          "shuffled/rest-2.fix.zst",
          "shuffled/rest-3.fix.gz",
          "shuffled/rest-4.fix");

  private Workload() {}

  /** Generates into the subfolder {@code name}. */
  public static void generate(Program program, String name, int events, String... options)
      throws Exception {
    List<String> all = new ArrayList<>(List.of("generate", "--output=" + name, "--scale=100"));
    all.add("--fullWorkload=" + events);
    all.addAll(List.of(options));
    program.succeed(all.toArray(String[]::new));
  }

  /** Adds a file in which every kind of fault occurs that lineages can have. */
  public static void worsen(Path workload) throws IOException {
    String participant = Files.readAllLines(workload.resolve("participants.csv")).get(1);
    String known = participant.substring(0, participant.indexOf(','));
    List<String> lines = new ArrayList<>();
    // Each is the other's parent, with something below; one is its own parent, which says nothing.
    lines.add(order("10:00:00.000", "c1", 100, "10887=c2|"));
    lines.add(order("10:00:01.000", "c2", 100, "10887=c1|"));
    lines.add(fill("10:00:02.000", "c2", "cx", 100));
    lines.add(order("10:00:03.000", "s1", 100, "10887=s1|"));
    // Three contents under one key and a repeat of one of them; the children hang on all.
    lines.add(order("10:01:00.000", "d1", 300, ""));
    lines.add(order("10:01:00.000", "d1", 200, ""));
    lines.add(order("10:01:00.000", "d1", 100, "10887=o1|"));
    lines.add(FixLine.of(header("D", "09:59:00.000") + terms("10:01:00.000", "d1", 200, "")));
    lines.add(fill("10:01:01.000", "d1", "dx", 150));
    // More filled than ordered, busted and corrected; what the correction names comes to nothing.
    lines.add(order("10:02:00.000", "o1", 100, ""));
    lines.add(fill("10:02:01.000", "o1", "ox1", 80));
    lines.add(fill("10:02:02.000", "o1", "ox2", 70));
    lines.add(execution("10:02:03.000", "o1", "ox3", 60, "20=2|19=ox2|"));
    lines.add(execution("10:02:04.000", "o1", "ox4", 60, "20=2|19=never|"));
    // Routed to a firm that never reported it; handed in days later; no such customer.
    lines.add(order("10:03:00.000", "u1", 100, "128=" + known + "|10887=o1|"));
    lines.add(
        FixLine.of(
            header("D", "10:00:00.000").replace("0316-", "0320-")
                + terms("10:04:00.000", "l1", 100, "109=NOBODY|")));
    // A call that was split off a put.
    String option = "167=OPT|200=202606|205=19|202=150|201=";
    lines.add(order("10:05:00.000", "i1", 100, option + "0|"));
    lines.add(order("10:05:01.000", "i2", 100, option + "1|10887=i1|"));
    // Allocated once too often, to an account twice, replaced, cancelled and answered.
    lines.add(order("10:06:00.000", "a1", 100, ""));
    lines.add(fill("10:06:01.000", "a1", "ax1", 100));
    lines.add(allocation("10:06:02.000", "aa", "71=0|73=2|11=a1|37=O|11=o1|", 1_500));
    lines.add(allocation("10:06:03.000", "ab", "71=0|73=1|11=a1|", 100));
    lines.add(allocation("10:06:04.000", "ac", "71=1|72=ab|73=1|11=a1|", 60));
    lines.add(allocation("10:06:05.000", "ad", "71=0|73=1|11=never|", 10));
    lines.add(allocation("10:06:06.000", "ae", "71=2|72=ad|73=1|11=a1|", 10));
    lines.add(FixLine.of(header("P", "10:06:07.000") + "70=aa|75=20260316|87=3|"));
    lines.add(FixLine.of(header("P", "10:06:08.000") + "70=ad|75=20260316|87=0|"));
    lines.add(FixLine.of("35=0|34=1|49=HOST|56=MRP|52=20260316-10:00:00.000|"));
    lines.add("engine noise");
    Collections.shuffle(lines, new Random(3));
    write(workload.resolve("events-hostile.fix"), lines);
  }

  private static String order(String time, String id, int quantity, String more) {
    return FixLine.of(header("D", time) + terms(time, id, quantity, more));
  }

  private static String terms(String time, String id, int quantity, String more) {
    return "11="
        + id
        + "|21=1|55=AAPL|54=1|60=20260316-"
        + time
        + "|38="
        + quantity
        + "|40=2|44=10|"
        + more;
  }

  private static String allocation(String time, String id, String orders, int quantity) {
    return FixLine.of(
        header("J", time)
            + "70="
            + id
            + "|"
            + orders
            + "54=1|55=AAPL|53=1|6=10|75=20260316|60=20260316-"
            + time
            + "|78=3|79=X|80="
            + quantity
            + "|79=Y|80=10|79=Y|80=20|");
  }

  private static String fill(String time, String id, String execution, int quantity) {
    return execution(time, id, execution, quantity, "20=0|");
  }

  private static String execution(
      String time, String id, String execution, int quantity, String more) {
    return FixLine.of(
        header("8", time)
            + "37=O"
            + id
            + "|11="
            + id
            + "|17="
            + execution
            + "|"
            + more
            + "150=1|39=1|55=AAPL|54=1|38=500|32="
            + quantity
            + "|31=10|151=0|14=0|6=10|60=20260316-"
            + time
            + "|");
  }

  private static String header(String type, String sent) {
    return "35=" + type + "|34=1|49=HOST|56=MRP|52=20260316-" + sent + "|";
  }

  /** The lines of a workload's files in random order. */
  public static List<String> messages(Path workload, Random random) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(workload)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".fix")).sorted().toList()) {
        lines.addAll(List.of(Files.readString(file, ISO_8859_1).split("\n", -1)));
      }
    }
    lines.removeIf(String::isEmpty);
    Collections.shuffle(lines, random);
    return lines;
  }

  /**
   * Deals the messages of {@code workload} into {@code shuffled/first-*} and {@code
   * shuffled/rest-*}: other files, in another order, differently compressed.
   */
  public static void shuffle(Path workload, Path target, Random random) throws IOException {
    List<String> lines = messages(workload, random);
    Files.createDirectories(target.resolve("shuffled"));
    int each = lines.size() / SHUFFLED_FILES.size() + 1;
    for (int i = 0; i < SHUFFLED_FILES.size(); i++) {
      int end = Math.min(lines.size(), (i + 1) * each);
      write(target.resolve(SHUFFLED_FILES.get(i)), lines.subList(i * each, end));
    }
  }

  private static void write(Path file, List<String> lines) throws IOException {
    try (OutputStream out = open(file)) {
      for (String line : lines) {
        out.write((line + "\n").getBytes(ISO_8859_1));
      }
    }
  }

  private static OutputStream open(Path file) throws IOException {
    OutputStream plain = Files.newOutputStream(file);
    String name = file.toString();
    if (name.endsWith(".gz")) {
      return new GZIPOutputStream(plain);
    }
    return name.endsWith(".zst") ? new ZstdOutputStream(plain) : plain;
  }
}
