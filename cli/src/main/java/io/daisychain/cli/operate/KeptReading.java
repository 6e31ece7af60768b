package io.daisychain.cli.operate;

import io.daisychain.cli.option.ReferenceOption;
import io.daisychain.cli.option.RulesOptions;
import io.daisychain.ingest.ContentScan;
import io.daisychain.model.RowKey;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import java.io.IOException;
import java.util.Set;

/** How the files of a table were read when they were handed in: what the store keeps of it. */
record KeptReading(EventReader.Rules rules, ReferenceData reference) {
  static KeptReading of(StoreTable table) throws IOException {
    try (TableAdmin tables = TableAdmin.open(table.store());
        MetaTable meta = tables.meta(table.name())) {
      return new KeptReading(
          RulesOptions.kept(table.name(), tables),
          ReferenceData.parse(ReferenceOption.keptTexts(meta)));
    }
  }

  /** Finds in a file what the rows of {@code ids} were stored from. */
  void scan(String file, Set<RowKey> ids, ContentScan.Taker taker) throws IOException {
    ContentScan.scan(file, ids, rules, reference, taker);
  }
}
