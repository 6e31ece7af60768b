package io.daisychain.model.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * What is kept of a secret: PBKDF2 with HMAC-SHA-256 (RFC 8018) over it and a salt of its own, as
 * {@code pbkdf2-sha256:ITERATIONS:SALT:HASH}, salt and hash in base 64. Computing it is slow on
 * purpose, so that whoever reads the file cannot try many secrets.
 */
public final class SecretHash {
  private static final String FORM = "pbkdf2-sha256";
  private static final String ALGORITHM = "PBKDF2WithHmacSHA256";
  private static final int ITERATIONS = 600_000;
  private static final int FEWEST_ITERATIONS = 100_000;
  private static final int MOST_ITERATIONS = 10_000_000;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;

  /** Secrets of fewer characters can be guessed. */
  public static final int SHORTEST = 12;

  /** So long a secret may be at most: what strangers send has an end. */
  public static final int LONGEST = 256;

  private final int iterations;
  private final byte[] salt;
  private final byte[] hash;

  private SecretHash(int iterations, byte[] salt, byte[] hash) {
    this.iterations = iterations;
    this.salt = salt;
    this.hash = hash;
  }

  /**
   * The hash of a new secret.
   *
   * @throws IllegalArgumentException for one that is too short or too long
   */
  public static SecretHash of(String secret) {
    if (secret.length() < SHORTEST || secret.length() > LONGEST) {
      throw new IllegalArgumentException(
          "a secret has " + SHORTEST + " to " + LONGEST + " characters");
    }
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    return new SecretHash(ITERATIONS, salt, derived(secret, salt, ITERATIONS));
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws IllegalArgumentException without the text, which may be a secret put in the wrong place
   */
  public static SecretHash parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length == 4 && parts[0].equals(FORM) && parts[1].matches("[0-9]{1,8}")) {
      int iterations = Integer.parseInt(parts[1]);
      try {
        byte[] salt = Base64.getDecoder().decode(parts[2]);
        byte[] hash = Base64.getDecoder().decode(parts[3]);
        if (iterations >= FEWEST_ITERATIONS
            && iterations <= MOST_ITERATIONS
            && salt.length >= SALT_BYTES
            && hash.length == HASH_BYTES) {
          return new SecretHash(iterations, salt, hash);
        }
      } catch (IllegalArgumentException e) {
        throw unknown(e);
      }
    }
    throw unknown(null);
  }

  private static IllegalArgumentException unknown(Throwable cause) {
    return new IllegalArgumentException(
        "secret is not of the form "
            + FORM
            + ":ITERATIONS:SALT:HASH, which the command secret prints",
        cause);
  }

  /** Whether this is the secret; takes the same time whichever other one is given. */
  public boolean isOf(String secret) {
    return secret.length() <= LONGEST
        && MessageDigest.isEqual(derived(secret, salt, iterations), hash);
  }

  private static byte[] derived(String secret, byte[] salt, int iterations) {
    PBEKeySpec spec =
        new PBEKeySpec(
            new String(secret.getBytes(UTF_8), java.nio.charset.StandardCharsets.ISO_8859_1)
                .toCharArray(),
            salt,
            iterations,
            HASH_BYTES * Byte.SIZE);
    try {
      return SecretKeyFactory.getInstance(ALGORITHM).generateSecret(spec).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(ALGORITHM + " is part of every Java", e);
    } finally {
      spec.clearPassword();
    }
  }

  /** As a file keeps it. */
  @Override
  public String toString() {
    Base64.Encoder encoder = Base64.getEncoder();
    return String.join(
        ":",
        FORM,
        Integer.toString(iterations),
        encoder.encodeToString(salt),
        encoder.encodeToString(hash));
  }
}
