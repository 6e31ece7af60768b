package io.daisychain.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.embedded.StoreProgram;
import io.daisychain.store.EmbeddedStores.Told;
import io.daisychain.store.embedded.Launch;
import io.daisychain.store.embedded.StoreProperties;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions on real embedded stores. */
class StoreSessionIT {
  @TempDir private Path folder;

  @Test
  void startsAStoreThatEndsWithTheLastSession() throws Exception {
    Told told = new Told();
    StoreSession first = EmbeddedStores.open(folder, told);
    ProcessHandle store = storeProcess();
    write(first, "kept");

    StoreSession second = EmbeddedStores.open(folder);
    assertEquals(first.connector(), second.connector());

    CompletableFuture<Void> closing =
        CompletableFuture.runAsync(
            () -> {
              try {
                first.close();
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    assertTrue(told.notices.take().contains("another command still uses the store"));
    assertTrue(store.isAlive());
    assertFalse(closing.isDone());
    second.close();
    closing.join();
    assertFalse(store.isAlive());
    assertEquals(List.of(), List.copyOf(told.deaths));

    try (StoreSession third = EmbeddedStores.open(folder)) {
      assertEquals("kept", read(third));
    }
  }

  @Test
  void leavesAStoreForTheNextSessionAndStopsIt() throws Exception {
    StoreAddress.Embedded address = new StoreAddress.Embedded(folder.toString());
    Launch stays = EmbeddedStores.launch(3_600);
    assertFalse(StoreSession.stop(address, stays));
    try (StoreSession first = EmbeddedStores.open(folder, stays, new Told())) {
      write(first, "kept");
    }
    ProcessHandle store = storeProcess();
    assertEquals(folder.toRealPath(), workingFolder(store));
    // A copy has the file in which the store says where it is, but that is another's.
    Path copy = Files.createDirectory(folder.resolve("copy"));
    Files.copy(folder.resolve("store.properties"), copy.resolve("store.properties"));
    assertTrue(StoreProperties.read(folder).isPresent());
    assertTrue(StoreProperties.read(copy).isEmpty());

    Told told = new Told();
    Launch withMore = EmbeddedStores.launch(3_600, "-Dother=1");
    try (StoreSession second = EmbeddedStores.open(folder, stays, told)) {
      assertEquals("kept", read(second));
      assertEquals(store, storeProcess());
      try (StoreSession other = EmbeddedStores.open(folder, withMore, told)) {
        assertEquals("kept", read(other));
      }
    }
    assertTrue(told.notices.remove().contains("other options"));
    assertEquals(List.of(), List.copyOf(told.notices), "only the one with other options is told");

    try (StoreSession third = EmbeddedStores.open(folder, withMore, told)) {
      assertFalse(store.isAlive(), "nobody used the one with other options");
      assertEquals("kept", read(third));
    }
    store = storeProcess();
    assertTrue(store.isAlive());
    assertTrue(StoreSession.stop(address, stays));
    store.onExit().join();
    assertFalse(StoreSession.stop(address, stays));
    assertEquals(List.of(), List.copyOf(told.deaths));
  }

  @Test
  void aStoreEndsWhenItsTimeIsOverAndWhenItsFolderIsRemoved() throws Exception {
    EmbeddedStores.open(folder, EmbeddedStores.launch(1), new Told()).close();
    // Not read from its file, which goes with it.
    long pid = Long.parseLong(Files.readString(folder.resolve("store.lock")));
    ProcessHandle.of(pid).ifPresent(store -> store.onExit().join());
    assertFalse(Files.exists(folder.resolve("store.properties")), "it has not ended in order");

    Told told = new Told();
    StoreSession session = EmbeddedStores.open(folder, EmbeddedStores.launch(3_600), told);
    ProcessHandle store = storeProcess();
    Files.move(folder, folder.resolveSibling("elsewhere"));

    assertTrue(told.deaths.take().contains("has died: store: its folder was removed"));
    store.onExit().join();
    session.close();
    Files.move(folder.resolveSibling("elsewhere"), folder);
  }

  @Test
  void tellsThatTheStoreHasDiedAndStartsAnotherOverItsRemains() throws Exception {
    Told told = new Told();
    StoreSession session = EmbeddedStores.open(folder, told);
    write(session, "synced");
    ProcessHandle store = storeProcess();

    store.destroyForcibly();

    assertEquals(
        "the store embedded:"
            + folder
            + " (process "
            + store.pid()
            + ") has died; its log is "
            + folder.resolve("store.log"),
        told.deaths.take());
    assertTrue(Files.exists(folder.resolve("store.properties")), "a killed store leaves its file");
    session.close();
    try (StoreSession again = EmbeddedStores.open(folder)) {
      assertEquals("synced", read(again));
    }
  }

  @Test
  void waitsForAStoreWhoseOwnerWasKilled() throws Exception {
    Process owner =
        new ProcessBuilder(
                StoreProgram.java().toString(),
                "-Dembedded.target=" + System.getProperty("embedded.target"),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                HeldSession.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out = owner.inputReader(UTF_8)) {
      assertEquals("open", out.readLine());
    }
    ProcessHandle orphan = storeProcess();

    owner.destroyForcibly().waitFor();
    try (StoreSession session = EmbeddedStores.open(folder)) {
      write(session, "at once");
      assertEquals("at once", read(session));
    }
    orphan.onExit().join();
  }

  @Test
  void saysWhyAStoreDoesNotStart() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    IOException e =
        assertThrows(IOException.class, () -> EmbeddedStores.open(file.resolve("store")));

    String reason = "did not start: FileSystemException: " + file + "/store: Not a directory";
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  @Test
  void keepsLargeValuesInTheMetaTable() throws Exception {
    byte[] large = new byte[9_000_000];
    large[8_999_999] = 1;
    try (StoreSession session = EmbeddedStores.open(folder);
        TableAdmin admin = TableAdmin.open(session.connector())) {
      admin.createMeta("t");
      try (MetaTable meta = admin.meta("t")) {
        assertTrue(meta.readLarge("reference").isEmpty());
        meta.writeLarge("reference", new byte[10_000_000]);
        meta.writeLarge("reference", large);
        assertArrayEquals(large, meta.readLarge("reference").orElseThrow());
        assertEquals(1, meta.increment("run", "number"));
        assertEquals(2, meta.increment("run", "number"));
      }
    }
  }

  private ProcessHandle storeProcess() throws IOException {
    return ProcessHandle.of(StoreProperties.read(folder).orElseThrow().pid()).orElseThrow();
  }

  /** Where /proc is there to ask. */
  private static Path workingFolder(ProcessHandle process) throws IOException {
    return Path.of("/proc", Long.toString(process.pid()), "cwd").toRealPath();
  }

  private static void write(StoreSession session, String value) throws IOException {
    try (TableAdmin admin = TableAdmin.open(session.connector())) {
      admin.createMeta("t");
      try (MetaTable meta = admin.meta("t")) {
        meta.write("row", "column", value.getBytes(US_ASCII));
      }
    }
  }

  private static String read(StoreSession session) throws IOException {
    try (TableAdmin admin = TableAdmin.open(session.connector());
        MetaTable meta = admin.meta("t")) {
      return new String(meta.read("row", "column").orElseThrow(), US_ASCII);
    }
  }
}
