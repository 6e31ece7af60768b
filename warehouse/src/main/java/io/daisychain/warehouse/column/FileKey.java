package io.daisychain.warehouse.column;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key by which files are encrypted as Parquet has it (AES-256, one footer key for all columns).
 * The operator holds it in a file, as {@code openssl rand -base64 32} writes it, which a variable
 * of the environment names: where that is set, all files that are written are encrypted.
 *
 * <p>A file's magic says whether it is encrypted. So does its name, since DuckDB has to be told.
 */
public final class FileKey {
  /** Names the key's file; empty for no key. */
  public static final String VARIABLE = "DAISYCHAIN_ENCRYPTION";

  /** First characters of the names of encrypted files. */
  public static final String MARK = "encrypted-";

  private static final int BYTES = 32;

  private static volatile String wanted = System.getenv().getOrDefault(VARIABLE, "").strip();
  private static volatile FileKey last;

  final SecretKeySpec key;

  /** Tells keys apart, and nothing else of them. */
  private final String id;

  private final String file;

  private FileKey(String file, byte[] bytes) {
    this.file = file;
    key = new SecretKeySpec(bytes, "AES");
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      id = HexFormat.of().formatHex(hash, 0, Integer.BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Takes another file for the one that the variable of this process names; empty for none. */
  public static void use(String keyFile) {
    wanted = keyFile;
  }

  /**
   * The key of this process, if there is one.
   *
   * @throws IOException naming the file if it has none, or if others can read it
   */
  public static Optional<FileKey> current() throws IOException {
    String name = wanted;
    FileKey known = last;
    if (name.isEmpty()) {
      return Optional.empty();
    }
    if (known == null || !known.file.equals(name)) {
      known = read(name);
      last = known;
    }
    return Optional.of(known);
  }

  private static FileKey read(String name) throws IOException {
    Path file = Path.of(name);
    try {
      if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
        String rights = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        if (!rights.endsWith("------")) {
          throw unfit(name, "can be read by others (" + rights + "): chmod 600 it");
        }
      }
      byte[] bytes = Base64.getDecoder().decode(Files.readString(file).strip());
      if (bytes.length == BYTES) {
        return new FileKey(name, bytes);
      }
      throw unfit(name, "has " + bytes.length + " bytes in base64 and not " + BYTES);
    } catch (NoSuchFileException e) {
      throw unfit(name, "is not there: openssl rand -base64 32 makes one");
    } catch (IllegalArgumentException e) {
      throw unfit(name, "is not in base64, as openssl rand -base64 32 writes it");
    }
  }

  private static IOException unfit(String name, String why) {
    return new MissingKeyException(VARIABLE + " names " + name + ", which " + why);
  }

  byte[] metadata() {
    return id.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * The key of a file that says by which it was encrypted.
   *
   * @throws MissingKeyException if this process has another, or none
   */
  static FileKey of(Path encrypted, byte[] metadata) throws IOException {
    String id = new String(metadata, StandardCharsets.US_ASCII);
    FileKey key = current().orElse(null);
    if (key == null || !key.id.equals(id)) {
      throw new MissingKeyException(
          "%s is encrypted by the key %s: %s is to name the file of that key%s"
              .formatted(
                  encrypted,
                  id,
                  VARIABLE,
                  key == null ? "" : "; " + key.file + " has the key " + key.id));
    }
    return key;
  }

  /** The key itself, as its file has it. */
  public String text() {
    return Base64.getEncoder().encodeToString(key.getEncoded());
  }

  /** Whether a file was given the name of an encrypted one. */
  public static boolean isEncrypted(Path file) {
    return file.getFileName().toString().startsWith(MARK);
  }

  /** First characters of the names of files that are written now. */
  public static String mark() throws IOException {
    return current().isPresent() ? MARK : "";
  }

  /** The file that is to be written under a name. */
  public static Path fresh(Path file) throws IOException {
    return file.resolveSibling(mark() + file.getFileName());
  }

  /** The file that was written under a name, with a key or without. */
  public static Path written(Path file) {
    Path encrypted = file.resolveSibling(MARK + file.getFileName());
    return Files.exists(encrypted) ? encrypted : file;
  }

  /** The name under which a file was written. */
  public static String plainName(Path file) {
    String name = file.getFileName().toString();
    return isEncrypted(file) ? name.substring(MARK.length()) : name;
  }
}
