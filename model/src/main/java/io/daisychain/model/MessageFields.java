package io.daisychain.model;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.fix.FixVersion;

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

  /** Whether a field that has a value is a quantity that can be published, and not negative. */
  public static boolean isUnsigned(FixMessage message, int field) {
    byte[] buffer = message.buffer();
    int at = message.valueOffset(field);
    return buffer[at] != '-' && FixValue.isQuantity(buffer, at, message.valueLength(field));
  }

  /** As {@link #value}, for a price. */
  public void price(int tag, ByteSlice into) {
    value(tag, into);
    if (!into.isEmpty() && !FixValue.isPrice(into.buffer(), into.offset(), into.length())) {
      into.clear();
    }
  }

  /**
   * The customer: ClientID (109), or from FIX 4.3 on the PartyID (448) whose PartyRole (452) is 3,
   * which is that of a client.
   */
  public void client(ByteSlice into) {
    value(FixTag.CLIENT_ID, into);
    int group = into.isEmpty() ? message.find(FixTag.NO_PARTY_IDS) : FixMessage.NOT_FOUND;
    if (group < 0) {
      return;
    }
    int party = 0;
    for (int i = group + 1; i < message.fieldCount(); i++) {
      if (message.tag(i) == FixTag.PARTY_ID) {
        party = i;
      } else if (message.tag(i) == FixTag.PARTY_ROLE && party > 0 && isClient(i)) {
        into.set(message.buffer(), message.valueOffset(party), message.valueLength(party));
        return;
      }
    }
  }

  private boolean isClient(int role) {
    return message.valueLength(role) == 1 && message.buffer()[message.valueOffset(role)] == '3';
  }

  /**
   * A UTCTimestamp in nanoseconds since 1970, {@link TableSchema#NO_TIME} where there is none. All
   * versions but FIX 4.2 have digits behind the nanoseconds, which are dropped.
   */
  public long time(int tag, FixVersion version) {
    int field = message.find(tag);
    if (field < 0) {
      return TableSchema.NO_TIME;
    }
    byte[] buffer = message.buffer();
    int offset = message.valueOffset(field);
    int length = message.valueLength(field);
    if (version != FixVersion.FIX42) {
      length = FixValue.upToNanoseconds(buffer, offset, length);
    }
    long nanos = FixValue.timestamp(buffer, offset, length);
    return nanos == FixValue.INVALID ? TableSchema.NO_TIME : nanos;
  }
}
