package io.daisychain.marketdata;

import io.daisychain.beam.files.Links;
import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnFileWriter;
import io.daisychain.warehouse.column.FileKey;
import io.daisychain.warehouse.column.TextCodes;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  private static final String FILES = ".parquet";
  private static final String WINDOWS = "windows-";

  /** The files of windows in a date's folder, as a pattern; but for those that are encrypted. */
  public static final String WINDOW_FILES = WINDOWS + "*" + FILES;

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
    return FileKey.written(folder.resolve(kind.file()));
  }

  /** Name of the file of a set of windows. */
  public static String windowFile(String set) {
    return WINDOWS + set + FILES;
  }

  /** The sets of windows that the date has, a file each. */
  public List<Path> windows() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(folder, "{," + FileKey.MARK + "}" + WINDOW_FILES)) {
      found.forEach(files::add);
    }
    files.sort(null);
    return files;
  }

  /**
   * Gives a newer version of the date what it lacks. Windows of what it has anew are empty there,
   * until they are made again: they would disagree with it.
   */
  void keep(Path newer) throws IOException {
    boolean isAnew = false;
    for (MarketKind kind : MarketKind.values()) {
      boolean isThere = Files.exists(FileKey.written(newer.resolve(kind.file())));
      isAnew |= isThere;
      if (has(kind) && !isThere) {
        Links.share(path(kind), newer.resolve(path(kind).getFileName()));
      }
    }
    for (Path set : windows()) {
      Path target = newer.resolve(FileKey.plainName(set));
      if (Files.exists(FileKey.written(target))) {
        continue;
      }
      if (isAnew) {
        writeEmpty(set, FileKey.fresh(target));
      } else {
        Links.share(set, newer.resolve(set.getFileName()));
      }
    }
  }

  private static void writeEmpty(Path like, Path target) throws IOException {
    try (ColumnFile file = ColumnFile.open(like);
        ColumnFileWriter writer =
            new ColumnFileWriter(target, file.columns(), new TextCodes(), file.notes())) {
      writer.finish();
    }
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
