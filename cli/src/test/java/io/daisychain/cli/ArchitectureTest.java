package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
      Pattern.compile("^import (?:static )?([a-z0-9_.]+)\\.([A-Z]\\w*)", Pattern.MULTILINE);
  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
  private static final String OURS = "io.daisychain.";

  /** A line of the table of rooms: its name, and what it uses. */
  private static final Pattern ROOM =
      Pattern.compile("^\\| (?!room)([a-z]+) \\|.*\\| ([^|]*) \\|$", Pattern.MULTILINE);

  /** What a person can take in at a glance. */
  private static final int MOST_FILES = 30;

  /** The rooms of the table from above, each with those that it uses. */
  private static final Map<String, Set<String>> ROOMS = rooms();

  /** Packages that know nothing of jobs and stores. */
  private static final Set<String> WITHOUT_BEAM =
      Set.of(
          "cat",
          "fix",
          "fix.validate",
          "model",
          "model.access",
          "model.cell",
          "model.event",
          "model.reference",
          "model.text",
          "linkage.graph");

  private record Source(String room, String type, Path file, String text) {
    String packageName() {
      return file.getParent().toString().replaceFirst(".*/io/daisychain/", "").replace('/', '.');
    }

    List<String> imports() {
      return IMPORT.matcher(text).results().map(found -> found.group(1)).toList();
    }

    /** Imports of what the code names, and not its comments alone. */
    List<String> importsOfCode() {
      String code = COMMENT.matcher(text).replaceAll("").replaceAll("(?m)^import .*", "");
      return IMPORT
          .matcher(text)
          .results()
          .filter(found -> Pattern.compile("\\b" + found.group(2) + "\\b").matcher(code).find())
          .map(found -> found.group(1))
          .toList();
    }
  }

  private static Map<String, Set<String>> rooms() {
    Map<String, Set<String>> rooms = new LinkedHashMap<>();
    Matcher line = ROOM.matcher(read(HOME.resolve("ARCHITECTURE.md")));
    while (line.find()) {
      String uses = line.group(2);
      rooms.put(
          line.group(1),
          switch (uses) {
            case "JDK" -> Set.of();
            case "all above" -> Set.copyOf(rooms.keySet());
            default -> Set.of(uses.split(", "));
          });
    }
    return rooms;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Source> sources() throws IOException {
    List<Source> sources = new ArrayList<>();
    for (String room : ROOMS.keySet()) {
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
    for (String room : ROOMS.keySet()) {
      String pom = Files.readString(HOME.resolve(room).resolve("pom.xml"));
      assertTrue(pom.contains("<artifactId>daisychain-" + room + "</artifactId>"), room);
    }
  }

  @Test
  void aRoomUsesWhatTheTableSaysAndNothingBelowIt() throws IOException {
    Map<String, Set<String>> used = new HashMap<>();
    for (Source source : sources()) {
      for (String imported : source.imports()) {
        if (imported.startsWith(OURS)) {
          String room = imported.substring(OURS.length()).replaceFirst("\\..*", "");
          if (!room.equals(source.room)) {
            used.computeIfAbsent(source.room, none -> new TreeSet<>()).add(room);
          }
        }
      }
    }
    List<String> order = List.copyOf(ROOMS.keySet());
    ROOMS.forEach(
        (room, uses) -> {
          Set<String> found = used.getOrDefault(room, Set.of());
          for (String other : uses) {
            assertTrue(order.indexOf(other) < order.indexOf(room), room + " uses " + other);
          }
          boolean isAll = uses.size() == order.indexOf(room);
          assertEquals(isAll ? found : new TreeSet<>(uses), found, room);
        });
  }

  @Test
  void packagesOfARoomUseOneAnotherOneWay() throws IOException {
    Map<String, Set<String>> uses = new HashMap<>();
    for (Source source : sources()) {
      String name = source.packageName();
      for (String imported : source.importsOfCode()) {
        if (imported.startsWith(OURS) && !imported.equals(OURS + name)) {
          uses.computeIfAbsent(name, none -> new TreeSet<>())
              .add(imported.substring(OURS.length()));
        }
      }
    }
    Set<String> circles = new TreeSet<>();
    for (String from : uses.keySet()) {
      Set<String> reached = new TreeSet<>();
      List<String> next = new ArrayList<>(uses.get(from));
      while (!next.isEmpty()) {
        String name = next.remove(next.size() - 1);
        if (reached.add(name)) {
          next.addAll(uses.getOrDefault(name, Set.of()));
        }
      }
      if (reached.contains(from)) {
        circles.add(from);
      }
    }
    assertEquals(Set.of(), circles);
  }

  @Test
  void noFolderHasMoreFilesThanAPersonCanTakeIn() throws IOException {
    Map<Path, Integer> widths = new TreeMap<>();
    List<Path> roots = new ArrayList<>(List.of(HOME.resolve("docs"), HOME.resolve("infra")));
    ROOMS.keySet().forEach(room -> roots.add(HOME.resolve(room).resolve("src")));
    for (Path root : roots) {
      try (Stream<Path> files = Files.walk(root)) {
        files
            .filter(Files::isRegularFile)
            .filter(file -> !file.toString().contains("/target/"))
            .forEach(file -> widths.merge(file.getParent(), 1, Integer::sum));
      }
    }
    widths.values().removeIf(width -> width <= MOST_FILES);
    assertEquals(Map.of(), widths);
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
