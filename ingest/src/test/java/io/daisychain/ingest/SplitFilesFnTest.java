package io.daisychain.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.ingest.file.InputRange;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.values.KV;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files become ranges, and ranges groups of about one size, which lose and repeat no byte. */
class SplitFilesFnTest {
  @TempDir Path dir;

  @Test
  void manySmallFilesAreFewGroups() throws IOException {
    for (int i = 0; i < 400; i++) {
      Files.writeString(dir.resolve("in-" + i), "x".repeat(90 + i % 20));
    }
    List<KV<Integer, InputRange>> ranges = split(1 << 20);
    assertEquals(400, ranges.stream().map(range -> range.getValue().file()).distinct().count());
    assertTrue(ranges.stream().allMatch(range -> range.getValue().isWhole()));
    Map<Integer, Integer> groups = new TreeMap<>();
    ranges.forEach(range -> groups.merge(range.getKey(), 1, Integer::sum));
    assertTrue(groups.size() >= 28 && groups.size() <= SplitFilesFn.GROUPS, groups.toString());
    assertTrue(groups.values().stream().allMatch(files -> files <= 15), groups.toString());
  }

  @Test
  void largeFileIsCutAndEachRangeAGroup() throws IOException {
    Files.writeString(dir.resolve("in-large"), "x".repeat(10_001));
    Files.writeString(dir.resolve("in-none"), "");
    List<KV<Integer, InputRange>> ranges = split(100);
    long next = 0;
    int parts = 0;
    for (KV<Integer, InputRange> range : ranges) {
      if (range.getValue().file().endsWith("in-large")) {
        assertEquals(next, range.getValue().start());
        next = range.getValue().end();
        parts++;
      }
    }
    assertEquals(10_001, next);
    assertEquals(101, parts);
    assertEquals(102, ranges.size(), "the empty file is a range");
    assertEquals(101, ranges.stream().map(KV::getKey).distinct().count());
  }

  @Test
  void noFileIsAnError() {
    assertThrows(FileNotFoundException.class, () -> split(100));
  }

  private List<KV<Integer, InputRange>> split(long rangeBytes) throws IOException {
    List<KV<Integer, InputRange>> out = new ArrayList<>();
    new SplitFilesFn(rangeBytes).find(dir + "/in-*", out::add);
    return out;
  }
}
