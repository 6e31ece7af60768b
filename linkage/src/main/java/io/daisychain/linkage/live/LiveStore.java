package io.daisychain.linkage.live;

import io.daisychain.store.ConnectionLease;
import io.daisychain.store.KeySample;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.write.RowPutter;
import java.io.IOException;

/** What live linking has open of the store. */
final class LiveStore implements AutoCloseable {
  private final Dates dates;
  private final MetaTable meta;
  private final TableAdmin tables;
  private final ConnectionLease lease;
  private final RowPutter putter;
  private final long keySeed;

  LiveStore(StoreTable table) throws IOException {
    this.dates = Dates.open(table);
    this.tables = TableAdmin.open(table.store());
    this.meta = tables.meta(table.name());
    this.lease = table.store().connect();
    this.putter = new RowPutter(table);
    this.keySeed = tables.keySeed(table.name());
  }

  Dates dates() {
    return dates;
  }

  MetaTable meta() {
    return meta;
  }

  ConnectionLease lease() {
    return lease;
  }

  RowPutter putter() {
    return putter;
  }

  /** A sample of a date's keys. */
  KeySample sample() {
    return new KeySample(keySeed);
  }

  @Override
  public void close() throws IOException {
    putter.close();
    lease.close();
    meta.close();
    tables.close();
    dates.close();
  }
}
