package io.daisychain.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.model.event.Identity;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/** Row keys computed from what {@link Identity} documents, with nothing of it but the document. */
public final class Uuids {
  private static final UUID NAMESPACE = UUID.fromString("d15c4a17-0001-5e42-8001-6d61726b6574");

  private Uuids() {}

  /** The name-based UUID of version 5 (RFC 9562, section 5.5). */
  static RowKey ofName(byte[] name) {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      sha1.update(
          ByteBuffer.allocate(16)
              .putLong(NAMESPACE.getMostSignificantBits())
              .putLong(NAMESPACE.getLeastSignificantBits())
              .array());
      ByteBuffer digest = ByteBuffer.wrap(sha1.digest(name));
      long high = (digest.getLong() & 0xffff_ffff_ffff_0fffL) | 0x5000L;
      long low = (digest.getLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
      return new RowKey(high, low);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Key of an identity: kind and trade date, then the components. */
  public static RowKey of(char kind, String date, String... components) {
    int length = 9;
    for (String component : components) {
      length += 4 + component.length();
    }
    ByteBuffer name = ByteBuffer.allocate(length);
    name.put((byte) kind).put(date.getBytes(ISO_8859_1));
    for (String component : components) {
      name.putInt(component.length()).put(component.getBytes(ISO_8859_1));
    }
    return ofName(name.array());
  }

  /**
   * The key that a test writes as {@code O 20260316 ALFA - A1}, a dash for an absent component, or
   * as a whole UUID.
   */
  public static RowKey of(String words) {
    String[] parts = words.trim().split(" ", -1);
    if (parts.length == 1) {
      return RowKey.parse(parts[0]);
    }
    String[] components = new String[parts.length - 2];
    for (int i = 0; i < components.length; i++) {
      components[i] = parts[i + 2].equals("-") ? "" : parts[i + 2];
    }
    return of(parts[0].charAt(0), parts[1], components);
  }
}
