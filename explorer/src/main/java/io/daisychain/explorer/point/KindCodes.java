package io.daisychain.explorer.point;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers the combinations of event type, side and status as they come. */
final class KindCodes {
  private static final int MOST_DENSE = 1 << 22;

  private final String[] types;
  private final String[] sides;
  private final String[] statuses;
  private final List<Kinds.Kind> kinds = new ArrayList<>();
  private final int[] dense;
  private final Map<Long, Integer> sparse = new HashMap<>();

  KindCodes(String[] types, String[] sides, String[] statuses) {
    this.types = types;
    this.sides = sides;
    this.statuses = statuses;
    long all = (long) types.length * sides.length * statuses.length;
    dense = all <= MOST_DENSE ? new int[(int) all] : null;
  }

  /** The code of a combination of codes, of which 0 and below are none. */
  int of(int type, int side, int status) {
    long key =
        ((long) Math.max(0, status) * sides.length + Math.max(0, side)) * types.length
            + Math.max(0, type);
    int code = dense != null ? dense[(int) key] : sparse.getOrDefault(key, 0);
    if (code != 0) {
      return code - 1;
    }
    kinds.add(
        new Kinds.Kind(
            types[Math.max(0, type)], sides[Math.max(0, side)], statuses[Math.max(0, status)]));
    if (dense != null) {
      dense[(int) key] = kinds.size();
    } else {
      sparse.put(key, kinds.size());
    }
    return kinds.size() - 1;
  }

  Kinds kinds() {
    return new Kinds(kinds);
  }
}
