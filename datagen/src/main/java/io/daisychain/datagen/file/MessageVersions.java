package io.daisychain.datagen.file;

import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.fix.FixVersion;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * In which version of FIX a message is written: that of its firm, or the first later one that can
 * say it. Of orders before FIX 4.2 the time is SendingTime (52).
 */
public final class MessageVersions {
  private static final long SALT = 0x76657273696f6e73L;

  private final FixVersion[] byFirm;
  private final boolean haveUntimed;

  /**
   * Versions of a market's firms.
   *
   * @param shares of the firms, by version; they sum to 1
   */
  public MessageVersions(Market market, Map<FixVersion, Double> shares) {
    byFirm = new FixVersion[market.firmNames.length];
    Arrays.fill(byFirm, FixVersion.FIX42); // firms that nobody knows too
    for (int firm = 0; firm < market.firms(); firm++) {
      double place = (RandomSource.mix(firm ^ SALT) >>> 11) * 0x1.0p-53;
      for (Map.Entry<FixVersion, Double> share : shares.entrySet()) {
        byFirm[firm] = share.getKey(); // the last one, if rounding leaves some
        place -= share.getValue();
        if (place < 0) {
          break;
        }
      }
    }
    haveUntimed = Arrays.stream(byFirm).anyMatch(version -> !hasTimes(version));
  }

  /** True where some messages have no time but that of sending. */
  public boolean haveUntimed() {
    return haveUntimed;
  }

  FixVersion of(EventRecord record) {
    FixVersion own = byFirm[record.reporter];
    FixVersion least = least(record);
    return own.compareTo(least) < 0 ? least : own;
  }

  private static FixVersion least(EventRecord record) {
    if (record.spread != null) {
      return FixVersion.FIX43;
    }
    return switch (record.type) {
      case RESTATED, PENDING_REPLACE, CANCEL_REJECT -> FixVersion.FIX42;
      case ALLOCATION_STATUS ->
          record.execNo == EventRecord.NONE ? FixVersion.FIX41 : FixVersion.FIX44;
      default -> {
        if (record.action != 0) { // a repair is sent later than what it is about
          yield FixVersion.FIX42;
        }
        boolean isOrder = record.type.isOrder() || record.type.isVersion();
        yield isOrder && record.option == null
            ? FixVersion.FIX40
            : FixVersion.FIX41; // where ids of executions and allocations need not be numbers
      }
    };
  }

  private static boolean hasTimes(FixVersion version) {
    return version.compareTo(FixVersion.FIX42) >= 0;
  }

  /** True if the message has TransactTime (60). */
  boolean hasTime(EventRecord record) {
    return hasTimes(of(record)) || !(record.type.isOrder() || record.type.isVersion());
  }

  /** Sets the times of events that have that of sending, and marks them. */
  public void tellTimes(List<EventRecord> records) {
    for (int i = 0; haveUntimed && i < records.size(); i++) {
      EventRecord record = records.get(i);
      record.untimed = !hasTime(record);
      if (record.untimed) {
        record.time = record.sendTime;
      }
    }
  }
}
