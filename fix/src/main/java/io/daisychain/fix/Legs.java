package io.daisychain.fix;

import java.util.Arrays;

/**
 * The legs of a multileg order: the instances of NoLegs (555), each of which begins with LegSymbol
 * (600). Fields of a leg have tags of their own, so that the groups inside of an instance need not
 * be told apart. Reusable, not thread-safe.
 */
public final class Legs {
  /** What says which instrument a leg is of, and the tags by which an order says it. */
  private static final int[] TERMS = {
    FixTag.LEG_SYMBOL, FixTag.SYMBOL,
    FixTag.LEG_SECURITY_ID, FixTag.SECURITY_ID,
    FixTag.LEG_SECURITY_ID_SOURCE, FixTag.SECURITY_ID_SOURCE,
    FixTag.LEG_CFI_CODE, FixTag.CFI_CODE,
    FixTag.LEG_SECURITY_TYPE, FixTag.SECURITY_TYPE,
    FixTag.LEG_MATURITY_MONTH_YEAR, FixTag.MATURITY_MONTH_YEAR,
    FixTag.LEG_MATURITY_DATE, FixTag.MATURITY_DATE,
    FixTag.LEG_STRIKE_PRICE, FixTag.STRIKE_PRICE,
    FixTag.LEG_PUT_OR_CALL, FixTag.PUT_OR_CALL
  };

  private static final byte SOH = 1;

  private final FixMessage terms = new FixMessage();
  private final Instrument instrument = new Instrument();
  private int[] starts = new int[8];
  private byte[] text = new byte[256];
  private FixMessage message;
  private int count;

  /** Reads the legs of a message, which stay valid as long as the message is. */
  public Legs read(FixMessage of) {
    message = of;
    count = 0;
    int first = of.find(FixTag.NO_LEGS);
    for (int i = first + 1; first >= 0 && i < of.fieldCount(); i++) {
      if (of.tag(i) == FixTag.LEG_SYMBOL) {
        if (count + 1 == starts.length) {
          starts = Arrays.copyOf(starts, 2 * starts.length);
        }
        starts[count++] = i;
      }
    }
    starts[count] = of.fieldCount();
    return this;
  }

  public int count() {
    return count;
  }

  /** The first field of a leg with {@code tag} and a value, or {@link FixMessage#NOT_FOUND}. */
  public int find(int leg, int tag) {
    for (int i = starts[leg]; i < starts[leg + 1]; i++) {
      if (message.tag(i) == tag && message.valueLength(i) > 0) {
        return i;
      }
    }
    return FixMessage.NOT_FOUND;
  }

  /** The instrument of a leg, as that of an order; valid until the next call. */
  public Instrument instrument(int leg) {
    return instrument.read(terms(leg));
  }

  /** What says the instrument of a leg, under the tags of an order. */
  public FixMessage terms(int leg) {
    int length = 0;
    for (int i = 0; i < TERMS.length; i += 2) {
      int field = find(leg, TERMS[i]);
      if (field < 0) {
        continue;
      }
      int size = message.valueLength(field);
      if (length + size + 16 > text.length) {
        text = Arrays.copyOf(text, 2 * (length + size + 16));
      }
      length = writeTag(TERMS[i + 1], length);
      System.arraycopy(message.buffer(), message.valueOffset(field), text, length, size);
      length += size;
      text[length++] = SOH;
    }
    terms.index(text, 0, length);
    return terms;
  }

  private int writeTag(int tag, int at) {
    int digits = tag < 100 ? 2 : 3;
    int rest = tag;
    for (int i = at + digits - 1; i >= at; i--) {
      text[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    text[at + digits] = '=';
    return at + digits + 1;
  }

  /**
   * A tag that makes a leg whole which is half an option, of what {@link Instrument#missing} has.
   * Whether it is a put its CFI code says in all versions.
   */
  public static int legTag(int missing) {
    return switch (missing) {
      case FixTag.MATURITY_MONTH_YEAR -> FixTag.LEG_MATURITY_MONTH_YEAR;
      case FixTag.MATURITY_DAY -> FixTag.LEG_MATURITY_DATE;
      case FixTag.PUT_OR_CALL -> FixTag.LEG_CFI_CODE;
      default -> FixTag.LEG_STRIKE_PRICE;
    };
  }

  /** Whether a leg is half an option for want of {@code tag}. */
  public boolean lacks(int leg, int tag) {
    if (!Instrument.isOption(terms(leg))) {
      return false;
    }
    Instrument option = instrument(leg);
    for (int i = 0; i < option.missingCount(); i++) {
      if (legTag(option.missing(i)) == tag) {
        return true;
      }
    }
    return false;
  }

  /** The field before which a leg's field of a tag belongs that says its instrument. */
  public int place(int leg, int tag) {
    int at = starts[leg];
    while (at < starts[leg + 1] && message.tag(at) >= FixTag.LEG_SYMBOL && message.tag(at) < tag) {
      at++;
    }
    return at;
  }
}
