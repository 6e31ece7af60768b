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
    List<Chunk> chunks = new ArrayList<>();
    try (Spill.Writer writer = spill.open()) {
      for (int i = 0; i < 100; i++) {
        byte[] bytes = new byte[random.nextInt(5_000)];
        random.nextBytes(bytes);
        written.add(bytes);
        chunks.add(writer.chunk(bytes.clone(), bytes.length));
      }
    }
    for (int i = 0; i < written.size(); i++) {
      assertEquals(written.get(i).length, chunks.get(i).length());
      assertArrayEquals(written.get(i), chunks.get(i).bytes(), "seed " + (SEED + number));
    }
  }

  @Test
  void takesOnlyTheFirstBytesOfAnArrayAndLeavesTheRestToItsOwner() throws IOException {
    try (Spill spill = Spill.into(dir);
        Spill.Writer spilled = spill.open();
        Spill.Writer kept = Spill.none().open()) {
      byte[] buffer = "abcdef".getBytes(US_ASCII);
      List<Chunk> chunks = List.of(spilled.chunk(buffer, 3), kept.chunk(buffer, 3));
      buffer[0] = 'x';
      for (Chunk chunk : chunks) {
        assertEquals("abc", new String(chunk.bytes(), US_ASCII));
      }
      assertNull(chunks.get(1).place());
    }
  }

  @Test
  void leavesNoFileBehindEvenWhileItIsOpen() throws IOException {
    try (Spill spill = Spill.into(dir.resolve("spill"));
        Spill.Writer writer = spill.open()) {
      Chunk chunk = writer.chunk(new byte[] {7}, 1);
      try (Stream<Path> files = Files.list(dir.resolve("spill"))) {
        assertEquals(0, files.count());
      }
      assertArrayEquals(new byte[] {7}, chunk.bytes());
    }
  }

  @Test
  void closedItHasNothingToGive() throws IOException {
    Chunk chunk;
    try (Spill spill = Spill.into(dir);
        Spill.Writer writer = spill.open()) {
      chunk = writer.chunk(new byte[] {7}, 1);
    }
    UncheckedIOException thrown = assertThrows(UncheckedIOException.class, chunk::bytes);
    assertTrue(thrown.getMessage().contains("closed"), thrown.getMessage());
  }

  @Test
  void saysWhereItCannotWrite() throws IOException {
    Path file = Files.createFile(dir.resolve("a-file"));
    try (Spill spill = Spill.into(file);
        Spill.Writer writer = spill.open()) {
      UncheckedIOException thrown =
          assertThrows(UncheckedIOException.class, () -> writer.chunk(new byte[1], 1));
      assertTrue(thrown.getMessage().contains("a-file"), thrown.getMessage());
      assertTrue(thrown.getMessage().contains("--spillFolder"), thrown.getMessage());
    }
  }

  @Test
  void codesBytesAndPlaces() throws IOException {
    try (Spill spill = Spill.into(dir);
        Spill.Writer writer = spill.open()) {
      byte[] bytes = {1, 2, 3};
      for (Chunk chunk : List.of(Chunk.of(bytes), writer.chunk(bytes, 3), Chunk.of(new byte[0]))) {
        Chunk copy = CoderUtils.clone(ChunkCoder.of(), chunk);
        assertArrayEquals(chunk.bytes(), copy.bytes());
        assertEquals(chunk.place(), copy.place());
      }
    }
  }

  @Test
  void chunksCanBeGroupedInAPipeline() throws IOException {
    try (Spill spill = Spill.into(dir);
        Spill.Writer writer = spill.open()) {
      List<KV<Integer, Chunk>> chunks = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        byte[] bytes = new byte[i];
        chunks.add(KV.of(i % 3, i % 2 == 0 ? Chunk.of(bytes) : writer.chunk(bytes, i)));
      }
      Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
      PCollection<Integer> lengths =
          pipeline
              .apply(Create.of(chunks))
              .apply(GroupByKey.create())
              .apply(
                  MapElements.into(TypeDescriptors.integers())
                      .via(group -> totalLength(group.getValue())));
      PAssert.that(lengths).containsInAnyOrder(1683, 1617, 1650);
      pipeline.run().waitUntilFinish();
    }
  }

  private static int totalLength(Iterable<Chunk> chunks) {
    int length = 0;
    for (Chunk chunk : chunks) {
      length += chunk.bytes().length;
    }
    return length;
  }
}
