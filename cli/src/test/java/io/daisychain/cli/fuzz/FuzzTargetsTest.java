package io.daisychain.cli.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What was ever found, and a short random run: {@code .ci/campaign fuzz} looks for more. */
class FuzzTargetsTest {
  private static final Path SEEDS = Path.of("src/test/resources/fuzz");
  private static final int ROUNDS = Integer.getInteger("daisychain.fuzzRounds", 200);

  /** What parsers stumble over. */
  private static final String[] WORDS = {
    "",
    "-1",
    "0",
    "2147483648",
    "99999999999999999999",
    "1e999999999",
    "\0",
    "\u00ff",
    "é",
    "\n",
    "\r",
    "\"",
    "'",
    ",",
    "|",
    "\1",
    "=",
    "{",
    "[",
    "}",
    "]",
    "&a ",
    "*a",
    ": ",
    "%zz",
    "%00",
    " ",
    "\uFEFF",
    "null",
    "NaN",
    "../"
  };

  private final long seed = Long.getLong("daisychain.seed", 20_261_125);
  private final Random random = new Random(seed);

  static Stream<String> names() {
    List<String> names = new ArrayList<>();
    FuzzTargets.names().forEach(names::add);
    return names.stream();
  }

  private static List<Path> seeds(String target) throws IOException {
    try (Stream<Path> files = Files.list(SEEDS.resolve(target))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void readsOrRefusesInProportion(String name, @TempDir Path folder) throws Exception {
    FuzzTarget target = FuzzTargets.named(name, folder);
    List<byte[]> known = new ArrayList<>();
    for (Path file : seeds(name)) {
      byte[] input = Files.readAllBytes(file);
      check(target, input, file.toString());
      known.add(input);
    }
    for (int i = 0; i < ROUNDS; i++) {
      byte[] input = changed(known.get(random.nextInt(known.size())), known);
      check(target, input, "seed " + seed);
    }
  }

  @AfterEach
  void close() throws Exception {
    FuzzTargets.close();
  }

  private static void check(FuzzTarget target, byte[] input, String which) throws IOException {
    try {
      target.check(input);
    } catch (AssertionError e) {
      Path kept = Files.createTempFile("fuzz-" + target.name() + "-", "");
      Files.write(kept, input);
      throw new AssertionError(which + ", kept as " + kept + ": " + e.getMessage(), e);
    }
  }

  private byte[] changed(byte[] input, List<byte[]> known) {
    byte[] changed = input;
    for (int left = 1 + random.nextInt(4); left > 0; left--) {
      int from = random.nextInt(changed.length + 1);
      int to = Math.min(changed.length, from + random.nextInt(9));
      byte[] other = known.get(random.nextInt(known.size()));
      int start = random.nextInt(other.length + 1);
      byte[] put =
          switch (random.nextInt(5)) {
            case 0 -> new byte[0];
            case 1 -> WORDS[random.nextInt(WORDS.length)].getBytes(UTF_8);
            case 2 -> new byte[] {(byte) random.nextInt()};
            case 3 -> Arrays.copyOfRange(other, start, Math.min(other.length, start + 40));
            default -> flipped(Arrays.copyOfRange(changed, from, to));
          };
      byte[] whole = new byte[changed.length - (to - from) + put.length];
      System.arraycopy(changed, 0, whole, 0, from);
      System.arraycopy(put, 0, whole, from, put.length);
      System.arraycopy(changed, to, whole, from + put.length, changed.length - to);
      changed = whole;
    }
    return changed;
  }

  private byte[] flipped(byte[] bytes) {
    if (bytes.length > 0) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return bytes;
  }

  @Test
  void everyTargetHasSeedsAndEverySeedATarget() {
    File[] folders = SEEDS.toFile().listFiles();
    assertTrue(folders != null);
    TreeSet<String> found = new TreeSet<>();
    for (File folder : folders) {
      found.add(folder.getName());
    }
    assertEquals(new TreeSet<>(names().toList()), found);
  }

  /** Readers that are as they must not be. */
  @Test
  void seesWhatCostsMoreThanInProportionAndWhatIsNoRefusal() {
    Map<String, FuzzTarget.Body> wrong = new HashMap<>();
    wrong.put("heap", input -> assertEquals(1 << 24, new byte[1 << 24].length));
    wrong.put("words", input -> Integer.parseInt("x"));
    wrong.put("silent", FuzzTargetsTest::refuseSilently);
    wrong.put("deep", input -> assertEquals(0, depth(0)));
    wrong.put("slow", FuzzTargetsTest::takeLong);
    wrong.forEach(
        (name, body) ->
            assertThrows(
                AssertionError.class,
                () -> new FuzzTarget(name, 1 << 20, 100, body).check(new byte[20_000]),
                name));
    new FuzzTarget("right", 1 << 20, 100, input -> {}).check(new byte[20_000]);
  }

  /** Not a seed: Jazzer would make bombs of it, a minute each. */
  @Test
  void whatIsPackedMayCostWhatItUnpacksTo() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(new byte[1 << 20]);
    }
    byte[] input = packed.toByteArray();
    new FuzzTarget("unpacked", 1 << 20, 100, wasting(100 << 20)).check(input);
    FuzzTarget more = new FuzzTarget("more", 1 << 20, 100, wasting(400 << 20));
    assertThrows(AssertionError.class, () -> more.check(input));
  }

  private static FuzzTarget.Body wasting(int bytes) {
    return input -> {
      for (int left = bytes; left > 0; left -= 1 << 20) {
        assertEquals(1 << 20, new byte[1 << 20].length);
      }
    };
  }

  private static void takeLong(byte[] input) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + 300_000_000;
    while (threads.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
  }

  private static void refuseSilently(byte[] input) throws IOException {
    throw new IOException((String) null);
  }

  @SuppressWarnings("InfiniteRecursion")
  private static int depth(int number) {
    return 1 + depth(number + 1);
  }
}
