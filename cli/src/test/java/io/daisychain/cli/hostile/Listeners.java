package io.daisychain.cli.hostile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The addresses on which a process listens, as Linux tells them. */
public final class Listeners {
  private static final String LISTENING = "0A";
  private static final int INODE = 9;

  private Listeners() {}

  /** {@code ADDRESS:PORT} of each listening socket; an IPv6 address in hexadecimal. */
  public static List<String> of(long pid) throws IOException {
    Set<String> sockets = sockets(pid);
    List<String> found = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/net/" + table))) {
        String[] columns = line.strip().split("\\s+", -1);
        if (columns[3].equals(LISTENING) && sockets.contains(columns[INODE])) {
          found.add(address(columns[1]));
        }
      }
    }
    return found;
  }

  private static Set<String> sockets(long pid) throws IOException {
    Set<String> inodes = new TreeSet<>();
    try (Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      for (Path file : files.toList()) {
        try {
          String target = Files.readSymbolicLink(file).toString();
          if (target.startsWith("socket:[")) {
            inodes.add(target.substring("socket:[".length(), target.length() - 1));
          }
        } catch (NoSuchFileException e) {
          // Closed while it was listed.
        }
      }
    }
    return inodes;
  }

  /** Four bytes, the last first; in sixteen, an IPv4 address stands behind FFFF. */
  private static String address(String hex) {
    String[] parts = hex.split(":", -1);
    String bytes = parts[0];
    boolean mapped = bytes.length() == 32 && bytes.startsWith("0000000000000000FFFF0000");
    int port = Integer.parseInt(parts[1], 16);
    if (bytes.length() == 32 && !mapped) {
      return bytes + ":" + port;
    }
    String last = bytes.substring(bytes.length() - 8);
    StringBuilder address = new StringBuilder();
    for (int i = 6; i >= 0; i -= 2) {
      address.append(Integer.parseInt(last.substring(i, i + 2), 16)).append(i == 0 ? ":" : ".");
    }
    return address.toString() + port;
  }
}
