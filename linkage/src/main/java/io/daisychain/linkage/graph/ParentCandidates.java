package io.daisychain.linkage.graph;

import io.daisychain.model.ParentReferences;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.ParentReferenceCell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The events that a parent reference may mean, in the order in which they count: the first that was
 * reported is the parent.
 *
 * <p>A derived key is that of one date, the event's own or that of tag 10836; with {@code
 * --gtcDays} the keys of earlier dates follow. An id (10003) is looked for on the event's own date,
 * then on that of tag 10836 or, without one, on the last dates that the store has. Reusable.
 */
public final class ParentCandidates {
  private final StoreDates dates;
  private final LinkRecord.Named standing = new LinkRecord.Named();
  private int count;
  private boolean anyDate;
  private int[] date = new int[4];
  private long[] high = new long[4];
  private long[] low = new long[4];

  /** Candidates in a store. */
  public ParentCandidates(StoreDates dates) {
    this.dates = dates;
  }

  /**
   * Whether {@code --gtcDays} applies to the first parent: an id (10003) is of any day, and a
   * record of CAT says the day of every key itself.
   */
  public static boolean areSoughtEarlier(ParentReferenceCell references) {
    return references.parents() > 0 && !references.isCat() && !references.isParentTagged(0);
  }

  /** Finds the candidates for parent {@code i} of the version of an event that stands. */
  public ParentCandidates of(LinkRecord record, ParentReferenceCell references, int i) {
    return of(record.date(), record.named(LinkRecord.STANDING, standing), references, i);
  }

  /**
   * Finds the candidates for parent {@code i} of a version.
   *
   * @param own trade date of the event
   */
  public ParentCandidates of(
      int own, LinkRecord.Named version, ParentReferenceCell references, int i) {
    count = 0;
    anyDate = false;
    long keyHigh = references.parentHigh(i);
    long keyLow = references.parentLow(i);
    int named = references.parentDate(i, own);
    if (!references.isParentTagged(i)) {
      add(named, keyHigh, keyLow);
      for (int day = 1; day <= version.days(); day++) {
        int at = version.alternativeAt(i, references.parents(), day);
        add(named - day, RowKey.high(version.buffer(), at), RowKey.low(version.buffer(), at));
      }
      return this;
    }
    add(own, keyHigh, keyLow);
    if (named != ParentReferences.NO_DATE) {
      if (named != own) {
        add(named, keyHigh, keyLow);
      }
      return this;
    }
    anyDate = true;
    for (int back = 1; back <= StoreDates.MOST_EARLIER; back++) {
      int earlier = dates.before(own, back);
      if (earlier == Integer.MIN_VALUE) {
        break;
      }
      add(earlier, keyHigh, keyLow);
    }
    return this;
  }

  private void add(int candidateDate, long keyHigh, long keyLow) {
    if (count == date.length) {
      date = Arrays.copyOf(date, 2 * count);
      high = Arrays.copyOf(high, 2 * count);
      low = Arrays.copyOf(low, 2 * count);
    }
    date[count] = candidateDate;
    high[count] = keyHigh;
    low[count] = keyLow;
    count++;
  }

  /** True for an id that may be reported on any earlier date, also one that is not there yet. */
  public boolean isOfAnyDate() {
    return anyDate;
  }

  /** Number of candidates, one at least. */
  public int count() {
    return count;
  }

  /** Trade date of a candidate. */
  public int date(int candidate) {
    return date[candidate];
  }

  /** First half of a candidate's key. */
  public long high(int candidate) {
    return high[candidate];
  }

  /** Second half of a candidate's key. */
  public long low(int candidate) {
    return low[candidate];
  }

  /** The candidates from one on. */
  public List<DatedKey> keys(int from) {
    List<DatedKey> keys = new ArrayList<>();
    for (int candidate = from; candidate < count; candidate++) {
      keys.add(key(candidate));
    }
    return keys;
  }

  /** A candidate's date and key. */
  public DatedKey key(int candidate) {
    return new DatedKey(date[candidate], new RowKey(high[candidate], low[candidate]));
  }
}
