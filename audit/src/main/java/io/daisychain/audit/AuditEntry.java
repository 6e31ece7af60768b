package io.daisychain.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;

/**
 * A line of an {@link AuditLog}: JSON with {@code n}, {@code time}, {@code previous} and {@code
 * entry} before what the entry is about.
 *
 * @param number of the line, from 1
 * @param previous SHA-256 of the line before, without its line end
 * @param hash SHA-256 of this line, which the next one has
 * @param fields all of the line
 */
public record AuditEntry(long number, String previous, String hash, ObjectNode fields) {
  static final ObjectMapper JSON = new ObjectMapper();

  /** What the first line has as that of the one before. */
  static final String NONE = "0".repeat(64);

  /** Makes the line that follows another. */
  static byte[] line(long number, String previous, Instant time, AuditFact fact) {
    ObjectNode fields = JSON.createObjectNode();
    fields.put("n", number).put("time", time.toString()).put("previous", previous);
    fields.put("entry", fact.kind());
    fields.setAll(fact.fields());
    try {
      return JSON.writeValueAsBytes(fields);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // a tree of texts and numbers
    }
  }

  /**
   * Reads a line.
   *
   * @throws IOException if it is none of a log
   */
  static AuditEntry parse(byte[] line) throws IOException {
    JsonNode read;
    try {
      read = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IOException("it is no JSON", e);
    }
    if (!(read instanceof ObjectNode fields)
        || !fields.path("n").canConvertToLong()
        || !fields.path("previous").isTextual()
        || !fields.path("entry").isTextual()) {
      throw new IOException("it has no n, previous and entry");
    }
    return new AuditEntry(
        fields.get("n").asLong(), fields.get("previous").asText(), Sha256.of(line), fields);
  }

  /** What it tells of. */
  public String kind() {
    return text("entry");
  }

  /** Text of a field; empty where it has none. */
  public String text(String name) {
    return fields.path(name).asText("");
  }

  /** Number and hash, which say all that was entered until then. */
  public AuditHead head() {
    return new AuditHead(number, hash);
  }

  /** The line, as it was written. */
  @Override
  public String toString() {
    return fields.toString();
  }
}
