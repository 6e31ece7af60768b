package io.daisychain.ingest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.ingest.file.FileFacts;
import io.daisychain.ingest.file.InputForm;
import io.daisychain.ingest.file.InputRange;
import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The input files, by kind and by name.
 *
 * <p>Bounded, whatever the input is: of the files that are damaged, of those that something is to
 * be told about, and of all others, so many are kept by name, those that come first by spelling;
 * the others are counted. Which they are does not depend on the order in which sums are added.
 */
final class InputSums implements Serializable {
  /** Damaged files, and files to tell of, that are kept by name. */
  static final int MOST_TOLD = 1_000;

  /** Files without anything to tell of that are kept by name. */
  static final int MOST_OTHERS = 100;

  /** Files that are read in several ranges, and put together at the end. */
  private static final int MOST_IN_PARTS = 10_000;

  private final TreeMap<String, FileFacts> damaged = new TreeMap<>();
  private final TreeMap<String, FileFacts> told = new TreeMap<>();
  private final TreeMap<String, FileFacts> others = new TreeMap<>();
  private final TreeMap<String, FileFacts> parts = new TreeMap<>();
  private final FileFacts all = new FileFacts();
  private final EnumMap<InputForm, Long> forms = new EnumMap<>(InputForm.class);
  private long files;
  private long damagedFiles;
  private long toldFiles;

  void add(InputRange range, FileFacts facts) {
    if (range.start() == 0) {
      files++;
      forms.merge(facts.form(), 1L, Long::sum);
    }
    all.add(facts);
    if (range.isWhole()) {
      resolve(range.file(), facts);
    } else {
      parts.computeIfAbsent(range.file(), name -> new FileFacts()).add(facts);
      trimParts();
    }
  }

  void add(InputSums other) {
    files += other.files;
    damagedFiles += other.damagedFiles;
    toldFiles += other.toldFiles;
    other.forms.forEach((form, count) -> forms.merge(form, count, Long::sum));
    all.add(other.all);
    merge(damaged, other.damaged, MOST_TOLD);
    merge(told, other.told, MOST_TOLD);
    merge(others, other.others, MOST_OTHERS);
    merge(parts, other.parts, Integer.MAX_VALUE);
    trimParts();
  }

  private static void merge(
      NavigableMap<String, FileFacts> into, Map<String, FileFacts> from, int most) {
    from.forEach((name, facts) -> into.computeIfAbsent(name, none -> new FileFacts()).add(facts));
    trim(into, most);
  }

  private static void trim(NavigableMap<String, FileFacts> files, int most) {
    while (files.size() > most) {
      files.pollLastEntry();
    }
  }

  /** Parts of too many files are told of as if each were a file. */
  private void trimParts() {
    while (parts.size() > MOST_IN_PARTS) {
      Map.Entry<String, FileFacts> last = parts.pollLastEntry();
      resolve(last.getKey(), last.getValue());
    }
  }

  private void resolve(String file, FileFacts facts) {
    facts.receivers(); // notes the last one, before the facts travel
    if (InputVerdict.isDamaged(facts)) {
      damagedFiles++;
      put(damaged, file, facts, MOST_TOLD);
    } else if (InputVerdict.isToTell(facts)) {
      toldFiles++;
      put(told, file, facts, MOST_TOLD);
    } else {
      put(others, file, facts, MOST_OTHERS);
    }
  }

  private static void put(
      NavigableMap<String, FileFacts> files, String name, FileFacts facts, int most) {
    files.computeIfAbsent(name, none -> new FileFacts()).add(facts);
    trim(files, most);
  }

  /** Writes the sums, as if nothing more were to come. */
  void write(ObjectNode into) {
    InputSums whole = new InputSums();
    whole.add(this);
    whole.parts.forEach(whole::resolve);
    whole.writeResolved(into);
  }

  private void writeResolved(ObjectNode into) {
    into.put("files", files).put("damagedFiles", damagedFiles).put("toldFiles", toldFiles);
    ObjectNode stored = into.putObject("filesByForm");
    forms.forEach((form, count) -> stored.put(form.name(), count));
    writeKinds(all, into);
    write(damaged, into.putArray("damaged"));
    write(told, into.putArray("told"));
    write(others, into.putArray("others"));
  }

  private static void write(Map<String, FileFacts> files, ArrayNode into) {
    files.forEach(
        (file, facts) -> {
          ObjectNode entry = into.addObject().put("file", file);
          writeKinds(facts, entry);
          if (facts.damage() != null) {
            entry.put("offset", facts.damage().offset());
            entry.put("storedOffset", facts.damage().storedOffset());
          }
          ArrayNode texts = entry.putArray("texts");
          InputVerdict.texts(file, facts).forEach(texts::add);
        });
  }

  private static void writeKinds(FileFacts facts, ObjectNode into) {
    into.put("submissions", facts.submissions()).put("wireLog", facts.wireLog());
    into.put("noEvents", facts.noEvents()).put("rejected", facts.rejected());
    into.put("noise", facts.noise());
    writeNames("receivers", facts.receivers(), into);
    writeNames("versions", facts.versions(), into);
    writeNames("delimiters", facts.delimiters(), into);
  }

  private static void writeNames(String name, Map<String, Long> counts, ObjectNode into) {
    if (!counts.isEmpty()) {
      ObjectNode object = into.putObject(name);
      counts.forEach(object::put);
    }
  }
}
