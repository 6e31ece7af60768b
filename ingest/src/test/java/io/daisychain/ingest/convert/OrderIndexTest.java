package io.daisychain.ingest.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.ByteSlice;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OrderIndexTest {
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final OrderIndex orders = new OrderIndex();

  @Test
  void keepsApartKeysOfOneProduct() {
    // Of both (high * SPREAD) ^ low, a hash of 64 bits without a secret, is the same.
    long high = 7;
    orders.add(high, 0, slice("IBM"), false);
    orders.add(high + 1, (high * SPREAD) ^ ((high + 1) * SPREAD), slice("AAPL"), true);

    assertFalse(orders.differs(high, 0, slice("IBM")));
    assertFalse(orders.isCancel(high, 0));
    assertTrue(orders.isCancel(high + 1, (high * SPREAD) ^ ((high + 1) * SPREAD)));
    assertTrue(orders.differs(high + 1, (high * SPREAD) ^ ((high + 1) * SPREAD), slice("IBM")));
  }

  @Test
  void findsEachOfMany() {
    int count = 100_000;
    for (int i = 0; i < count; i++) {
      orders.add(i, -1L - i, slice(i % 2 == 0 ? "IBM" : "AAPL"), i % 3 == 0);
      orders.add(i, -1L - i, slice("TOO LATE"), i % 3 != 0);
    }
    int wrong = 0;
    for (int i = 0; i < count; i++) {
      wrong += orders.isCancel(i, -1L - i) == (i % 3 == 0) ? 0 : 1;
      wrong += orders.differs(i, -1L - i, slice(i % 2 == 0 ? "IBM" : "AAPL")) ? 1 : 0;
      wrong += orders.differs(i, i, slice("IBM")) ? 1 : 0;
    }
    assertEquals(0, wrong);
  }

  private static ByteSlice slice(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return new ByteSlice().set(bytes, 0, bytes.length);
  }
}
