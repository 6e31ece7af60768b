import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Copies jars without the native libraries of systems on which the launcher does not run: {@code
 * PruneNatives FROM TO}. Those of Linux and macOS on x86-64 and ARM64 stay, and what names no system.
 */
final class PruneNatives {
  private static final Pattern FOREIGN =
      Pattern.compile(
          "(?i).*(\\.dll|windows_(amd|arm)64)"
              + "|(?i)(.*/)?(aix|win|windows|freebsd|sunos|linux[^/]*/(arm|armv.*|i386|x86|ppc.*|s390x?"
              + "|mips.*|riscv.*|loongarch.*|android.*))/.*");

  private PruneNatives() {}

  /** The folder of jars, and where they go. */
  public static void main(String[] args) throws IOException {
    Path to = Files.createDirectories(Path.of(args[1]));
    try (DirectoryStream<Path> old = Files.newDirectoryStream(to)) {
      for (Path jar : old) {
        Files.delete(jar);
      }
    }
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(args[0]), "*.jar")) {
      for (Path jar : jars) {
        copy(jar, to.resolve(jar.getFileName()));
      }
    }
  }

  private static void copy(Path jar, Path to) throws IOException {
    try (ZipFile in = new ZipFile(jar.toFile())) {
      if (in.stream().allMatch(PruneNatives::isKept)) {
        Files.copy(jar, to, StandardCopyOption.COPY_ATTRIBUTES);
        return;
      }
      try (OutputStream file = Files.newOutputStream(to);
          ZipOutputStream out = new ZipOutputStream(file)) {
        Set<String> written = new HashSet<>(); // some jars have folders twice
        for (ZipEntry entry : in.stream().filter(PruneNatives::isKept).toList()) {
          if (!written.add(entry.getName())) {
            continue;
          }
          ZipEntry copy = new ZipEntry(entry.getName());
          copy.setTimeLocal(entry.getTimeLocal());
          out.putNextEntry(copy);
          try (InputStream bytes = in.getInputStream(entry)) {
            bytes.transferTo(out);
          }
        }
      }
    }
  }

  private static boolean isKept(ZipEntry entry) {
    String name = entry.getName();
    boolean isCode = name.endsWith(".class") || name.endsWith("/");
    return isCode || !FOREIGN.matcher(name).matches();
  }
}
