package io.daisychain.publish;

import io.daisychain.beam.files.Folder;
import io.daisychain.publish.file.KeptFiles;
import io.daisychain.publish.file.Manifest;
import io.daisychain.publish.file.OutputFolder;
import io.daisychain.publish.file.OwnFiles;
import io.daisychain.publish.file.ParquetFiles;
import io.daisychain.publish.table.BigQuerySchema;
import io.daisychain.publish.table.PublishedCounts;
import io.daisychain.publish.table.PublishedCounts.TableSum;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Puts a run's files in the place of those that earlier runs published of the same trade dates. */
final class PublishedFiles {
  private final OutputFolder output;

  PublishedFiles(OutputFolder output) {
    this.output = output;
  }

  /**
   * What the folder has, by epoch day: trade dates of which all files are there, those that are
   * asked for among them, CSV of the right compression.
   */
  SortedMap<Integer, PublishedDay> days(PublishSettings settings) throws IOException {
    Manifest manifest = Manifest.read(output.folder());
    Set<String> there = new HashSet<>(output.folder().names(""));
    SortedMap<Integer, PublishedDay> days = new OwnFiles(output).days();
    String suffix = ".csv" + settings.compression().getSuggestedSuffix();
    days.keySet()
        .removeIf(
            day -> {
              Map<String, Manifest.TableFiles> tables = manifest.days().get(day);
              return tables == null
                  || !tables.values().stream()
                      .map(Manifest.TableFiles::files)
                      .allMatch(
                          files ->
                              there.containsAll(files)
                                  && csv(files).stream().allMatch(name -> name.endsWith(suffix))
                                  && (!settings.kept().hasCsv() || !csv(files).isEmpty())
                                  && (!settings.kept().hasParquet()
                                      || csv(files).size() < files.size()));
            });
    return days;
  }

  /** Whether an earlier publication left files of a kind that this one is to have none of. */
  boolean hasUnwanted(KeptFiles kept) throws IOException {
    return Manifest.read(output.folder()).days().values().stream()
        .flatMap(day -> day.values().stream())
        .map(Manifest.TableFiles::files)
        .anyMatch(names -> staying(names, kept).size() < names.size());
  }

  /** Of a table's files on a date those of the wanted kinds; all, if it has no other. */
  private static List<String> staying(List<String> names, KeptFiles kept) {
    List<String> wanted = names.stream().filter(kept::has).toList();
    return wanted.isEmpty() ? names : wanted;
  }

