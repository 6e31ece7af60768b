package io.daisychain.beam;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordSorterTest {
  private static final long SEED = Long.getLong("daisychain.seed", 20261122);

  @TempDir Path dir;

  @Test
  void sortsInMemoryOrInRunsThatAreMergedAlike() throws IOException {
    Random random = new Random(SEED);
    for (int bufferBytes : new int[] {1 << 20, 2_000, 100, 1}) {
      List<String> records = new ArrayList<>();
      for (int i = 0; i < 3_000; i++) {
        byte[] bytes = new byte[random.nextInt(12)];
        random.nextBytes(bytes);
        String end = new String(bytes, ISO_8859_1);
        records.add(List.of("", "begins alike", random.nextInt(400) + " of few").get(i % 3) + end);
      }
      records.add("x".repeat(600_000));
      Collections.shuffle(records, random);
      List<String> sorted = new ArrayList<>();
      try (Spill spill = Spill.into(dir);
          RecordSorter sorter = RecordSorter.beside(spill, bufferBytes)) {
        for (String record : records) {
          byte[] bytes = record.getBytes(ISO_8859_1);
          sorter.add(bytes, 0, bytes.length);
        }
        sorter.drain(
            (bytes, from, to) -> sorted.add(new String(bytes, from, to - from, ISO_8859_1)));
      }
      Collections.sort(records); // characters up to 255 compare as unsigned bytes
      assertEquals(records, sorted, "buffer " + bufferBytes + ", seed " + SEED);
    }
    try (var left = Files.list(dir)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void nothingSortedIsNothing() throws IOException {
    try (Spill spill = Spill.into(dir);
        RecordSorter sorter = RecordSorter.beside(spill)) {
      sorter.drain(
          (bytes, from, to) -> {
            throw new AssertionError("no record was added");
          });
    }
  }
}
