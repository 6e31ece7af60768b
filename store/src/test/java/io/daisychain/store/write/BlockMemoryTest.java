package io.daisychain.store.write;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.beam.Block;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class BlockMemoryTest {
  @Test
  void keepsBlocksUntilItIsClearedAndUsesItsArraysAgain() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    BlockMemory memory = new BlockMemory();
    Set<byte[]> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
    int most = 0;
    for (int round = 0; round < 8; round++) {
      List<byte[]> written = new ArrayList<>();
      List<byte[]> read = new ArrayList<>();
      List<Integer> places = new ArrayList<>();
      Set<byte[]> used = Collections.newSetFromMap(new IdentityHashMap<>());
      for (int i = 0; i < 40; i++) {
        byte[] bytes = new byte[random.nextInt(random.nextInt(20) == 0 ? 6 << 20 : 500_000)];
        random.nextBytes(bytes);
        memory.read(Block.of(bytes.clone()));
        written.add(bytes);
        read.add(memory.array());
        places.add(memory.from());
        assertEquals(bytes.length, memory.to() - memory.from());
        if (memory.array().length == 4 << 20) {
          used.add(memory.array());
        }
      }
      for (int i = 0; i < written.size(); i++) {
        int from = places.get(i);
        assertArrayEquals(
            written.get(i),
            Arrays.copyOfRange(read.get(i), from, from + written.get(i).length),
            "seed " + seed);
      }
      most = Math.max(most, used.size());
      arrays.addAll(used);
      memory.clear();
    }
    assertEquals(most, arrays.size(), "seed " + seed);
  }
}
