package io.daisychain.cli.hostile;

import static io.daisychain.cli.UsageIT.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.Program.Ended;
import io.daisychain.cli.testing.SmallDisk;
import io.daisychain.cli.testing.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks that are full in the middle of the work. */
class FullDiskIT {
  private static final int EVENTS = 30_000;
  private static final String INGEST = "ingest --input=w/events-* --reference=w";

  @TempDir private Path folder;

  @Test
  void aFullDiskIsToldWithThePathAndOneRerunIsEnough() throws Exception {
    Program program = new Program(folder);
    Path full = folder.toRealPath().resolve("full");
    try (SmallDisk disk = SmallDisk.mount(full, 4)) {
      Workload.generate(Program.inProcess(folder), "w", EVENTS, "--lineage=native");
      Path damaged = folder.resolve("damaged.fix");
      Files.writeString(damaged, "8=FIX.4.2\u00019=5\u000135=D\u000110=1\u0001\n".repeat(200_000));

      String store = " --store=embedded:full/store --spillFolder=spill";
      Ended failed = run(program, INGEST + store);
      assertFails(quiet(failed), "daisychain: cannot write " + full + "/store/staging/");
      assertFails(quiet(failed), ": the disk is full");
      assertEquals(0, files(full.resolve("store/staging")), "what filled the disk is gone");
      disk.resize(64);
      JsonNode counts = program.counts((INGEST + store).split(" ", -1));
      assertEquals(counts.get("read"), counts.get("stored"), counts::toString);

      disk.resize(25);
      byte[] filler = new byte[1 << 20];
      try (var out = Files.newOutputStream(full.resolve("filler"))) {
        while (full.toFile().getUsableSpace() > 3 << 20) {
          out.write(filler);
        }
      }
      Program here = Program.inProcess(folder).with("DAISYCHAIN_STORE_LINGER", "60");
      String elsewhere = " --store=embedded:" + folder.resolve("store");
      assertFails(
          quiet(run(here, "ingest --input=damaged.fix --rejects=full/rejects" + elsewhere)),
          "daisychain: cannot write " + full + "/rejects/runs/");
      String spill = full + "/spill";
      assertFails(
          quiet(run(here, INGEST + " --spillFolder=" + spill + elsewhere)),
          "cannot write spill files into " + spill + " (see --spillFolder): the disk is full");
      run(here, "store --stop" + elsewhere);
      // The rejected messages are still there: told before any work begins.
      Ended refused = run(program, "generate --scale=100 --fullWorkload=60000 --output=full/g");
      assertEquals(2, refused.exitCode(), refused::toString);
      assertEquals(
          "daisychain: --output=full/g: cannot write into "
              + full
              + "/g: the disk is full (see ./daisychain generate --help)\n",
          refused.err());
    }
  }

  private static Ended run(Program program, String line) throws Exception {
    return program.run(line.split(" ", -1));
  }

  /** The end of a command, without what it said on its way there. */
  private static Ended quiet(Ended ended) {
    StringBuilder told = new StringBuilder();
    ended
        .err()
        .lines()
        .filter(line -> line.startsWith("daisychain: "))
        .forEach(line -> told.append(line).append('\n'));
    return new Ended(ended.exitCode(), ended.out(), told.toString());
  }

  private static long files(Path folder) throws Exception {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).count();
    }
  }
}
