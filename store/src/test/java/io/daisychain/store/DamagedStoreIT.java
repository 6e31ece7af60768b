package io.daisychain.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An embedded store whose files were damaged, or left lying about, while it was down. */
class DamagedStoreIT {
  private static final String GARBAGE = "no file of HBase's looks like this. ".repeat(100);

  @TempDir private Path folder;

  @Test
  void makesAnewWhatCanBeAndTellsTheRestAtOnce() throws Exception {
    try (StoreSession session = EmbeddedStores.open(folder);
        TableAdmin admin = TableAdmin.open(session.connector())) {
      admin.createDate("t", Rows.DATE, Rows.splitKeys());
    }
    Files.writeString(folder.resolve("hbase/hbase.id"), GARBAGE);
    Files.writeString(folder.resolve("hbase/hbase.version"), "");
    Files.writeString(first("zookeeper", "(log|snapshot)\\..*"), GARBAGE);
    Path left = Files.createDirectories(folder.resolve("staging/1_2_of-a-killed-run/Data"));
    Files.writeString(left.resolve("file"), GARBAGE);

    try (StoreSession session = EmbeddedStores.open(folder);
        TableAdmin admin = TableAdmin.open(session.connector())) {
      assertTrue(admin.exists("t_20260316"));
      assertFalse(Files.exists(left));
    }

    Path data = first("hbase/data/hbase/meta", "[0-9a-f]{32}");
    byte[] whole = Files.readAllBytes(data);
    Files.writeString(data, "");
    assertTold(data + " is damaged: it is empty");
    Files.writeString(data, GARBAGE);
    assertTold(data + " is damaged");
    Files.write(data, whole);
    Path table = first("hbase/data/default/t_20260316", "\\.tableinfo\\..*");
    Files.writeString(table, GARBAGE);
    assertTold(table + " is damaged");
  }

  private void assertTold(String words) {
    IOException told = assertThrows(IOException.class, () -> EmbeddedStores.open(folder).close());

    assertEquals(
        "the store embedded:"
            + folder
            + " did not start: its file "
            + words
            + "; its log is "
            + folder.resolve("store.log"),
        told.getMessage());
  }

  private Path first(String place, String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(place))) {
      return files
          .filter(file -> Files.isRegularFile(file) && file.getFileName().toString().matches(name))
          .sorted()
          .findFirst()
          .orElseThrow();
    }
  }
}
