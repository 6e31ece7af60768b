package io.daisychain.cli.option;

import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.store.StoreAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** A folder without a store, given to a command that only uses what others have stored. */
final class MissingStore {
  /** What a store keeps its files in. */
  private static final String FILES = "hbase";

  /** There from the first moment of a store's life. */
  private static final String LOCK = "store.lock";

  private static final int MOST_NAMED = 3;

  private MissingStore() {}

  /** Refuses a folder without a store, unless the user, asked at the terminal, wants one there. */
  static void refuse(StoreAddress.Embedded store) throws IOException {
    if (isStore(store.folder())) {
      return;
    }
    String message = "there is no store in " + store.dir();
    if (!Terminal.canAsk()) {
      throw new UsageException(message + ": ingest makes one" + nearby(store.folder()));
    }
    Terminal.ask(message + nearby(store.folder()) + ". Make one? [y/N] ");
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String answer = in.readLine();
    if (answer == null || !answer.strip().matches("(?i)y|yes")) {
      throw new UsageException(message + ", and none was made");
    }
  }

  /** Whether a folder has a store. */
  static boolean isStore(Path folder) {
    return Files.exists(folder.resolve(FILES)) || Files.exists(folder.resolve(LOCK));
  }

  /** Stores that may have been meant: those beside the folder, and where others lie by default. */
  private static String nearby(Path folder) throws IOException {
    Path here = Path.of("").toAbsolutePath();
    Set<Path> found = new TreeSet<>();
    for (String usual : new String[] {"store", "demo/store"}) {
      Path store = here.resolve(CommandLog.DEFAULT_FOLDER).resolve(usual);
      if (isStore(store)) {
        found.add(store);
      }
    }
    Path parent = folder.getParent();
    if (parent != null && Files.isDirectory(parent) && Files.isReadable(parent)) {
      try (DirectoryStream<Path> beside = Files.newDirectoryStream(parent, MissingStore::isStore)) {
        beside.forEach(found::add);
      }
    }
    if (found.isEmpty()) {
      return "";
    }
    StringBuilder message = new StringBuilder("; there is one in ");
    int named = 0;
    for (Path store : found) {
      if (named == MOST_NAMED) {
        break;
      }
      message.append(named++ == 0 ? "" : ", ");
      message.append(store.startsWith(here) ? here.relativize(store) : store);
    }
    return message.toString();
  }
}
