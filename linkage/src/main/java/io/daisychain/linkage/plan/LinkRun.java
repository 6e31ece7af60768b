package io.daisychain.linkage.plan;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.model.TableSchema;
import io.daisychain.store.MetaTable;
import io.daisychain.store.dates.Dates;
import java.io.IOException;
import java.io.Serializable;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A link run's place in the row of runs, which the meta table counts.
 *
 * @param number of this run, larger than any run's before: the timestamp of what it writes
 * @param unfinished numbers of runs before that were not completed: what they wrote may be a part
 */
public record LinkRun(long number, TreeSet<Long> unfinished) implements Serializable {
  private static final String ROW = "link";
  private static final String BEGUN = "generation";
  private static final String BEGUN_RUNS = "linkRuns";

  /** Set where rows of a later run were found than the meta table had counted. */
  private static final String BEHIND = "behind";

  /** Begins a run. Until it is completed, the next will not trust what it finds. */
  public static LinkRun begin(MetaTable meta) throws IOException {
    TreeSet<Long> unfinished = new TreeSet<>();
    for (String run : meta.readTexts(BEGUN_RUNS).keySet()) {
      unfinished.add(meta.parsed(BEGUN_RUNS, run, run.getBytes(US_ASCII), LinkRun::parse));
    }
    long number = nextNumber(meta);
    meta.write(BEGUN_RUNS, Long.toString(number), new byte[] {'1'});
    return new LinkRun(number, unfinished);
  }

  /**
   * A number greater than all before, for what a run writes after others have seen what it wrote:
   * the run stays under the number with which it has begun.
   */
  public static long nextNumber(MetaTable meta) throws IOException {
    return TableSchema.INGEST_TIMESTAMP + meta.increment(ROW, BEGUN);
  }

  /** The dates to which unfinished runs may have written, and the number of the first of them. */
  public Map<Integer, Long> unfinishedDates(Dates dates) throws IOException {
    Map<Integer, Long> found = new TreeMap<>();
    if (!unfinished.isEmpty()) {
      dates
          .writers()
          .forEach(
              (date, writer) -> {
                if (unfinished.contains(writer)) {
                  found.put(date, unfinished.first());
                }
              });
    }
    return found;
  }

  /**
   * Notes that the run has written everything, durably.
   *
   * @param covered dates that it has compared whole
   */
  public void complete(MetaTable meta, Dates dates, Collection<Integer> covered)
      throws IOException {
    Map<Integer, Long> left = unfinishedDates(dates);
    for (int date : covered) {
      if (left.remove(date) != null) {
        dates.writtenBy(date, number);
      }
    }
    if (left.isEmpty()) {
      for (long run : unfinished) {
        meta.delete(BEGUN_RUNS, Long.toString(run));
      }
    }
    meta.delete(BEGUN_RUNS, Long.toString(number));
  }

  /**
   * Notes that a row was written by a later run than this one, which must not write then: the meta
   * table was lost, or an older one was restored. What has a smaller timestamp than what is there
   * would never be seen.
   */
  public static void noteBehind(MetaTable meta, long newest) throws IOException {
    meta.write(ROW, BEHIND, Long.toString(newest).getBytes(US_ASCII));
  }

  /** Whether a run found rows of a later one. */
  public static boolean isBehind(MetaTable meta) throws IOException {
    return number(meta, BEHIND).isPresent();
  }

  /**
   * Counts on from above what the tables have.
   *
   * @param newest number of the last link run whose cells are in them
   */
  public static void countFrom(MetaTable meta, long newest) throws IOException {
    long begun = meta.add(ROW, BEGUN, 0);
    if (begun < newest) {
      meta.add(ROW, BEGUN, newest - begun);
    }
    meta.delete(ROW, BEHIND);
  }

  private static OptionalLong number(MetaTable meta, String column) throws IOException {
    Optional<byte[]> value = meta.read(ROW, column);
    return value.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(meta.parsed(ROW, column, value.get(), LinkRun::parse));
  }

  private static long parse(byte[] number) throws IOException {
    try {
      return Long.parseLong(new String(number, US_ASCII));
    } catch (NumberFormatException e) {
      throw new IOException("no number of a link run", e);
    }
  }
}
