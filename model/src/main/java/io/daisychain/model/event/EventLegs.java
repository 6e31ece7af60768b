package io.daisychain.model.event;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.cat.CanonicalText;
import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.Instrument;
import io.daisychain.fix.Legs;
import io.daisychain.model.cell.EventCell;
import java.util.ArrayList;
import java.util.List;

/** The legs of an order of several, as a message of FIX (555) or a record of CAT says them. */
public final class EventLegs {
  private static final String ONE = "1";

  private final Legs legs = new Legs();

  /**
   * A leg; what its message does not say is empty.
   *
   * @param instrument as an order's: of an option its OSI symbol, empty for half of one
   * @param ratio LegRatioQty as it was sent, 1 where the leg has none
   */
  public record Leg(String symbol, String instrument, String side, String ratio, String refId) {}

  /** The legs of a message of FIX whose content has these fields. */
  public List<Leg> of(FixMessage content) {
    legs.read(content);
    List<Leg> found = new ArrayList<>();
    for (int leg = 0; leg < legs.count(); leg++) {
      Instrument instrument = legs.instrument(leg);
      String ratio = value(content, leg, FixTag.LEG_RATIO_QTY);
      found.add(
          new Leg(
              value(content, leg, FixTag.LEG_SYMBOL),
              new String(instrument.buffer(), instrument.offset(), instrument.length(), ISO_8859_1),
              value(content, leg, FixTag.LEG_SIDE),
              ratio.isEmpty() ? ONE : ratio,
              value(content, leg, FixTag.LEG_REF_ID)));
    }
    return found;
  }

  private String value(FixMessage content, int leg, int tag) {
    int field = legs.find(leg, tag);
    return field < 0 ? "" : content.valueOf(field);
  }

  /** The legs (legDetails) of a record of CAT whose content has these fields. */
  public static List<Leg> ofRecord(EventCell event, FixMessage content) {
    String details =
        CanonicalText.valueOf(
            content.value(FixTag.CAT_TYPE),
            event.eventTime(),
            content.value(FixTag.CAT_RECORD),
            "legDetails");
    List<Leg> found = new ArrayList<>();
    for (String leg : details.isEmpty() ? new String[0] : details.split("[|]", -1)) {
      String option = CatNames.option(field(leg, "optionID"));
      String symbol = option.isEmpty() ? field(leg, "symbol") : option;
      String ratio = field(leg, "legRatioQuantity");
      found.add(
          new Leg(
              symbol,
              symbol,
              CatEventReader.side(field(leg, "side")),
              ratio.isEmpty() ? ONE : ratio,
              field(leg, "legRefID")));
    }
    return found;
  }

  private static String field(String leg, String name) {
    for (String field : leg.split("@", -1)) {
      if (field.startsWith(name + "=")) {
        return CanonicalText.plain(field.substring(name.length() + 1));
      }
    }
    return "";
  }
}
