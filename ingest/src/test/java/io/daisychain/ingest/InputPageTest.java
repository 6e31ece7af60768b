package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.event.Identity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/input.md says of keys is so. */
class InputPageTest {
  private static final Path PAGE = Path.of("../docs/input.md");

  @Test
  void theWorkedExampleMakesTheKeyThatThePageShows() throws Exception {
    String page = Files.readString(PAGE);
    Matcher example = Pattern.compile("(?m)^    (4f [0-9a-f ]+)$").matcher(page);
    assertTrue(example.find(), "the name in hexadecimal");
    byte[] name = HexFormat.of().parseHex(example.group(1).replace(" ", ""));

    String expected = order("ALFA", "", "A1");
    assertEquals(expected, uuid5(namespace(page), name).toString());
    assertTrue(page.contains("\"A1\"))      # " + expected), expected);
  }

  private static UUID namespace(String page) {
    Matcher found = Pattern.compile("namespace\\s+`([0-9a-f-]{36})`").matcher(page);
    assertTrue(found.find(), "the namespace");
    return UUID.fromString(found.group(1));
  }

  /** RFC 9562, section 5.5, by itself. */
  private static UUID uuid5(UUID namespace, byte[] name) throws NoSuchAlgorithmException {
    MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
    ByteBuffer space = ByteBuffer.allocate(16);
    space.putLong(namespace.getMostSignificantBits());
    space.putLong(namespace.getLeastSignificantBits());
    sha1.update(space.array());
    ByteBuffer digest = ByteBuffer.wrap(sha1.digest(name));
    long high = (digest.getLong() & ~0xf000L) | 0x5000L;
    long low = (digest.getLong() & ~(3L << 62)) | (1L << 63);
    return new UUID(high, low);
  }

  private static String order(String... components) throws IOException {
    Identity identity = new Identity();
    identity.order((int) LocalDate.of(2026, 3, 16).toEpochDay());
    for (String component : components) {
      byte[] bytes = component.getBytes(ISO_8859_1);
      identity.with(bytes, 0, bytes.length);
    }
    return identity.key().toString();
  }
}
