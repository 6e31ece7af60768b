package io.daisychain.cat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

/**
 * Words among which one is looked for by its bytes, without making a text of them: a hash table
 * with open addressing. The words are known beforehand, so nobody can choose ones that share a
 * place.
 */
final class ByteWords extends AbstractSet<String> {
  static final ByteWords NONE = new ByteWords(List.of());

  private final List<String> words;
  private final byte[][] table;
  private final int[] places;

  /** Words in their order; the first of equal ones counts. */
  ByteWords(Collection<String> of) {
    words = List.copyOf(of);
    table = new byte[Integer.highestOneBit(words.size() + 1) * 4][];
    places = new int[table.length];
    for (int i = 0; i < words.size(); i++) {
      byte[] word = words.get(i).getBytes(ISO_8859_1);
      int slot = slotOf(word, 0, word.length);
      if (table[slot] == null) {
        table[slot] = word;
        places[slot] = i;
      }
    }
  }

  /** Place of a word, from 0; -1 where it is none of these. */
  int find(byte[] bytes, int from, int to) {
    int slot = slotOf(bytes, from, to);
    return table[slot] == null ? -1 : places[slot];
  }

  /** Where a word is, or where it goes. */
  private int slotOf(byte[] bytes, int from, int to) {
    int hash = to - from;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    int slot = (hash ^ hash >>> 7) & table.length - 1;
    while (table[slot] != null
        && !Arrays.equals(table[slot], 0, table[slot].length, bytes, from, to)) {
      slot = slot + 1 & table.length - 1;
    }
    return slot;
  }

  @Override
  public Iterator<String> iterator() {
    return words.iterator();
  }

  @Override
  public int size() {
    return words.size();
  }
}
