package io.daisychain.datagen.lifecycle;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BookTest {
  private static final long SEED = 34;

  /** Orders come and go at random; first is always who has the best price, then who came first. */
  @Test
  void keepsOrdersByPriceAndThenByTime() {
    Random random = new Random(SEED);
    Book book = new Book();
    List<Order> standing = new ArrayList<>(); // in the order in which they came
    int compared = 0;
    for (int i = 0; i < 20_000; i++) {
      if (standing.isEmpty() || (standing.size() < 40 && random.nextInt(5) < 3)) {
        Order order = order(random.nextBoolean(), 1_000 + random.nextInt(8));
        book.add(order);
        standing.add(order);
      } else {
        book.remove(standing.remove(random.nextInt(standing.size())));
      }
      boolean buy = random.nextBoolean();
      int reach = 1_000 + random.nextInt(8);
      Order first =
          standing.stream()
              .filter(order -> order.lifecycle.isBuy() == buy)
              .filter(order -> buy ? order.own.price < reach : order.own.price > reach)
              .min(Comparator.comparingInt(order -> buy ? -order.own.price : order.own.price))
              .orElse(null); // min keeps the first of equals
      assertSame(first, book.first(buy, reach), "seed " + SEED + ", step " + i);
      compared += first == null ? 0 : 1;
    }
    assertTrue(compared > 10_000, "compared " + compared);
  }

  private static Order order(boolean buy, int price) {
    Lifecycle lifecycle = new Lifecycle(0, 0, new StepQueue(), false);
    lifecycle.side = (byte) (buy ? '1' : '2');
    lifecycle.ordType = '2';
    OrderView own = new OrderView(0, 0, false, 0, price);
    return new Order(lifecycle, Order.NO_PARENTS, own, null, 0);
  }
}
