package io.daisychain.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * How to start an embedded store's process.
 *
 * @param java the {@code java} program
 * @param classPath the embedded store's, which is not this process's: it has HBase's server
 * @param jvmOptions heap and the like; they come last and win
 * @param lingerSeconds for how long the store stays after the last command that uses it
 */
public record Launch(Path java, String classPath, List<String> jvmOptions, int lingerSeconds) {
  /** The class whose {@code main} is the store. */
  public static final String MAIN_CLASS = "io.daisychain.embedded.EmbeddedStore";

  /** Options without which the store's JVM cannot run HBase. */
  public static final List<String> REQUIRED_OPTIONS =
      List.of("--add-opens=java.base/java.nio=ALL-UNNAMED");

  /** Where Linux has a program that starts another one in a session of its own. */
  private static final List<Path> SETSID =
      List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

  public Launch {
    jvmOptions = List.copyOf(jvmOptions);
  }

  /** The command line of a store that belongs to the commands that use it. */
  public List<String> privateStore(Path folder) {
    List<String> command = new ArrayList<>();
    // A session of its own: no signal of a terminal, or to a command's group, reaches the store.
    SETSID.stream()
        .filter(Files::isExecutable)
        .findFirst()
        .map(Path::toString)
        .ifPresent(command::add);
    command.add(java.toString());
    command.addAll(REQUIRED_OPTIONS);
    command.addAll(jvmOptions);
    command.addAll(
        List.of("-cp", classPath, MAIN_CLASS, "--dir=" + folder, "--private=" + build()));
    return command;
  }

  /**
   * A name for the program and the options that a store is started with: a store that runs with
   * others is not what this command would have started.
   */
  String build() {
    StringBuilder parts = new StringBuilder(java.toString());
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      File file = new File(entry.endsWith("*") ? entry.substring(0, entry.length() - 1) : entry);
      parts.append('\n').append(file).append(' ').append(file.length());
      parts.append(' ').append(file.lastModified());
    }
    for (String option : jvmOptions) {
      parts.append('\n').append(option);
    }
    return UUID.nameUUIDFromBytes(parts.toString().getBytes(UTF_8)).toString();
  }
}
