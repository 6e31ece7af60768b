package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rooms of ARCHITECTURE.md, read from the sources of all modules. */
class ArchitectureTest {
  private static final Path HOME = Path.of("").toAbsolutePath().getParent();
  private static final Pattern IMPORT =
      Pattern.compile("^import (?:static )?([a-z0-9_.]+)\\.[A-Z]", Pattern.MULTILINE);
  private static final String OURS = "io.daisychain.";

  /** The rooms from below: a room uses those before it, and no other. */
  private static final List<String> ROOMS =
      List.of(
          "listen",
          "fix",
          "model",
          "beam",
          "store",
          "splits",
          "reporting",
          "warehouse",
          "datagen",
          "ingest",
          "linkage",
          "marketdata",
          "publish",
          "explorer",
          "watch",
          "cli",
          "jmh");

  /** Packages that know nothing of jobs and stores. */
  private static final Set<String> WITHOUT_BEAM =
      Set.of("fix", "fix.validate", "model", "linkage.graph");

  private record Source(String room, String type, Path file, String text) {
    String packageName() {
      return file.getParent().toString().replaceFirst(".*/io/daisychain/", "").replace('/', '.');
    }

    List<String> imports() {
      List<String> imports = new ArrayList<>();
      Matcher matcher = IMPORT.matcher(text);
      while (matcher.find()) {
        imports.add(matcher.group(1));
      }
      return imports;
    }
  }

  private static List<Source> sources() throws IOException {
    List<Source> sources = new ArrayList<>();
    for (String room : ROOMS) {
      try (Stream<Path> files = Files.walk(HOME.resolve(room).resolve("src/main/java"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          String type = file.getFileName().toString().replace(".java", "");
          sources.add(new Source(room, type, file, Files.readString(file)));
        }
      }
    }
    assertTrue(sources.size() > 300, () -> sources.size() + " sources");
    return sources;
  }

  @Test
  void aRoomsPackagesHaveItsName() throws IOException {
    for (Source source : sources()) {
      String name = source.packageName();
      assertTrue(
          name.equals(source.room) || name.startsWith(source.room + "."),
          () -> source.file.toString());
    }
    for (String room : ROOMS) {
      String pom = Files.readString(HOME.resolve(room).resolve("pom.xml"));
      assertTrue(pom.contains("<artifactId>daisychain-" + room + "</artifactId>"), room);
    }
  }

  @Test
  void arrowsRunOneWay() throws IOException {
    Set<String> back = new TreeSet<>();
    for (Source source : sources()) {
      for (String imported : source.imports()) {
        if (imported.startsWith(OURS)) {
          String room = imported.substring(OURS.length()).replaceFirst("\\..*", "");
          if (ROOMS.indexOf(room) > ROOMS.indexOf(source.room)) {
            back.add(source.room + " -> " + room + " in " + source.type);
          }
        }
      }
    }
    assertEquals(Set.of(), back);
  }

  @Test
  void theGraphAndWhatIsBelowItKnowNoBeamAndNoStore() throws IOException {
    Set<String> found = new TreeSet<>();
    for (Source source : sources()) {
      if (WITHOUT_BEAM.contains(source.packageName())) {
        for (String imported : source.imports()) {
          if (imported.startsWith("org.apache.beam")
              || imported.startsWith("org.apache.hadoop")
              || imported.matches("io\\.daisychain\\.(beam|store|reporting|warehouse)\\b.*")
              || imported.equals("io.daisychain.linkage")) {
            found.add(source.type + " imports " + imported);
          }
        }
      }
    }
    assertEquals(Set.of(), found);
  }

  @Test
  void noSimpleNameStandsTwice() throws IOException {
    Map<String, List<Source>> byName = new HashMap<>();
    for (Source source : sources()) {
      byName.computeIfAbsent(source.type, type -> new ArrayList<>()).add(source);
    }
    byName.remove("package-info");
    assertEquals(
        Map.of(),
        byName.entrySet().stream()
            .filter(entry -> entry.getValue().size() > 1)
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    entry -> entry.getValue().stream().map(Source::packageName).toList())));
  }
}
