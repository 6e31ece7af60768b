import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Fetches the project's Maven into a folder, checks it and unpacks it: {@code java GetMaven.java URL
 * SHA512 FOLDER}. A machine with nothing but a JDK can run it.
 */
class GetMaven {
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[2]);
    Files.createDirectories(folder.getParent());
    Path archive = Files.createTempFile(folder.getParent(), "maven", ".zip");
    Path unpacked = Files.createTempDirectory(folder.getParent(), "maven");
    try {
      String sum = fetch(args[0], archive);
      if (!sum.equals(args[1])) {
        throw new IOException(args[0] + " has the SHA-512 " + sum + ", not " + args[1]);
      }
      unpack(archive, unpacked);
      try {
        Files.move(unpacked, folder, StandardCopyOption.ATOMIC_MOVE);
      } catch (FileAlreadyExistsException | java.nio.file.DirectoryNotEmptyException e) {
        System.err.println("mvnw: another build was quicker");
      }
    } finally {
      Files.deleteIfExists(archive);
    }
  }

  private static String fetch(String url, Path archive) throws Exception {
    MessageDigest sha512 = MessageDigest.getInstance("SHA-512");
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    try (InputStream in = new DigestInputStream(connection.getInputStream(), sha512)) {
      Files.copy(in, archive, StandardCopyOption.REPLACE_EXISTING);
    }
    return HexFormat.of().formatHex(sha512.digest());
  }

  /** Without the archive's own top folder. */
  private static void unpack(Path archive, Path folder) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        String name = entry.getName().substring(entry.getName().indexOf('/') + 1);
        Path target = folder.resolve(name).normalize();
        if (!target.startsWith(folder)) {
          throw new IOException("an entry outside of the archive: " + entry.getName());
        }
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          Files.copy(zip, target);
          if (name.startsWith("bin/") && !name.endsWith(".cmd")) {
            target.toFile().setExecutable(true);
          }
        }
      }
    }
  }
}
