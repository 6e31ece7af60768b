package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Writes random graphs over one to six trade dates as submissions in files, dealt and shuffled at
 * random, repeats among them, and beside them what brute force says of every event: trees, merges,
 * missing parents, cycles. The last files are small, so that link reads what they change by key. To
 * be handed to the programs, all at once or file by file, on any runner. Arguments: number of
 * graphs, seed, folder.
 */
final class RandomGraphs {
  /** By file, the messages in a thousand that it gets. */
  private static final int[] SHARES = {500, 400, 90, 7, 3};

  private static final int REPEATED = 50;

  private RandomGraphs() {}

  public static void main(String[] args) throws IOException {
    int graphs = Integer.parseInt(args[0]);
    long seed = Long.parseLong(args[1]);
    Path folder = Files.createDirectories(Path.of(args[2]));
    Files.writeString(folder.resolve("participants.csv"), EmulatedStore.PARTICIPANTS);
    Random random = new Random(seed);
    List<byte[]> messages = new ArrayList<>();
    int events = 0;
    try (PrintStream expected =
        new PrintStream(folder.resolve("expected.csv").toFile(), US_ASCII)) {
      expected.println("id,GrandParent,LifecycleId,depth,childCount,parents,statuses");
      for (int i = 0; i < graphs; i++) {
        List<ReportedEvent> graph = new RandomMarket(seed + i).eventsOverDates();
        Set<String> participants = Set.of("ALFA", "BRVO", "XVNA");
        Map<UUID, String> lineages = new BruteForce(graph, participants).lineages();
        lineages.forEach((id, text) -> expected.println(id + "," + columns(text)));
        for (ReportedEvent event : graph) {
          messages.add(framed(event));
          if (random.nextInt(REPEATED) == 0) {
            messages.add(framed(event));
          }
        }
        events += graph.size();
      }
    }
    Collections.shuffle(messages, random);
    write(folder, messages, random);
    System.out.printf(
        "%,d graphs of seed %d: %,d events in %,d messages%n",
        graphs, seed, events, messages.size());
  }

  private static void write(Path folder, List<byte[]> messages, Random random) throws IOException {
    List<OutputStream> files = new ArrayList<>();
    for (int i = 1; i <= SHARES.length; i++) {
      Path file = folder.resolve("events-" + i + ".fix");
      files.add(new BufferedOutputStream(Files.newOutputStream(file)));
    }
    for (byte[] message : messages) {
      int at = random.nextInt(1000);
      int chosen = 0;
      for (; at >= SHARES[chosen]; chosen++) {
        at -= SHARES[chosen];
      }
      OutputStream file = files.get(chosen);
      file.write(message);
      file.write('\n');
    }
    for (OutputStream file : files) {
      file.close();
    }
  }

  private static byte[] framed(ReportedEvent event) {
    String text = new String(event.message(), ISO_8859_1).replace('\1', '|');
    int body = text.indexOf("|35=") + 1;
    return ExtremeShapes.framed(text.substring(body, text.lastIndexOf("10=")));
  }

  /** The lineage of an event in the words of the published tables. */
  private static String columns(String lineage) {
    Map<String, String> values = new TreeMap<>();
    for (String value : lineage.replace(", ", ";").split(" ", -1)) {
      int equals = value.indexOf('=');
      values.put(value.substring(0, equals), value.substring(equals + 1));
    }
    String parents =
        values.get("edges").isEmpty()
            ? ""
            : Arrays.stream(values.get("edges").split(",", -1))
                .map(edge -> edge.substring(0, edge.indexOf(':')))
                .collect(Collectors.joining("|"));
    return String.join(
        ",",
        values.get("gp"),
        values.get("cycle"),
        values.get("depth"),
        values.get("children"),
        parents,
        values.get("statuses").replaceAll("[\\[\\]]", ""));
  }
}