  /**
   * Copies the files of a date of which some rows changed into the run's folder, with these rows.
   *
   * @return the CSV files of each table, with the new sums
   */
  Map<String, Manifest.TableFiles> merge(PublishSettings settings, ChangedRows changed, int day)
      throws IOException {
    Map<String, Manifest.TableFiles> published = Manifest.read(output.folder()).days().get(day);
    Map<String, Manifest.TableFiles> merged = new LinkedHashMap<>();
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      Manifest.TableFiles before = published.get(table.name());
      merged.put(
          table.name(),
          new LineMerge(table, changed)
              .merge(
                  new Manifest.TableFiles(before.sum(), csv(before.files())),
                  output.path(),
                  settings.runFolder(),
                  settings.compression()));
    }
    return merged;
  }

  /** A date that has Parquet files alone, which the run's folder tells. */
  static Map<String, Manifest.TableFiles> withoutCsv(PublishedCounts counts) {
    Map<String, Manifest.TableFiles> files = new LinkedHashMap<>();
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      files.put(table.name(), new Manifest.TableFiles(counts.of(table.name()), List.of()));
    }
    return files;
  }

  /** The CSV files of a date that was scanned whole. */
  static Map<String, Manifest.TableFiles> whole(
      PublishSettings settings, Shards day, PublishedCounts counts) {
    Map<String, Manifest.TableFiles> files = new LinkedHashMap<>();
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      List<String> names = new ArrayList<>();
      for (int shard = 0; shard < day.count(); shard++) {
        names.add(day.fileName(table, shard, settings.compression()));
      }
      TableSum sum = counts.of(table.name());
      files.put(table.name(), new Manifest.TableFiles(sum, names));
    }
    return files;
  }

  /**
   * Puts the files of a run and their manifest into the folder and deletes those that earlier runs
   * published of these trade dates. Killed half way, the next run puts things right.
   *
   * @param published the CSV files of each date, some of which may be as they were
   * @param notes of these dates
   * @return digest by table, of all dates
   * @throws IOException if the run has not as many files as it should, or somebody else's file is
   *     in the way; nothing has changed then
   */
  Map<String, String> swap(
      PublishSettings settings,
      SortedMap<Integer, Map<String, Manifest.TableFiles>> published,
      Collection<PublishedDay> notes)
      throws IOException {
    OwnFiles own = new OwnFiles(output);
    Set<String> before = own.shown();
    Folder run = Folder.of(settings.runFolder());
    Set<String> written = new HashSet<>(run.names(""));
    Manifest manifest = manifest(settings, published, written);
    List<String> names = new ArrayList<>();
    List<String> staying = new ArrayList<>();
    for (Map.Entry<Integer, Map<String, Manifest.TableFiles>> day : manifest.days().entrySet()) {
      boolean isNew =
          published.containsKey(day.getKey())
              && settings.days().stream().anyMatch(scanned -> scanned.epochDay() == day.getKey());
      for (Manifest.TableFiles table : day.getValue().values()) {
        for (String name : table.files()) {
          if (!written.contains(name) && (isNew || !before.contains(name))) {
            throw new IOException("the run did not write " + settings.runFolder() + "/" + name);
          }
          (written.contains(name) ? names : staying).add(name);
        }
      }
    }
    // Of a manifest that was lost, dates that the store has no more are in files alone.
    for (String name : before) {
      OptionalInt date = OwnFiles.dateOf(name);
      if (date.isPresent() && !manifest.days().containsKey(date.getAsInt())) {
        staying.add(name);
      }
    }
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      String name = BigQuerySchema.fileName(table);
      run.write(name, BigQuerySchema.json(table));
      names.add(name);
    }
    run.write(Manifest.FILE, manifest.json());
    names.add(Manifest.FILE);
    SortedMap<Integer, PublishedDay> days = own.days();
    days.keySet().retainAll(manifest.days().keySet());
    Set<String> stale = new HashSet<>(before);
    stale.addAll(names);
    // Killed from here on, the next run still knows all names as ours.
    own.list(stale, days.values());
    stale.removeAll(names);
    staying.forEach(stale::remove);
    output.swap(settings.runFolder(), names, staying, List.copyOf(stale), Manifest.FILE);
    notes.forEach(note -> days.put(note.epochDay(), note));
    names.addAll(staying);
    own.list(names, days.values());
    return manifest.digests();
  }

  /** All dates: new ones with the Parquet files that the run wrote, others with what stays. */
  private Manifest manifest(
      PublishSettings settings,
      SortedMap<Integer, Map<String, Manifest.TableFiles>> published,
      Set<String> written)
      throws IOException {
    SortedMap<Integer, Map<String, Manifest.TableFiles>> days =
        new TreeMap<>(Manifest.read(output.folder()).days());
    days.putAll(published);
    for (Map.Entry<Integer, Map<String, Manifest.TableFiles>> day : days.entrySet()) {
      boolean isNew = published.containsKey(day.getKey());
      Map<String, Manifest.TableFiles> tables = new LinkedHashMap<>();
      for (WarehouseTable table : PublishedTables.schema().tables()) {
        Manifest.TableFiles files = day.getValue().get(table.name());
        Set<String> names = new TreeSet<>();
        if (isNew) {
          names.addAll(csv(files.files()));
          names.addAll(ParquetFiles.of(table, day.getKey(), written));
        } else {
          names.addAll(staying(files.files(), settings.kept()));
        }
        tables.put(table.name(), new Manifest.TableFiles(files.sum(), List.copyOf(names)));
      }
      day.setValue(tables);
    }
    return new Manifest(days);
  }

  private static List<String> csv(List<String> files) {
    return files.stream().filter(name -> !KeptFiles.isParquet(name)).toList();
  }
}
