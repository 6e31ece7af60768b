package io.daisychain.beam.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * A folder of copied files, with the SHA-256 of each in {@code SHA256SUMS}, as {@code sha256sum -c}
 * reads it. Symbolic links are copied as links; {@code LINKS} has where each leads.
 */
public final class SummedCopy {
  /** Sum, two blanks and path of each file, by path. */
  public static final String SUMS = "SHA256SUMS";

  private static final String LINKS = "LINKS";
  private static final String ARROW = " -> ";
  private static final int SUM_LETTERS = 64;
  private static final int BUFFER_BYTES = 1 << 18;

  private final Path folder;
  private final Map<String, String> sums = new TreeMap<>();
  private final Map<String, String> links = new TreeMap<>();
  private long bytes;

  private SummedCopy(Path folder) {
    this.folder = folder;
  }

  /** A copy that begins, in an empty folder. */
  public static SummedCopy begin(Path folder) {
    return new SummedCopy(folder);
  }

  /**
   * A copy that was finished.
   *
   * @throws IOException if the folder has no sums, or they are not what was written
   */
  public static SummedCopy open(Path folder) throws IOException {
    SummedCopy copy = new SummedCopy(folder);
    try {
      for (String line : Files.readAllLines(folder.resolve(SUMS))) {
        if (!line.matches("[0-9a-f]{64}  .+") || !isBelow(line.substring(SUM_LETTERS + 2))) {
          throw new IOException(folder.resolve(SUMS) + " is damaged: '" + line + "'");
        }
        copy.sums.put(line.substring(SUM_LETTERS + 2), line.substring(0, SUM_LETTERS));
      }
    } catch (NoSuchFileException e) {
      throw new IOException(
          folder + " has no " + SUMS + ": it is no backup, or not a whole one", e);
    }
    copy.check(LINKS);
    for (String line : Files.readAllLines(folder.resolve(LINKS))) {
      int arrow = line.indexOf(ARROW);
      if (arrow < 0 || !isBelow(line.substring(0, arrow))) {
        throw new IOException(folder.resolve(LINKS) + " is damaged: '" + line + "'");
      }
      copy.links.put(line.substring(0, arrow), line.substring(arrow + ARROW.length()));
    }
    return copy;
  }

  /** Whether a path stays in the folder: whoever made the copy shall not write beside it. */
  private static boolean isBelow(String path) {
    return !path.startsWith("/") && !path.matches("(.*/)?\\.\\.(/.*)?");
  }

  /** Files of the copy. */
  public int files() {
    return sums.size();
  }

  /** Bytes that were read of them so far. */
  public long bytes() {
    return bytes;
  }

