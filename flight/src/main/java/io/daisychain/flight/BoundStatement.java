package io.daisychain.flight;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.google.protobuf.ByteString;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.util.Text;

/**
 * A statement with the values of its parameters, as handle of a prepared statement and as ticket:
 * so the server keeps nothing between calls, and what a client has changed in it is looked at anew.
 *
 * @param values an array, of each what it is and its value; empty where nothing is bound
 */
record BoundStatement(String sql, ArrayNode values) {
  private static final int MOST_CHARACTERS = 1 << 16;
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private static final String DATE = "date";
  private static final String TIME = "time";
  private static final String VALUE = "value";

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

  /** The same with the values of the only row of what a client has sent. */
  BoundStatement with(VectorSchemaRoot row) throws RefusedRequestException {
    ArrayNode bound = JSON.createArrayNode();
    for (FieldVector vector : row.getFieldVectors()) {
      Object value = vector.getObject(0);
      if (value == null) {
        bound.addNull();
      } else if (vector instanceof DateDayVector days) {
        bound.addObject().put(DATE, LocalDate.ofEpochDay(days.get(0)).toString());
      } else if (vector instanceof TimeStampVector) {
        bound.addObject().put(TIME, moment(vector, value).toString());
      } else if (value instanceof Text || value instanceof Number || value instanceof Boolean) {
        bound.addObject().set(VALUE, JSON.valueToTree(value instanceof Text ? value + "" : value));
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

  private static LocalDateTime moment(FieldVector vector, Object value)
      throws RefusedRequestException {
    if (value instanceof LocalDateTime time) {
      return time;
    }
    long number = ((Number) value).longValue();
    long units =
        switch (((org.apache.arrow.vector.types.pojo.ArrowType.Timestamp)
                vector.getField().getType())
            .getUnit()) {
          case SECOND -> 1;
          case MILLISECOND -> 1_000;
          case MICROSECOND -> 1_000_000;
          case NANOSECOND -> 1_000_000_000;
        };
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(number, units),
        (int) (Math.floorMod(number, units) * (1_000_000_000 / units)),
        java.time.ZoneOffset.UTC);
  }

  void bind(PreparedStatement statement) throws SQLException, RefusedRequestException {
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(i + 1, value(values.get(i)));
    }
  }

  private static Object value(JsonNode json) throws RefusedRequestException {
    try {
      if (json.has(DATE)) {
        return LocalDate.parse(json.get(DATE).asText());
      }
      if (json.has(TIME)) {
        return LocalDateTime.parse(json.get(TIME).asText());
      }
    } catch (DateTimeParseException e) {
      throw RefusedRequestException.malformed("this is no handle of a statement", e);
    }
    JsonNode value = json.path(VALUE);
    if (value.isTextual()) {
      return value.asText();
    }
    if (value.isBoolean()) {
      return value.asBoolean();
    }
    if (value.isIntegralNumber()) {
      return value.canConvertToLong()
          ? (Object) value.asLong()
          : new BigDecimal(value.bigIntegerValue());
    }
    return value.isNumber() ? value.decimalValue() : null;
  }
}
