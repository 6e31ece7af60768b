package io.daisychain.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.store.embedded.StoreProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The file in which a store tells of itself may hold anything: a store is named, or there is none.
 */
class DamagedPropertiesTest {
  private static final String FILE =
      "pid=4711\nzookeeperPort=40001\ncontrolPort=40002\ntoken=d2f1c0a9\\u0041\n";

  private final long seed = Long.getLong("daisychain.seed", 20_261_122);
  private final Random random = new Random(seed);

  @TempDir Path folder;

  @Test
  void whatIsDamagedIsNoStore() throws IOException {
    int damaged = 0;
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = FILE.getBytes(ISO_8859_1);
      for (int change = random.nextInt(6); change > 0; change--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      Files.write(folder.resolve("store.properties"), bytes);

      Optional<StoreProperties> read = StoreProperties.read(folder);

      damaged += read.isEmpty() ? 1 : 0;
      read.ifPresent(
          store ->
              assertTrue(
                  store.zookeeperPort() > 0
                      && store.zookeeperPort() < 65_536
                      && store.controlPort() > 0
                      && store.controlPort() < 65_536,
                  "seed " + seed + ": " + store));
    }
    assertTrue(damaged > 500, "seed " + seed + ": " + damaged);
  }
}
