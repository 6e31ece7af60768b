package io.daisychain.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.InProcess;
import io.daisychain.cli.testing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How replay ends where a folder's files are answered. */
class ReplayCommandTest {
  @TempDir Path folder;

  @Test
  void failsWhereAMessageIsNotTold() throws Exception {
    Program.Ended ended = replay(".failed");

    assertEquals(1, ended.exitCode(), ended::toString);
    assertTrue(
        ended.err().contains("0 messages were refused, 2 sent and not told"), ended::toString);
    assertTrue(ended.out().contains("sent 2 + left out 0 + refused 0; told 0"), ended::toString);
  }

  @Test
  void succeedsWhereAllAreTold() throws Exception {
    Program.Ended ended = replay(".done");

    assertEquals(0, ended.exitCode(), ended::toString);
    assertTrue(ended.out().contains("told 2"), ended::toString);
  }

  /** Replays two lines with a record into a folder where each file gets an answer. */
  private Program.Ended replay(String answer) throws Exception {
    Path input = Files.writeString(folder.resolve("recorded"), "one\ntwo\n", ISO_8859_1);
    Path incoming = Files.createDirectory(folder.resolve("incoming"));
    try (WatchService looks = folder.getFileSystem().newWatchService()) {
      incoming.register(looks, StandardWatchEventKinds.ENTRY_CREATE);
      CompletableFuture<Void> answered =
          CompletableFuture.runAsync(() -> answer(looks, incoming, answer));
      Program.Ended ended =
          new InProcess(folder)
              .run(
                  "replay",
                  "--input=" + input.getFileName(),
                  "--rate=1e9",
                  "--to=" + incoming,
                  "--record=" + folder.resolve("record.csv"));
      answered.join();
      return ended;
    }
  }

  private static void answer(WatchService looks, Path incoming, String answer) {
    try {
      while (true) {
        WatchKey key = looks.take();
        for (WatchEvent<?> event : key.pollEvents()) {
          String name = event.context().toString();
          if (name.endsWith(".fix")) {
            Files.createFile(incoming.resolve(name + answer));
            return;
          }
        }
        key.reset();
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
