package io.daisychain.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How to start an embedded store's process.
 *
 * @param java the {@code java} program
 * @param classPath the embedded store's, which is not this process's: it has HBase's server
 * @param jvmOptions heap and the like; they come last and win
 */
public record Launch(Path java, String classPath, List<String> jvmOptions) {
  /** The class whose {@code main} is the store. */
  public static final String MAIN_CLASS = "io.daisychain.embedded.EmbeddedStore";

  /** Options without which the store's JVM cannot run HBase. */
  public static final List<String> REQUIRED_OPTIONS =
      List.of("--add-opens=java.base/java.nio=ALL-UNNAMED");

  public Launch {
    jvmOptions = List.copyOf(jvmOptions);
  }

  /** The command line of a store that ends with the commands that use it. */
  List<String> privateStore(Path folder) {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.addAll(REQUIRED_OPTIONS);
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", classPath, MAIN_CLASS, "--dir=" + folder, "--private"));
    return command;
  }
}
