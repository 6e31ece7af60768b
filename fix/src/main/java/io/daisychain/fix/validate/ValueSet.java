package io.daisychain.fix.validate;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The values that FIX 4.2 lists for a field. */
final class ValueSet {
  private static final int MOST_SHOWN = 12;

  // Values of one character, which most are, as bits.
  private final long[] characters = new long[2];
  private final byte[][] longer;

  private final List<String> meanings;

  /**
   * Values and their names.
   *
   * @param words from {@code from} on, each {@code VALUE=NAME}
   */
  ValueSet(String[] words, int from) {
    List<byte[]> others = new ArrayList<>();
    meanings = List.of(words).subList(from, words.length);
    for (String meaning : meanings) {
      String word = meaning.substring(0, meaning.indexOf('='));
      char first = word.charAt(0);
      if (word.length() == 1) {
        characters[first >> 6] |= 1L << first;
      } else {
        others.add(word.getBytes(StandardCharsets.US_ASCII));
      }
    }
    longer = others.toArray(new byte[0][]);
  }

  /** The values with their names, as {@code 1 (BUY), 2 (SELL)}; of many the first ones. */
  String shown() {
    StringBuilder shown = new StringBuilder();
    int count = Math.min(meanings.size(), MOST_SHOWN);
    for (String meaning : meanings.subList(0, count)) {
      int end = meaning.indexOf('=');
      shown.append(shown.length() == 0 ? "" : ", ").append(meaning, 0, end);
      shown.append(" (").append(meaning, end + 1, meaning.length()).append(')');
    }
    int more = meanings.size() - count;
    return more == 0 ? shown.toString() : shown + " and " + more + " more";
  }

  boolean contains(byte character) {
    return character >= 0 && (characters[character >> 6] & 1L << character) != 0;
  }

  boolean contains(byte[] bytes, int offset, int length) {
    if (length == 1) {
      return contains(bytes[offset]);
    }
    for (byte[] value : longer) {
      if (Arrays.equals(value, 0, value.length, bytes, offset, offset + length)) {
        return true;
      }
    }
    return false;
  }
}
