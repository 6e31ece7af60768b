package io.daisychain.publish.row;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.model.AllocatedAccounts;
import io.daisychain.model.EventType;
import io.daisychain.warehouse.ColumnType;

/** Lines of {@code allocations}: the accounts of an allocation that is published. */
public final class AllocationLines {
  private final byte[] tradeDate;
  private final CsvLines lines;
  private final FixMessage message = new FixMessage();
  private final AllocatedAccounts accounts = new AllocatedAccounts();

  /** Lines of a trade date. */
  public AllocationLines(byte[] tradeDate, CsvLines lines) {
    this.tradeDate = tradeDate;
    this.lines = lines;
  }

  /** Adds the lines of a row that is published. */
  public void add(RowCells row) {
    if (row.event().type() != EventType.ALLOCATION || row.event().isCat()) {
      return;
    }
    row.event().indexContent(message);
    int average = message.find(FixTag.AVG_PX);
    for (AllocatedAccounts.Allocated one : accounts.of(message).accounts()) {
      lines.key(row.keyArray(), row.keyAt());
      ContentColumns.text(lines, message, one.account());
      ContentColumns.decimal(lines, ColumnType.QUANTITY, message, one.quantity());
      ContentColumns.average(lines, message, one.price() < 0 ? average : one.price());
      lines.ascii(tradeDate);
      lines.endLine();
    }
  }
}
