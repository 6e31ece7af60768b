package io.daisychain.datagen.lifecycle;

/** The books of a shard, one a symbol and venue. */
final class Books {
  private final Market market;
  private final Book[][] books; // by symbol and venue

  Books(Market market) {
    this.market = market;
    books = new Book[market.symbols][];
  }

  /** Lets an order stand in its venue's book, or leave it, after anything happened to it. */
  void update(Order order) {
    boolean stands = order.canStand() && market.isVenue(order.own.reporter);
    if (order.book != null && (!stands || order.standsAt != order.limit())) {
      order.lifecycle.standing.remove(order);
      order.book.remove(order);
    }
    if (stands && order.book == null) {
      order.lifecycle.standing.add(order);
      of(order).add(order);
    }
  }

  /** The book in which an order may stand: that of its symbol at its venue. */
  Book of(Order order) {
    return of(order.lifecycle.symbol, order.own.reporter - market.brokers);
  }

  private Book of(int symbol, int venue) {
    if (books[symbol] == null) {
      books[symbol] = new Book[market.venues];
    }
    if (books[symbol][venue] == null) {
      books[symbol][venue] = new Book();
    }
    return books[symbol][venue];
  }

  /** Takes a lifecycle's orders away: it meets no other any more. */
  void leave(Lifecycle lifecycle) {
    lifecycle.alone = true;
    for (Order order : lifecycle.standing) {
      order.book.remove(order);
    }
    lifecycle.standing.clear();
  }
}
