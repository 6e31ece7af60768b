package io.daisychain.cli.job;

import io.daisychain.cli.option.LinkOptions;
import io.daisychain.cli.option.ReferenceOption;
import io.daisychain.cli.option.RejectsOption;
import io.daisychain.cli.option.RulesOptions;
import io.daisychain.linkage.live.LiveLink;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.dates.Dates;
import io.daisychain.watch.WatchSettings;
import io.daisychain.watch.journal.Durable;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Watching, as a stage beside the batch ones. */
public final class WatchStage {
  /** Live keys that fit a heap take about so many bytes each, with what is done to them. */
  private static final long HEAP_PER_KEY = 640;

  private WatchStage() {}

  /** What watching is told. */
  public static WatchSettings settings(
      StageContext context,
      IngestStage.Basis basis,
      LinkStage link,
      ReferenceOption reference,
      RulesOptions rules,
      int mostDates,
      int backlog)
      throws IOException {
    StoreTable table = context.table();
    try (TableAdmin tables = TableAdmin.open(table.store());
        Dates dates = Dates.open(table);
        MetaTable meta = tables.meta(table.name())) {
      LinkOptions.Kept kept = link.kept(meta, dates, rules, context);
      ReferenceData asked =
          LinkStage.reference(reference, meta, dates, kept.gtcDays(), context.runId());
      LiveLink.Rules live =
          new LiveLink.Rules(
              basis.rules(),
              asked,
              TimeUnit.MILLISECONDS.toNanos(kept.toleranceMillis()),
              kept.gtcDays(),
              table,
              Runtime.getRuntime().maxMemory() / HEAP_PER_KEY);
      return new WatchSettings(
          basis.rules(),
          basis.reference(),
          live,
          table,
          basis.splitKeys(),
          mostDates,
          context.rejects().directoryOf(RejectsOption.Stage.INGEST, context.runId()),
          context.runId(),
          backlog,
          Durable.STORE,
          null);
    }
  }
}
