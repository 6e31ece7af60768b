package io.daisychain.datagen.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyedHeapTest {
  @Test
  void givesTheSmallestKeyAsAPriorityQueueDoes() {
    Random random = new Random(4);
    KeyedHeap<String> heap = new KeyedHeap<>();
    PriorityQueue<Long> expected = new PriorityQueue<>();
    for (int i = 0; i < 20_000; i++) {
      if (random.nextInt(5) < 3) {
        long key = (long) random.nextInt(1 << 20) << 16 | i % (1 << 16);
        heap.add(key, "value of " + key);
        expected.add(key);
      } else if (!expected.isEmpty()) {
        assertEquals(expected.peek(), heap.firstKey());
        assertEquals("value of " + expected.remove(), heap.remove());
      }
      assertEquals(expected.size(), heap.size());
    }
    heap.clear();
    assertEquals(0, heap.size());
  }
}
