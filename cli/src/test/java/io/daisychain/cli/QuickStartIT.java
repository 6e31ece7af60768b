package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.Program;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What makes starts quick works as what it replaces. */
class QuickStartIT {
  @TempDir private Path folder;

  @Test
  void duckDbFindsItsLibraryBesideAJarWithoutOne() throws Exception {
    Path jar =
        Path.of(DuckDBDriver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    QuickStart.unpackLibrary(jar, folder);
    Path stripped = folder.resolve(jar.getFileName());
    assertTrue(Files.size(stripped) < Files.size(jar) / 10, "libraries are left in the jar");
    String file = "jdbc:duckdb:" + folder.resolve("w.duckdb");
    try (Connection made = DriverManager.getConnection(file);
        Statement statement = made.createStatement()) {
      statement.execute("CREATE TABLE t AS SELECT 42 AS answer");
    }
    List<String> line = new ArrayList<>(Program.line());
    String any = "[^" + File.pathSeparator + "]*" + Pattern.quote(jar.getFileName().toString());
    line.replaceAll(word -> word.replaceAll(any, Matcher.quoteReplacement(stripped.toString())));
    assertTrue(line.toString().contains(stripped.toString()));
    line.addAll(
        List.of("sql", "--warehouse=duckdb:w.duckdb", "--format=csv", "SELECT answer FROM t"));

    Program.Ended ended = Program.Command.start(line, folder, Map.of(), "stripped").await();

    assertEquals("answer\n42\n", ended.out(), ended::toString);
  }
}
