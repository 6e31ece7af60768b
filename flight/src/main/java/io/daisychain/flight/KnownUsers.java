package io.daisychain.flight;

import io.daisychain.model.access.Entitlement;
import io.daisychain.model.access.Entitlements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.cert.X509Certificate;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who is who, as the operator's file says now: it is read again when it has changed. */
public final class KnownUsers {
  private static final Logger LOG = LoggerFactory.getLogger(KnownUsers.class);

  /** Reads the file. */
  public interface Reader {
    /**
     * Reads it.
     *
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException with its line if it is wrong
     */
    Entitlements read() throws IOException;
  }

  private final Path file;
  private final Reader reader;
  private Entitlements known;
  private FileTime read;

  /**
   * The users of a file.
   *
   * @throws IOException if it cannot be read
   */
  public KnownUsers(Path file, Reader reader) throws IOException {
    this.file = file;
    this.reader = reader;
    read = Files.getLastModifiedTime(file);
    known = reader.read();
  }

  /** Who somebody proves to be, by its certificate, or by its name and secret. */
  Optional<Entitlement> proven(Optional<X509Certificate> certificate, String name, String secret) {
    return now().proven(certificate, name, secret);
  }

  /** Somebody who was proven, as the file has it now. */
  Optional<Entitlement> named(String name) {
    return now().named(name);
  }

  /** What was last right in the file: one that is wrong changes nothing. */
  private synchronized Entitlements now() {
    try {
      FileTime modified = Files.getLastModifiedTime(file);
      if (!modified.equals(read)) {
        read = modified;
        known = reader.read();
        LOG.info("{} was read again", file);
      }
    } catch (IOException | RuntimeException e) {
      LOG.error("{} stays as it was when it was read last", file, e);
    }
    return known;
  }
}
