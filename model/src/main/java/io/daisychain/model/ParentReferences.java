package io.daisychain.model;

import java.util.Arrays;

/**
 * The direct parents that an event names, in the message's order, each once and never itself.
 *
 * <p>Reusable. Most events name one; an aggregate may name thousands.
 */
public final class ParentReferences {
  /** The date of a tagged parent (10003) beside which the message gives none (10836). */
  public static final int NO_DATE = Integer.MIN_VALUE;

  /** In place of a quantity (10889): there is none. */
  public static final long NO_QUANTITY = -1;

  /** Digits after the point of a quantity (10889). */
  public static final int QUANTITY_SCALE = 6;

  /** In place of a quantity, of an order that an allocation names by its OrderID (37). */
  public static final long BY_ORDER_ID = -37;

  private long[] keys = new long[8];
  private long[] quantities = new long[4];
  private int[] dates = new int[4];
  private boolean[] tagged = new boolean[4];
  private Relation[] relations = new Relation[4];
  private boolean[] withoutSymbol = new boolean[4];
  private int count;

  /** Forgets all. */
  public void clear() {
    count = 0;
  }

  public int count() {
    return count;
  }

  /** First half of the key of parent {@code i}. */
  public long high(int i) {
    return keys[2 * i];
  }

  /** Second half of the key of parent {@code i}. */
  public long low(int i) {
    return keys[2 * i + 1];
  }

  /** Key of parent {@code i}. */
  public RowKey key(int i) {
    return new RowKey(high(i), low(i));
  }

  /** Trade date on which parent {@code i} was reported, or {@link #NO_DATE}. */
  public int date(int i) {
    return dates[i];
  }

  /** True when parent {@code i} is named by its id (10003), false when its key was derived. */
  public boolean isTagged(int i) {
    return tagged[i];
  }

  /**
   * Adds a parent whose key was derived from its identity.
   *
   * @param date trade date in that identity, days since 1970-01-01
   */
  public void addNative(long high, long low, int date) {
    add(high, low, date, false);
  }

  /**
   * Adds a parent that is named by its id.
   *
   * @param date its trade date as the message gives it (10836), or {@link #NO_DATE}
   */
  public void addTagged(long high, long low, int date) {
    add(high, low, date, true);
  }

  private void add(long high, long low, int date, boolean isTagged) {
    if (count == dates.length) {
      keys = Arrays.copyOf(keys, keys.length * 2);
      dates = Arrays.copyOf(dates, dates.length * 2);
      tagged = Arrays.copyOf(tagged, tagged.length * 2);
      relations = Arrays.copyOf(relations, relations.length * 2);
      withoutSymbol = Arrays.copyOf(withoutSymbol, withoutSymbol.length * 2);
      quantities = Arrays.copyOf(quantities, quantities.length * 2);
    }
    keys[2 * count] = high;
    keys[2 * count + 1] = low;
    dates[count] = date;
    tagged[count] = isTagged;
    quantities[count] = NO_QUANTITY;
    relations[count] = Relation.NONE;
    withoutSymbol[count] = false;
    count++;
  }

  /** What of parent {@code i} went into an aggregate, in millionths; or {@link #NO_QUANTITY}. */
  public long quantity(int i) {
    return quantities[i];
  }

  /** Sets that of the parent that was added last. */
  public void quantity(long millionths) {
    quantities[count - 1] = millionths;
  }

  /** How the event hangs on parent {@code i}; {@link Relation#NONE}: as on the first. */
  public Relation relation(int i) {
    return relations[i];
  }

  /** Sets that of the parent that was added last. */
  public void relation(Relation relation) {
    relations[count - 1] = relation;
  }

  /** True for a reference that counts where the one before it is not found. */
  public boolean isWithoutSymbol(int i) {
    return withoutSymbol[i];
  }

  /** Makes the parent that was added last such a one. */
  public void setWithoutSymbol() {
    withoutSymbol[count - 1] = true;
  }

  /** Adds parent {@code i} of others. */
  public void add(ParentReferences others, int i) {
    add(others.high(i), others.low(i), others.date(i), others.isTagged(i));
    quantity(others.quantity(i));
    relation(others.relation(i));
  }

  /** Drops the event's own key and every repetition of a key but its first. */
  public void settle(long ownHigh, long ownLow) {
    int kept = 0;
    // Hashing pays only for the rare aggregate of very many parents.
    java.util.Set<RowKey> seen = count > 16 ? new java.util.HashSet<>(count * 2) : null;
    for (int i = 0; i < count; i++) {
      long high = high(i);
      long low = low(i);
      boolean own = high == ownHigh && low == ownLow;
      if (own || (seen == null ? contains(high, low, kept) : !seen.add(new RowKey(high, low)))) {
        continue;
      }
      keys[2 * kept] = high;
      keys[2 * kept + 1] = low;
      dates[kept] = dates[i];
      tagged[kept] = tagged[i];
      quantities[kept] = quantities[i];
      relations[kept] = relations[i];
      withoutSymbol[kept] = withoutSymbol[i];
      kept++;
    }
    count = kept;
  }

  /** Index of the first parent with the key from {@code from} on, -1 if there is none. */
  public int indexOf(long high, long low, int from) {
    for (int i = from; i < count; i++) {
      if (high(i) == high && low(i) == low) {
        return i;
      }
    }
    return -1;
  }

  private boolean contains(long high, long low, int among) {
    for (int i = 0; i < among; i++) {
      if (keys[2 * i] == high && keys[2 * i + 1] == low) {
        return true;
      }
    }
    return false;
  }
}
