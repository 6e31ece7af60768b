package io.daisychain.marketdata;

import io.daisychain.warehouse.column.ColumnFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The files of a trade date, as one load left them: a later load gives the date others, and these
 * stay readable for an hour.
 *
 * @param epochDay the trade date, in days since 1970-01-01
 * @param folder the files' own folder, links resolved
 */
public record DayFiles(int epochDay, Path folder) {
  private static final String LOAD = "load";
  private static final String START = "dateStart";
  private static final String END = "dateEnd";

  /** What a file notes of itself. */
  public static Map<String, String> notes(String load, TradeDateBounds bounds) {
    return Map.of(
        LOAD, load, START, Long.toString(bounds.start()), END, Long.toString(bounds.end()));
  }

  /** Whether the date has such data. */
  public boolean has(MarketKind kind) {
    return Files.exists(path(kind));
  }

  /** Where such data are. */
  public Path path(MarketKind kind) {
    return folder.resolve(kind.file());
  }

  /** Opens the file of such data. */
  public ColumnFile open(MarketKind kind) throws IOException {
    return ColumnFile.open(path(kind));
  }

  /** Names the load that brought such data: equal for equal files. */
  public String loadOf(MarketKind kind) throws IOException {
    try (ColumnFile file = open(kind)) {
      return file.notes().getOrDefault(LOAD, "");
    }
  }

  /** When the date begins and ends, as its files say. */
  public TradeDateBounds bounds() throws IOException {
    for (MarketKind kind : MarketKind.values()) {
      if (has(kind)) {
        try (ColumnFile file = open(kind)) {
          return bounds(file);
        }
      }
    }
    throw new IOException("nothing in " + folder);
  }

  /** When the date begins and ends. */
  public static TradeDateBounds bounds(ColumnFile file) throws IOException {
    try {
      return new TradeDateBounds(
          Long.parseLong(file.notes().getOrDefault(START, "")),
          Long.parseLong(file.notes().getOrDefault(END, "")));
    } catch (NumberFormatException e) {
      throw new IOException("a file of market data does not say when its date begins", e);
    }
  }
}
