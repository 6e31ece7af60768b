package io.daisychain.explorer.point;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What events are, as one code each: the combinations of event type, side and error status that
 * there are. A few hundred stand for all, so that filters and counts look at one column, not three.
 */
public final class Kinds {
  /** One combination; null side for none, null status for no fault. */
  public record Kind(String type, String side, String status) {}

  private final List<Kind> kinds;
  private final List<String> types;
  private final List<String> sides;
  private final List<String> words;
  private final int[] typeOf;
  private final int[] sideOf;
  private final long[] wordsOf;

  Kinds(List<Kind> kinds) {
    this.kinds = List.copyOf(kinds);
    types = new ArrayList<>(new TreeSet<>(kinds.stream().map(kind -> text(kind.type())).toList()));
    sides = new ArrayList<>(new TreeSet<>(kinds.stream().map(kind -> text(kind.side())).toList()));
    TreeSet<String> found = new TreeSet<>();
    kinds.forEach(kind -> found.addAll(wordsOf(kind.status())));
    words = new ArrayList<>(found);
    if (words.size() > Long.SIZE) {
      throw new IllegalStateException(words.size() + " error statuses");
    }
    typeOf = new int[kinds.size()];
    sideOf = new int[kinds.size()];
    wordsOf = new long[kinds.size()];
    for (int i = 0; i < typeOf.length; i++) {
      Kind kind = kinds.get(i);
      typeOf[i] = types.indexOf(text(kind.type()));
      sideOf[i] = sides.indexOf(text(kind.side()));
      for (String word : wordsOf(kind.status())) {
        wordsOf[i] |= 1L << words.indexOf(word);
      }
    }
  }

  /** The words of an error status; an empty one for none. */
  private static List<String> wordsOf(String status) {
    return status == null ? List.of("") : List.of(status.split(";"));
  }

  private static String text(String value) {
    return value == null ? "" : value;
  }

  public int size() {
    return typeOf.length;
  }

  public List<Kind> all() {
    return kinds;
  }

  public Kind kind(int code) {
    return kinds.get(code);
  }

  /** Event types; by the codes of {@link #typeOf}. */
  public List<String> types() {
    return types;
  }

  /** Sides, an empty one for none; by the codes of {@link #sideOf}. */
  public List<String> sides() {
    return sides;
  }

  /** Words of error statuses, an empty one for no fault; by the bits of {@link #wordsOf(int)}. */
  public List<String> words() {
    return words;
  }

  public int typeOf(int code) {
    return typeOf[code];
  }

  public int sideOf(int code) {
    return sideOf[code];
  }

  public long wordsOf(int code) {
    return wordsOf[code];
  }

  public boolean isFaulty(int code) {
    return kinds.get(code).status() != null;
  }

  /** Which kinds report that shares were traded. */
  boolean[] fills() {
    return of(Set.of("FILL", "PARTIAL_FILL"));
  }

  /** The same, and those that may: a CORRECT of a fill that nobody reported stands as its own. */
  public boolean[] executions() {
    return of(Set.of("FILL", "PARTIAL_FILL", "CORRECT"));
  }

  private boolean[] of(Set<String> wanted) {
    boolean[] are = new boolean[size()];
    for (int i = 0; i < are.length; i++) {
      are[i] = wanted.contains(text(kinds.get(i).type()));
    }
    return are;
  }
}
