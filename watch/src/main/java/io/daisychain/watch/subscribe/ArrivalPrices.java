package io.daisychain.watch.subscribe;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.fix.Instrument;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.model.EventType;
import io.daisychain.model.Family;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.EventCell;
import io.daisychain.store.RowBatch;
import io.daisychain.watch.ticks.NbboBooks;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Compares executions, when they arrive, with the best bid and offer of the second up to their own
 * time.
 */
public final class ArrivalPrices {
  /** OrdStatus (39) of a fill that guarantees a price and is none. */
  private static final String STOPPED = "7";

  private final NbboBooks books;
  private final HandOut handOut;

  public ArrivalPrices(NbboBooks books, HandOut handOut) {
    this.books = books;
    this.handOut = handOut;
  }

  /** Looks at an event that has arrived: the row that is made of it. */
  public void look(byte[] block) {
    RowBatch.Reader row = new RowBatch.Reader().wrap(block);
    int date = row.date();
    row.nextRow();
    while (row.nextCell()) {
      if (row.family() == Family.DATA
          && row.array()[row.qualifierOffset()] == TableSchema.EVENT_PREFIX) {
        EventCell event = new EventCell().read(row.array(), row.valueOffset(), row.valueLength());
        EventType type = event.type();
        if ((type.isFill() || type == EventType.CORRECT) && isTradedThrough(event)) {
          handOut.tradedThrough(new DatedKey(date, RowKey.read(row.array(), row.keyOffset())));
        }
        return;
      }
    }
  }

  private boolean isTradedThrough(EventCell event) {
    FixMessage content = event.content();
    int field = content.find(FixTag.LAST_PX);
    return field >= 0
        && !Instrument.isOfSeveralLegs(content)
        && !value(content, FixTag.ORD_STATUS).equals(STOPPED)
        && FixValue.isPrice(
            content.buffer(), content.valueOffset(field), content.valueLength(field))
        && books.isTradedThrough(
            instrument(content), new BigDecimal(value(content, FixTag.LAST_PX)), event.eventTime());
  }

  /** By which quotes are found: of an option its OSI symbol. */
  private static String instrument(FixMessage content) {
    Instrument of = new Instrument().read(content);
    return new String(of.buffer(), of.offset(), of.length(), StandardCharsets.ISO_8859_1);
  }

  private static String value(FixMessage content, int tag) {
    int field = content.find(tag);
    return field < 0
        ? ""
        : new String(
            content.buffer(),
            content.valueOffset(field),
            content.valueLength(field),
            StandardCharsets.ISO_8859_1);
  }
}
