package io.daisychain.warehouse.column;

import java.util.Arrays;

/**
 * Texts of one column of one row group, in one array. As long as they are few each has one number;
 * once they are found to be many they are not looked up any more, and each value has its own.
 */
final class GroupTexts implements Texts {
  /** A page's dictionary has at most so many. */
  private static final int MOST = 1 << 14;

  /** Values after which it can be told whether they repeat. */
  private static final int TRIED = 1 << 10;

  /** A column of many texts is tried again every so many row groups. */
  private static final int TRIAL_EVERY = 16;

  private byte[] bytes = new byte[1 << 10];
  private int[] ends = new int[1 << 8];
  private int size;
  private int[] slots = new int[1 << 9];
  private boolean areFew = true;
  private int values;
  private int groups;

  /** Forgets all texts, for a next row group. */
  void clear() {
    groups++;
    if (areFew || groups % TRIAL_EVERY == 0) {
      if (size > 0) {
        Arrays.fill(slots, 0);
      }
      areFew = true;
    }
    size = 0;
    values = 0;
  }

  int code(byte[] from, int start, int end) {
    if (!areFew) {
      return add(from, start, end);
    }
    values++;
    if (size > MOST || (values > TRIED && size > values / 2)) {
      areFew = false;
      Arrays.fill(slots, 0);
      return add(from, start, end);
    }
    int mask = slots.length - 1;
    int slot = hash(from, start, end) & mask;
    while (slots[slot] != 0) {
      int code = slots[slot] - 1;
      if (Arrays.equals(bytes, start(code), ends[code], from, start, end)) {
        return code;
      }
      slot = (slot + 1) & mask;
    }
    int code = add(from, start, end);
    slots[slot] = code + 1;
    if (2 * size > slots.length) {
      rehash();
    }
    return code;
  }

  private void rehash() {
    slots = new int[2 * slots.length];
    int mask = slots.length - 1;
    for (int code = 0; code < size; code++) {
      int slot = hash(bytes, start(code), ends[code]) & mask;
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = code + 1;
    }
  }

  private int add(byte[] from, int start, int end) {
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
    }
    int at = start(size);
    int length = Math.addExact(at, end - start);
    if (length > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * length));
    }
    System.arraycopy(from, start, bytes, at, end - start);
    ends[size] = length;
    return size++;
  }

  private int start(int code) {
    return code == 0 ? 0 : ends[code - 1];
  }

  private static int hash(byte[] from, int start, int end) {
    int hash = 0;
    int at = start;
    for (; at + 4 <= end; at += 4) {
      hash = (hash ^ (int) ByteBuilder.INTS.get(from, at)) * 0x9E3779B1;
      hash ^= hash >>> 15;
    }
    for (; at < end; at++) {
      hash = 31 * hash + from[at];
    }
    return hash ^ (hash >>> 13);
  }

  /** Bytes that the texts take. */
  int length() {
    return start(size);
  }

  /** Whether each text has one number only. */
  boolean areFew() {
    return areFew;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public byte[] bytes(int code) {
    return Arrays.copyOfRange(bytes, start(code), ends[code]);
  }

  @Override
  public void put(int code, ByteBuilder page) {
    int start = start(code);
    page.putInt(ends[code] - start);
    page.put(bytes, start, ends[code] - start);
  }

  @Override
  public int compare(int code, int other) {
    return Arrays.compareUnsigned(bytes, start(code), ends[code], bytes, start(other), ends[other]);
  }
}
