package io.daisychain.linkage.graph;

import io.daisychain.model.ByteSlice;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers texts from 0 on, equal ones alike: over views of the arrays that hold them, without a
 * copy.
 *
 * <p>Reporters choose the texts. Words are ordered, so the map finds one in logarithmic time even
 * where all have one hash.
 */
final class WordTable {
  private final Map<Word, Integer> numbers = new HashMap<>();
  private final Word asked = new Word(new ByteSlice());

  /** Number of a text; its array is kept where it is new. */
  int number(ByteSlice text) {
    asked.set(text);
    Integer known = numbers.get(asked);
    if (known != null) {
      return known;
    }
    int number = numbers.size();
    Word word = new Word(new ByteSlice().set(text.buffer(), text.offset(), text.length()));
    word.set(word.text);
    numbers.put(word, number);
    return number;
  }

  private static final class Word implements Comparable<Word> {
    private ByteSlice text;
    private int hash;

    Word(ByteSlice text) {
      this.text = text;
    }

    void set(ByteSlice value) {
      text = value;
      hash = Long.hashCode(value.hash());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Word word && text.sameAs(word.text);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public int compareTo(Word other) {
      ByteSlice that = other.text;
      return Arrays.compareUnsigned(
          text.buffer(),
          text.offset(),
          text.offset() + text.length(),
          that.buffer(),
          that.offset(),
          that.offset() + that.length());
    }
  }
}
