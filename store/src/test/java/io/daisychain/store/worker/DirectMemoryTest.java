package io.daisychain.store.worker;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class DirectMemoryTest {
  @Test
  void saysThatThereIsNone() throws IOException {
    DirectMemory.require();

    // More than the heap, which is the limit where none is set.
    IOException failure =
        assertThrows(IOException.class, () -> DirectMemory.require(Integer.MAX_VALUE));

    assertTrue(failure.getMessage().contains("direct buffer memory"), failure.getMessage());
  }
}
