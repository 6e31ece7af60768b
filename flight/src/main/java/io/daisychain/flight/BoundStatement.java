package io.daisychain.flight;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.google.protobuf.ByteString;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.util.Text;

/**
 * A statement with the values of its parameters, as handle of a prepared statement and as ticket:
 * so the server keeps nothing between calls, and what a client has changed in it is looked at anew.
 *
 * @param values of its parameters; empty where nothing is bound
 */
record BoundStatement(String sql, ArrayNode values) {
  private static final int MOST_CHARACTERS = 1 << 16;
  private static final long NANOS = 1_000_000_000;
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  /** A statement of which nothing is bound. */
  static BoundStatement of(String sql) throws RefusedRequestException {
    if (sql.length() > MOST_CHARACTERS) {
      throw RefusedRequestException.malformed(
          "a statement has " + MOST_CHARACTERS + " characters at most", null);
    }
    return new BoundStatement(sql, JSON.createArrayNode());
  }

  /** Reads what {@link #handle} made. */
  static BoundStatement parse(ByteString handle) throws RefusedRequestException {
    try {
      JsonNode json = JSON.readTree(handle.toByteArray());
      if (json.path("sql").isTextual() && json.path("values") instanceof ArrayNode values) {
        return new BoundStatement(of(json.get("sql").asText()).sql(), values);
      }
    } catch (java.io.IOException e) {
      throw RefusedRequestException.malformed("this is no handle of a statement", e);
    }
    throw RefusedRequestException.malformed("this is no handle of a statement", null);
  }

  ByteString handle() {
    try {
      return ByteString.copyFrom(
          JSON.writeValueAsString(JSON.createObjectNode().put("sql", sql).set("values", values)),
          UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // there is nothing in it that could not be written
    }
  }

  /**
   * The same with the values of the only row of what a client has sent; dates and times are text.
   */
  BoundStatement with(VectorSchemaRoot row) throws RefusedRequestException {
    ArrayNode bound = JSON.createArrayNode();
    for (FieldVector vector : row.getFieldVectors()) {
      Object value = vector.getObject(0);
      if (value == null) {
        bound.addNull();
      } else if (vector instanceof DateDayVector days) {
        bound.add(LocalDate.ofEpochDay(days.get(0)).toString());
      } else if (vector.getField().getType() instanceof ArrowType.Timestamp type) {
        bound.add(moment(type, value).toString());
      } else if (value instanceof Text) {
        bound.add(value.toString());
      } else if (value instanceof Number || value instanceof Boolean) {
        bound.add(JSON.<JsonNode>valueToTree(value));
      } else {
        throw RefusedRequestException.malformed(
            "a parameter of "
                + vector.getField().getType()
                + " is not taken: send text, and cast it",
            null);
      }
    }
    return new BoundStatement(sql, bound);
  }

  private static LocalDateTime moment(ArrowType.Timestamp type, Object value) {
    if (value instanceof LocalDateTime time) {
      return time;
    }
    long units = switch (type.getUnit()) { // in a second
          case SECOND -> 1;
          case MILLISECOND -> 1_000;
          case MICROSECOND -> 1_000_000;
          case NANOSECOND -> NANOS;
        };
    long number = ((Number) value).longValue();
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(number, units),
        (int) (Math.floorMod(number, units) * (NANOS / units)),
        ZoneOffset.UTC);
  }

  void bind(PreparedStatement statement) throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(i + 1, value(values.get(i)));
    }
  }

  private static Object value(JsonNode json) {
    if (json.isTextual()) {
      return json.asText();
    }
    if (json.isBoolean()) {
      return json.asBoolean();
    }
    if (json.isNumber()) {
      return json.canConvertToExactIntegral() && json.canConvertToLong()
          ? (Object) json.asLong()
          : json.decimalValue();
    }
    return null;
  }
}
