package io.daisychain.warehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockFileIT {
  @TempDir Path dir;

  /** A process of its own that holds a lock until it is killed. */
  static final class Holder {
    public static void main(String[] args) throws IOException {
      LockFile.acquire(Path.of(args[0]), "busy");
      System.out.println("holding");
      while (true) {
        LockSupport.park();
      }
    }
  }

  private static Path placeOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  @Test
  void isHeldByOneAtATime() throws IOException {
    Path file = dir.resolve("lock");
    LockFile lock = LockFile.acquire(file, "busy");
    try {
      WarehouseException busy =
          assertThrows(
              WarehouseException.class, () -> LockFile.acquire(dir.resolve("./lock"), "busy"));
      assertEquals("busy", busy.getMessage());
    } finally {
      lock.close();
    }

    LockFile.acquire(file, "busy").close();
  }

  @Test
  void isFreeOnceItsHolderWasKilled() throws Exception {
    Path file = dir.resolve("lock");
    Process holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                placeOf(LockFile.class) + File.pathSeparator + placeOf(Holder.class),
                Holder.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8))) {
      output.readLine(); // now it holds the lock
      assertThrows(WarehouseException.class, () -> LockFile.acquire(file, "busy"));
    } finally {
      holder.destroyForcibly().waitFor();
    }

    LockFile.acquire(file, "busy").close();
  }
}
