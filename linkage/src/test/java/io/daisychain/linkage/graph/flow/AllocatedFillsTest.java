package io.daisychain.linkage.graph.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class AllocatedFillsTest {
  @Test
  void anEarlierAllocationGivesWayWhereItCanTakeElsewhere() {
    AllocatedFills fills = new AllocatedFills(shares(100, 100));
    assertEquals(0, fills.take(BigDecimal.valueOf(100), new TreeSet<>(Set.of(0, 1))).signum());
    assertEquals(0, fills.take(BigDecimal.valueOf(100), Set.of(0)).signum());
    assertEquals(1, fills.take(BigDecimal.ONE, Set.of(1)).intValueExact());
  }

  /** Each names two orders that follow one another, and takes the later one first. */
  @Test
  void allocationsThatHangTogetherLookAtNoMoreOthersThanTheBound() {
    int orders = 5_000;
    int[] filled = new int[orders + 1];
    Arrays.fill(filled, 10);
    AllocatedFills fills = new AllocatedFills(shares(filled));
    long looked = 0;
    int most = 0;
    for (int order = 0; order < orders; order++) {
      fills.take(BigDecimal.TEN, new TreeSet<>(Set.of(order, order + 1)));
    }
    for (int i = 0; i < 200; i++) {
      fills.take(BigDecimal.ONE, Set.of(i));
      most = Math.max(most, fills.lookedAt());
      looked += fills.lookedAt();
    }
    int bound = AllocatedFills.MOST_LOOKED_AT + 2 + 1; // its own order twice, and the one too many
    assertTrue(most > AllocatedFills.MOST_LOOKED_AT, "not even " + most + " were looked at");
    assertTrue(most <= bound, most + " looked at by one");
    assertTrue(looked <= 200L * bound, looked + " looked at by all");
  }

  @Test
  void nobodyIsRefusedWhoMightBeServedFurtherAway() {
    int orders = 3_000;
    int[] filled = new int[orders + 1];
    Arrays.fill(filled, 10);
    AllocatedFills fills = new AllocatedFills(shares(filled));
    for (int order = 0; order < orders; order++) {
      fills.take(BigDecimal.TEN, new TreeSet<>(Set.of(order, order + 1)));
    }
    assertEquals(0, fills.take(BigDecimal.TEN, Set.of(0)).signum(), "the last order has ten left");
  }

  @Test
  void takesWhateverTheOrdersHaveHoweverItIsDealt() {
    for (int seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      int[] filled = random.ints(1 + random.nextInt(4), 0, 5).toArray();
      AllocatedFills fills = new AllocatedFills(shares(filled));
      long[] wanted = new long[1 << filled.length]; // by set of orders
      for (int i = 0; i < 6; i++) {
        Set<Integer> named = new TreeSet<>();
        int mask = 1 + random.nextInt((1 << filled.length) - 1);
        for (int order = 0; order < filled.length; order++) {
          if ((mask >> order & 1) == 1) {
            named.add(order);
          }
        }
        int quantity = random.nextInt(5);
        long refused = fills.take(BigDecimal.valueOf(quantity), named).longValueExact();
        long most = quantity;
        wanted[mask] += quantity;
        while (!fits(wanted, filled)) {
          wanted[mask]--;
          most--;
        }
        assertEquals(quantity - most, refused, "seed " + seed + ", allocation " + i);
      }
    }
  }

  /** Hall: no set of orders may be wanted more, by those that name no other, than it has. */
  private static boolean fits(long[] wanted, int[] filled) {
    for (int set = 1; set < wanted.length; set++) {
      long asked = 0;
      for (int mask = 1; mask < wanted.length; mask++) {
        asked += (mask & ~set) == 0 ? wanted[mask] : 0;
      }
      long has = 0;
      for (int order = 0; order < filled.length; order++) {
        has += (set >> order & 1) == 1 ? filled[order] : 0;
      }
      if (asked > has) {
        return false;
      }
    }
    return true;
  }

  private static BigDecimal[] shares(int... filled) {
    BigDecimal[] shares = new BigDecimal[filled.length];
    for (int i = 0; i < filled.length; i++) {
      shares[i] = BigDecimal.valueOf(filled[i]);
    }
    return shares;
  }
}
