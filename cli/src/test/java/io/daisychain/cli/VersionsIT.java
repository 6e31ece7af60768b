package io.daisychain.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.testing.Workload;
import io.daisychain.fix.FixVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A market is the same whatever version of FIX its firms speak. */
@ExtendWith(SharedStore.class)
class VersionsIT {
  private static RunningStore store;
  private static Path folder;
  private static Program program;
  private static JsonNode once;

  @BeforeAll
  static void runInFix42(RunningStore shared, @TempDir Path temporary) throws Exception {
    store = shared;
    folder = temporary;
    program = Program.inProcess(folder);
    Workload.generate(program, "fix42", 4_000, "--lineage=native", "--shards=2");
    once = run("fix42");
  }

  @Test
  void hasTheSameLinksAndLifecyclesInFix44() throws Exception {
    translate("fix44", line -> in(FixVersion.FIX44, line));

    assertSame(run("fix44"));
    assertEquals("FIX.4.4", versions());
  }

  @Test
  void hasTheSameLinksAndLifecyclesWhereEachFirmHasItsOwnVersion() throws Exception {
    FixVersion[] all = FixVersion.values();
    translate("mixed", line -> in(all[2 + Math.floorMod(firm(line).hashCode(), 6)], line));

    assertSame(run("mixed", "--applVer=FIX.5.0SP1"));
    assertEquals("FIX.4.2|FIX.4.3|FIX.4.4|FIX.5.0|FIX.5.0SP1|FIX.5.0SP2", versions());
  }

  private static void assertSame(JsonNode counts) {
    for (String table : new String[] {"links", "lifecycles"}) {
      JsonNode digest = once.at("/publish/digests/" + table);
      assertEquals(false, digest.isMissingNode(), table);
      assertEquals(digest, counts.at("/publish/digests/" + table), table);
    }
    assertEquals(
        once.at("/publish/faultyByStatus"), counts.at("/publish/faultyByStatus"), "faults");
    assertEquals(once.at("/ingest/stored"), counts.at("/ingest/stored"));
  }

  private static String versions() throws Exception {
    return program
        .sql("SELECT string_agg(DISTINCT fixVersion, '|' ORDER BY fixVersion) AS v FROM events")
        .get(0)
        .getField("v");
  }

  private static JsonNode run(String name, String... more) throws Exception {
    List<String> all =
        new ArrayList<>(
            List.of(
                "run",
                "--input=" + name + "/events-*",
                "--reference=fix42",
                "--store=" + store.address(),
                "--table=" + name));
    all.addAll(List.of(more));
    return program.counts(all.toArray(String[]::new));
  }

  private static void translate(String name, UnaryOperator<String> message) throws IOException {
    Files.createDirectories(folder.resolve(name));
    try (Stream<Path> files = Files.list(folder.resolve("fix42"))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String of = file.getFileName().toString();
        if (of.startsWith("events-")) {
          String lines = Files.readString(file, ISO_8859_1);
          StringBuilder text = new StringBuilder();
          lines.lines().forEach(line -> text.append(message.apply(line)).append('\n'));
          Files.writeString(folder.resolve(name).resolve(of), text, ISO_8859_1);
        }
      }
    }
  }

  private static String firm(String line) {
    return value(line, 49);
  }

  private static String value(String line, int tag) {
    int at = line.indexOf("\1" + tag + "=");
    return at < 0 ? "" : line.substring(line.indexOf('=', at) + 1, line.indexOf('\1', at + 1));
  }

  /** A message as another version says it. */
  private static String in(FixVersion version, String line) {
    String body = line.substring(line.indexOf("\00135=") + 1, line.lastIndexOf("\00110=") + 1);
    if (version == FixVersion.FIX42) {
      return line;
    }
    String client = value(line, 109);
    body =
        body.replace(
            "\001109=" + client + "\1", "\001453=1\001448=" + client + "\001447=D\001452=3\1");
    String execType = value(line, 150);
    String said =
        switch (value(line, 20)) {
          case "1" -> "H";
          case "2" -> "G";
          default -> execType.equals("1") || execType.equals("2") ? "F" : execType;
        };
    body = body.replaceFirst("\00120=.\1", "\1").replace("\001150=" + execType, "\001150=" + said);
    if (version == FixVersion.FIX50SP1) {
      return FixLine.framed("FIXT.1.1", body); // says nothing: --applVer
    }
    if (version.compareTo(FixVersion.FIX50) < 0) {
      return FixLine.framed(version.label(), body);
    }
    int type = body.indexOf('\1') + 1;
    return FixLine.framed(
        "FIXT.1.1",
        body.substring(0, type)
            + "1128="
            + (char) version.applVerId()
            + "\1"
            + body.substring(type));
  }
}
