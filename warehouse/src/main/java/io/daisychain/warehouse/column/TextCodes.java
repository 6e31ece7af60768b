package io.daisychain.warehouse.column;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Numbers for texts: 0, 1, 2 in the order in which they are first met. Not thread-safe.
 *
 * <p>Looks up bytes without making a string of them.
 */
public final class TextCodes implements Texts {
  private byte[][] texts = new byte[16][];
  private int[] slots = filled(64);
  private int size;

  /** The text that was looked up last: the next is mostly the same where rows are sorted by it. */
  private int last;

  @Override
  public int size() {
    return size;
  }

  /** The UTF-8 bytes of a text; not to be changed. */
  @Override
  public byte[] bytes(int code) {
    return texts[code];
  }

  @Override
  public void put(int code, ByteBuilder page) {
    page.putInt(texts[code].length);
    page.put(texts[code]);
  }

  @Override
  public int compare(int code, int other) {
    return Arrays.compareUnsigned(texts[code], texts[other]);
  }

  public String text(int code) {
    return new String(texts[code], StandardCharsets.UTF_8);
  }

  /** The code of a text, a new one if it was not met before. */
  public int code(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return code(bytes, 0, bytes.length);
  }

  /** The code of a text in UTF-8, a new one if it was not met before. */
  public int code(byte[] from, int start, int end) {
    if (size == 0 || !isText(last, from, start, end)) {
      last = find(from, start, end);
    }
    return last;
  }

  private boolean isText(int code, byte[] from, int start, int end) {
    byte[] known = texts[code];
    return known.length == end - start && Arrays.equals(known, 0, known.length, from, start, end);
  }

  private int find(byte[] from, int start, int end) {
    int slot = hash(from, start, end) & (slots.length - 1);
    while (slots[slot] >= 0) {
      if (isText(slots[slot], from, start, end)) {
        return slots[slot];
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    return add(Arrays.copyOfRange(from, start, end), slot);
  }

  private int add(byte[] text, int slot) {
    if (size == texts.length) {
      texts = Arrays.copyOf(texts, 2 * size);
    }
    texts[size] = text;
    slots[slot] = size;
    size++;
    if (2 * size > slots.length) {
      rehash();
    }
    return size - 1;
  }

  private void rehash() {
    slots = filled(2 * slots.length);
    for (int code = 0; code < size; code++) {
      int slot = hash(texts[code], 0, texts[code].length) & (slots.length - 1);
      while (slots[slot] >= 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = code;
    }
  }

  private static int[] filled(int length) {
    int[] slots = new int[length];
    Arrays.fill(slots, -1);
    return slots;
  }

  private static int hash(byte[] from, int start, int end) {
    int hash = 0;
    for (int i = start; i < end; i++) {
      hash = 31 * hash + from[i];
    }
    return hash ^ (hash >>> 15) ^ (hash >>> 7);
  }
}
