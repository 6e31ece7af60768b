package io.daisychain.store;

import io.daisychain.embedded.StoreProgram;
import io.daisychain.store.embedded.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Starts real embedded stores, from what the module next door has built. */
public final class EmbeddedStores {
  private EmbeddedStores() {}

  /** Stores that end with their last session. */
  public static Launch launch() {
    return launch(0);
  }

  /** Stores that stay for a while, with more options of their own. */
  public static Launch launch(int lingerSeconds, String... options) {
    List<String> all = new ArrayList<>(StoreProgram.options());
    all.addAll(List.of(options));
    return new Launch(StoreProgram.java(), StoreProgram.classPath(), all, lingerSeconds);
  }

  public static StoreSession open(Path folder) throws IOException {
    return open(folder, new Told());
  }

  public static StoreSession open(Path folder, StoreSession.Listener listener) throws IOException {
    return open(folder, launch(), listener);
  }

  public static StoreSession open(Path folder, Launch launch, StoreSession.Listener listener)
      throws IOException {
    return StoreSession.open(new StoreAddress.Embedded(folder.toString()), launch, listener);
  }

  /** Remembers what a session says. */
  public static final class Told implements StoreSession.Listener {
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
