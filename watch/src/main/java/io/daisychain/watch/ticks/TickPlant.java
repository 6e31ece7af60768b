package io.daisychain.watch.ticks;

import io.daisychain.model.LongBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Takes ticks, keeps the last of each symbol and hands it on to those who want it. Safe for several
 * threads; ticks are taken by the thousand under one lock, and nobody waits for a subscriber.
 */
public final class TickPlant {
  private static final Interest[] NONE = {};

  /** Ticks whose places are brought into the processor's cache together. */
  private static final int GROUP = 32;

  private final ReentrantLock lock = new ReentrantLock();
  private final TickRoom room;
  private final LastValues values;
  private final NbboBooks books;
  private final List<TickSubscriber> subscribers = new ArrayList<>();

  /** Who is interested in a symbol, by the mark of its place; the first is nobody. */
  private Interest[][] interests = {NONE};

  private int interestCount = 1;

  /** Of symbols of which no tick has come, who wants them. */
  private final Map<Long, List<Interest>> wishes = new HashMap<>();

  private long taken;
  private long refused;

  private record Interest(TickSubscriber subscriber, int number) {}

  /**
   * A plant.
   *
   * @param books take quotes; null where nobody looks at them
   * @param room what it may hold
   */
  public TickPlant(NbboBooks books, TickRoom room) {
    this.books = books;
    this.room = room;
    this.values = new LastValues(room.symbols());
  }

  /**
   * Takes ticks.
   *
   * @param bytes {@value QuoteTick#LENGTH} a tick
   * @param from where the first begins
   * @param count of the ticks
   */
  public void take(byte[] bytes, int from, int count) {
    lock.lock();
    try {
      int end = from + count * QuoteTick.LENGTH;
      for (int group = from; group < end; group += GROUP * QuoteTick.LENGTH) {
        int groupEnd = Math.min(end, group + GROUP * QuoteTick.LENGTH);
        values.touch(bytes, group, (groupEnd - group) / QuoteTick.LENGTH);
        for (int at = group; at < groupEnd; at += QuoteTick.LENGTH) {
          take(bytes, at);
        }
      }
      if (books != null) {
        for (int at = from; at < end; at += QuoteTick.LENGTH) {
          if (QuoteTick.isQuote(bytes, at)) {
            books.take(bytes, at);
          } else if (QuoteTick.isTrade(bytes, at)) {
            books.takeTrade(bytes, at);
          }
        }
      }
      taken += count;
      for (TickSubscriber subscriber : subscribers) {
        subscriber.wake();
      }
    } finally {
      lock.unlock();
    }
  }

  private void take(byte[] bytes, int at) {
    int known = values.size();
    int place = values.update(bytes, at);
    if (place < 0) {
      refused++;
      return;
    }
    int mark = values.mark(place);
    if (mark != 0) {
      for (Interest interest : interests[mark]) {
        interest.subscriber().tick(interest.number(), bytes, at);
      }
    } else if (values.size() > known && !wishes.isEmpty()) {
      grant(LongBytes.read(bytes, at), bytes, at);
    }
  }

  /** The first tick of a symbol: whoever has wished for it hears of it. */
  private void grant(long symbol, byte[] bytes, int at) {
    for (Interest interest : wishes.getOrDefault(symbol, List.of())) {
      register(symbol, interest);
      interest.subscriber().tick(interest.number(), bytes, at);
    }
    wishes.remove(symbol);
  }

  /** Adds somebody who has no symbols yet. */
  TickSubscriber add() {
    TickSubscriber subscriber = new TickSubscriber(room.rings());
    lock.lock();
    try {
      subscribers.add(subscriber);
      return subscriber;
    } finally {
      lock.unlock();
    }
  }

  /** True where somebody may ask for so many symbols; they are given back as {@link #giveBack}. */
  boolean reserve(int count) {
    return room.asked().tryAcquire(count);
  }

  /** Nobody asks for so many symbols any more. */
  void giveBack(int count) {
    room.asked().release(count);
  }

  /**
   * Somebody wants symbols: the last ticks of these are handed on, and all that come.
   *
   * @return how many of them it had never asked for
   */
  int subscribe(TickSubscriber subscriber, long[] symbols) {
    lock.lock();
    try {
      int before = subscriber.size();
      for (long symbol : symbols) {
        int number = subscriber.add(symbol);
        if (subscriber.want(number)) {
          Interest interest = new Interest(subscriber, number);
          if (values.placeOf(symbol) >= 0) {
            register(symbol, interest);
            subscriber.miss(number);
          } else {
            wishes.computeIfAbsent(symbol, none -> new ArrayList<>()).add(interest);
          }
        }
      }
      subscriber.wake();
      return subscriber.size() - before;
    } finally {
      lock.unlock();
    }
  }

  /** Somebody does not want symbols any more: of what comes it hears nothing. */
  void unsubscribe(TickSubscriber subscriber, long[] symbols) {
    lock.lock();
    try {
      for (long symbol : symbols) {
        if (subscriber.drop(symbol)) {
          remove(subscriber, symbol);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void register(long symbol, Interest interest) {
    int place = values.placeOf(symbol);
    int mark = values.mark(place);
    if (mark == 0) {
      if (interestCount == interests.length) {
        interests = Arrays.copyOf(interests, 2 * interestCount);
      }
      mark = interestCount++;
      interests[mark] = NONE;
      values.mark(place, mark);
    }
    Interest[] all = Arrays.copyOf(interests[mark], interests[mark].length + 1);
    all[all.length - 1] = interest;
    interests[mark] = all;
  }

  /** Somebody is gone. */
  void remove(TickSubscriber subscriber) {
    lock.lock();
    try {
      if (!subscribers.remove(subscriber)) {
        return;
      }
      for (int number = 0; number < subscriber.size(); number++) {
        remove(subscriber, subscriber.symbol(number));
      }
      subscriber.release();
    } finally {
      lock.unlock();
    }
  }

  private void remove(TickSubscriber subscriber, long symbol) {
    int place = values.placeOf(symbol);
    if (place >= 0) {
      int mark = values.mark(place);
      interests[mark] =
          Arrays.stream(interests[mark])
              .filter(interest -> interest.subscriber() != subscriber)
              .toArray(Interest[]::new);
    } else {
      wishes.computeIfPresent(
          symbol,
          (key, all) -> {
            all.removeIf(wish -> wish.subscriber() == subscriber);
            return all.isEmpty() ? null : all;
          });
    }
  }

  /**
   * Takes what somebody is to be sent.
   *
   * @return bytes; 0 for nothing now
   */
  int take(TickSubscriber subscriber, byte[] out) {
    lock.lock();
    try {
      return subscriber.take(out, values);
    } finally {
      lock.unlock();
    }
  }

  /** Ticks taken. */
  public long taken() {
    lock.lock();
    try {
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** Ticks of symbols for which there was no room. */
  public long refused() {
    lock.lock();
    try {
      return refused;
    } finally {
      lock.unlock();
    }
  }

  /** Symbols of which there is a tick. */
  public int symbols() {
    lock.lock();
    try {
      return values.size();
    } finally {
      lock.unlock();
    }
  }

  /** Those who have subscribed. */
  public int subscribers() {
    lock.lock();
    try {
      return subscribers.size();
    } finally {
      lock.unlock();
    }
  }
}
