package io.daisychain.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Starts real embedded stores, from what the module next door has built. */
final class EmbeddedStores {
  /** A store that lives for seconds never gets back what the second compiler takes. */
  private static final List<String> QUICK =
      List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private EmbeddedStores() {}

  /** Stores that end with their last session. */
  static Launch launch() {
    return launch(0);
  }

  /** Stores that stay for a while, with more options of their own. */
  static Launch launch(int lingerSeconds, String... options) {
    Path target = Path.of(System.getProperty("embedded.target"));
    String classPath = target.resolve("classes") + ":" + target.resolve("lib").resolve("*");
    List<String> all = new ArrayList<>(QUICK);
    all.addAll(List.of(options));
    return new Launch(java(), classPath, all, lingerSeconds);
  }

  static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  static StoreSession open(Path folder) throws IOException {
    return open(folder, new Told());
  }

  static StoreSession open(Path folder, StoreSession.Listener listener) throws IOException {
    return open(folder, launch(), listener);
  }

  static StoreSession open(Path folder, Launch launch, StoreSession.Listener listener)
      throws IOException {
    return StoreSession.open(new StoreAddress.Embedded(folder.toString()), launch, listener);
  }

  /** The command line of a store that stays, as the {@code store} command starts it. */
  static List<String> sharedStore(Path folder) {
    List<String> command = new ArrayList<>(launch().privateStore(folder));
    command.removeIf(word -> word.startsWith("--private"));
    return command;
  }

  /** Remembers what a session says. */
  static final class Told implements StoreSession.Listener {
    final BlockingQueue<String> notices = new LinkedBlockingQueue<>();
    final BlockingQueue<String> deaths = new LinkedBlockingQueue<>();

    @Override
    public void notice(String line) {
      notices.add(line);
    }

    @Override
    public void storeDied(String line) {
      deaths.add(line);
    }
  }
}
