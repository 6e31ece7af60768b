package io.daisychain.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.Main;
import io.daisychain.embedded.StoreProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as the program finds it on its class path, in a process of its own. */
class BenchIT {
  @TempDir private Path folder;

  @Test
  void theProgramListsAndExplainsTheCommand() throws Exception {
    String help = run("bench", "--help");

    assertTrue(help.startsWith("Usage: daisychain bench "), help);
    assertTrue(help.contains("--rounds=N"), help);
    assertTrue(help.contains("--report=FILE"), help);
    assertTrue(run("--help").lines().anyMatch(line -> line.strip().startsWith("bench ")));
  }

  @Test
  void ingestIsMeasuredBesideTheStoreInBothWaysOfWriting() throws Exception {
    String printed = run("bench", "ingest", "--events=1000", "--rounds=1", "--output=bench");

    for (String way : List.of("bulk", "put")) {
      for (String line : List.of(way + " (cold)", "raw " + way + " (cold)")) {
        assertTrue(printed.lines().anyMatch(printedLine -> printedLine.startsWith(line)), printed);
      }
    }
    assertTrue(printed.contains("of raw's rate"), printed);
  }

  @Test
  void parquetJavaReadsOurFilesWithEqualSums() throws Exception {
    String printed = run("bench", "parquet", "--events=70000", "--output=bench");

    assertTrue(printed.contains("parquet-java reads ours in "), printed);
    assertTrue(printed.contains("sums equal"), printed);
  }

  private String run(String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(StoreProgram.java().toString());
    line.addAll(List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    line.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    line.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    line.add("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
    line.add("-Ddaisychain.store.options=" + String.join("\n", StoreProgram.options()));
    line.add("-Ddaisychain.store.classpath=" + StoreProgram.classPath());
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    line.addAll(List.of(arguments));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder = new ProcessBuilder(line).directory(folder.toFile());
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    int code = builder.start().waitFor();
    assertEquals(0, code, Files.readString(err));
    return Files.readString(out);
  }
}
