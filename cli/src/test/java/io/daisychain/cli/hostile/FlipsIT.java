package io.daisychain.cli.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A slice of {@link Flips}: {@code .ci/campaign flips}; and commands that meet a turned bit. */
class FlipsIT {
  @TempDir private Path folder;

  @Test
  void noTurnedBitIsSilent() throws Exception {
    long seed = Long.getLong("daisychain.seed", 20261124);
    Flips flips = new Flips(folder);
    flips.fill(2_000);

    flips.turn(120, seed);

    System.out.print(flips.summary());
    assertEquals(List.of(), flips.silent());

    Program program = Program.inProcess(folder);
    String[] scrub = {
      "scrub",
      flips.store(),
      flips.marketData(),
      "--warehouse=duckdb:" + folder.resolve("daisychain-data/warehouse.duckdb")
    };
    assertTrue(program.succeed(scrub).contains("0 damaged"));
    Path data = folder.resolve("daisychain-data");
    // In the middle of the largest of the files: a block of events.
    Path stored = largest(data.resolve("store/hbase/data/default"), "Data/[0-9a-f]{32}.*");
    turn(stored);
    assertNamed(
        program.run("publish", "--days=all", flips.store()), stored.getFileName().toString());
    assertNamed(program.run(scrub), stored.toString());
    turn(stored);
    Path quotes = data.resolve("marketdata/date=2026-03-16/nbbo.parquet").toRealPath();
    turn(quotes);
    assertNamed(program.run(scrub), quotes + " is damaged, in row group 0");
    turn(quotes);
    program.succeed("publish", "--days=all", flips.store());
    program.succeed(scrub);
  }

  private static void assertNamed(Ended ended, String words) {
    assertEquals(1, ended.exitCode(), ended::toString);
    assertTrue(ended.err().contains(words), ended::err);
  }

  private static Path largest(Path root, String name) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> Files.isRegularFile(file) && file.toString().matches(".*/" + name))
          .max(Comparator.comparingLong(file -> file.toFile().length()))
          .orElseThrow();
    }
  }

  private static void turn(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 3] ^= 4;
    Files.write(file, bytes);
  }
}
