package io.daisychain.cli.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The program in a folder under the name at which users have a script that builds first. */
public final class InstalledProgram {
  /** For {@link StayingProgram}, with the port and a folder for what commands print. */
  private static final String HAND_OVER =
      """
      case "$* " in
        *' --stop '*) staying=yes ;;
        'serve '* | 'watch '* | 'subscribe '* | *' --input=- '*) staying=no ;;
        *) staying=yes ;;
      esac
      if [ $staying = yes ]; then
        exec 3<> /dev/tcp/127.0.0.1/%s
        said=%s/$$
        printf '%%s\\0' $said.out $said.err \
          1 DAISYCHAIN_STORE_LINGER "$DAISYCHAIN_STORE_LINGER" $# "$@" >&3
        read -r code <&3
        cat $said.err >&2
        cat $said.out
        exit $code
      fi
      """;

  private InstalledProgram() {}

  /** Makes {@code ./daisychain} in a folder, which starts a process for each command. */
  public static void in(Path folder) throws IOException {
    write(folder, "");
  }

  /**
   * The same with one process for all commands but those that stay or read standard input: where
   * what they print is tested.
   */
  public static void stayingIn(Path folder) throws IOException {
    write(
        folder,
        HAND_OVER.formatted(
            StayingProgram.of(folder).port(), Files.createTempDirectory(folder, ".said")));
  }

  private static void write(Path folder, String before) throws IOException {
    Path script = folder.resolve("daisychain");
    String command =
        Program.line().stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    Files.writeString(script, "#!/usr/bin/env bash\n" + before + "exec " + command + " \"$@\"\n");
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
