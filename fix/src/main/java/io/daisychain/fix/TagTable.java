package io.daisychain.fix;

import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The first index of each tag. It is cleared in constant time: each entry has the number of the
 * generation that wrote it, and entries of older generations do not count.
 */
public final class TagTable {
  /** The tags of FIX 4.2 are smaller; each has an entry of its own. */
  private static final int STANDARD = 512;

  /** So have the tags of lineage, and what lies between them. */
  private static final int FIRST_OF_LINEAGE = 10_000;

  private static final int DIRECT = STANDARD + 16;

  // A reporter chooses the tags and must not know their places in the table: with many tags at one
  // place each lookup would search through all of them.
  private static final long FACTOR = new SecureRandom().nextLong() | 1;
  private static final long SECOND_FACTOR = new SecureRandom().nextLong() | 1;

  private final long[] direct = new long[DIRECT];

  // Open addressing for all other tags. A power of two, at most half full.
  private int[] otherTags = new int[32];
  private long[] others = new long[32];
  private int otherCount;
  private long collisions;

  private long generation = 1L << 32;

  /** Removes all tags. */
  public void clear() {
    generation += 1L << 32;
    otherCount = 0;
    if (generation <= 0) { // after two thousand million messages
      generation = 1L << 32;
      Arrays.fill(direct, 0);
      Arrays.fill(others, 0);
    }
  }

  /** Notes that {@code tag} (1 or more) is at {@code index}; false where it was noted before. */
  public boolean putFirst(int tag, int index) {
    int place = place(tag);
    if (place >= DIRECT) {
      return putOther(tag, index);
    }
    if (direct[place] >= generation) {
      return false;
    }
    direct[place] = generation | index;
    return true;
  }

  /** Place of a tag in {@link #direct}; beyond it for a tag that has none. */
  private static int place(int tag) {
    if (tag < STANDARD) {
      return tag;
    }
    int place = tag - FIRST_OF_LINEAGE;
    return place >= 0 && place < DIRECT - STANDARD ? STANDARD + place : DIRECT;
  }

  private boolean putOther(int tag, int index) {
    int slot = slot(tag);
    if (others[slot] >= generation) {
      return false;
    }
    if (2 * (otherCount + 1) > others.length) {
      growOthers();
      slot = slot(tag);
    }
    otherCount++;
    otherTags[slot] = tag;
    others[slot] = generation | index;
    return true;
  }

  /** The entry of {@code tag}, or the free one where it would go. */
  private int slot(int tag) {
    int mask = others.length - 1;
    long mixed = tag * FACTOR;
    int slot = (int) (((mixed ^ mixed >>> 32) * SECOND_FACTOR) >>> 32) & mask;
    while (others[slot] >= generation && otherTags[slot] != tag) {
      slot = (slot + 1) & mask;
      collisions++;
    }
    return slot;
  }

  /** How many entries of other tags were looked at so far: few where tags are spread. */
  long collisions() {
    return collisions;
  }

  private void growOthers() {
    int[] oldTags = otherTags;
    long[] old = others;
    otherTags = new int[2 * oldTags.length];
    others = new long[2 * old.length];
    for (int i = 0; i < old.length; i++) {
      if (old[i] >= generation) {
        int slot = slot(oldTags[i]);
        otherTags[slot] = oldTags[i];
        others[slot] = old[i];
      }
    }
  }

  /** Index noted for {@code tag}, or -1. */
  public int first(int tag) {
    if (tag <= 0) {
      return -1;
    }
    int place = place(tag);
    long entry = place < DIRECT ? direct[place] : others[slot(tag)];
    return entry >= generation ? (int) entry : -1;
  }
}
