package io.daisychain.datagen;

import io.daisychain.datagen.file.ShardStreams;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.market.MarketTruth;
import io.daisychain.datagen.market.QuoteFile;
import io.daisychain.datagen.market.Tape;
import io.daisychain.datagen.quote.BackgroundTrades;
import io.daisychain.datagen.quote.Quotes;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;

/**
 * The market files of one shard: quotes and background trades of its share of symbols, and its
 * executions' trades.
 */
final class MarketShard {
  private final WorkloadPlan plan;
  private final int shard;
  private final Market market;
  private final QuoteFile quoteFile;
  private final BackgroundTrades background;
  private final Tape tape;
  private final MarketTruth truth;

  MarketShard(WorkloadPlan plan, int shard, Market market, Quotes quotes, ShardStreams streams)
      throws IOException {
    this.plan = plan;
    this.shard = shard;
    this.market = market;
    int epochDay = plan.epochDay(shard);
    quoteFile = new QuoteFile(market, quotes, epochDay, streams.open(plan.quotesFile(shard)));
    background = plan.backgroundTrades(shard, quotes);
    tape = new Tape(market, epochDay, plan::hasDate, streams.open(plan.tradesFile(shard)));
    truth =
        plan.hasMarketTruth()
            ? new MarketTruth(
                quotes, market, epochDay, plan::hasDate, streams.open(plan.marketTruthFile(shard)))
            : null;
  }

  /** Takes the events of a lifecycle, which have their keys. */
  void add(List<EventRecord> records) throws IOException {
    BitSet ownFills = Tape.ownFills(records);
    tape.write(records, ownFills);
    if (truth != null) {
      truth.write(records, ownFills);
    }
  }

  /** Writes the quotes, and what others trade; nothing follows. */
  void finish() throws IOException {
    for (int symbol = 0; symbol < market.symbols; symbol++) {
      if (plan.quotes(shard, symbol)) {
        quoteFile.write(symbol);
        tape.write(symbol, background);
      }
    }
    quoteFile.flush();
    tape.flush();
    if (truth != null) {
      truth.flush();
    }
  }
}
