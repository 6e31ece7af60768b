package io.daisychain.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.embedded.StoreProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded store as a process of its own. */
class EmbeddedStoreProcessIT {
  @TempDir private Path temp;

  @Test
  void servesOneProcessAFolderAndEndsInOrder() throws Exception {
    Path folder = temp.resolve("new").resolve("store");
    Process store = new ProcessBuilder(StoreProgram.line(folder.toString())).start();
    try (BufferedReader out = store.inputReader(UTF_8)) {
      assertEquals("store ready embedded:" + folder, out.readLine());

      Process second = new ProcessBuilder(StoreProgram.line(folder.toString())).start();
      String complaint = new String(second.getErrorStream().readAllBytes(), UTF_8);
      assertEquals(1, second.waitFor());
      assertEquals(
          "store: the store in " + folder + " is in use by process " + store.pid() + "\n",
          complaint);

      try (StoreSession session = EmbeddedStores.open(folder)) {
        assertTrue(session.connector().zookeeperPort() > 0);
      }
      assertTrue(store.isAlive());

      // Not of the Process, which would close the streams too.
      store.toHandle().destroy();
      assertEquals(143, store.waitFor());
      assertFalse(Files.exists(folder.resolve("store.properties")));
      assertEquals("", new String(store.getErrorStream().readAllBytes(), UTF_8));
    } finally {
      store.destroyForcibly();
    }
  }

  @Test
  void saysWhatIsWrongWithAFolder() throws Exception {
    Path file = Files.createFile(temp.resolve("file"));

    Process store = new ProcessBuilder(StoreProgram.line(file + "/store")).start();
    String complaint = new String(store.getErrorStream().readAllBytes(), UTF_8);

    assertEquals(1, store.waitFor());
    assertTrue(
        complaint.startsWith("store: cannot run a store in " + file + "/store: "), complaint);
    assertEquals(1, complaint.lines().count(), complaint);
  }

  @Test
  void endsWithItsParentWhenNobodyTookALease() throws Exception {
    List<String> command = EmbeddedStores.launch().privateStore(temp.resolve("store"));
    Process store = new ProcessBuilder(command).start();

    store.getOutputStream().close();

    assertEquals("store ready embedded:" + temp.resolve("store"), firstLine(store));
    assertEquals(0, store.waitFor());
  }

  private static String firstLine(Process process) throws IOException {
    return new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)).readLine();
  }
}
