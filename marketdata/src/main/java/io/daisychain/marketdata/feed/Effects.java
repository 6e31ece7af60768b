package io.daisychain.marketdata.feed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What records of a condition do not count for: the lines of a {@code conditions.csv}.
 *
 * <p>A trade that its exchange has broken counts for nothing, whatever the file says.
 */
public final class Effects {
  /** Does not count for the NBBO. */
  public static final int NO_NBBO = 1;

  /** Does not count for VWAP and windows. */
  public static final int NO_VOLUME = 2;

  /** Is no trade-through. */
  public static final int EXEMPT = 4;

  /** The condition of a trade that its exchange has broken. */
  public static final String BROKEN = "BROKEN";

  public static final String FILE = "conditions.csv";

  private static final List<String> COLUMNS = List.of("kind", "condition", "effect");

  private final Map<String, Integer> ofQuotes = new HashMap<>();
  private final Map<String, Integer> ofTrades = new HashMap<>();

  private Effects() {
    ofTrades.put(BROKEN, NO_VOLUME | EXEMPT);
  }

  /** Everything counts. */
  public static Effects none() {
    return new Effects();
  }

  /**
   * Reads a file; without one everything counts.
   *
   * @throws FeedException naming the line that cannot be read
   */
  public static Effects read(Path file) throws IOException {
    Effects effects = new Effects();
    if (!Files.exists(file)) {
      return effects;
    }
    List<String> lines = Files.readAllLines(file);
    List<String> header = lines.isEmpty() ? List.of() : List.of(clean(lines.get(0)).split(",", -1));
    if (!header.containsAll(COLUMNS)) {
      throw new FeedException(file + ": its header has not " + String.join(",", COLUMNS), null);
    }
    for (int i = 1; i < lines.size(); i++) {
      String line = clean(lines.get(i));
      if (!line.isEmpty()) {
        String[] fields = line.split(",", -1);
        if (fields.length != header.size()) {
          throw new FeedException(file + ": line " + (i + 1) + " is not as the header", null);
        }
        effects.add(
            file + ": line " + (i + 1),
            fields[header.indexOf("kind")],
            fields[header.indexOf("condition")],
            fields[header.indexOf("effect")]);
      }
    }
    return effects;
  }

  private static String clean(String line) {
    return line.replace("\uFEFF", "").replace("\r", "").strip();
  }

  private void add(String where, String kind, String condition, String effect)
      throws FeedException {
    int mask =
        switch (effect) {
          case "noNBBO" -> NO_NBBO;
          case "noVolume" -> NO_VOLUME;
          case "exempt" -> EXEMPT;
          default ->
              throw new FeedException(
                  where + ": effect '" + effect + "' is none of noNBBO, noVolume, exempt", null);
        };
    Map<String, Integer> effects =
        switch (kind) {
          case "quote" -> ofQuotes;
          case "trade" -> ofTrades;
          default ->
              throw new FeedException(
                  where + ": kind '" + kind + "' is neither quote nor trade", null);
        };
    effects.merge(condition, mask, (one, other) -> one | other);
  }

  /** Mask of what quotes of a condition do not count for. */
  public int ofQuote(String condition) {
    return ofQuotes.getOrDefault(condition, 0);
  }

  /** Mask of what trades of a condition do not count for. */
  public int ofTrade(String condition) {
    return ofTrades.getOrDefault(condition, 0);
  }
}
