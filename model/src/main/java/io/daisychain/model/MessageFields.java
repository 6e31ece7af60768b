package io.daisychain.model;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixValue;

/**
 * Values of a message by tag. An empty field is absent, and so is a time that cannot be read, and a
 * number that cannot be published; of a repeated tag the first value counts.
 */
public final class MessageFields {
  private FixMessage message;

  /** Reads from {@code fix} from now on. */
  public void of(FixMessage fix) {
    message = fix;
  }

  public boolean has(int tag) {
    return message.find(tag) >= 0;
  }

  /** Points {@code into} at the value, or at nothing. */
  public void value(int tag, ByteSlice into) {
    int field = message.find(tag);
    if (field < 0) {
      into.clear();
    } else {
      into.set(message.buffer(), message.valueOffset(field), message.valueLength(field));
    }
  }

  /** As {@link #value}, for a quantity. */
  public void quantity(int tag, ByteSlice into) {
    value(tag, into);
    if (!into.isEmpty() && !FixValue.isQuantity(into.buffer(), into.offset(), into.length())) {
      into.clear();
    }
  }

  /** As {@link #value}, for a price. */
  public void price(int tag, ByteSlice into) {
    value(tag, into);
    if (!into.isEmpty() && !FixValue.isPrice(into.buffer(), into.offset(), into.length())) {
      into.clear();
    }
  }

  /** A UTCTimestamp in nanoseconds since 1970, {@link TableSchema#NO_TIME} where there is none. */
  public long time(int tag) {
    int field = message.find(tag);
    if (field < 0) {
      return TableSchema.NO_TIME;
    }
    long nanos =
        FixValue.timestamp(
            message.buffer(), message.valueOffset(field), message.valueLength(field));
    return nanos == FixValue.INVALID ? TableSchema.NO_TIME : nanos;
  }

  /** The only byte of a value of one byte; 0 for any other. */
  static byte single(FixMessage message, int tag) {
    int field = message.find(tag);
    return field >= 0 && message.valueLength(field) == 1
        ? message.buffer()[message.valueOffset(field)]
        : 0;
  }
}
