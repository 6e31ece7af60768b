package io.daisychain.cli.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.beam.files.Links;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupIT {
  @TempDir private Path folder;

  @Test
  void bringsBackTheSameTablesElsewhereAndGoesOn() throws Exception {
    Program program = Program.staying(Files.createDirectory(folder.resolve("here")));
    program.succeed(
        "generate",
        "--output=w",
        "--scale=100",
        "--fullWorkload=3000",
        "--seed=7",
        "--market",
        "--late=0.2");
    program.succeed("marketdata", "load", "--input=w/{quotes,trades}-*.csv", "--format=csv");
    JsonNode first = program.counts("run", "--input=w/events-*", "--reference=w");

    program.succeed("backup", "--to=copy");
    program.succeed("restore", "--from=copy", "--check");
    Ended taken = program.run("restore", "--from=copy", "--store=embedded:other");
    Program elsewhere = Program.staying(Files.createDirectory(folder.resolve("there")));
    elsewhere.succeed("restore", "--from=" + program.folder().resolve("copy"));
    Links.deleteTree(program.folder().resolve("daisychain-data")); // what is elsewhere does without

    assertEquals(2, taken.exitCode(), taken::toString);
    assertTrue(taken.err().contains("is there already: nothing was restored"), taken::toString);
    assertFalse(Files.exists(program.folder().resolve("other")));
    assertEquals(0, elsewhere.counts("link").get("written").asInt());
    List<NamedCsvRecord> events = elsewhere.sql("SELECT count(*) AS n FROM events");
    assertEquals(first.at("/ingest/stored").asText(), events.get(0).getField("n"));

    // What is handed in late comes to both in the same way.
    program.succeed("restore", "--from=copy");
    String input = "--input=" + program.folder().resolve("w/*.fix");
    String reference = "--reference=" + program.folder().resolve("w");
    JsonNode here = program.counts("run", input, reference);
    JsonNode there = elsewhere.counts("run", input, reference);
    assertEquals(here.at("/publish/digests"), there.at("/publish/digests"));
    assertNotEquals(first.at("/publish/digests"), here.at("/publish/digests"));
  }

  @Test
  void storeThatIsUsedIsCopiedAsItWasAtOneMoment() throws Exception {
    Program program = Program.staying(Files.createDirectory(folder.resolve("here")));
    program.succeed("generate", "--output=w", "--events=6000", "--shards=30", "--seed=11");
    Path in = Files.createDirectory(program.folder().resolve("in"));
    Program.Command watch = program.start("watch", "--input=in", "--reference=w");
    List<Path> files;
    try (Stream<Path> all = Files.list(program.folder().resolve("w"))) {
      files = all.filter(file -> file.toString().endsWith(".fix")).sorted().toList();
    }
    for (Path file : files) {
      Files.createLink(in.resolve(file.getFileName()), file);
    }
    assertTrue(watch.awaitThat(() -> done(in).size() >= 5));
    List<String> before = done(in);
    Ended backup = program.run("backup", "--to=copy");
    assertEquals(0, backup.exitCode(), backup::toString);
    assertTrue(
        backup.err().contains("the store is in use: it is copied as it was at"), backup::err);
    assertTrue(watch.awaitThat(() -> done(in).size() == files.size()));
    watch.process().destroy();
    assertEquals(0, watch.await().exitCode());
    JsonNode here = program.counts("publish", "--files=none");
    try (Stream<Path> store = Files.list(program.folder().resolve("daisychain-data/store"))) {
      assertTrue(store.noneMatch(path -> path.toString().contains("backup-")));
    }

    Program elsewhere = Program.staying(Files.createDirectory(folder.resolve("there")));
    elsewhere.succeed("restore", "--from=" + program.folder().resolve("copy"));
    elsewhere.with("DAISYCHAIN_STORE_LINGER", "60"); // one store for all that follows
    String reference = "--reference=" + program.folder().resolve("w");
    JsonNode there;
    try {
      elsewhere.succeed("link", reference);
      JsonNode restored = elsewhere.counts("publish", "--files=none");
      // What was acknowledged before is there: once more it changes nothing.
      String known = in + "/{" + String.join(",", before) + "}";
      elsewhere.succeed("run", "--input=" + known, reference, "--files=none");
      JsonNode again = elsewhere.counts("publish", "--files=none", "--days=all");
      assertEquals(restored.at("/digests"), again.at("/digests"));
      // All of it comes to the same as where it was not interrupted.
      elsewhere.succeed("run", "--input=" + in + "/*.fix", reference, "--files=none");
      there = elsewhere.counts("publish", "--files=none", "--days=all");
    } finally {
      elsewhere.succeed("store", "--stop");
    }
    JsonNode all = program.counts("publish", "--files=none", "--days=all");
    assertEquals(all.at("/digests"), there.at("/digests"));
    assertEquals(here.at("/events"), there.at("/events"));
  }

  private static List<String> done(Path in) throws IOException {
    try (Stream<Path> all = Files.list(in)) {
      return all.map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".done"))
          .map(name -> name.replace(".done", ""))
          .toList();
    }
  }

  @Test
  void whatIsDamagedOrUsedIsTold() throws Exception {
    Program program = Program.staying(folder);
    program.succeed("generate", "--output=w", "--scale=100", "--fullWorkload=500");
    program.succeed("ingest", "--input=w/events-*", "--reference=w");
    program.succeed("backup", "--to=copy");
    Path file;
    try (Stream<Path> files = Files.walk(folder.resolve("copy/store/hbase"))) {
      file = files.filter(Files::isRegularFile).sorted().findFirst().orElseThrow();
    }
    Files.writeString(file, "x", StandardOpenOption.APPEND);

    Ended damaged = program.run("restore", "--from=copy", "--store=embedded:other");
    Ended checked = program.run("restore", "--from=copy", "--check");
    Files.delete(file);
    Ended missing = program.run("restore", "--from=copy", "--check");
    Ended again = program.run("backup", "--to=copy");
    Ended none = program.run("restore", "--from=w");
    Ended nothing =
        program.run(
            "backup",
            "--to=other",
            "--store=embedded:no",
            "--warehouse=duckdb:no",
            "--marketdata=no");

    assertEquals(1, damaged.exitCode(), damaged::toString);
    assertTrue(damaged.err().contains(file + " is not what was backed up"), damaged::toString);
    assertEquals(1, checked.exitCode(), checked::toString);
    assertTrue(missing.err().contains(file + " is missing"), missing::toString);
    assertEquals(2, again.exitCode(), again::toString);
    assertTrue(none.err().contains("has no SHA256SUMS"), none::toString);
    assertEquals(2, nothing.exitCode(), nothing::toString);
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(), left.filter(path -> path.toString().contains("other")).toList());
    }
  }
}