  /** What the copy has directly in its folder, its own notes besides. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (Map<String, String> paths : List.of(sums, links)) {
      paths.keySet().forEach(path -> names.add(path.replaceFirst("/.*", "")));
    }
    names.remove(LINKS);
    return names;
  }

  /**
   * Copies a file, or a folder with all that is in it.
   *
   * @param name of the copy, below the folder
   * @param wanted false for what is left out, by its path below the source
   */
  public void add(String name, Path source, Predicate<String> wanted) throws IOException {
    Files.walkFileTree(
        source,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes)
              throws IOException {
            String path = source.relativize(dir).toString();
            if (!path.isEmpty() && !wanted.test(path)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(folder.resolve(name).resolve(path));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String path = source.relativize(file).toString();
            if (path.isEmpty() || wanted.test(path)) {
              String target = path.isEmpty() ? name : name + "/" + path;
              if (attributes.isSymbolicLink()) {
                Path leads = Files.readSymbolicLink(file);
                Files.createSymbolicLink(folder.resolve(target), leads);
                links.put(target, leads.toString());
              } else {
                Files.createDirectories(folder.resolve(target).getParent());
                sums.put(target, copy(file, folder.resolve(target), Long.MAX_VALUE));
              }
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /**
   * Copies the first bytes of a file.
   *
   * @param name of the copy, below the folder
   * @throws IOException if the file has fewer
   */
  public void addFile(String name, Path source, long length) throws IOException {
    Path target = folder.resolve(name);
    Files.createDirectories(target.getParent());
    sums.put(name, copy(source, target, length));
    if (Files.size(target) != length) {
      throw new IOException(source + " has become shorter than " + length + " bytes");
    }
  }

  /** Writes a text beside what is copied. */
  public void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
    sums.put(name, sum(folder.resolve(name)));
  }

  /** Writes the sums: without them it is no copy. */
  public void finish() throws IOException {
    StringBuilder lines = new StringBuilder();
    links.forEach((path, leads) -> lines.append(path).append(ARROW).append(leads).append('\n'));
    write(LINKS, lines.toString());
    lines.setLength(0);
    sums.forEach((path, sum) -> lines.append(sum).append("  ").append(path).append('\n'));
    Files.writeString(folder.resolve(SUMS), lines);
  }

  /**
   * Reads every file.
   *
   * @throws IOException naming the first that is not what was copied
   */
  public void check() throws IOException {
    for (String path : sums.keySet()) {
      check(path);
    }
    for (String path : links.keySet()) {
      checkLink(path);
    }
  }

  /**
   * Whether a place has a copy's files and links, and no others.
   *
   * @param name of what was copied, below the folder
   */
  public boolean isAt(String name, Path place) throws IOException {
    Set<String> expected = new TreeSet<>(below(name, sums));
    expected.addAll(below(name, links));
    Set<String> found = new TreeSet<>();
    try (var files = Files.walk(place)) {
      for (Path file : files.filter(path -> !isFolder(path)).toList()) {
        String path = place.relativize(file).toString();
        found.add(path);
        String key = path.isEmpty() ? name : name + "/" + path;
        boolean isLink = Files.isSymbolicLink(file);
        if (isLink
            ? !Files.readSymbolicLink(file).toString().equals(links.get(key))
            : !sum(file).equals(sums.get(key))) {
          return false;
        }
      }
    }
    return found.equals(expected);
  }

  private static boolean isFolder(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Copies back what was copied, and checks each file.
   *
   * @param name of it, below the folder
   * @param target which is not there
   * @throws IOException naming the first file that is not what was copied
   */
  public void restore(String name, Path target) throws IOException {
    for (String path : below(name, sums)) {
      Path to = target.resolve(path);
      Files.createDirectories(to.toAbsolutePath().getParent());
      String key = path.isEmpty() ? name : name + "/" + path;
      try {
        require(copy(folder.resolve(key), to, Long.MAX_VALUE).equals(sums.get(key)), key);
      } catch (NoSuchFileException e) {
        throw new IOException(folder.resolve(key) + " is missing", e);
      }
    }
    for (String path : below(name, links)) {
      checkLink(name + "/" + path);
      Path to = target.resolve(path);
      Files.createDirectories(to.toAbsolutePath().getParent());
      Files.createSymbolicLink(to, Path.of(links.get(name + "/" + path)));
    }
  }

  private static Set<String> below(String name, Map<String, String> paths) {
    Set<String> below = new TreeSet<>();
    for (String path : paths.keySet()) {
      if (path.equals(name)) {
        below.add("");
      } else if (path.startsWith(name + "/")) {
        below.add(path.substring(name.length() + 1));
      }
    }
    return below;
  }

  private void check(String path) throws IOException {
    try {
      require(sum(folder.resolve(path)).equals(sums.get(path)), path);
    } catch (NoSuchFileException e) {
      throw new IOException(folder.resolve(path) + " is missing", e);
    }
  }

  private void checkLink(String path) throws IOException {
    Path link = folder.resolve(path);
    require(
        Files.isSymbolicLink(link)
            && Files.readSymbolicLink(link).toString().equals(links.get(path)),
        path);
  }

  private void require(boolean holds, String path) throws IOException {
    if (!holds) {
      throw new IOException(folder.resolve(path) + " is not what was backed up");
    }
  }

  /** Copies so many bytes at most. */
  private String copy(Path from, Path to, long most) throws IOException {
    try (InputStream in = Files.newInputStream(from);
        DigestOutputStream out = new DigestOutputStream(Files.newOutputStream(to), sha256())) {
      byte[] buffer = new byte[BUFFER_BYTES];
      long left = most;
      int read = in.read(buffer, 0, (int) Math.min(left, BUFFER_BYTES));
      while (read > 0) {
        out.write(buffer, 0, read);
        bytes += read;
        left -= read;
        read = in.read(buffer, 0, (int) Math.min(left, BUFFER_BYTES));
      }
      out.flush();
      Files.setLastModifiedTime(to, Files.getLastModifiedTime(from));
      return HexFormat.of().formatHex(out.getMessageDigest().digest());
    }
  }

  private String sum(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        DigestOutputStream out =
            new DigestOutputStream(OutputStream.nullOutputStream(), sha256())) {
      bytes += in.transferTo(out);
      return HexFormat.of().formatHex(out.getMessageDigest().digest());
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }
}
