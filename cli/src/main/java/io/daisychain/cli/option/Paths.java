package io.daisychain.cli.option;

import io.daisychain.cli.terminal.UsageException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptions;

/** Paths as Beam's file systems take them. */
public final class Paths {
  private Paths() {}

  /** A local path made absolute; {@code gs://} and the like stay, without slashes at the end. */
  public static String absolute(String path) {
    return isRemote(path)
        ? path.replaceFirst("(?<=[^/:])/+$", "")
        : Path.of(path).toAbsolutePath().normalize().toString();
  }

  /**
   * A local pattern made absolute; a pattern is no path, so it is only put behind the folder. One
   * that begins with <code>{ab,cd}/</code> says <code>{[a]b,cd}/</code>: Beam looks for a folder of
   * what stands before the first of <code>*?[</code>.
   */
  public static String absolutePattern(String pattern) {
    if (isRemote(pattern)) {
      return pattern;
    }
    String path =
        pattern.startsWith("/")
            ? pattern
            : Path.of("").toAbsolutePath() + "/" + pattern.replaceFirst("^(\\./)+", "");
    return path.replaceFirst("^([^*?\\[{]*\\{,*)(\\w)", "$1[$2]");
  }

  /**
   * Checks that all of this machine that a pattern with wildcards matches is files or folders, as
   * Beam leaves out what is neither.
   *
   * @throws UsageException naming what can be no input: a pipe, a device, a link that leads nowhere
   */
  public static void requireFiles(String option, String pattern) throws IOException {
    String path = absolutePattern(pattern);
    int wildcard = path.replaceFirst("[*?\\[{].*", "").length();
    if (isRemote(pattern) || wildcard == path.length()) {
      return;
    }
    Path folder = Path.of(path.substring(0, path.lastIndexOf('/', wildcard) + 1));
    PathMatcher matcher = java.nio.file.FileSystems.getDefault().getPathMatcher("glob:" + path);
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (!attributes.isRegularFile()
                && matcher.matches(file)
                && !Files.isRegularFile(file)
                && !Files.isDirectory(file)) {
              throw new UsageException(
                  "%s=%s matches %s, which is no file: a pipe is read by %s=- alone"
                      .formatted(option, pattern, file, option));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // who reads the files says what is not to be read
          }
        });
  }

  /**
   * Checks, before anything starts, that a remote path can be used: Beam would try for minutes.
   *
   * @param option the path's name, for the message
   * @throws UsageException if no file system has such paths, or this one is not open to the user
   * @throws IOException if it cannot be reached
   */
  public static void check(PipelineOptions options, String option, String path) throws IOException {
    if (!isRemote(path)) {
      return;
    }
    FileSystems.setDefaultPipelineOptions(options);
    String given = option + "=" + path;
    try {
      FileSystems.matchNewResource(absolute(path), true);
    } catch (IllegalArgumentException e) {
      throw new UsageException(given + ": " + e.getMessage(), e);
    }
    if (path.startsWith(GcsAccess.SCHEME)) {
      GcsAccess.check(options, given, path);
    }
  }

  /**
   * As {@link #check}, for what workers read or write.
   *
   * @throws UsageException also if it is local, and the workers are not
   */
  public static void checkForWorkers(PipelineOptions options, String option, String path)
      throws IOException {
    if (RunnerOptions.isDataflow(options) && !isRemote(path)) {
      throw new UsageException(
          ("%s=%s is on this machine alone, and the workers of --runner=DataflowRunner are"
                  + " not: give gs://")
              .formatted(option, path));
    }
    check(options, option, path);
  }

  /** Whether a path names its file system. */
  public static boolean isRemote(String path) {
    return path.contains("://");
  }
}
