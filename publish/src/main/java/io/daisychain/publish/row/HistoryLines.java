package io.daisychain.publish.row;

import io.daisychain.fix.FixMessage;
import io.daisychain.model.Action;
import io.daisychain.model.EventVersions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Lines of {@code history}: all versions of events that have several, or an action. */
public final class HistoryLines {
  private final CsvLines lines;
  private final byte[] tradeDate;

  /**
   * Lines of one trade date.
   *
   * @param tradeDate the date as it is published
   * @param lines gets them
   */
  public HistoryLines(byte[] tradeDate, CsvLines lines) {
    this.tradeDate = tradeDate;
    this.lines = lines;
  }

  /** Adds a line for each version of the row's event, if it has more than one that is new. */
  public void add(RowCells row) {
    int number = 0;
    for (StoredVersion version : row.versions()) {
      lines.key(row.keyArray(), row.keyAt());
      lines.integer(number + 1);
      lines.ascii(new byte[] {(byte) actionOf(row.versions(), number).code()});
      lines.timeOrEmpty(version.version().sendingTime());
      lines.text(version.version().reporter());
      lines.flag(number == row.standing());
      lines.text(changes(row.versions(), number));
      lines.ascii(tradeDate);
      lines.endLine();
      number++;
    }
  }

  /** A repair of CAT corrects what its reporter has reported, and else is new. */
  private static Action actionOf(List<StoredVersion> versions, int number) {
    EventVersions.Version of = versions.get(number).version();
    if (of.action() != Action.REPAIR) {
      return of.action();
    }
    boolean isReported =
        versions.stream()
            .map(StoredVersion::version)
            .anyMatch(
                other -> other.action() == Action.NEW && other.reporter().equals(of.reporter()));
    return isReported ? Action.CORRECTION : Action.NEW;
  }

  /** In what a version differs from the one before; empty for the first and for a deletion. */
  static String changes(List<StoredVersion> versions, int number) {
    if (number == 0 || versions.get(number).version().action() == Action.DELETION) {
      return "";
    }
    return changes(
        versions.get(number - 1).event().content(), versions.get(number).event().content());
  }

  /**
   * In what a content differs from another: {@code 38:100>200|55:IBM>AAPL}, tags ascending, the
   * values of a repeated tag joined by commas.
   */
  static String changes(FixMessage before, FixMessage after) {
    Map<Integer, String> old = values(before);
    Map<Integer, String> now = values(after);
    TreeSet<Integer> tags = new TreeSet<>(old.keySet());
    tags.addAll(now.keySet());
    StringBuilder text = new StringBuilder();
    for (int tag : tags) {
      String from = old.getOrDefault(tag, "");
      String to = now.getOrDefault(tag, "");
      if (!from.equals(to)) {
        text.append(text.length() == 0 ? "" : "|").append(tag).append(':').append(from);
        text.append('>').append(to);
      }
    }
    return text.toString();
  }

  private static Map<Integer, String> values(FixMessage message) {
    Map<Integer, String> values = new TreeMap<>();
    for (int i = 0; i < message.fieldCount(); i++) {
      String value = message.valueOf(i);
      String shown = value.replace(",", "\\x2C").replace(">", "\\x3E").replace("|", "\\x7C");
      values.merge(message.tag(i), shown, (first, next) -> first + "," + next);
    }
    return values;
  }
}
