package io.daisychain.publish.row;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.model.AllocatedAccounts;
import io.daisychain.model.CatKey;
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
    if (row.event().type() != EventType.ALLOCATION || row.references().has(CatKey.CANCELED)) {
      return;
    }
    row.event().indexContent(message);
    if (row.event().isCat()) { // a record is of one account
      int account = message.find(FixTag.CLIENT_ID);
      add(row, account, message.find(FixTag.ORDER_QTY), message.find(FixTag.PRICE));
      return;
    }
    int average = message.find(FixTag.AVG_PX);
    for (AllocatedAccounts.Allocated one : accounts.of(message).accounts()) {
      add(row, one.account(), one.quantity(), one.price() < 0 ? average : one.price());
    }
  }

  private void add(RowCells row, int account, int quantity, int price) {
    lines.key(row.keyArray(), row.keyAt());
    ContentColumns.text(lines, message, account);
    ContentColumns.decimal(lines, ColumnType.QUANTITY, message, quantity);
    ContentColumns.average(lines, message, price);
    lines.ascii(tradeDate);
    lines.endLine();
  }
}
