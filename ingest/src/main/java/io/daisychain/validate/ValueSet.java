package io.daisychain.validate;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The values that FIX 4.2 lists for a field. */
final class ValueSet {
  // Values of one character, which most are, as bits.
  private final long[] characters = new long[2];
  private final byte[][] longer;

  ValueSet(String[] words, int from) {
    List<byte[]> others = new ArrayList<>();
    for (String word : Arrays.asList(words).subList(from, words.length)) {
      char first = word.charAt(0);
      if (word.length() == 1) {
        characters[first >> 6] |= 1L << first;
      } else {
        others.add(word.getBytes(StandardCharsets.US_ASCII));
      }
    }
    longer = others.toArray(new byte[0][]);
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
