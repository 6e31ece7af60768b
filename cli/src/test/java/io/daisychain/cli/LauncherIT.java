package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daisychain.cli.hostile.MemoryHoard;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.Program.Ended;
import io.daisychain.embedded.StoreProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the script {@code daisychain} works out before there is a JVM. */
class LauncherIT {
  private static final Path SCRIPT = Path.of("../daisychain").toAbsolutePath().normalize();
  private static final String MACHINE = "MemTotal:       24000000 kB\n";

  @TempDir private Path folder;

  @Test
  void memoryIsTheContainersInBothVersionsOfControlGroups() throws Exception {
    assertEquals("23437", memory("proc/meminfo", MACHINE));
    // Version 2: a group's own limit is none, the one above it has one.
    assertEquals(
        "1024",
        memory(
            "proc/self/cgroup",
            "0::/pod/container\n",
            "sys/fs/cgroup/pod/container/memory.max",
            "max\n",
            "sys/fs/cgroup/pod/memory.max",
            "1073741824\n"));
    // In a container of its own the group is the root of what it sees.
    assertEquals(
        "512", memory("proc/self/cgroup", "0::/\n", "sys/fs/cgroup/memory.max", "536870912\n"));
    // Version 1, with its way of saying none.
    assertEquals(
        "2048",
        memory(
            "proc/self/cgroup",
            "11:cpu,cpuacct:/x\n4:memory:/docker/abc\n",
            "sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes",
            "9223372036854771712\n",
            "sys/fs/cgroup/memory/memory.limit_in_bytes",
            "2147483648\n"));
  }

  @ParameterizedTest
  @CsvSource({
    "512, 163, 128",
    "1024, 327, 256",
    "2048, 655, 512",
    "4096, 1024, 512",
    "24000, 6000, 3000"
  })
  void programAndStoreFitTogether(int memory, int program, int store) throws Exception {
    String shares =
        "memory=" + memory + "; memory_share 4 1024 8192 32; memory_share 8 512 3072 25";

    Ended ended = bash(functions("memory_share") + shares);

    assertEquals(program + "\n" + store + "\n", ended.out(), ended::toString);
    assertTrue(program + store <= memory * 6 / 10, "what is beside the heaps needs room");
  }

  @Test
  void optionsOfTheConfigurationFileAreKnownBeforeThereIsAProgram() throws Exception {
    String files =
        """
        printf '# beam.runner=no\n beam.runner = FlinkRunner \nstore=embedded:a=b' > daisychain.properties
        configured beam.runner; configured store; configured store.store; configured runner
        wanted_runner link; wanted_runner link --runner=DirectRunner
        echo store=embedded:c > other
        DAISYCHAIN_CONFIG=other configured store
        DAISYCHAIN_CONFIG=gone configured store
        """;

    Ended ended = bash(functions("configured", "wanted_runner") + files);

    assertEquals("FlinkRunner\nembedded:a=b\nflink\n\nembedded:c\n", ended.out(), ended::toString);
  }

  @Test
  void littleWorkIsKnownBeforeThereIsAProgram() throws Exception {
    String commands =
        """
        echo 8=FIX > small.fix; head -c 2000001 /dev/zero > large.fix; mkfifo pipe
        mkdir -p daisychain-data/store other
        ask() { if is_small "$@"; then echo yes; else echo no; fi; }
        ask ingest --input='small*' --strict; ask ingest --input='*.fix'; ask ingest --input=gone
        ask ingest --input=pipe; ask ingest; ask link
        echo 4999 > daisychain-data/store/news
        ask link; ask publish --files=none; ask link --days=all; ask publish --store=embedded:other
        ask link --store=hbase://host; ask run --input=small.fix; ask
        echo 5000 > daisychain-data/store/news
        ask link
        """;

    Ended ended = bash(functions("is_small") + commands);

    assertEquals(
        "yes no no no no no yes yes no no no no no no",
        ended.out().strip().replace("\n", " "),
        ended::toString);
  }

  @Test
  void aJavaThatIsNotThereOrTooOldIsToldInOneLine() throws Exception {
    Ended missing = script(Map.of("JAVA_HOME", folder + "/gone"));
    Path old = folder.resolve("old");
    executable(old.resolve("bin/java"), "echo 'openjdk version \"11.0.2\" 2019-01-15' >&2");
    Ended tooOld = script(Map.of("JAVA_HOME", old.toString()));
    Path older = folder.resolve("older");
    executable(older.resolve("bin/java"), "exit 1");
    Files.writeString(older.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"1.8.0_292\"\n");
    Ended oldest = script(Map.of("JAVA_HOME", older.toString()));

    assertTold(missing, "JAVA_HOME=" + folder + "/gone has no bin/java");
    assertTold(tooOld, "is Java 11.0.2: Java 17 or later is needed");
    assertTold(oldest, "is Java 1.8.0_292: Java 17 or later is needed");
  }

