package io.daisychain.cli.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The program in a folder under the name at which users have a script that builds first. */
public final class InstalledProgram {
  private InstalledProgram() {}

  /** Makes {@code ./daisychain} in a folder. */
  public static void in(Path folder) throws IOException {
    Path script = folder.resolve("daisychain");
    String command =
        Program.line().stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    Files.writeString(script, "#!/usr/bin/env bash\nexec " + command + " \"$@\"\n");
    script.toFile().setExecutable(true);
  }

  /** Ends the stores that commands left running below a folder, and waits for their end. */
  public static void stopStores(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path lock : files.filter(file -> file.endsWith(RunningStore.LOCK_FILE)).toList()) {
        Optional<ProcessHandle> store = RunningStore.lastHolder(lock.getParent());
        store.ifPresent(ProcessHandle::destroy);
        store.ifPresent(process -> process.onExit().join());
      }
    }
  }
}
