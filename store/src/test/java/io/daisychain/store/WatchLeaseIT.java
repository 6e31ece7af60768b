package io.daisychain.store;

import static io.daisychain.store.Rows.ascii;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.cloud.bigtable.emulator.core.EmulatorController;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who watches, of processes on machines that do not see each other's, on Bigtable's emulator. */
class WatchLeaseIT {
  private static EmulatorController emulator;
  private static StoreSession session;
  private static TableAdmin admin;

  /** Stands by until it is told to end. */
  private static final class Standing implements WatchLease.Standby {
    private final CompletableFuture<String> waitsFor = new CompletableFuture<>();
    private volatile boolean hasEnded;

    @Override
    public void waitsFor(String holder) {
      waitsFor.complete(holder);
    }

    @Override
    public boolean hasEnded() {
      return hasEnded;
    }
  }

  @BeforeAll
  static void openStore() throws Exception {
    emulator = EmulatorController.createBundled();
    emulator.start();
    StoreAddress address =
        StoreAddress.parse("bigtable://project/instance", "localhost:" + emulator.getPort());
    session = StoreSession.open(address, EmbeddedStores.launch(), new EmbeddedStores.Told());
    admin = TableAdmin.open(session.connector());
  }

  @AfterAll
  static void closeStore() throws IOException {
    admin.close();
    session.close();
    emulator.stop();
  }

  private static StoreTable table(String name) throws IOException {
    admin.createMeta(name);
    return session.table(name);
  }

  private static CompletableFuture<Optional<WatchLease>> standBy(
      StoreTable table, String host, Standing standing) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return WatchLease.await(table, host, standing);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void passesToWhoStandsByWhenItIsGivenBack() throws Exception {
    StoreTable table = table("given");
    Standing standing = new Standing();
    WatchLease first = WatchLease.take(table, "east");
    String process = "process " + ProcessHandle.current().pid();
    CompletableFuture<Optional<WatchLease>> second = standBy(table, "west", standing);

    assertEquals(process + " on east", standing.waitsFor.get());
    IOException refused =
        assertThrows(IOException.class, () -> WatchLease.take(table, "south"), "a third");
    assertTrue(refused.getMessage().contains(process + " on east"), refused::toString);
    first.close();
    try (WatchLease taken = second.get().orElseThrow()) {
      taken.requireHeld();
    }
    WatchLease.take(table, "east").close();
  }

  @Test
  void passesOnWhenItsHolderBeatsNoMore() throws Exception {
    StoreTable table = table("silent");
    try (MetaTable meta = MetaTable.open(table)) {
      meta.write("watch", "holder", ascii("east 1 2 3"));
    }
    Standing standing = new Standing();
    try (WatchLease taken = standBy(table, "west", standing).get().orElseThrow()) {
      taken.requireHeld();
    }
  }

  /** It was stopped, or has been killed by one who has not asked yet how it ended. */
  @Test
  void passesOnWhenAProcessOfThisMachineBeatsNoMore() throws Exception {
    StoreTable table = table("stopped");
    ProcessHandle other = ProcessHandle.current().parent().orElseThrow();
    long began = other.info().startInstant().orElseThrow().toEpochMilli();
    try (MetaTable meta = MetaTable.open(table)) {
      meta.write("watch", "holder", ascii("west " + other.pid() + " " + began + " 7"));
    }
    assertThrows(IOException.class, () -> WatchLease.take(table, "west"));
    Standing standing = new Standing();
    try (WatchLease taken = standBy(table, "west", standing).get().orElseThrow()) {
      taken.requireHeld();
    }
  }

  @Test
  void isMissedByAHolderThatStoodStill() throws Exception {
    StoreTable table = table("lost");
    CompletableFuture<IOException> told = new CompletableFuture<>();
    try (WatchLease first = WatchLease.take(table, "east")) {
      first.onLoss(told::complete);
      try (MetaTable meta = MetaTable.open(table)) {
        // Between two of its beats; a beat that is under way is no harm.
        meta.write("watch", "holder", ascii("west 1 2 3"));
      }
      assertTrue(told.get().getMessage().contains("process 1 on west watches"));
      assertThrows(IOException.class, first::requireHeld);
    }
    try (MetaTable meta = MetaTable.open(table)) {
      byte[] left = meta.read("watch", "holder").orElseThrow();
      assertEquals("west 1 2 3", new String(left, java.nio.charset.StandardCharsets.US_ASCII));
    }
  }

  @Test
  void isNotWaitedForAnyMoreByWhoHasEnded() throws Exception {
    StoreTable table = table("ended");
    Standing standing = new Standing();
    try (WatchLease first = WatchLease.take(table, "east")) {
      CompletableFuture<Optional<WatchLease>> second = standBy(table, "west", standing);
      standing.waitsFor.get();
      standing.hasEnded = true;
      assertTrue(second.get().isEmpty());
      first.requireHeld();
    }
  }
}
