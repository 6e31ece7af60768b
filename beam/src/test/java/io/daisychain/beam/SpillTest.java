package io.daisychain.beam;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillTest {
  private static final long SEED = 20261121;

  @TempDir Path dir;

  @Test
  void givesBackWhatManyWritersSpilledAtTheSameTime() throws IOException {
    try (Spill spill = Spill.into(dir.resolve("spill"))) {
      IntStream.range(0, 64).parallel().forEach(writer -> spillAndRead(spill, writer));
    }
  }

  private static void spillAndRead(Spill spill, int number) {
    Random random = new Random(SEED + number);
    List<byte[]> written = new ArrayList<>();
    List<Block> blocks = new ArrayList<>();
    try (Spill.Writer writer = spill.open()) {
      for (int i = 0; i < 100; i++) {
        byte[] bytes = new byte[random.nextInt(5_000)];
        random.nextBytes(bytes);
        written.add(bytes);
        blocks.add(writer.block(bytes.clone(), bytes.length));
      }
    }
    for (int i = 0; i < written.size(); i++) {
      assertEquals(written.get(i).length, blocks.get(i).length());
      assertArrayEquals(written.get(i), blocks.get(i).bytes(), "seed " + (SEED + number));
    }
  }

  @Test
  void takesOnlyTheFirstBytesOfAnArrayAndLeavesTheRestToItsOwner() throws IOException {
    try (Spill spill = Spill.into(dir);
        Spill.Writer spilled = spill.open();
        Spill.Writer kept = Spill.none().open()) {
      byte[] buffer = "abcdef".getBytes(US_ASCII);
      List<Block> blocks = List.of(spilled.block(buffer, 3), kept.block(buffer, 3));
      buffer[0] = 'x';
      for (Block block : blocks) {
        assertEquals("abc", new String(block.bytes(), US_ASCII));
        byte[] target = "......".getBytes(US_ASCII);
        block.copyTo(target, 2);
        assertEquals("..abc.", new String(target, US_ASCII));
      }
      assertNull(blocks.get(1).place());
    }
  }

  @Test
  void leavesNoFileBehindEvenWhileItIsOpen() throws IOException {
    try (Spill spill = Spill.into(dir.resolve("spill"));
        Spill.Writer writer = spill.open()) {
      Block block = writer.block(new byte[] {7}, 1);
      try (Stream<Path> files = Files.list(dir.resolve("spill"))) {
        assertEquals(0, files.count());
      }
      assertArrayEquals(new byte[] {7}, block.bytes());
    }
  }

  @Test
  void bytesThatWereTurnedAreNotGivenBack() throws IOException {
    try (Spill spill = Spill.into(dir);
        Spill.Writer writer = spill.open()) {
      SpillPlace place = writer.block(new byte[] {1, 2, 3, 4}, 4).place();
      SpillPlace other =
          new SpillPlace(
              place.spill(), place.file(), place.offset(), place.length(), place.sum() ^ 1);
      Block turned = Block.at(other);
      UncheckedIOException thrown = assertThrows(UncheckedIOException.class, turned::bytes);
      assertTrue(thrown.getMessage().contains("damaged"), thrown.getMessage());
    }
  }

  @Test
  void closedItHasNothingToGive() throws IOException {
    Block block;
    try (Spill spill = Spill.into(dir);
        Spill.Writer writer = spill.open()) {
      block = writer.block(new byte[] {7}, 1);
    }
    UncheckedIOException thrown = assertThrows(UncheckedIOException.class, block::bytes);
    assertTrue(thrown.getMessage().contains("closed"), thrown.getMessage());
  }

  @Test
  void saysWhereItCannotWrite() throws IOException {
    Path file = Files.createFile(dir.resolve("a-file"));
    try (Spill spill = Spill.into(file);
        Spill.Writer writer = spill.open()) {
      UncheckedIOException thrown =
          assertThrows(UncheckedIOException.class, () -> writer.block(new byte[1], 1));
      assertTrue(thrown.getMessage().contains("a-file"), thrown.getMessage());
      assertTrue(thrown.getMessage().contains("--spillFolder"), thrown.getMessage());
    }
  }

  @Test
  void codesBytesAndPlaces() throws IOException {
    try (Spill spill = Spill.into(dir);
        Spill.Writer writer = spill.open()) {
      byte[] bytes = {1, 2, 3};
      for (Block block : List.of(Block.of(bytes), writer.block(bytes, 3), Block.of(new byte[0]))) {
        Block copy = CoderUtils.clone(BlockCoder.of(), block);
        assertArrayEquals(block.bytes(), copy.bytes());
        assertEquals(block.place(), copy.place());
      }
    }
  }

  @Test
  void blocksCanBeGroupedInAPipeline() throws IOException {
    try (Spill spill = Spill.into(dir);
        Spill.Writer writer = spill.open()) {
      List<KV<Integer, Block>> blocks = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        byte[] bytes = new byte[i];
        blocks.add(KV.of(i % 3, i % 2 == 0 ? Block.of(bytes) : writer.block(bytes, i)));
      }
      Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
      PCollection<Integer> lengths =
          pipeline
              .apply(Create.of(blocks))
              .apply(GroupByKey.create())
              .apply(
                  MapElements.into(TypeDescriptors.integers())
                      .via(group -> totalLength(group.getValue())));
      PAssert.that(lengths).containsInAnyOrder(1683, 1617, 1650);
      pipeline.run().waitUntilFinish();
    }
  }

  private static int totalLength(Iterable<Block> blocks) {
    int length = 0;
    for (Block block : blocks) {
      length += block.bytes().length;
    }
    return length;
  }
}
