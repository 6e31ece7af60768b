package io.daisychain.cli;

import java.nio.file.Path;

/** Paths as Beam's file systems take them. */
final class Paths {
  private Paths() {}

  /** A local path made absolute; {@code gs://} and the like stay as they are. */
  static String absolute(String path) {
    return path.contains("://") ? path : Path.of(path).toAbsolutePath().normalize().toString();
  }

  /** A local pattern made absolute; a pattern is no path, so it is only put behind the folder. */
  static String absolutePattern(String pattern) {
    return pattern.contains("://") || pattern.startsWith("/")
        ? pattern
        : Path.of("").toAbsolutePath() + "/" + pattern.replaceFirst("^(\\./)+", "");
  }
}
