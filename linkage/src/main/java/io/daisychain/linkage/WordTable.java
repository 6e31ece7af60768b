package io.daisychain.linkage;

import io.daisychain.model.Text;
import java.util.Arrays;

/**
 * Numbers texts from 0 on, equal ones alike: open addressing over views of the arrays that hold
 * them, without a copy.
 */
final class WordTable {
  private Text[] words = new Text[64];
  private int[] slots = emptySlots(128);
  private int count;

  /** Number of a text; its array is kept where it is new. */
  int number(Text text) {
    int slot = slot(text);
    while (slots[slot] >= 0) {
      if (words[slots[slot]].sameAs(text)) {
        return slots[slot];
      }
      slot = slot + 1 & slots.length - 1;
    }
    if (count == words.length) {
      grow();
      slot = freeSlot(text);
    }
    words[count] = new Text().set(text.buffer(), text.offset(), text.length());
    slots[slot] = count;
    return count++;
  }

  private void grow() {
    words = Arrays.copyOf(words, count * 2);
    slots = emptySlots(slots.length * 2);
    for (int word = 0; word < count; word++) {
      slots[freeSlot(words[word])] = word;
    }
  }

  private int freeSlot(Text text) {
    int slot = slot(text);
    while (slots[slot] >= 0) {
      slot = slot + 1 & slots.length - 1;
    }
    return slot;
  }

  private int slot(Text text) {
    return (int) (text.hash() >>> 32) & slots.length - 1;
  }

  private static int[] emptySlots(int size) {
    int[] slots = new int[size];
    Arrays.fill(slots, -1);
    return slots;
  }
}
