package io.daisychain.reporting;

import io.daisychain.beam.Block;
import io.daisychain.beam.RecordSorter;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The files of one shard, written one after the other from its sorted lines: each is about a
 * section of them. Where only some lines have changed since the last run, the files of sections
 * that are as they were are that run's.
 */
abstract class ShardFiles implements Closeable {
  final FeedbackPlan plan;
  private final ToldShard.Writer told;
  private final PackedReader reader = new PackedReader();
  private final PackedWriter sorted = new PackedWriter();
  private String section;

  ShardFiles(FeedbackPlan plan, int shard) {
    this.plan = plan;
    this.told =
        plan.isKept() && ToldShard.folder(plan.directory()) != null
            ? new ToldShard.Writer(ToldShard.folder(plan.directory()), shard)
            : null;
  }

  /** Appends what a line is sorted by; lines of a section come one after the other. */
  abstract void beginSorted(FeedbackLine line, PackedWriter out);

  /** Skips what {@link #beginSorted} wrote. */
  abstract void skipSorted(PackedReader in);

  /** What a line belongs to. */
  abstract String sectionOf(FeedbackLine line);

  /** The files of a section, unless others share them or have their names. */
  abstract List<String> plainNames(String name);

  /** Begins a section, which comes after all that are sorted before it. */
  abstract void begin(String name) throws IOException;

  abstract void add(FeedbackLine line) throws IOException;

  /**
   * Ends a section.
   *
   * @param sums takes what the summary is to have of it
   * @return its files, which are closed; null where others share them, or have the plain names
   */
  abstract List<String> end(String name, PackedWriter sums) throws IOException;

  /** Hands on what the summary is to have of a section. */
  abstract void send(byte[] sums, int from, int length);

  /** Writes the files. */
  void write(int shard, Iterable<Block> blocks) throws IOException {
    try (RecordSorter sorter = RecordSorter.beside(plan.spill())) {
      Retelling retelling = Retelling.NONE;
      for (Block block : blocks) {
        byte[] bytes = block.bytes();
        Retelling sent = plan.isKept() ? Retelling.read(bytes) : null;
        retelling = sent == null ? retelling : sent;
        PackedReader in = new PackedReader().wrap(bytes, 0, sent == null ? bytes.length : 0);
        while (in.remaining() > 0) {
          int length = in.varint();
          sort(bytes, in.advance(length), length, sorter);
        }
      }
      goOn(shard, retelling, sorter);
      sorter.drain(this::take);
      endSection();
    }
    if (told != null) {
      told.finish();
    }
  }

  private void sort(byte[] bytes, int from, int length, RecordSorter sorter) {
    FeedbackLine line = FeedbackLine.read(reader.wrap(bytes, from, length));
    beginSorted(line, sorted.clear());
    sorted.raw(bytes, from, length);
    sorter.add(sorted.buffer(), 0, sorted.length());
  }

  private void take(byte[] bytes, int from, int to) throws IOException {
    skipSorted(reader.wrap(bytes, from, to - from));
    int start = reader.position();
    FeedbackLine line = FeedbackLine.read(reader);
    if (!sectionOf(line).equals(section)) {
      endSection();
      section = sectionOf(line);
      begin(section);
    }
    add(line);
    if (told != null) {
      told.line(bytes, start, to - start);
    }
  }

  private void endSection() throws IOException {
    if (section == null) {
      return;
    }
    PackedWriter sums = new PackedWriter();
    List<String> files = end(section, sums);
    send(sums.buffer(), 0, sums.length());
    if (told != null) {
      told.section(section, files, sums);
    }
    section = null;
  }

  /** Adds the lines that stay. */
  private void goOn(int shard, Retelling retelling, RecordSorter sorter) throws IOException {
    Sections changed = retelling.isAll() ? new Sections(sorter) : null;
    for (Map.Entry<String, Set<Integer>> source : retelling.sources().entrySet()) {
      Path folder = ToldShard.folder(source.getKey());
      ToldShard kept = ToldShard.read(folder, shard);
      if (kept == null) {
        throw new IOException(folder + " has lost what link has told: give the command again");
      }
      if (changed != null && changed.base == null) {
        changed.base = kept;
        changed.folder = folder;
        changed.dates = source.getValue();
        continue;
      }
      for (ToldShard.Section before : kept.sections()) {
        kept.lines(
            before,
            (from, length) -> {
              if (retelling.keeps(kept.bytes(), from + length, source.getValue())) {
                sort(kept.bytes(), from, length, sorter);
              }
            });
      }
    }
    if (changed != null && changed.base != null) {
      changed.write(retelling);
    }
  }

  /** Sections of the last run, and what comes to them. */
  private final class Sections {
    private final RecordSorter sorter;
    private final Map<String, List<byte[]>> added = new HashMap<>();
    private ToldShard base;
    private Path folder;
    private Set<Integer> dates;

    Sections(RecordSorter sorter) {
      this.sorter = sorter;
    }

    void write(Retelling retelling) throws IOException {
      sorter.drain(
          (bytes, from, to) -> {
            skipSorted(reader.wrap(bytes, from, to - from));
            int start = reader.position();
            added
                .computeIfAbsent(sectionOf(FeedbackLine.read(reader)), none -> new ArrayList<>())
                .add(Arrays.copyOfRange(bytes, start, to));
          });
      boolean isPlain = base.isPlain() && areNamesPlain();
      for (ToldShard.Section before : base.sections()) {
        List<byte[]> gone = new ArrayList<>();
        base.lines(
            before,
            (from, length) -> {
              if (!retelling.keeps(base.bytes(), from + length, dates)) {
                gone.add(Arrays.copyOfRange(base.bytes(), from, from + length));
              }
            });
        List<byte[]> come = added.getOrDefault(before.name(), List.of());
        if (isPlain && areSame(gone, come) && share(before)) {
          added.remove(before.name());
          continue;
        }
        base.lines(
            before,
            (from, length) -> {
              if (retelling.keeps(base.bytes(), from + length, dates)) {
                sort(base.bytes(), from, length, sorter);
              }
            });
      }
      added.values().forEach(lines -> lines.forEach(line -> sort(line, 0, line.length, sorter)));
    }

    /**
     * Names do not depend on what other sections there are, as long as these are few and differ.
     */
    private boolean areNamesPlain() {
      Set<String> all = new HashSet<>(added.keySet());
      base.sections().forEach(before -> all.add(before.name()));
      Set<String> names = new HashSet<>();
      for (String name : all) {
        names.add(FeedbackNames.folded(plainNames(name).get(0)));
      }
      return names.size() == all.size() && all.size() <= plan.limits().files();
    }

    private boolean areSame(List<byte[]> gone, List<byte[]> come) {
      gone.sort(Arrays::compareUnsigned);
      List<byte[]> sortedCome = new ArrayList<>(come);
      sortedCome.sort(Arrays::compareUnsigned);
      return Arrays.deepEquals(gone.toArray(), sortedCome.toArray());
    }

    private boolean share(ToldShard.Section before) throws IOException {
      if (told == null || !ToldShard.share(before, folder, ToldShard.folder(plan.directory()))) {
        return false;
      }
      told.section(before, base.bytes());
      send(base.bytes(), before.sumsFrom(), before.sumsTo() - before.sumsFrom());
      return true;
    }
  }
}
