package io.daisychain.cli.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.embedded.StoreProgram;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** HBase with ZooKeeper, master and region servers in processes of their own, on one folder. */
public final class RunningCluster implements AutoCloseable {
  private static final Pattern REGION_SERVER = Pattern.compile("(?m)^region server (\\d+)$");
  private static final Pattern READY = Pattern.compile("(?m)^cluster ready (hbase://\\S+)$");

  private final Path folder;
  private final Program.Command command;
  private final String address;
  private final List<ProcessHandle> regionServers = new ArrayList<>();

  private RunningCluster(Path folder, Program.Command command) throws IOException {
    this.folder = folder;
    this.command = command;
    String printed = Files.readString(command.out(), StandardCharsets.US_ASCII);
    Matcher ready = READY.matcher(printed);
    assertTrue(ready.find(), printed);
    address = ready.group(1);
    Matcher servers = REGION_SERVER.matcher(printed);
    while (servers.find()) {
      regionServers.add(ProcessHandle.of(Long.parseLong(servers.group(1))).orElseThrow());
    }
  }

  /** Starts a cluster in {@code workingFolder/name} and waits until it can be used. */
  public static RunningCluster start(Path workingFolder, String name)
      throws IOException, InterruptedException {
    Path deaths = Files.createDirectories(workingFolder.resolve(name).resolve("deaths"));
    Files.writeString(
        deaths.resolve("hbase-site.xml"),
        "<configuration><property><name>hbase.coprocessor.region.classes</name><value>"
            + "io.daisychain.embedded.DeathAtHandOver</value></property><property><name>"
            + "daisychain.test.deaths</name><value>"
            + deaths
            + "</value></property></configuration>");
    List<String> line = StoreProgram.clusterLine(deaths);
    line.add("--dir=" + name);
    Program.Command command = Program.Command.start(line, workingFolder, Map.of(), name);
    try {
      assertTrue(
          command.awaitThat(() -> command.hasPrinted("cluster ready ")),
          () -> "the cluster ended: " + command);
      return new RunningCluster(workingFolder.resolve(name), command);
    } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
      command.process().destroyForcibly();
      throw e;
    }
  }

  public String address() {
    return address;
  }

  /** The region servers that live. */
  public List<ProcessHandle> living() {
    return regionServers.stream().filter(ProcessHandle::isAlive).toList();
  }

  /** Has the first region server die that comes to a point of a hand-over of files. */
  public void killOne(String point) throws IOException {
    Files.createFile(folder.resolve("deaths").resolve(point));
  }

  /** Files that wait to be handed over. */
  public int staged() {
    return count(folder.resolve("hbase/daisychain-staging").toFile(), false);
  }

  /** Runs that hand over files, or did. */
  public int loading() {
    return count(folder.resolve("hbase/daisychain-staging").toFile(), true);
  }

  /** Bytes of the write-ahead logs, which hold all that was put. */
  public long logged() {
    return bytes(folder.resolve("hbase/WALs").toFile())
        + bytes(folder.resolve("hbase/oldWALs").toFile());
  }

  /** SIGKILL: its servers end with it. */
  @Override
  public void close() {
    command.process().destroyForcibly().onExit().join();
    for (ProcessHandle server : living()) {
      server.onExit().join();
    }
  }

  private static int count(File folder, boolean marks) {
    int found = 0;
    for (File file : files(folder)) {
      found += file.isDirectory() ? count(file, marks) : 0;
      found += file.isFile() && file.getName().equals("loading") == marks ? 1 : 0;
    }
    return found;
  }

  private static long bytes(File folder) {
    long found = 0;
    for (File file : files(folder)) {
      found += file.isDirectory() ? bytes(file) : file.length();
    }
    return found;
  }

  /** Nothing where the folder is not there yet, or no longer. */
  private static File[] files(File folder) {
    File[] files = folder.listFiles();
    return files == null ? new File[0] : files;
  }
}