  @Test
  void aCheckoutThatIsNotBuiltAndNotOursIsToldInOneLine() throws Exception {
    Path checkout = Files.createDirectory(folder.resolve("checkout"));
    Path script = Files.copy(SCRIPT, checkout.resolve("daisychain"));
    List<String> line = new ArrayList<>(List.of("bash", script.toString(), "--version"));
    Files.setPosixFilePermissions(checkout, PosixFilePermissions.fromString("r-xr-xr-x"));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("r--r--r--"));
    if ("root".equals(System.getProperty("user.name"))) {
      // Rights say nothing to root.
      assumeTrue(Files.exists(Path.of("/usr/bin/setpriv")), "no setpriv to be another user with");
      line.addAll(0, List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    Ended ended = start(line, Map.of("JAVA_HOME", System.getProperty("java.home")));

    assertTold(ended, "daisychain: " + checkout.toRealPath() + " is not built, or has changed");
    Files.setPosixFilePermissions(checkout, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void whatMakesStartsQuickIsOfTheBuildOrNotUsed() throws Exception {
    String files =
        """
        app=%1$s/app store=%1$s/store quick=%1$s/quick
        mkdir "$app" "$store" "$quick"
        touch -d 2026-01-01 "$app/daisychain-cli-0.1.0.jar" "$store/daisychain-embedded-0.1.0.jar"
        is_quick && echo nothing was made
        touch -d 2026-01-02 "$quick/classpath"
        is_quick && echo quick
        touch -d 2026-01-03 "$store/daisychain-embedded-0.1.0.jar"
        is_quick && echo of another build
        exit 0
        """
            .formatted(folder);

    Ended ended = bash(functions("is_quick") + files.replace("is_quick &&", "! is_quick ||"));

    assertEquals("quick\n", ended.out(), ended::toString);
  }

  @Test
  void aJvmWithoutMemoryEndsWithALineThatHelps() throws Exception {
    String start =
        """
        home=%s java_major=17
        jvm_options "the program" DAISYCHAIN_JAVA_OPTS -Xmx2g
        exec %s "${jvm[@]}" -Xmx64m -cp %s %s
        """
            .formatted(
                SCRIPT.getParent(),
                StoreProgram.java(),
                System.getProperty("java.class.path"),
                MemoryHoard.class.getName());

    Ended ended = bash(functions("jvm_options") + start);

    assertEquals(1, ended.exitCode(), ended::toString);
    assertEquals("", ended.out());
    assertEquals(
        "daisychain: the program needs more memory than it has: set DAISYCHAIN_JAVA_OPTS=-XmxSIZE,"
            + " for instance -Xmx2g\n",
        ended.err());
  }

  private static void assertTold(Ended ended, String words) {
    assertEquals(1, ended.exitCode(), ended::toString);
    assertEquals(1, ended.err().lines().count(), ended::toString);
    assertTrue(ended.err().contains(words), ended::toString);
  }

  private String memory(String... files) throws Exception {
    Path root = Files.createTempDirectory(folder, "root");
    write(root.resolve("proc/meminfo"), MACHINE);
    for (int i = 0; i < files.length; i += 2) {
      write(root.resolve(files[i]), files[i + 1]);
    }
    Ended ended = bash(functions("group_limit", "memory_total") + "memory_total " + root);
    return ended.out().strip();
  }

  /** Functions of the script, as they stand there. */
  private static String functions(String... names) throws IOException {
    List<String> script = Files.readAllLines(SCRIPT);
    StringBuilder functions = new StringBuilder("set -euo pipefail\n");
    for (String name : names) {
      int from = script.indexOf(name + "() {");
      int to = from + script.subList(from, script.size()).indexOf("}");
      functions.append(String.join("\n", script.subList(from, to + 1))).append('\n');
    }
    return functions.toString();
  }

  private Ended bash(String text) throws Exception {
    return start(List.of("bash", "-c", text), Map.of());
  }

  private Ended script(Map<String, String> environment) throws Exception {
    return start(List.of(SCRIPT.toString(), "--version"), environment);
  }

  private Ended start(List<String> line, Map<String, String> environment) throws Exception {
    Path place = Files.createTempDirectory(folder, "run");
    return Program.Command.start(new ArrayList<>(line), place, environment, "script").await();
  }

  private static void executable(Path file, String line) throws IOException {
    write(file, "#!/bin/sh\n" + line + "\n");
    assertTrue(file.toFile().setExecutable(true));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
