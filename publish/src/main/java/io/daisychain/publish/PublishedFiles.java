package io.daisychain.publish;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts a run's files in the place of an earlier run's. */
final class PublishedFiles {
  /** The file that lists the others. */
  static final String MANIFEST = "manifest.json";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final OutputFolder folder;

  PublishedFiles(OutputFolder folder) {
    this.folder = folder;
  }

  /**
   * Puts the files of a run and their manifest into the folder and deletes those of earlier runs.
   * Killed half way, the next run puts things right.
   *
   * @throws IOException if the run has not as many files as it should, or somebody else's file is
   *     in the way; nothing has changed then
   */
  void swap(PublishSettings settings, PublishSummary summary) throws IOException {
    OwnFiles own = new OwnFiles(folder);
    Set<String> before = own.shown();
    Set<String> written = new HashSet<>(folder.files(settings.runFolder()));
    Map<String, List<String>> tables = new LinkedHashMap<>();
    List<String> names = new ArrayList<>();
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      List<String> ofTable = new ArrayList<>(csvFiles(settings, table, written));
      ofTable.addAll(ParquetFiles.of(table, written));
      Collections.sort(ofTable);
      tables.put(table.name(), ofTable);
      names.addAll(ofTable);
    }
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      String name = BigQuerySchema.fileName(table);
      folder.write(settings.runFolder(), name, BigQuerySchema.json(table));
      names.add(name);
    }
    folder.write(settings.runFolder(), MANIFEST, manifest(tables, summary));
    names.add(MANIFEST);
    Set<String> both = new HashSet<>(before);
    both.addAll(names);
    // Killed from here on, the next run still knows all names as ours.
    own.list(both);
    both.removeAll(names);
    folder.swap(settings.runFolder(), names, List.copyOf(both), MANIFEST);
    own.list(names);
  }

  private static List<String> csvFiles(
      PublishSettings settings, WarehouseTable table, Set<String> written) throws IOException {
    Shards shards = settings.shards();
    List<String> names = new ArrayList<>();
    for (int shard = 0; shard < shards.count(); shard++) {
      String name = shards.fileName(table, shard, settings.compression());
      if (!written.contains(name)) {
        throw new IOException("the run did not write " + settings.runFolder() + "/" + name);
      }
      names.add(name);
    }
    return names;
  }

  /** Lists what was published, without time and run: equal contents give an equal text. */
  private static String manifest(Map<String, List<String>> tables, PublishSummary summary)
      throws IOException {
    ObjectNode json = JSON.createObjectNode();
    tables.forEach(
        (name, files) -> {
          ObjectNode table = json.putObject(name);
          table.put("rows", summary.rows(name)).put("digest", summary.digests().get(name));
          files.forEach(table.putArray("files")::add);
        });
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
  }
}
