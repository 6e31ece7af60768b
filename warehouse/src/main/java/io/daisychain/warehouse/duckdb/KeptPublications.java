package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.WarehouseException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/**
 * What was published before and can still be asked for: of each publication of a warehouse its
 * DuckDB file, compressed, in {@code published/NUMBER-DATE/NUMBER-MOMENT.duckdb.gz} beside the
 * trade dates. Parquet files are never changed, so such a file and those that its views name are
 * all that readers saw then; {@link DayFolder} keeps these for as long.
 *
 * <p>One is written just before the file takes the place of the one before. A publication that was
 * killed between the two leaves one of a number that never was the warehouse's.
 */
final class KeptPublications {
  /** For so many days, where nothing else was said. */
  private static final int DAYS = 7;

  private static final String SUFFIX = ".duckdb.gz";
  private static final Pattern DAY = Pattern.compile("(\\d{9,18})-(\\d{4}-\\d\\d-\\d\\d)");
  private static final Pattern NAME =
      Pattern.compile("(\\d{9,18})-(\\d{8}T\\d{6}\\.\\d{9}Z)\\.duckdb\\.gz");
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSSSSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /**
   * One that is kept.
   *
   * @param generation number of the publication
   * @param moment when it took the place of the one before, as in the file's name
   * @param file which has it
   */
  record Kept(long generation, String moment, Path file) {
    Instant time() {
      return MOMENT.parse(moment, Instant::from);
    }

    /**
     * Writes the DuckDB file as it was.
     *
     * @throws WarehouseException if it is damaged, or has just been deleted
     */
    void unpack(Path target) throws IOException {
      try (InputStream in = open()) {
        Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
      } catch (ZipException | EOFException e) {
        throw new WarehouseException(file + " is damaged: " + e.getMessage(), e);
      } catch (NoSuchFileException e) {
        throw new WarehouseException("what was published then is not kept any more", e);
      }
    }

    /** Reads all of it, which has a checksum. */
    void check() throws IOException {
      try (InputStream in = open()) {
        in.transferTo(OutputStream.nullOutputStream());
      }
    }

    private InputStream open() throws IOException {
      return new GZIPInputStream(Files.newInputStream(file), 1 << 16);
    }
  }

  /** Those of a day, in UTC, and the number of the first of them. */
  private record Day(long first, LocalDate date, Path folder) {}

  private final Path folder;
  private final NotedNumber noted;

  /** Those in the folder of a warehouse. */
  KeptPublications(Path days) {
    folder = days.resolve("published");
    noted = new NotedNumber(folder.resolve("days.txt"), DAYS, "--keepPublished=DAYS");
  }

  /** Notes for how many days they are kept; 0 keeps none. */
  void keepFor(int days) throws IOException {
    noted.write(days);
  }

  /** Keeps one that is about to be published, and says when that is. */
  void add(Path fresh, long generation, InstantSource clock) throws IOException {
    if (noted.read() == 0) {
      return;
    }
    Path pressed = fresh.resolveSibling(fresh.getFileName() + SUFFIX);
    try (OutputStream out = new FastGzip(Files.newOutputStream(pressed))) {
      Files.copy(fresh, out);
    }
    List<Day> days = days();
    Instant time = clock.instant();
    LocalDate date = LocalDate.ofInstant(time, ZoneOffset.UTC);
    boolean isNew = days.isEmpty() || !days.get(days.size() - 1).date().equals(date);
    String number = String.format(Locale.ROOT, "%09d-", generation);
    Path day = isNew ? folder.resolve(number + date) : days.get(days.size() - 1).folder();
    Files.createDirectories(day);
    Files.move(pressed, day.resolve(number + MOMENT.format(time) + SUFFIX));
  }

  /** It is written with each publication, a megabyte in two milliseconds. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  /** Deletes those of publications that were killed before they were the warehouse's. */
  void deleteBeyond(long current) throws IOException {
    for (Day day : days()) {
      for (Kept kept : of(day)) {
        if (kept.generation() > current) {
          Files.delete(kept.file());
        }
      }
      if (day.first() > current) {
        DayFolder.deleteIfEmpty(day.folder());
      }
    }
  }

  /**
   * Deletes those that were replaced more than so many days ago, a day at a time, but for those
   * that somebody reads.
   *
   * @return the first of those that are left
   */
  Optional<Kept> expire(Instant now) throws IOException {
    int kept = noted.read();
    LocalDate limit = LocalDate.ofInstant(now, ZoneOffset.UTC).minusDays(kept);
    List<Day> days = days();
    // The last of a day was replaced on the day of the next.
    while (!days.isEmpty()
        && (kept == 0 || (days.size() > 1 && days.get(1).date().isBefore(limit)))) {
      for (Kept publication : of(days.get(0))) {
        if (ReaderLease.isHeld(publication.file())) {
          return Optional.of(publication);
        }
        Files.delete(publication.file());
      }
      DayFolder.deleteIfEmpty(days.remove(0).folder());
    }
    return first();
  }

  /** The first of all. */
  Optional<Kept> first() throws IOException {
    for (Day day : days()) {
      Optional<Kept> first = of(day).stream().findFirst();
      if (first.isPresent()) {
        return first;
      }
    }
    return Optional.empty();
  }

  /**
   * The one that readers saw at a moment.
   *
   * @param current number of the warehouse's own: a killed one may have left a later one
   */
  Optional<Kept> at(Instant moment, long current) throws IOException {
    List<Day> days = days();
    Collections.reverse(days);
    for (Day day : days) {
      Optional<Kept> found =
          day.date().atStartOfDay(ZoneOffset.UTC).toInstant().isAfter(moment)
              ? Optional.empty()
              : of(day).stream()
                  .filter(kept -> kept.generation() <= current && !kept.time().isAfter(moment))
                  .max(Comparator.comparingLong(Kept::generation));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** All that are kept. */
  List<Kept> all() throws IOException {
    List<Kept> all = new ArrayList<>();
    for (Day day : days()) {
      all.addAll(of(day));
    }
    return all;
  }

  private List<Day> days() throws IOException {
    List<Day> days = new ArrayList<>();
    for (Path file : list(folder)) {
      Matcher name = DAY.matcher(file.getFileName().toString());
      if (name.matches()) {
        days.add(new Day(Long.parseLong(name.group(1)), LocalDate.parse(name.group(2)), file));
      }
    }
    days.sort(Comparator.comparingLong(Day::first));
    return days;
  }

  private static List<Kept> of(Day day) throws IOException {
    List<Kept> all = new ArrayList<>();
    for (Path file : list(day.folder())) {
      Matcher name = NAME.matcher(file.getFileName().toString());
      if (name.matches()) {
        all.add(new Kept(Long.parseLong(name.group(1)), name.group(2), file));
      }
    }
    all.sort(Comparator.comparingLong(Kept::generation));
    return all;
  }

  private static List<Path> list(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      files.forEach(found::add);
    } catch (NoSuchFileException e) {
      return found;
    }
    return found;
  }
}
